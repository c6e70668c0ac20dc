"""Every command that changes matches, once, and the computer it is played on: folders of its own, commands in this
process and in processes of their own."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from typer.testing import CliRunner

from haggis_cli.cli.app import app
from haggis_cli.matches.store.folder import Store
from tests.support.haggis import ROOT, Ran, header

READING = {
    "show": "reads a match",
    "log": "reads a match",
    "help": "reads no file",
    "judge": "reads no file",
    "moves": "reads no file",
    "rules": "reads no file",
    "solve": "reads no file",
    "review": "reads a match; the reviews beside the index can be deleted at any time",
    "check": "reads matches",
    "list": "reads matches; the index beside them can be deleted at any time",
    "stats": "reads matches; the index beside them can be deleted at any time",
    "variants": "reads no match; `variants new` writes a new folder only",
    "doctor": "looks at everything and changes no match",
    "serve": "its pages save by the same functions; tests/web kills it at every request",
}
"""The commands that change no match, each with the reason."""

Words = tuple[str, ...]
NEW: Words = ("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "9", "--name")
FRIDAY: Words = (*NEW, "friday")
NOAH_OUT = "Noah: out 8, cards 12"
PLAYS: Words = ("record", "friday", "Noah: 7r", "Isla: 8r", "Noah: 9r")
AMEND: Words = ("record", "friday", "--amend", "2", "Isla: 8g")


@dataclass(frozen=True)
class Scenario:
    """A command on its stage.

    told: what stands in the files (or is their name) once a step is saved, and what standard output says of it then.
    steps: it saves several times, so that something in between is right as well.
    after: what must work when it has done its work; when it has not, the command itself must.
    files: further files, by name; `{folder}` in words and variables is where they lie.
    lacking: system calls that there are not, as on other systems.

    """

    command: str
    words: Words
    told: Mapping[str, str]
    before: tuple[Words, ...] = (FRIDAY,)
    stdin: str = ""
    steps: bool = False
    after: Words = ("undo", "friday")
    files: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    says: str = ""
    lacking: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in tables and tests."""
        return f"{self.command} {self.says}".strip()


def _typed(line: str) -> Words:
    return tuple(line.split())


_EVERY = (
    Scenario("new", FRIDAY, {"friday.toml": "friday: Noah"}, before=(), after=("score", "friday", NOAH_OUT)),
    Scenario("score", ("score", "friday", NOAH_OUT), {'out = ["Noah"]': "8×5"}),
    Scenario("record", ("record", "friday", "Noah: 7r", "Isla: 8r"), {"Noah: 7r": "Noah: 7r", "Isla: 8r": "Isla: 8r"}),
    Scenario(
        "record",
        ("record", "friday", "-"),
        {"Noah: 7r": "Noah: 7r", "Isla: 8r": "Isla: 8r"},
        stdin="7r\n8r\n",
        steps=True,
        says="-",
    ),
    Scenario("record", AMEND, {"Isla: 8g": "Corrected"}, before=(FRIDAY, PLAYS), says="--amend"),
    Scenario("deal", ("deal", "friday", "--save", "--seed", "1"), {"haggis = ": "haggis"}, says="--save"),
    Scenario(
        "play",
        ("play", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--seed", "3", "--name", "friday"),
        {"friday.toml": "friday"},
        before=(),
        stdin="moves\n1\n",
        steps=True,
        after=("show", "friday"),
    ),
    Scenario(
        "play",
        _typed("play --simulate 2 --save --variant two-player -b random -b random --rounds 1 --seed 3 --jobs 1"),
        {},
        before=(),
        steps=True,
        after=("show", "simulated-3-0001"),
        says="--simulate",
    ),
    Scenario("undo", ("undo", "friday"), {}, before=(FRIDAY, PLAYS), after=("redo", "friday")),
    Scenario(
        "undo", ("undo", "friday"), {}, before=(FRIDAY, PLAYS, AMEND), after=("redo", "friday"), says="(a correction)"
    ),
    Scenario("redo", ("redo", "friday"), {"Noah: 9r": "Noah: 9r"}, before=(FRIDAY, PLAYS, ("undo", "friday"))),
    Scenario(
        "edit",
        ("edit", "friday"),
        {"by hand": "Saved friday"},
        files={"draft": header() + "# by hand\n"},
        variables={"EDITOR": "cp {folder}/draft"},
        after=("score", "friday", NOAH_OUT),
    ),
    Scenario(
        "edit",
        ("edit", "friday", "--round", "1"),
        {"Isla: 8g": "Saved friday"},
        before=(FRIDAY, PLAYS),
        variables={"EDITOR": "sed -i s/8r/8g/"},
        says="--round",
    ),
    Scenario(
        "import",
        ("import", "{folder}/one.toml", "{folder}/two.toml"),
        {"one.toml": "one: imported", "two.toml": "two: imported"},
        files={"one.toml": header(name="one"), "two.toml": header('"Noah", "Jamie"', name="two")},
        before=(),
        steps=True,
        after=("score", "one", NOAH_OUT),
    ),
    Scenario(
        "remove",
        ("remove", "friday", "saturday", "--yes"),
        {"removed/friday.toml": "Removed friday", "removed/saturday.toml": "Removed saturday"},
        before=(FRIDAY, (*NEW, "saturday")),
        steps=True,
        after=FRIDAY,
    ),
    Scenario(
        "sheet",
        ("sheet", "friday", "-o", "{folder}/out.csv", "--force"),
        {},
        files={"out.csv": "what was there\n"},
        after=("show", "friday"),
        says="-o",
    ),
    Scenario(
        "export",
        ("export", "friday", "-o", "{folder}/out.json", "--force"),
        {},
        files={"out.json": "what was there\n"},
        after=("show", "friday"),
        says="-o",
    ),
)

_RENAMING = ("score", "record --amend", "undo (a correction)", "edit", "remove", "sheet -o")
"""What puts a file in the place of another, or moves it."""

SCENARIOS = (
    *_EVERY,
    *(
        replace(each, says=f"{each.says} (no renameat2)".strip(), lacking=("renameat2",))
        for each in _EVERY
        if each.name in _RENAMING
    ),
)


CODE = tuple({str(ROOT), sys.prefix, sys.base_prefix, os.path.realpath(sys.prefix), "/usr/lib", "/lib", "/etc"})
"""Where programs lie: what is read there has nothing to do with a match."""

_MOMENT = re.compile(rb"(?m)^created = .*$")

State = dict[str, bytes]
"""What people keep, by name: the matches, those removed, and what was written for others."""


class Stage:
    """A folder that holds everything a command may touch."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"

    def words(self, scenario: Scenario) -> Words:
        """What is typed."""
        return self._filled(scenario.words)

    def _filled(self, words: Words) -> Words:
        return tuple(word.format(folder=self.folder) for word in words)

    def variables(self, scenario: Scenario | None = None) -> dict[str, str]:
        """The environment; nothing in it tells of the tester."""
        chosen = scenario.variables if scenario else {}
        return {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'variants'}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",  # system calls can be counted only where they come in the same order again
            "PYTHONNOUSERSITE": "1",
            "PYTHONIOENCODING": "utf-8",
            "TMPDIR": str(self.folder / "tmp"),
            "HAGGIS_HOME": str(self.home),
            "HAGGIS_LOCKS": str(self.folder / "locks"),
            "HAGGIS_CACHE": str(self.folder / "cache"),
            "NO_COLOR": "1",
        } | {name: value.format(folder=self.folder) for name, value in chosen.items()}

    def set(self, scenario: Scenario) -> None:
        """Bring about what there is before the command."""
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "tmp").mkdir(parents=True)
        for name, text in scenario.files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        for words in scenario.before:
            ended = self.run(words)
            assert ended.code == 0, (words, ended)

    def copy_to(self, folder: Path) -> "Stage":
        """The same stage in another folder, which is emptied for it."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder, symlinks=True)
        return Stage(folder)

    def run(self, words: Words, scenario: Scenario | None = None, **variables: str) -> Ran:
        """Run a command in this process."""
        with _environment(self.variables(scenario) | variables):
            stdin = scenario.stdin if scenario else ""
            result = CliRunner().invoke(app, list(self._filled(words)), input=stdin, prog_name="haggis")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return Ran(70, result.stdout, f"{type(result.exception).__name__}: {result.exception}")
        return Ran(result.exit_code, result.stdout, result.stderr)

    def state(self) -> State:
        """What people keep; the moments at which matches were made are left out."""
        paths = [*Store(self.home).matches(), *_files(self.home / "removed"), *self.folder.glob("out.*")]
        return {str(path.relative_to(self.folder)): _timeless(path) for path in paths}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Whatever lies in the folder, by name; the same moments left out."""
        for path in self.folder.rglob("*"):
            yield str(path.relative_to(self.folder)), _timeless(path) if path.is_file() else b""

    def strange(self) -> list[str]:
        """Names of what lies beside the matches and is no left-over temporary file."""
        store = Store(self.home)
        known = {path.name for path in store.matches()}
        beside = [path.name for path in _files(store.matches_folder) if path.name not in known]
        return [name for name in beside if not (name.startswith("~") and name.endswith(".tmp"))]


def _timeless(path: Path) -> bytes:
    return _MOMENT.sub(b"created = NOW", path.read_bytes())


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
