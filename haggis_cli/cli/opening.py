"""Opening a match for a command: as the score book does, and tried on everything that commands print of a match."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from haggis_cli.book import match as book
from haggis_cli.book.match import OpenMatch
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.matches.store.files import SUFFIX
from haggis_cli.referee.report import Report


def open_match(match: str | None, home: str | None) -> OpenMatch:
    """Find, read and adjudicate a match; `match` as people name it, None for the current one."""
    return book.open_match(match, home, print_to_nobody)


@contextmanager
def open_for_change(match: str | None, home: str | None) -> Iterator[OpenMatch]:
    """Open a match for a change: from reading to saving no other haggis saves it."""
    with book.open_for_change(match, home, print_to_nobody) as opened:
        yield opened


def print_notices(printer: Printer, saved: OpenMatch) -> OpenMatch:
    """Print what a person should know of a save; the match as it was given."""
    for notice in saved.notices:
        printer.print_warning(notice)
    return saved


def match_name(opened: OpenMatch) -> str:
    """What a command that has written to a match calls it in its first line, so that nobody has to guess."""
    return safe(opened.path.name.removesuffix(SUFFIX))


def print_revision(printer: Printer, opened: OpenMatch) -> None:
    """Print before anything else that a match was recorded under another revision of its variant."""
    if opened.report.revision:
        printer.print_warning(f"{match_name(opened)}: {opened.report.revision.text}")


def print_match_json(printer: Printer, match: OpenMatch, **told: object) -> None:
    """Print a match as `haggis show --json` does, with what else is told of it."""
    from haggis_cli.referee.report_json import show_json

    printer.print_json(show_json(match.report, match.path) | told)


def print_to_nobody(report: Report) -> None:
    """Print all that commands print of a match, so that rules of a third party fail now if they do."""
    from haggis_cli.cli.views.rounds import print_due, print_round
    from haggis_cli.cli.views.scoreboard import print_scoreboard
    from haggis_cli.referee.report_json import show_json

    nobody = Printer(no_color=True, out=StringIO(), err=StringIO())
    print_scoreboard(nobody, report)
    for each in report.complete_rounds[-1:]:
        print_round(nobody, report, each.number)
    print_due(nobody, report)
    show_json(report)


def split_match(words: list[str]) -> tuple[str | None, list[str]]:
    """Tell the match from what is entered, where both are plain words.

    What is entered has a colon, or a blank as several cards do; or it is `-`. A path may have either.

    >>> split_match(["friday", "Noah: pass"]), split_match(["Noah: pass"]), split_match(["7r 8r 9r"])
    (('friday', ['Noah: pass']), (None, ['Noah: pass']), (None, ['7r 8r 9r']))
    """
    if not words or words[0] == "-":
        return None, words
    first = words[0]
    entered = ":" in first or " " in first.strip()
    return (None, words) if entered and not first.casefold().endswith(".toml") else (first, words[1:])
