"""Prints the man page of haggis, made from the help texts of its commands.

Usage: python .ci/man_page.py > man/haggis.1
"""

import inspect
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from haggis_cli.cli.app import COMMANDS, app
from haggis_cli.support import __version__

FILES = (
    ("~/.local/share/haggis/matches/*.toml", "The matches, where HAGGIS_HOME and --home name no other folder (Linux)."),
    ("~/.cache/haggis", "The index of the matches, which is made anew when it is missing."),
    ("~/.local/state/haggis/locks", "The locks of matches that are being saved."),
)
ENVIRONMENT = (
    ("HAGGIS_HOME", "The folder that holds the matches."),
    ("HAGGIS_CACHE, HAGGIS_LOCKS", "The folders of the index and of the locks."),
    ("HAGGIS_NO_PLUGINS", "If it is 1, no plugin is run."),
    ("HAGGIS_TRACEBACK", "If it is set, a mistake in the program shows where it happened."),
    ("NO_COLOR", "If it is set, nothing is coloured."),
    ("VISUAL, EDITOR", "The editor of 'haggis edit'."),
)
EXIT_CODES = (
    ("0", "Done, or legal."),
    ("1", "The rules say no."),
    ("2", "Wrong usage."),
    ("3", "A file, a match, a plugin or a lock cannot be used."),
    ("70", "A mistake in haggis itself."),
    ("130", "Interrupted."),
)


def man_page() -> str:
    """The page as troff reads it."""
    group: Any = get_command(app)
    lines = [
        f'.TH HAGGIS 1 "" "haggis {__version__}" "User Commands"',
        ".nh",  # no words broken, and no lines filled up with blanks: commands stand as they are typed
        ".ad l",
        ".SH NAME",
        r"haggis \- keeps the score of Haggis matches and settles what the rules say",
        ".SH SYNOPSIS",
        r".B haggis",
        r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        *_paragraphs(group.help),
        ".SH OPTIONS",
        *_parameters(group),
    ]
    for section in dict.fromkeys(entry.section for entry in COMMANDS.values()):
        lines.append(f".SH {_escape(section.upper())}")
        for name, entry in COMMANDS.items():
            if entry.section == section:
                lines += _command(name, group.get_command(None, name))
    for title, rows in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXIT_CODES)):
        lines += [f".SH {title}", *(line for name, text in rows for line in _entry(name, text))]
    return "\n".join(lines) + "\n"


def _command(name: str, command: Any) -> Iterator[str]:
    """A command, or each of those of a group."""
    inner = getattr(command, "commands", None)
    if inner:
        for each, subcommand in inner.items():
            yield from _command(name if each == "list" else f"{name} {each}", subcommand)
        return
    pieces = [piece for piece in command.collect_usage_pieces(None) if piece != "[OPTIONS]"]
    yield f".SS haggis {_escape(' '.join([name, *pieces]))}"
    yield from _paragraphs(command.help)
    yield from _parameters(command)


def _paragraphs(text: str) -> Iterator[str]:
    r"""Prose is filled; what follows a line with \b stands as it is written."""
    for number, paragraph in enumerate(inspect.cleandoc(text).split("\n\n")):
        if paragraph.startswith("\b\n"):
            yield from (".PP", ".nf", *map(_escape, paragraph.splitlines()[1:]), ".fi")
        else:
            yield from ([".PP"] if number else [])
            yield from map(_escape, paragraph.splitlines())


def _parameters(command: Any) -> Iterator[str]:
    for param in command.params:
        if param.param_type_name == "argument":
            yield from _entry(param.metavar, param.help)
        elif not param.hidden:
            value = "" if param.is_flag or not param.metavar else f" {param.metavar}"
            yield from _entry(", ".join([*param.opts, *param.secondary_opts]) + value, param.help)


def _entry(name: str, text: str) -> tuple[str, ...]:
    return ".TP", rf"\fB{_escape(name)}\fR", _escape(text)


def _escape(text: str) -> str:
    """Text that troff takes for nothing else."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    print(man_page(), end="")
