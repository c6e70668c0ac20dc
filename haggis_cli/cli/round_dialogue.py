"""What recording and playing a round share: views in its middle, commands, help, and which combination is meant."""

from collections.abc import Callable, Iterator, Mapping

from haggis_cli.book.hints import distinct_readings, line_hint
from haggis_cli.book.recording import expand_shorthand, parse_line, round_to_play
from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.cli.terminal.prompts import Leave
from haggis_cli.cli.views.moves import kind_order, print_moves
from haggis_cli.cli.views.scoreboard import print_events, print_scoreboard
from haggis_cli.cli.views.story import print_rounds
from haggis_cli.matches.notation import parse_cards, parse_claim, render_action, render_event
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules.cards import QUEEN, Card
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bet, Event, Play, Trick, TrickPlay
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import BOMB, Reading
from haggis_cli.rules.round import Round, begin, unambiguous_play
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import NotationError, RulesError, UsageError
from haggis_cli.support.text import ASCII


def print_plays(printer: Printer, state: Round, *, numbered: bool, most: int | None = None) -> list[Event]:
    """Print the legal plays of the player whose turn it is by kind, about `most`; all of them in the order of numbers.

    RulesError where hands are not known.
    """
    table, over = state.table, state.reading_to_beat
    if state.hands is None:
        raise RulesError("the legal plays are not known, because the hands are not")
    if choices(state).event is not Play:
        printer.print_message(line_hint("", state, all_seen=True))
        return []
    with guard_rules(table.variant.id):
        found = sorted(choices(state).plays(), key=lambda move: kind_order(*move))
    print_moves(printer, table, over, found, numbered=numbered, most=most)
    return [unambiguous_play(table, state.turn, cards, reading, over) for cards, reading in found]


def _print_moves(printer: Printer, report: Report, _rest: str) -> None:
    print_plays(printer, round_to_play(report), numbered=False)


def print_round_log(printer: Printer, report: Report, rest: str) -> None:
    """Print the last round, or the one named, trick by trick."""
    print_rounds(printer, report, _find_rounds(report, rest))


def print_sheet(printer: Printer, report: Report, _rest: str) -> None:
    """Print the scoresheet."""
    from haggis_cli.sheets.renderers.formats import Style, find_format

    page = Page(printer)
    style = Style(width=page.width, ascii=page.glyphs is ASCII)
    printer.out.write(find_format("text").render(scoresheet(report), style))


VIEWS: Mapping[str, Callable[[Printer, Report, str], None]] = {
    "moves": _print_moves,
    "events": lambda printer, report, rest: print_events(printer, _find_rounds(report, rest)),
    "log": print_round_log,
    "show": lambda printer, report, _rest: print_scoreboard(printer, report),
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
        raise UsageError(f"there is no round {rest}: the last round is {len(report.rounds)}")
    return found


# What can be typed: cards, what else the variant has to say, and commands, each with what it does.

LINE_KEYS = {".": "pass"}
COMMANDS = {
    "undo": "takes back the last event or correction",
    "redo": "restores what undo took back",
    "log": "shows the round trick by trick",
    "show": "shows the scoreboard",
    "sheet": "shows the scoresheet",
    "help": "shows this help",
    "quit": "leaves, as q does; everything is saved",
}
"""The commands that every dialogue about a round has."""
_PLAYS = """\
Type one event per line. A line without a name
belongs to the player whose turn it is.
  4r 4g            cards; short: 4rg, 3-6r, JQ
  5r J Q as run    cards with their reading
  qu               a single Queen (q leaves)
  .   p   pass     pass; '.' needs no Enter"""

_KEYS = "Tab completes words, Up shows earlier lines."


def render_help(table: Table, commands: Mapping[str, str]) -> str:
    """What can be typed while a round is recorded or played by the rules of this table."""
    with guard_rules(table.variant.id):
        return "\n".join([_PLAYS, *_render_other_events(table), *render_commands(commands), _KEYS])


def render_commands(commands: Mapping[str, str]) -> list[str]:
    """A line for each command, with what it does."""
    return ["Commands:", *(f"  {name:16} {does}" for name, does in commands.items())]


def _render_other_events(table: Table) -> Iterator[str]:
    """A line for each thing beside playing and passing that somebody can do here."""
    variant, betting = table.variant, table.variant.betting
    if betting.by_auction:
        bid = f"bid {betting.amounts[-1]}"
        yield f"  {bid:8} {betting.amounts[-1]:<7} a bid in the auction"
    elif betting.amounts:
        yield "  Noah: bet big    a bet by Noah"
    if betting.blind:
        yield f"  Noah: {render_action(Bet(0, betting.blind[0]), table):10} blind, {betting.seen_text()}"
    bomb = TrickPlay(0, parse_cards("J Q", table.deck), Reading(BOMB, 1, 2, 2))
    if len(variant.bomb_taker(begin(table, 0), Trick((bomb,), 0, 0)).seats) > 1:
        yield "  award NAME       NAME captures a bombed trick"
    if variant.bomb_lead:
        yield "  lead NAME        partner NAME leads after a bomb"


def command_hint(text: str, commands: Mapping[str, str]) -> str:
    """What the command does that a line begins with; empty for any other line."""
    word = text.partition(" ")[0].casefold()
    return commands.get({"?": "help", "q": "quit"}.get(word, word), "")


def command_words(text: str, commands: Mapping[str, str]) -> list[str]:
    """The commands with which a line may begin; those of several words go on."""
    return [] if " " in text.strip() else list(commands)


# What every dialogue about a round does with a line that is typed: words that leave, pasted lines.


def queen_advice(left: Leave, state: Round | None) -> str:
    """How a Queen is played alone, for a person who has left with `q` where one could be; empty elsewhere."""
    if left.word != "q" or state is None or not choices(state).cards(state.turn) & Card(QUEEN, None).packed:
        return ""
    return " 'qu' plays the Queen."


def forget_and_print_pasted(printer: Printer, reader: LineReader) -> None:
    """Drop the lines that were pasted behind a refused one, and print them."""
    left = reader.forget_pasted()
    if left:
        printer.print_message(f"Not entered (Up shows these lines again): {' / '.join(left)}")


# The question which combination is meant, where cards that are led can be read as several.

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
        readings = distinct_readings(event, state)
    printer.print_message(printer.render_cards(state.table.deck.cards_text(event.cards).split()), " can be:")
    for number, reading in enumerate(readings, 1):
        printer.print_message(f"  {number}  {describe(reading, state.table.variant.combinations.bombs)}")
    chosen = _ask_choice(printer, reader, readings)
    play = unambiguous_play(state.table, event.seat, event.cards, chosen, state.reading_to_beat)
    return render_event(play, state.table)


def _ask_choice(printer: Printer, reader: LineReader, readings: list[Reading]) -> Reading:
    """Ask until it is one of the readings; UsageError if the person would rather enter nothing."""
    while True:
        answer = reader.ask_line("Which, Enter for 1> ").strip()
        if answer == _BACK:
            raise UsageError("nothing is entered")
        chosen = _parse_choice(answer, readings)
        if chosen:
            return chosen
        forget_and_print_pasted(printer, reader)
        what = f"type a number from 1 to {len(readings)}, or < to enter nothing"
        printer.print_message(f"  '{answer}' is not among them: {what}.")


def _parse_choice(answer: str, readings: list[Reading]) -> Reading | None:
    """The reading by its number or by its name, the first for Enter alone; None for anything else."""
    if not answer:
        return readings[0]
    if answer.isdecimal() and 1 <= int(answer) <= len(readings):
        return readings[int(answer) - 1]
    try:
        claim = parse_claim(answer)
    except NotationError:
        claim = None
    found = [reading for reading in readings if claim and claim.fits(reading)]
    return found[0] if found else None
