"""The computer a scenario is played on: folders of its own, commands in this process and in processes of their own."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from haggis_cli.cli.app import app
from haggis_cli.matches.store.folder import Store
from tests.support.paths import ROOT
from tests.support.reliability.scenarios import Scenario, Words

INTERPRETER = (os.path.realpath(sys.executable), sys.executable)[sys.prefix != sys.base_prefix]
"""The interpreter itself, and no shim."""

CODE = tuple({str(ROOT), sys.prefix, sys.base_prefix, os.path.realpath(sys.prefix), "/usr/lib", "/lib", "/etc"})
"""Where programs lie: what is read there has nothing to do with a match."""

_MOMENT = re.compile(rb"(?m)^created = .*$")

State = dict[str, bytes]
"""What people keep, by name: the matches, those removed, and what was written for others."""


class Ended(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


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

    def run(self, words: Words, scenario: Scenario | None = None, **variables: str) -> Ended:
        """Run a command in this process."""
        with _environment(self.variables(scenario) | variables):
            stdin = scenario.stdin if scenario else ""
            result = CliRunner().invoke(app, list(self._filled(words)), input=stdin, prog_name="haggis")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return Ended(70, result.stdout, f"{type(result.exception).__name__}: {result.exception}")
        return Ended(result.exit_code, result.stdout, result.stderr)

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
