"""No code of the folder one stands in runs, whatever its files are called: a download folder is no part of Python."""

import subprocess
import sys
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest

from tests.support.haggis import PATIENCE, Haggis
from tests.support.plugins import COPY, Site

MODULES = ("json", "signal", "subprocess", "pickle", "socket", "selectors", "struct", "typer", "pydantic", "encodings")


@pytest.fixture
def folder(haggis: Haggis) -> Path:
    """The folder that commands are run in, with files that Python's modules are called like."""
    for name in (*MODULES, "multiprocessing", "haggis_cli", "sitecustomize"):
        (haggis.folder / f"{name}.py").write_text(f"open({str(haggis.folder / 'ran')!r}, 'a').write({name!r})\n")
    return haggis.folder


@pytest.mark.slow
@pytest.mark.parametrize("words", [("variants",), ("variants", "show", "mine"), ("list",), ("check", "--jobs", "2")])
def test_no_command_runs_what_lies_in_the_folder(
    haggis: Haggis, folder: Path, tmp_path_factory: pytest.TempPathFactory, words: tuple[str, ...]
) -> None:
    site = Site(tmp_path_factory.mktemp("site"))
    site.put("mine", f"{COPY}V = replace(TWO_PLAYER, id='mine')\n")
    ran = haggis.fresh(*words, PYTHONPATH=str(site.folder))
    assert ran.code == 0, ran.err
    assert "mine" in ran.out or words[0] != "variants"
    assert not (folder / "ran").exists()


@pytest.mark.slow
@pytest.mark.parametrize("method", get_all_start_methods())
def test_no_process_that_shares_the_work_does(folder: Path, method: str) -> None:
    code = (
        "import sys\n"
        "from multiprocessing import set_start_method\n"
        "from haggis_cli.support.jobs import Workers, parallel_map\n"
        "if __name__ == '__main__':\n"
        f"    set_start_method({method!r})\n"
        "    assert list(parallel_map(abs, range(-9, 0), Workers(2))) == list(range(9, 0, -1))\n"
    )
    script = folder / "elsewhere" / "shares.py"
    script.parent.mkdir()
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, str(script)], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not (folder / "ran").exists()
