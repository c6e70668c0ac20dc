"""What README.md and the guides show is what happens: every command runs, and every output is what comes out.

`python -m pytest -m '' tests/project/test_readme.py --rewrite-readme` writes the outputs anew; read the difference
before keeping it.
"""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.haggis import PATIENCE, ROOT, Haggis
from tests.support.terminal import Terminal

README = ROOT / "README.md"
GUIDES = [*sorted(ROOT.glob("docs/guides/*.md")), ROOT / "docs/analysis.md"]
# These install and test the project: .ci/run types them in a fresh checkout.
NOT_HERE = re.compile(r"(?ms)^## (?:Install|Tests)\n.*?(?=^## )")
SESSION = re.compile(r"(?<=```console session\n).*?(?=```)", re.DOTALL)
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def blocks(text: str) -> list[str]:
    """The console blocks that show outputs."""
    return BLOCK.findall(NOT_HERE.sub("", text))


def transcript(block: str, home: Path) -> str:
    """The block with the outputs as they come out."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("HAGGIS", "XDG"))}
    scripts = sysconfig.get_path("scripts")
    environment |= {
        "HOME": str(home),
        "HAGGIS_LOCKS": str(home / "locks"),
        "HAGGIS_CACHE": str(home / "cache"),
        "PATH": os.pathsep.join([scripts, environment["PATH"]]),
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    shown = []
    for command in re.findall(r"(?m)^\$ (.*)$", block):
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", timeout=PATIENCE, check=False,
        )  # fmt: skip
        shown.append(f"$ {command}\n{done.stdout}")
    return "".join(shown)


def typed_session(block: str, haggis: Haggis) -> str:
    """The block as it looks in a terminal of 80 columns, where a person gives the answers that stand in it."""
    shown = []
    for command, said in re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", block):
        words = command.split()[1:]
        with Terminal(haggis, *words, columns=80, HAGGIS_HOME="") as screen:
            while prompt := screen.prompt():
                before, found, said = said.partition(prompt)
                assert found, (prompt, before)
                answer, _, said = said.partition("\n")
                screen.type(answer)
            assert screen.end()[0] == 0
        shown.append(f"$ {command}\n{screen.shown}")
    return "".join(shown)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a pseudo-terminal, and shows the folders of Linux")
def test_the_dialogues_of_the_readme_go_as_shown(haggis: Haggis, request: pytest.FixtureRequest) -> None:
    text = README.read_text(encoding="utf-8")
    wanted = SESSION.findall(text)
    assert wanted
    found = [typed_session(block, haggis) for block in wanted]
    if request.config.getoption("--rewrite-readme"):
        for old, new in zip(wanted, found, strict=True):
            text = text.replace(old, new)
        README.write_text(text, encoding="utf-8")
        wanted = found
    assert found == wanted


@pytest.mark.skipif(sys.platform != "linux", reason="the pages show the folders and the shell of Linux")
@pytest.mark.parametrize(
    "page", [README, *(pytest.param(guide, marks=pytest.mark.slow) for guide in GUIDES)], ids=lambda page: page.stem
)
def test_every_command_of_a_page_gives_the_output_shown(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = page.read_text(encoding="utf-8")
    wanted = blocks(text)
    assert wanted or "```console" not in text
    found = [transcript(block, tmp_path) for block in wanted]
    if request.config.getoption("--rewrite-readme"):
        for old, new in zip(wanted, found, strict=True):
            text = text.replace(f"```console\n{old}```", f"```console\n{new}```")
        page.write_text(text, encoding="utf-8")
        wanted = found
    assert found == wanted


@pytest.mark.slow
@pytest.mark.skipif(
    (sys.platform, platform.machine(), version("typst")) != ("linux", "x86_64", "0.15.2")
    or find_spec("font_source_sans_pro") is None,
    reason="another machine, another typst or other letters draw other bytes",
)
def test_the_picture_of_the_readme_is_what_the_program_draws(
    haggis: Haggis, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    drawn = tmp_path / "result.png"
    haggis.ok("import", str(ROOT / "examples/matches/two-player-known-hands.toml"), "--as", "2026-11-23-ailsa-hamish")
    haggis.ok("sheet", "2026-11-23-ailsa-hamish", "-o", str(drawn))
    picture = ROOT / "docs" / "result.png"
    if request.config.getoption("--rewrite-readme"):
        picture.write_bytes(drawn.read_bytes())
    is_same = drawn.read_bytes() == picture.read_bytes()  # pytest would compare two pictures for an hour
    assert is_same
