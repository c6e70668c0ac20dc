"""Dialogues and commands as files that a person can read: what is typed is marked, all else is what the program shows.

A transcript lies in `tests/golden/dialogues/` and tells what somebody does at a computer with nothing on it but
`haggis`. Its first lines may say what it is about.

    # Rules P4: hands only shrink.
    $ haggis new --variant two-player -p Noah -p Isla --name friday
    friday: Noah, Isla, 250 points; Noah deals and leads.
    $ haggis score
    Who went out first: » n8
    What did Noah capture: » ^C
    (exit code 130)
    $ cat friday

`^C` and `^D` are those keys; `(killed)` ends the program as a crash would, `(meanwhile haggis …)` is done by somebody
else before the next answer; `(cleared)` is where the screen is emptied. `cat` shows a match as it is kept, but for
its first and last line and its moment, `ls` what lies in a folder of the home. With HAGGIS_GOLDEN=write before
`pytest` all that is shown is written anew, as in every golden file; of a new transcript only the commands and what is
typed need be there.

The files of `tests/golden/commands/` tell what commands print where nobody sits at a terminal. Each has sections.

    == A round that breaks the rules is not saved.
    $ cat > home/matches/friday.toml
    » format = 1
    $ haggis score "Noah: out 18"
    ! haggis: a hand has no more than 17 cards
    (exit code 1)
    $ cat friday
    (untouched)

Marked lines under a command are its standard input, `!` stands before what comes out on standard error. A line of
JSON is laid out for reading, and `jq` chooses some of its keys. `cat` says `(as before)` of a file that holds what it
held when it was last shown or written, `(untouched)` if nobody has even written it again. `~` is the folder of it all;
`rm -r .` leaves a computer with nothing on it. `$ season` does what stands in the section `== (season) Noah has won
three matches` of the same file. Today is 2026-11-21.

    $ COLUMNS=50 screen haggis record
    Noah>
    » 4r⏎
    Isla>
      cards, or pass
    »» 5r
    »» 6r
    » ^C

A command on a screen is run in a terminal with a line editor. Its keys are pressed as they stand, with `⏎ ⇥ ↑ ⌫ ^C ^D`
for those that cannot be written; lines after `»»` are pasted at once. What stands between them must be drawn meanwhile,
and is not all that is drawn, least of all at `…`: it is never written anew.
"""

import json
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.matches import heading
from tests.support.haggis import GOLDEN, Haggis, assert_golden, untouched
from tests.support.terminal import DrawnTerminal, Here, Terminal, unwrapped

MARK = "»"
"""Stands before what is typed; alone it is Enter."""
COMMAND = "$ "
"""Stands before what is done."""
_CLEARED = re.compile(r"\n{30,}")
_NO_LINE = re.compile(r"\^[CD]$|\(")
"""How begins what is no line: it is done at a terminal, where the keys are heard and the process can be killed."""
_HEADINGS = re.compile(r"(?m)^ +hand  .*$")


def transcripts() -> list[str]:
    """The names of all transcripts, with their folders."""
    folder = GOLDEN / "dialogues"
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.txt"))


def questions(name: str) -> set[str]:
    """What a transcript shows before something is typed, whoever is asked and whatever is counted."""
    told = (GOLDEN / f"dialogues/{name}.txt").read_text(encoding="utf-8")
    return {re.sub(r"\d+|\b(?!Who)[A-Z][a-z]+\b", "…", asked) for asked in re.findall(rf"(?m)^(.*){MARK}", told)}


def play_transcript(haggis: Haggis, name: str, columns: int = 80) -> None:
    """Do what the transcript says; exactly what it tells must be shown.

    columns: with others than 80 lines are broken elsewhere and headings are shorter; all else must be the same words.
    """
    path = f"dialogues/{name}.txt"
    told = (GOLDEN / path).read_text(encoding="utf-8")
    shown, *steps = re.split(rf"(?m)^{re.escape(COMMAND)}", told)
    for step in steps:
        command, *lines = step.splitlines()
        typed = [line.partition(MARK)[2].removeprefix(" ") for line in lines if MARK in line]
        shown += f"{COMMAND}{command}\n{_shown(haggis, command, typed, columns)}"
    if columns == 80:
        assert_golden(path, shown)
    else:
        assert unwrapped(_HEADINGS.sub("", shown)) == unwrapped(_HEADINGS.sub("", told))


def _shown(haggis: Haggis, command: str, typed: list[str], columns: int) -> str:
    words = shlex.split(command)
    variables: dict[str, Any] = {}
    while "=" in words[0]:
        name, _, variables[name] = words.pop(0).partition("=")
    match words:
        case ["cat", match]:
            return haggis.text(match)
        case ["ls", folder]:
            return "".join(f"{path.name}\n" for path in sorted((haggis.home / folder).glob("*")))
        case ["haggis", *arguments]:
            if not arguments or (typed and (columns != 80 or any(map(_NO_LINE.match, typed)))):
                with Terminal(haggis, *arguments, columns=columns, **variables) as screen:
                    shown = _sitting(haggis, screen, typed)
            else:
                shown = _sitting_here(arguments, typed, columns, variables)
            shown = shown.replace(str(haggis.folder), "~")
            shown = _CLEARED.sub("\n(cleared)\n", shown)
            asked = shown.rpartition(MARK)[0].splitlines()  # results are never broken
            too_long = [line for line in asked if len(line.partition(MARK)[0]) > columns]
            assert not too_long, too_long
            return shown
    raise AssertionError(f"nobody knows how to do {command!r}")


def _sitting_here(arguments: list[str], typed: list[str], columns: int, variables: Mapping[str, str]) -> str:
    """The same in this process: for lines, whose keys are nothing special."""
    lines = iter(typed)
    screen = Here(lambda _: next(lines, None), f"{MARK} ")
    code = screen.run(*arguments, columns=columns, **variables)
    left = [*lines]
    assert not left, f"ended before {left} could be typed:\n{screen.getvalue()}"
    return screen.getvalue() + (f"(exit code {code})\n" if code else "")


def _sitting(haggis: Haggis, screen: Terminal, typed: list[str]) -> str:
    """All that is shown, with what is typed in place of its echo."""
    told, seen, is_asked = "", 0, False
    for answer in typed:
        if not is_asked:
            is_asked = bool(screen.prompt())
            told += _without_echo(screen.shown[seen:], seen)
            assert is_asked, f"ended before {answer!r} could be typed:\n{told}"
            seen = len(screen.shown)
        told += f"{MARK} {answer}".rstrip(" ") + "\n"
        if meanwhile := re.fullmatch(r"\(meanwhile haggis (.*)\)", answer):
            haggis.ok(*shlex.split(meanwhile[1]))
            continue
        is_asked = False
        match answer:
            case "(killed)":
                screen.kill()
                return told
            case "^C":
                screen.interrupt()
            case "^D":
                screen.press("\x04")
            case _:
                screen.type(answer)
                screen.expect("\n")
    code, _ = screen.end()
    return told + _without_echo(screen.shown[seen:], seen) + (f"(exit code {code})\n" if code else "")


def _without_echo(shown: str, seen: int) -> str:
    """What is shown after the echo of what was typed, if anything was shown and typed before."""
    return shown.partition("\n")[2] if seen else shown


SECTION = "== "
"""Stands before what a section of commands tells."""
ON_SCREEN = "screen haggis "
"""Begins a command on a screen, after what is set for it."""
NO_END = "(no end of line)"
NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
WIDTH = 100
"""Of JSON that is laid out for reading."""
PRESSED, PASTED, KILLED, EXIT_CODE = f"{MARK} ", f"{MARK}{MARK} ", "(killed)", "(exit code "
GAP = "…"
_KINDS = PRESSED, PASTED, KILLED, EXIT_CODE, GAP
_KEYS = {"⏎": "\r", "⇥": "\t", "↑": "\x1b[A", "⌫": "\x7f", "^C": "\x03", "^D": "\x04"}
_SECONDS = re.compile(r'("seconds": |positions in )[0-9.]+')


def commands(*, on_screen: bool) -> list[str]:
    """The sections of commands, after the name of their file: those with a screen, or those without."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((GOLDEN / "commands").glob("*.txt"))}
    found = [
        (f"{stem}: {section.partition(chr(10))[0]}", ON_SCREEN in section)
        for stem, text in texts.items()
        for section in re.split(rf"(?m)^{SECTION}", text)[1:]
    ]
    return [name for name, has_screen in found if ": (" not in name and has_screen is on_screen]


def run_commands(haggis: Haggis, name: str) -> None:
    """Do what the section says; exactly what it tells must come out."""
    stem, _, section = name.partition(": ")
    path = f"commands/{stem}.txt"
    text = (GOLDEN / path).read_text(encoding="utf-8")
    before, heading, rest = text.partition(f"{SECTION}{section}\n")
    assert heading, f"{path} has lost its section '{section}': was it written by several processes at once?"
    told, following, after = rest.partition(f"\n{SECTION}")
    given = dict(re.findall(rf"(?ms)^{SECTION}\((\w+)\)[^\n]*\n(.*?)(?=\n{SECTION})", text))
    assert_golden(path, before + heading + Console(haggis, given).do_all(told) + following + after)


class Console:
    """Runs commands where nobody sits at a terminal."""

    def __init__(self, haggis: Haggis, given: Mapping[str, str]) -> None:
        """given: what is done by the names that stand in brackets."""
        self.haggis = haggis
        self._given = given
        self._seen: dict[Path, tuple[str, object]] = {}

    def do_all(self, told: str) -> str:
        """The commands as they are written, and what comes of them."""
        remarks, *steps = re.split(rf"(?m)^{re.escape(COMMAND)}", told)
        return remarks + "".join(self._do(*step.splitlines()) for step in steps)

    def _do(self, command: str, *lines: str) -> str:
        typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith(MARK))
        written = "".join(f"{line}\n" for line in lines if line.startswith(MARK))
        if typed and lines[written.count("\n") :][:1] == (NO_END,):
            typed, written = typed[:-1], f"{written}{NO_END}\n"
        words, variables = shlex.split(command), dict[str, str]()
        while "=" in words[0]:
            name, _, variables[name] = words.pop(0).partition("=")
        if shlex.join(words).startswith(ON_SCREEN):
            self._sit_at_screen(words[2:], lines, variables)
            return "\n".join((f"{COMMAND}{command}", *lines, ""))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(heading, "_now", lambda: NOW)
            for name, value in variables.items():
                patch.setenv(name, value)
            return f"{COMMAND}{command}\n{written}{self._output(words, typed)}"

    def _sit_at_screen(self, words: list[str], lines: Sequence[str], variables: dict[str, Any]) -> None:
        columns = int(variables.pop("COLUMNS", "80"))
        with DrawnTerminal(self.haggis, *words, columns=columns, **variables) as screen:
            for kind, told in groupby(lines, lambda line: next((each for each in _KINDS if line.startswith(each)), "")):
                keys = [_pressed(line.removeprefix(kind)) for line in told]
                if not kind:
                    screen.see("\n".join(keys))
                elif kind == PASTED:
                    screen.paste("".join(f"{line}\n" for line in keys))
                elif kind == PRESSED:
                    screen.press("".join(keys))
                elif kind == KILLED:
                    screen.kill()
                    return
            code, _ = screen.end()
            assert not code or lines[-1] == f"{EXIT_CODE}{code})"
            assert screen.broken == []

    def _output(self, words: list[str], typed: str) -> str:
        match words:
            case ["haggis", *arguments, "|", "jq", wanted]:
                return self._printed(arguments, typed, wanted.strip("{}").split(","))
            case ["haggis", *arguments]:
                return self._printed(arguments, typed)
            case ["cat", ">", path]:
                file = self.haggis.folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(typed.encode())
                self._contents(f"./{path}")
                return ""
            case ["cat", name]:
                return self._contents(name)
            case ["ls", folder]:
                return "".join(f"{found.name}\n" for found in sorted((self.haggis.folder / folder).glob("*")))
            case ["rm", "-r", "."]:
                for found in self.haggis.folder.iterdir():
                    shutil.rmtree(found) if found.is_dir() else found.unlink()
                return ""
            case ["rm", path]:
                (self.haggis.folder / path).unlink()
                return ""
            case [name] if name in self._given:
                self.do_all(self._given[name])
                return ""
        raise AssertionError(f"nobody knows how to do {words!r}")

    def _contents(self, name: str) -> str:
        """The text of a match, or of a file whose folder is named; only the first time, if nothing changes it."""
        file = self.haggis.folder / name if "/" in name else self.haggis.path(name)
        seen, was = self._seen.get(file, (None, None))
        found, here = file.read_bytes().decode(), untouched(file)
        self._seen[file] = found, here
        if found == seen:
            return "(untouched)\n" if here == was else "(as before)\n"
        return found if "/" in name else self.haggis.text(name)

    def _printed(self, arguments: list[str], typed: str, keys: Sequence[str] = ()) -> str:
        paths = [f"{self.haggis.folder}{word[1:]}" if word.startswith("~/") else word for word in arguments]
        ran = self.haggis(*paths, stdin=typed)
        out = ran.out
        if "--json" in arguments:
            values = [json.loads(line) for line in out.splitlines()]
            told = [{key: each for key, each in value.items() if key in keys} if keys else value for value in values]
            out = "".join(f"{laid_out(value)}\n" for value in told)
        shown = self._lines(out) + "".join(f"! {line}" for line in self._lines(ran.err).splitlines(keepends=True))
        return shown + (f"(exit code {ran.code})\n" if ran.code else "")

    def _lines(self, text: str) -> str:
        """The text as it would be in a home of one's own, done in no time, with an end of its last line."""
        text = _SECONDS.sub(r"\g<1>0.0", text.replace(str(self.haggis.folder), "~"))
        return text if text.endswith("\n") or not text else f"{text}{NO_END}\n"


def _pressed(written: str) -> str:
    """The keys that are meant, some of which are written by their signs."""
    for sign, key in _KEYS.items():
        written = written.replace(sign, key)
    return written


def laid_out(value: Any, margin: str = "") -> str:
    """JSON for reading: what fits into a line stands in one."""
    text = json.dumps(value, ensure_ascii=False)
    if len(margin + text) <= WIDTH or not isinstance(value, dict | list):
        return text
    named = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    inner = value.values() if isinstance(value, dict) else value
    parts = [f"{margin}  {name}{laid_out(each, margin + '  ')}" for name, each in zip(named, inner, strict=True)]
    ends = "{}" if isinstance(value, dict) else "[]"
    return f"{ends[0]}\n" + ",\n".join(parts) + f"\n{margin}{ends[1]}"
