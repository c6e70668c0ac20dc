"""What a person can ask for in the middle of a turn: what can be played, what is best, what has happened."""

from haggis_cli.book.playing.game import Game, suggest_plays
from haggis_cli.book.typed_lines.hints import line_hint
from haggis_cli.cli.play.table import PublicTable
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.spinner import spinner
from haggis_cli.cli.views.moves_page import kind_order, print_moves
from haggis_cli.matches.notation import render_action
from haggis_cli.players.levels import LEVELS, Effort
from haggis_cli.players.view import view_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.play_reading import read_play
from haggis_cli.rules.rounds.events import Event, Phase, Play
from haggis_cli.rules.rounds.round import Round

MAX_MOVES = 20


def print_numbered_moves(printer: Printer, state: Round, most: int | None = None) -> list[Event]:
    """Print what can be played by kind and numbered, about `most`; all plays in the order of their numbers."""
    if state.phase is not Phase.PLAY:
        printer.print_message(line_hint("", state, all_seen=True))
        return []
    found = sorted(suggest_plays(state), key=lambda play: kind_order(play.cards, play.reading))
    shown = [(play.cards, play.reading) for play in found]
    print_moves(printer, state.table, state.reading_to_beat, shown, numbered=True, most=most)
    return [play.event for play in found]


def print_hint(printer: Printer, game: Game, state: Round, effort: Effort) -> list[Event]:
    """Print what the strongest computer player would do, and why; that event, as the only suggestion."""
    from haggis_cli.players.reasons.weighing import explain_and_weigh

    with spinner(printer, "The adviser"), guard_rules(state.table.variant.id):
        event = game.advice(state, list(LEVELS)[-1], effort)
        why = explain_and_weigh(view_of(state, state.turn), event, effort)
    how = "" if state.phase is Phase.AWARD else " ('1' does it)"
    action = printer.render_event(render_action(event, state.table))
    printer.print_message(f"Hint: {action}{_render_reading(event, state)}{how}")
    printer.print_message(f"  {why}")
    return [event]


def _render_reading(event: Event, state: Round) -> str:
    reading = read_play(state.table, event, state.reading_to_beat) if isinstance(event, Play) else None
    if reading is None or isinstance(reading, Breach):
        return ""
    return f", {describe(reading, state.table.variant.combinations.bombs)}"


def print_public_log(printer: Printer, report: Report) -> None:
    """Print the round so far, as everybody could see it."""
    played = report.rounds[-1]
    table = PublicTable(printer, report.table)
    with guard_rules(report.table.variant.id):
        steps = played.steps()
    for step in steps:
        table.print_event(*step)
    if not played.events:
        printer.print_message("Nothing has happened yet.")
