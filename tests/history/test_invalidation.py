"""Figures are worked out anew when the code that made them has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_cli.history import index as invalidation
from haggis_cli.history.index import ROOMS, Stamps
from haggis_cli.plugins.registry import EntryPoint
from tests.support.haggis import ROOT, Haggis, header
from tests.support.program import modules, reachable, room

ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


def makers() -> set[str]:
    """The modules that take part in making the figures of a match file."""
    return reachable(["haggis_cli.history.match_figures"])


CHANGED_SCORING = """

def score(table, outcome, _score=score):
    return tuple(each._replace(bonus=each.bonus + 1000) for each in _score(table, outcome))
"""

WHICH_CHANGES_ARE_NOTICED = """
import sys
from pathlib import Path
from haggis_cli.history.index import Stamps
for name in sys.argv[1:]:
    before = Stamps().of("two-player")
    path = Path(name)
    path.write_text(path.read_text("utf-8") + "\\n", "utf-8")
    if Stamps().of("two-player") == before:
        print(name)
"""


@pytest.fixture
def copy(haggis: Haggis) -> Path:
    """A folder with a copy of this program."""
    folder = haggis.folder / "copy"
    for source in (ROOT / "haggis_cli", ROOT / "variants" / "haggis_variants"):
        shutil.copytree(source, folder / source.name)
    return folder


def run(copy: Path, *arguments: str) -> str:
    """What a Python that imports the copy writes."""
    variables = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=copy, env=variables, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_a_changed_rule_makes_all_figures_anew(haggis: Haggis, copy: Path) -> None:
    path = haggis.keep((header(name="one") + ROUND), "one")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    before = run(copy, "-m", "haggis_cli", "list")
    assert run(copy, "-m", "haggis_cli", "list") == before
    assert "Noah 52" in before
    scoring = copy / "haggis_cli" / "rules" / "variant.py"
    scoring.write_text(scoring.read_text("utf-8") + CHANGED_SCORING, "utf-8")
    assert "Noah 1052" in run(copy, "-m", "haggis_cli", "list")


@pytest.mark.slow
def test_a_change_of_any_file_that_makes_figures_is_noticed(copy: Path) -> None:
    """Those of the program, and those of the variant."""
    files = [str(modules()[name].relative_to(ROOT)) for name in sorted(makers())]
    assert "haggis_cli/rules/variant.py" in files
    assert run(copy, "-c", WHICH_CHANGES_ARE_NOTICED, *files, "haggis_variants/two_player.py") == ""
    assert run(copy, "-c", WHICH_CHANGES_ARE_NOTICED, "haggis_cli/cli/options.py") == "haggis_cli/cli/options.py\n"


@pytest.mark.slow
def test_the_rooms_that_are_watched_are_those_that_make_figures() -> None:
    """A change elsewhere, in the words of a prompt for instance, does not make thousands of files be read again."""
    assert set(ROOMS) == {room(name) for name in makers()}


@pytest.mark.parametrize(
    ("plugin", "changed"),
    [
        ("pub_rules", "pub_rules/inner/deep/scores.py"),
        ("pub_rules.table", "pub_rules/inner/scores.py"),
        ("pub_rules.table", "pub_helpers/scores.py"),
        ("pub_rules", "scores.py"),
        ("pub_alone", "scores.py"),
    ],
)
def test_a_change_of_any_module_that_lies_with_a_plugin_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plugin: str, changed: str
) -> None:
    for name in ("pub_rules/__init__.py", "pub_rules/table.py", "pub_alone.py", changed):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    claims = {"pub": (EntryPoint("pub", f"{plugin}:V", "pub", "1.0"),)}
    monkeypatch.setattr(invalidation, "installed_claims", lambda: claims)
    monkeypatch.syspath_prepend(tmp_path)
    before = Stamps().of("pub")
    assert Stamps().of("pub") == before
    (tmp_path / changed).write_text("# changed\n")
    assert Stamps().of("pub") != before


def test_where_packages_are_installed_one_that_is_replaced_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site-packages"
    (site / "pub_rules").mkdir(parents=True)
    (site / "pub_rules" / "__init__.py").write_text("")
    (site / "helpers-1.0.dist-info").mkdir()
    claims = {"pub": (EntryPoint("pub", "pub_rules:V", "pub", "1.0"),)}
    monkeypatch.setattr(invalidation, "installed_claims", lambda: claims)
    monkeypatch.syspath_prepend(site)
    before = Stamps().of("pub")
    (site / "helpers-1.0.dist-info").rename(site / "helpers-1.1.dist-info")
    assert Stamps().of("pub") != before
