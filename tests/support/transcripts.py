"""Dialogues as files that a person can read: what is typed is marked, all else is what the program shows.

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
else before the next answer. `cat` shows a match as it is kept, but for its first and last line and its moment, `ls`
what lies in a folder of the home. With HAGGIS_GOLDEN=write before `pytest` all that is shown is written anew, as
in every golden file; of a new transcript only the commands and what is typed need be there.
"""

import re
import shlex
from typing import Any

from tests.support.haggis import GOLDEN, Haggis, assert_golden
from tests.support.terminal import Terminal, unwrapped

MARK = "»"
"""Stands before what is typed; alone it is Enter."""
COMMAND = "$ "
"""Stands before what is done."""
_HEADINGS = re.compile(r"(?m)^ +hand  .*$")


def transcripts() -> list[str]:
    """The names of all transcripts, with their folders."""
    folder = GOLDEN / "dialogues"
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.txt"))


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
            with Terminal(haggis, *arguments, columns=columns, **variables) as screen:
                shown = _sitting(haggis, screen, typed)
            asked = shown.rpartition(MARK)[0].splitlines()  # results are never broken
            too_long = [line for line in asked if len(line.partition(MARK)[0]) > columns]
            assert not too_long, too_long
            return shown
    raise AssertionError(f"nobody knows how to do {command!r}")


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
