"""Prints the help texts of all commands as one page: the man page, or the site's reference of commands.

Usage: python .ci/help_pages.py man > man/haggis.1
       python .ci/help_pages.py markdown
"""

import inspect
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from typer.main import get_command

from haggis_cli.cli.app import COMMANDS, app
from haggis_cli.support import __version__

FILES = (
    ("~/.local/share/haggis/matches/*.toml", "The matches, unless HAGGIS_HOME or --home names another folder (Linux)."),
    ("~/.cache/haggis", "The index of the matches; haggis rebuilds it if it is missing."),
    ("~/.local/state/haggis/locks", "Locks of the matches that are being saved."),
)
ENVIRONMENT = (
    ("HAGGIS_HOME", "Folder that holds the matches."),
    ("HAGGIS_CACHE, HAGGIS_LOCKS", "Folders of the index and of the locks."),
    ("HAGGIS_NO_PLUGINS", "Runs no plugins if it is 1."),
    ("HAGGIS_TRACEBACK", "Shows where an error in haggis happened, if it is set."),
    ("NO_COLOR", "Turns colours off, if it is set."),
    ("VISUAL, EDITOR", "The editor of 'haggis edit'."),
)
EXIT_CODES = (
    ("0", "Done, or legal."),
    ("1", "The rules refuse it."),
    ("2", "Wrong usage."),
    ("3", "A file, match, plugin or lock cannot be used."),
    ("4", "Not saved: the disk or the system refused."),
    ("5", "Not saved: somebody else has changed the file meanwhile."),
    ("6", "Saved; what somebody else wrote at the same moment is saved beside it."),
    ("7", "Saved, but the disk did not confirm it."),
    ("8", "Saved, but the result could not be shown."),
    ("70", "An error in haggis itself."),
    ("130", "Interrupted."),
    ("141", "The reader of the output went away."),
)


class Help(NamedTuple):
    """The help of one command: how it is called, what it does, what can be given to it."""

    usage: str
    text: str
    parameters: tuple[tuple[str, str], ...]


def program() -> Help:
    """The help of `haggis` itself."""
    group = get_command(app)
    return Help("haggis [OPTIONS] COMMAND [ARGUMENTS]", inspect.cleandoc(group.help or ""), _parameters(group))


def sections() -> Iterator[tuple[str, list[Help]]]:
    """The commands under the headings of `haggis --help`; each command of a group is one of them."""
    group: Any = get_command(app)
    for section in dict.fromkeys(entry.section for entry in COMMANDS.values()):
        names = [name for name, entry in COMMANDS.items() if entry.section == section]
        yield section, [each for name in names for each in _commands(f"haggis {name}", group.get_command(None, name))]


def _commands(name: str, command: Any) -> Iterator[Help]:
    for each, inner in getattr(command, "commands", {}).items():
        yield from _commands(name if each == "list" else f"{name} {each}", inner)
    if not hasattr(command, "commands"):
        yield _help(name, command)


def _help(name: str, command: Any) -> Help:
    pieces = [piece for piece in command.collect_usage_pieces(None) if piece != "[OPTIONS]"]
    return Help(" ".join([name, *pieces]), inspect.cleandoc(command.help), _parameters(command))


def _parameters(command: Any) -> tuple[tuple[str, str], ...]:
    parameters = []
    for param in command.params:
        if param.param_type_name == "argument":
            parameters.append((param.metavar, param.help))
        elif not param.hidden:
            value = "" if param.is_flag or not param.metavar else f" {param.metavar}"
            parameters.append((", ".join([*param.opts, *param.secondary_opts]) + value, param.help))
    return tuple(parameters)


def man_page() -> str:
    """The page as troff reads it."""
    whole = program()
    lines = [
        f'.TH HAGGIS 1 "" "haggis {__version__}" "User Commands"',
        ".nh",  # no words broken, and no lines filled up with blanks: commands stand as they are typed
        ".ad l",
        ".SH NAME",
        r"haggis \- keeps the score of Haggis matches and settles questions about the rules",
        ".SH SYNOPSIS",
        r".B haggis",
        r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        *_troff_paragraphs(whole.text),
        ".SH OPTIONS",
        *_troff_entries(whole.parameters),
    ]
    for section, commands in sections():
        lines.append(f".SH {_troff(section.upper())}")
        for each in commands:
            lines += [f".SS {_troff(each.usage)}", *_troff_paragraphs(each.text), *_troff_entries(each.parameters)]
    for title, rows in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXIT_CODES)):
        lines += [f".SH {title}", *_troff_entries(rows)]
    return "\n".join(lines) + "\n"


def _troff_paragraphs(text: str) -> Iterator[str]:
    r"""Prose is filled; what follows a line with \b stands as it is written."""
    for number, paragraph in enumerate(text.split("\n\n")):
        if paragraph.startswith("\b\n"):
            yield from (".PP", ".nf", *map(_troff, paragraph.splitlines()[1:]), ".fi")
        else:
            yield from ([".PP"] if number else [])
            yield from map(_troff, paragraph.splitlines())


def _troff_entries(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, text in rows:
        yield from (".TP", rf"\fB{_troff(name)}\fR", _troff(text))


def _troff(text: str) -> str:
    """Text that troff takes for nothing else."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


def markdown_page() -> str:
    """The page as MyST reads it, a heading for each command."""
    blocks = ["# Commands", "`haggis COMMAND --help` shows the same in the terminal.", _markdown_help(program())]
    for section, commands in sections():
        blocks.append(f"## {section}")
        for each in commands:
            words = [word for word in each.usage.split() if word.islower() and word.isalpha()]
            blocks += [f"### {' '.join(words)}", f"```text\n{each.usage}\n```", _markdown_help(each)]
    for title, rows in (("Files", FILES), ("Environment", ENVIRONMENT), ("Exit codes", EXIT_CODES)):
        blocks += [f"## {title}", _markdown_entries(rows)]
    return "\n\n".join(blocks) + "\n"


def _markdown_help(command: Help) -> str:
    paragraphs = [
        f"```text\n{paragraph.removeprefix(chr(8)).strip()}\n```" if paragraph.startswith("\b\n") else paragraph
        for paragraph in command.text.split("\n\n")
    ]
    return "\n\n".join([*paragraphs, _markdown_entries(command.parameters)])


def _markdown_entries(rows: tuple[tuple[str, str], ...]) -> str:
    return "\n\n".join(f"`{name}`\n: {text}" for name, text in rows)


if __name__ == "__main__":
    writers = {"man": man_page, "markdown": markdown_page}
    if sys.argv[1:] not in ([name] for name in writers):
        sys.exit(__doc__)
    print(writers[sys.argv[1]](), end="")
