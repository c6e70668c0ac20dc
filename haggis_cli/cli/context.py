"""What a command works with: the options that nearly every command has, made once and handed on as one value.

A Context finds and opens matches, as the score book does, and tries on each what commands print of a match; and it
prints what commands have in common: notices of a save, another revision of the rules, a match as JSON.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import note_doubt

if TYPE_CHECKING:
    from haggis_cli.book.match import OpenMatch
    from haggis_cli.matches.store.files import Notice
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.referee.report import Report
    from haggis_cli.support.jobs import Workers


class Context(NamedTuple):
    """What a command works with.

    printer: prints what the command has to say.
    home: the folder of the matches as it was named; None for the usual one.
    json: whether the result is written as JSON.
    yes: whether nothing is asked, because the answer is yes.
    workers: who shares out long work; None for this process alone.
    """

    printer: Printer
    home: str | None = None
    json: bool = False
    yes: bool = False
    workers: "Workers | None" = None

    @property
    def store(self) -> "Store":
        """The folder of the matches."""
        from haggis_cli.matches.store.files import home_folder
        from haggis_cli.matches.store.folder import Store

        return Store(home_folder(self.home))

    def open_match(self, match: str | None) -> "OpenMatch":
        """Find, read and adjudicate a match; `match` as people name it, None for the current one."""
        from haggis_cli.book.match import open_match

        return open_match(match, self.home, print_to_nobody)

    @contextmanager
    def open_for_change(self, match: str | None) -> Iterator["OpenMatch"]:
        """Open a match for a change: from reading to saving no other haggis saves it."""
        from haggis_cli.book.match import open_for_change

        with open_for_change(match, self.home, print_to_nobody) as opened:
            yield opened

    def print_notices(self, saved: "OpenMatch") -> "OpenMatch":
        """Print what a person should know of a save; the match, of which there is nothing more to tell."""
        for notice in saved.notices:
            self.print_notice(notice)
        return saved._replace(notices=())

    def print_notice(self, notice: "Notice | None") -> None:
        """Print what a person should know of something that was saved; the command ends with its exit code."""
        if notice and notice.exit_code:
            self.printer.print_error(notice.text)
            note_doubt(notice.exit_code)
        elif notice:
            self.printer.print_warning(notice.text)

    def print_revision(self, opened: "OpenMatch") -> None:
        """Print before anything else that a match was recorded under another revision of its variant."""
        if opened.report.revision:
            self.printer.print_warning(f"{match_name(opened)}: {opened.report.revision.text}")

    def print_match_json(self, match: "OpenMatch", **told: object) -> None:
        """Print a match as `haggis show --json` does, with what else is told of it."""
        from haggis_cli.referee.report_json import show_json

        self.printer.print_json(show_json(match.report, match.path) | told)


def match_name(opened: "OpenMatch") -> str:
    """What a command that has written to a match calls it in its first line, so that nobody has to guess."""
    from haggis_cli.matches.store.files import SUFFIX

    return opened.path.name.removesuffix(SUFFIX)


def print_to_nobody(report: "Report") -> None:
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
