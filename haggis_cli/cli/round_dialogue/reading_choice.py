"""The question which combination is meant, where cards that are led can be read as several."""

from haggis_cli.book.typed_lines.shorthand import expand_shorthand, parse_line
from haggis_cli.book.typed_lines.verdicts import distinct_readings
from haggis_cli.cli.round_dialogue.lines import forget_and_print_pasted
from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.matches.notation import parse_claim, render_event
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.play_reading import unambiguous_play
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.rounds.events import Play
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.errors import NotationError, UsageError

_BACK = "<"


def ask_reading(printer: Printer, reader: LineReader, text: str, state: Round) -> str:
    """Ask for the reading, if a line leads cards that have several; the line in full with it.

    Any other line comes back with the word that the moment makes plain. VariantError if the rules fail.
    """
    with guard_rules(state.table.variant.id):
        text = expand_shorthand(text, state)
        try:
            event = parse_line(text, state)
        except NotationError:
            return text
        breach = judge(state, event)
        if not isinstance(event, Play) or not breach or breach.code != "ambiguous":
            return text
        choices = distinct_readings(event, state)
    printer.print_message(f"{printer.render_cards(state.table.deck.cards_text(event.cards).split())} can be:")
    for number, reading in enumerate(choices, 1):
        printer.print_message(f"  {number}  {describe(reading, state.table.variant.combinations.bombs)}")
    chosen = _ask_choice(printer, reader, choices)
    with guard_rules(state.table.variant.id):
        play = unambiguous_play(state.table, event.seat, event.cards, chosen, state.reading_to_beat)
    return render_event(play, state.table)


def _ask_choice(printer: Printer, reader: LineReader, choices: list[Reading]) -> Reading:
    """Ask until it is one of the readings; UsageError if the person would rather enter nothing."""
    while True:
        answer = reader.ask_line("Which, Enter for 1> ").strip()
        if answer == _BACK:
            raise UsageError("nothing is entered")
        chosen = _parse_choice(answer, choices)
        if chosen:
            return chosen
        forget_and_print_pasted(printer, reader)
        what = f"type a number from 1 to {len(choices)}, or < to enter nothing"
        printer.print_message(f"  '{safe(answer)}' is none of them: {what}.")


def _parse_choice(answer: str, choices: list[Reading]) -> Reading | None:
    """The reading by its number or by its name, the first for Enter alone; None for anything else."""
    if not answer:
        return choices[0]
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return choices[int(answer) - 1]
    try:
        claim = parse_claim(answer)
    except NotationError:
        claim = None
    found = [reading for reading in choices if claim and claim.fits(reading)]
    return found[0] if found else None
