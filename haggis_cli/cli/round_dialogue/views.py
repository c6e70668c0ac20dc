"""Views in the middle of a round: each prints something of the match and changes nothing."""

from collections.abc import Callable, Mapping

from haggis_cli.book.recording import round_to_play
from haggis_cli.book.typed_lines.hints import line_hint
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views import moves_page
from haggis_cli.cli.views.moves_page import kind_order
from haggis_cli.cli.views.rounds import print_events
from haggis_cli.cli.views.story_page import print_rounds
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import RulesError, UsageError
from haggis_cli.support.glyphs import ASCII


def print_moves(printer: Printer, report: Report, _rest: str) -> None:
    """Print every legal play of the player whose turn it is."""
    from haggis_cli.rules.rounds.playable import playable

    state = round_to_play(report)
    if state.hands is None:
        raise RulesError("the hands are not known, so the legal plays are not either")
    if state.phase is not Phase.PLAY:
        printer.print_message(line_hint("", state))
        return
    table = state.table
    with guard_rules(table.variant.id):
        found = playable(state)
    in_order = sorted(found, key=lambda move: kind_order(*move))
    moves_page.print_moves(printer, table, state.reading_to_beat, in_order, numbered=False)


def print_round_events(printer: Printer, report: Report, rest: str) -> None:
    """Print the events of the last round, or of the one named, with their numbers."""
    print_events(printer, _find_rounds(report, rest))


def print_round_log(printer: Printer, report: Report, rest: str) -> None:
    """Print the last round, or the one named, trick by trick."""
    print_rounds(printer, report, _find_rounds(report, rest))


def print_match_scoreboard(printer: Printer, report: Report, _rest: str) -> None:
    """Print the scoreboard."""
    from haggis_cli.cli.views.scoreboard import print_scoreboard

    print_scoreboard(printer, report)


def print_sheet(printer: Printer, report: Report, _rest: str) -> None:
    """Print the scoresheet."""
    from haggis_cli.sheets.renderers.formats import Style, find_format

    page = Page(printer)
    style = Style(width=page.width, ascii=page.glyphs is ASCII)
    printer.out.write(find_format("text").render(scoresheet(report), style))


VIEWS: Mapping[str, Callable[[Printer, Report, str], None]] = {
    "moves": print_moves,
    "events": print_round_events,
    "log": print_round_log,
    "show": print_match_scoreboard,
    "sheet": print_sheet,
}

VIEWS_OF_ROUNDS = ("events", "log")
"""Those that show one round, the last where none is named."""


def _find_rounds(report: Report, rest: str) -> list[RoundReport]:
    """The round of that number, the last where none is named."""
    if not report.rounds:
        raise UsageError("nothing has happened yet")
    if not rest:
        return [report.rounds[-1]]
    found = [played for played in report.rounds if str(played.number) == rest]
    if not found:
        raise UsageError(f"there is no round {rest}: the last is round {len(report.rounds)}")
    return found
