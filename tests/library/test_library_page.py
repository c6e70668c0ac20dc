"""What the pages on the library show is what happens: programs run, types are right, every public name is explained."""

import inspect
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import pytest
from pydantic import BaseModel

import haggis_cli
from haggis_cli.rules import api
from tests.support.haggis import ROOT
from tests.support.program import check_types

PAGES = "".join((ROOT / "docs" / page).read_text("utf-8") for page in ("guides/library.md", "library.md"))
PROGRAMS = re.findall(r"(?s)```python\n(.*?)```", PAGES)


def test_every_program_of_the_pages_runs_as_it_stands(tmp_path: Path) -> None:
    for program in PROGRAMS[:2]:  # what the guide begins with needs nothing from before
        assert program.count("\nimport ") + program.count("\nfrom ") <= 1
        _run(program, tmp_path)
    shown = _run("\n".join(PROGRAMS), tmp_path / "all")
    for comment in re.findall(r"(?m)^ *print\(.*\) +# (.*)$", "\n".join(PROGRAMS)):
        assert comment in shown or comment.startswith("by player")


def test_the_legal_plays_of_a_recorded_round_are_eight_lines(tmp_path: Path) -> None:
    assert len(PROGRAMS[4].splitlines()) <= 8
    shown = _run("\n".join([PROGRAMS[0], PROGRAMS[4]]), tmp_path).splitlines()
    assert shown[0].startswith("event 2: Noah: 4b: ")
    assert {"Noah: bet little", "Noah: 7r"} & set(shown[1:])


def test_every_public_name_is_on_a_page() -> None:
    words = set(re.findall(r"\w+", PAGES))
    assert set(haggis_cli.__all__) - words == {"__version__"}


@pytest.mark.parametrize("variant", ["neeps", "classic"])
def test_a_random_playout_is_eight_lines_for_every_variant(variant: str, tmp_path: Path) -> None:
    program = PROGRAMS[1].replace("tatties", variant)
    assert len(program.splitlines()) <= 8
    assert _run(program, tmp_path).startswith("{'Player 1': ")


def _run(program: str, folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


WRONG = [  # a comment that is not needed is refused, too: so each name has a type
    "number: int = state.scores  # type: ignore[assignment]",
    "judge(7)  # type: ignore[arg-type]",
    "friday.score(7)  # type: ignore[arg-type]",
    "ComputerPlayer('easy')('state')  # type: ignore[arg-type]",
    "Setup()  # type: ignore[call-arg]",
]


@pytest.mark.slow
def test_the_programs_pass_a_strict_type_checker(tmp_path: Path) -> None:
    programs = ["\n".join([*PROGRAMS, *WRONG]), PROGRAMS[0], PROGRAMS[1], PROGRAMS[4]]  # the three stand alone, too
    for number, program in enumerate(programs):
        (tmp_path / f"program_{number}.py").write_text(program, encoding="utf-8")
    check_types(tmp_path, ".")


PUBLIC = {name: value for module in (haggis_cli, api) for name in module.__all__ if (value := getattr(module, name))}
CLASSES = [value for value in PUBLIC.values() if inspect.isclass(value) and value.__module__.startswith("haggis_cli")]


@pytest.mark.parametrize("value", CLASSES, ids=lambda value: value.__name__)
def test_the_reference_says_what_every_field_and_method_of_a_public_class_is(value: type) -> None:
    """The reference of the site is made from docstrings: one for the class and each method, a line for each field."""
    if issubclass(value, BaseModel | Enum):  # docs/match-file.md explains the keys; the members of the others speak
        return
    told = {name for each in value.__mro__ if each.__module__.startswith("haggis_cli") for name in described(each)}
    named = {field.name for field in fields(value)} if is_dataclass(value) else set(getattr(value, "_fields", ()))
    assert {name for name in named - told if not name.startswith("_")} == set()
    inherited = {name for each in (tuple, BaseException, Mapping, Sequence) for name in dir(each)}
    for name in set(dir(value)) - named - inherited:
        assert name.startswith("_") or inspect.getdoc(getattr(value, name)) or name in told, name


def described(value: type) -> set[str]:
    """The names of fields that a class explains: `name: what it is`, a line each, or a docstring below the field."""
    below = re.findall(r'(?m)^    (\w+): .*\n    """', inspect.getsource(value))
    lines = re.findall(r"(?m)^([a-z_]\w*(?:, [a-z_]\w*)*): ", inspect.getdoc(value) or "")
    return {name for line in lines for name in line.split(", ")} | set(below)
