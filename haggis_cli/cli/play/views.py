"""What a person can ask for in the middle of a turn: what can be played, what is best, what has happened."""

from haggis_cli.book.game import Game
from haggis_cli.book.typed_lines.hints import line_hint
from haggis_cli.cli.play.table import PublicTable
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.spinner import spinner
from haggis_cli.matches.notation import render_action
from haggis_cli.players.levels import LEVELS, Effort
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import count, court_cards
from haggis_cli.rules.events import Event, Phase, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.play_reading import read_play, unambiguous_play
from haggis_cli.rules.round import Round

MAX_MOVES = 20


def print_numbered_moves(printer: Printer, state: Round, most: int | None = None) -> list[Event]:
    """Number what can be played, plays with fewer court cards first, and show so many; all of them are given."""
    if state.phase is not Phase.PLAY:
        printer.print_message(line_hint("", state))
        return []
    table, page = state.table, Page(printer)
    assert state.hands is not None
    with guard_rules(table.variant.id):
        legal = legal_plays(table.variant.combinations, table.deck, state.hands[state.turn], state.reading_to_beat)
    found = sorted(legal, key=lambda move: count(court_cards(move[0])))
    for number, (cards, reading) in enumerate(found[:most], 1):
        words = printer.styled(describe(reading, table.variant.combinations.bombs), "dim")
        page.print_text(f"{number:<4}{page.render_cards(cards, table.deck)}  {words}", hanging="      ")
    if most and len(found) > most:
        page.print_text(f"and {len(found) - most} more: 'moves all'")
    if not found:
        page.print_text("Nothing but to pass.")
    return [unambiguous_play(table, state.turn, cards, reading, state.reading_to_beat) for cards, reading in found]


def print_hint(printer: Printer, game: Game, state: Round, effort: Effort) -> list[Event]:
    """Say what the strongest computer player would do."""
    with spinner(printer, "The adviser"):
        event = game.advice(state, list(LEVELS)[-1], effort)
    how = "" if state.phase is Phase.AWARD else " ('1' does it)"
    printer.print_message(f"Hint: {render_action(event, state.table)}{_render_reading(event, state)}{how}")
    return [event]


def _render_reading(event: Event, state: Round) -> str:
    reading = read_play(state.table, event, state.reading_to_beat) if isinstance(event, Play) else None
    if reading is None or isinstance(reading, Breach):
        return ""
    return f", {describe(reading, state.table.variant.combinations.bombs)}"


def print_public_log(printer: Printer, report: Report) -> None:
    """The round so far, as everybody could see it."""
    played = report.rounds[-1]
    table = PublicTable(printer, report.table)
    with guard_rules(report.table.variant.id):
        steps = played.steps()
    for step in steps:
        table.print_event(*step)
    if not played.events:
        printer.print_message("Nothing has happened yet.")
