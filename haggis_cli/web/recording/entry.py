"""What a form says is to happen, by chosen cards or as a line, and the verdict on it before anything is saved."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.book.typed_lines.shorthand import expand_shorthand, parse_line
from haggis_cli.book.typed_lines.verdicts import Answer, Verdict, judge_beforehand
from haggis_cli.matches.notation import parse_claim, render_claim, render_event
from haggis_cli.referee.refusal import RefusedEventError, refuse_unread
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.play_reading import unambiguous_play
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.rounds.blind_offers import find_blind_bets
from haggis_cli.rules.rounds.events import Event, Exchange, Give, Phase, Play
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError, NotationError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.web.recording.card_picker import read_chosen

MAX_LINE = 500


class Entry(NamedTuple):
    """What a form says is to happen."""

    cards: Cards = 0
    """The cards that are chosen."""
    line: str = ""
    """What is typed instead, as `haggis record` takes it."""
    reading: str = ""
    """What the cards are to count as, in the words that stand after `as`; empty if nothing is said."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.line)


class ReadingButton(NamedTuple):
    """One way to read the cards that are chosen."""

    value: str
    """What stands after `as`; empty where the cards alone mean it."""
    words: str
    """The reading in words."""


def read_entry(fields: Mapping[str, str], deck: Deck) -> Entry:
    """What the fields of a form say; UsageError for a line that is far too long."""
    line = fields.get("line", "").strip()
    if len(line) > MAX_LINE:
        raise UsageError(f"a line has {MAX_LINE} characters at most")
    return Entry(read_chosen(fields, deck), line, fields.get("as", "").strip())


def read_event(entry: Entry, state: Round) -> Event:
    """The event that is meant; NotationError or UsageError if there is none."""
    _check_single(entry)
    if entry.line:
        return parse_line(expand_shorthand(entry.line, state), state)
    if not entry.cards:
        raise UsageError("Choose cards, or type what happened.")
    match state.phase:
        case Phase.EXCHANGE:
            return Exchange(state.turn, entry.cards)
        case Phase.PASSING:
            return Give(state.turn, entry.cards)
        case _:
            return Play(state.turn, entry.cards, parse_claim(entry.reading) if entry.reading else None)


def _check_single(entry: Entry) -> None:
    if entry.cards and entry.line:
        raise UsageError("Cards are chosen and a line is typed: clear one of them.")


def text_of(entry: Entry, state: Round) -> str:
    """The event as a match file has it; a line is left to the book, which reads it as the command line's."""
    _check_single(entry)
    return expand_shorthand(entry.line, state) if entry.line else render_event(read_event(entry, state), state.table)


def judge_entry(entry: Entry, state: Round) -> Verdict | None:
    """The verdict on what is chosen or typed so far; None if that is nothing."""
    if not entry:
        return None
    try:
        return judge_beforehand(read_event(entry, state), state)
    except NotationError as error:
        return refused(refuse_unread(entry.line, error, state.table))
    except UsageError as error:
        return refused(error)


def refused(error: HaggisError) -> Verdict:
    """What is said of an event that was refused: the sentence and the rule, where it rests on one."""
    if isinstance(error, RefusedEventError):
        return Verdict(Answer.ILLEGAL, escape_text(error.reason), escape_text(error.rule))
    return Verdict(Answer.ILLEGAL, str(error))


def describe_entry(state: Round) -> str:
    """What can be chosen now, as long as nothing is, in a sentence."""
    name = state.table.names[state.turn]
    match state.phase:
        case Phase.AUCTION:
            return f"{name} bids or passes."
        case Phase.EXCHANGE:
            return f"Choose {pluralize(len(state.drawn()), 'card')} for {name} to discard."
        case Phase.PASSING:
            return f"Choose a card for {name} to give."
        case Phase.AWARD:
            return f"{name} says who captures the trick."
        case _:
            if find_blind_bets(state):
                return f"Blind bets come first; then choose what {name} leads."
            return f"Choose what {name} {'plays' if state.trick else 'leads'}."


def reading_buttons(entry: Entry, verdict: Verdict | None, state: Round) -> tuple[ReadingButton, ...]:
    """The ways in which the chosen cards can be read, if there are several."""
    if verdict is None or len(verdict.readings) < 2 or not entry.cards or entry.line:
        return ()
    bombs, found = state.table.variant.combinations.bombs, []
    for reading in verdict.readings:
        play = unambiguous_play(state.table, state.turn, entry.cards, reading, state.reading_to_beat)
        found.append(ReadingButton(render_claim(play.claim) if play.claim else "", describe(reading, bombs)))
    return tuple(found)
