"""`haggis` as people run it: in this process for most tests, as a process of its own where that makes a difference."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from haggis_cli.cli.app import app
from haggis_cli.matches.toml.parsing import FIRST_LINE, LAST_LINE
from haggis_cli.plugins import registry
from tests.support.forked import Forked, can_fork

ROOT = Path(__file__).parents[2]
"""The folder of the project."""
GOLDEN = ROOT / "tests" / "golden"
"""Texts that must come out exactly so."""
SCRIPT = Path(sysconfig.get_path("scripts")) / ("haggis.exe" if os.name == "nt" else "haggis")
PATIENCE = 120
"""Seconds after which a process is taken for hung; far more than any needs, on a busy machine, too."""
OF_THE_SYSTEM = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "COMSPEC", "PATHEXT")
"""What processes need to run at all; everything else in the environment is the tester's own."""

MADE = "created = 2026-11-21T19:30:00Z"
"""When matches are said to be made; other moments are told as this one."""
USUAL_RULES = "Rules: Haggis (2-Player), the default variant; --variant chooses another\n"
"""What `judge` and `moves` say of their rules outside any match."""


class Ran(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


def refused(code: int, *sentences: str) -> Ran:
    """How a command ends that does nothing: with these sentences on standard error."""
    return Ran(code, "", "".join(f"haggis: {sentence}\n" for sentence in sentences))


def no_variant(variant_id: str) -> str:
    """What is said of a variant that is not installed and resembles none that is."""
    ids = registry.installed_claims()
    near = get_close_matches(variant_id, ids, 5, 0)
    more = f" and {len(ids) - len(near)} more (see 'haggis variants')"
    return f"there is no variant '{variant_id}'; installed are: {', '.join(near)}{more}"


class Haggis:
    """A computer with nothing on it but `haggis`, whose matches are kept in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.variables = {
            "HAGGIS_HOME": str(self.home),
            "HAGGIS_LOCKS": str(folder / "locks"),
            "HAGGIS_CACHE": str(folder / "cache"),
            "HOME": str(folder),
            "NO_COLOR": "1",
            "COLUMNS": "80",
            "TERM": "dumb",
            "TZ": "UTC",
            "PYTHONIOENCODING": "utf-8",
        }

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ran:
        """Run a command in this process; a mistake of the program fails the test with its traceback."""
        result = CliRunner().invoke(app, list(arguments), input=stdin, prog_name="haggis")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    def ok(self, *arguments: str, stdin: str | bytes = "") -> str:
        """Run a command that must succeed; its standard output."""
        ran = self(*arguments, stdin=stdin)
        assert ran.code == 0, ran
        return ran.out

    def json(self, *arguments: str) -> Any:
        """Run a command with --json that must succeed; what it writes, one line of JSON and nothing else."""
        out = self.ok(*arguments, "--json")
        assert out.count("\n") == 1
        return json.loads(out)

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a process; nothing in it is the tester's own."""
        kept = {name: os.environ[name] for name in OF_THE_SYSTEM if name in os.environ}
        return kept | {"LANG": "C.UTF-8"} | self.variables | more

    def process(self, *arguments: str, stdin: str = "", **variables: str) -> Ran:
        """Run the installed program as a process of its own, in no terminal; forked, if that makes no difference."""
        environment = self.environment(**variables)
        if not can_fork(environment):
            return self.fresh(*arguments, stdin=stdin, **variables)
        forked = Forked([str(SCRIPT), *arguments], environment, self.folder)
        out, err = forked.communicate(stdin, PATIENCE)
        return Ran(forked.wait(), out, err)

    def fresh(self, *arguments: str, stdin: str = "", **variables: str) -> Ran:
        """Run the installed script itself, in no terminal: for tests to which its start belongs."""
        done = subprocess.run(
            [str(SCRIPT), *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=self.environment(**variables),
            cwd=self.folder,
            timeout=PATIENCE,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def start(self, *arguments: str) -> "subprocess.Popen[str] | Forked":
        """Start the installed script; its streams are pipes."""
        if can_fork(self.environment()):
            return Forked([str(SCRIPT), *arguments], self.environment(), self.folder)
        return subprocess.Popen(
            [str(SCRIPT), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment(),
            cwd=self.folder,
        )

    def loaded(self, *arguments: str) -> set[str]:
        """The modules that a command has loaded at its end, in a process of its own; it must succeed or say no."""
        code = (
            "import atexit, sys\n"
            "atexit.register(lambda: sys.stderr.write('\\n' + ' '.join(sys.modules)))\n"
            f"sys.argv = ['haggis', *{list(arguments)!r}]\n"
            "from haggis_cli.__main__ import main\n"
            "sys.exit(main())\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            env=self.environment(),
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr
        return set(done.stderr.splitlines()[-1].split())

    def new(self, *more: str, name: str = "friday") -> Path:
        """Start a match of Noah and Isla, to four rounds unless `more` says else; its file."""
        goal = () if "--points" in more else ("--rounds", "4")
        self.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", name, *goal, *more)
        return self.path(name)

    def begin(self, variant: str, players: Iterable[str], *more: str, name: str = "friday") -> Path:
        """Start a match of these players under the rules of a variant; its file."""
        seats = (word for player in players for word in ("-p", player))
        self.ok("new", "--variant", variant, *seats, "--name", name, *more)
        return self.path(name)

    def keep(self, text: str, name: str = "friday") -> Path:
        """Put a file into the folder of matches."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def path(self, name: str = "friday") -> Path:
        """Where a match is kept."""
        return self.home / "matches" / f"{name}.toml"

    def text(self, name: str = "friday") -> str:
        """A match file between its first and last line, as it stands but for the moment at which it was made."""
        text = self.path(name).read_bytes().decode().removeprefix(f"{FIRST_LINE}\n").removesuffix(f"\n{LAST_LINE}\n")
        return re.sub(r"(?m)^created = \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$", MADE, text)


def header(
    players: str = '"Noah", "Isla"',
    goal: str = "rounds = 4",
    *,
    lead: str = "Noah",
    more: str = "",
    name: str = "friday",
    variant: str = "two-player",
) -> str:
    """The beginning of a match file as the program writes it; more: what follows; lead: empty if a dealer is there."""
    last = (f'lead = "{lead}"\n' if lead else "") + (f"{more}\n" if more else "")
    return (
        f'format = 1\nid = "{name}"\nvariant = "{variant}"\n{MADE}\nplayers = [{players}]\ngoal = {{ {goal} }}\n{last}'
    )


def untouched(path: Path) -> tuple[int, ...]:
    """What the system says of a file and any change to it changes; reading it alters none of this."""
    found = path.stat()
    owner = (found.st_mode, found.st_uid, found.st_gid)
    return (*owner, found.st_dev, found.st_ino, found.st_nlink, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def start_table(haggis: Haggis, variant: str, *players: str, lead: str) -> None:
    """A new match `friday` of these players, one of whom is to lead."""
    haggis.begin(variant, players, "--lead", lead)


def assert_golden(name: str, text: str) -> None:
    """The text is exactly that of the file of this name; HAGGIS_GOLDEN=write writes the file instead."""
    path = GOLDEN / name
    if os.environ.get("HAGGIS_GOLDEN") == "write":
        new = path.with_suffix(f".{os.getpid()}")
        new.write_text(text, encoding="utf-8", newline="")
        new.replace(path)
    assert text == path.read_text(encoding="utf-8"), f"differs from {path}"


class Editor:
    """Does to a file what a person would do in an editor: some lines of Python on its `text` and `path`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._script = folder / "editor script.py"
        self.drafts = folder / "drafts"
        monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{self._script}' --wait")

    def does(self, *steps: str) -> None:
        lines = (
            "import pathlib, sys",
            "path = pathlib.Path(sys.argv[-1])",
            "text = path.read_bytes().decode()",
            *steps,
            "path.write_bytes(text.encode())",
        )
        self._script.write_text("\n".join(lines), encoding="utf-8")

    @property
    def kept(self) -> list[Path]:
        """The drafts that are left."""
        return [path for path in self.drafts.rglob("*") if path.is_file()]


def run_with(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """Runs `haggis log …` with this source as the module of the command `log`."""
    code = (
        "import sys, types\n"
        "log = types.ModuleType('haggis_cli.cli.show')\n"
        f"exec({module!r}, log.__dict__)\n"
        "sys.modules[log.__name__] = log\n"
        f"sys.argv = ['haggis', 'log', *{list(arguments)!r}]\n"
        "from haggis_cli.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    )
    return done.returncode, done.stdout, done.stderr
