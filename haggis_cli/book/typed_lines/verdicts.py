"""What an event would do at this moment of a round, or why it may not happen: the verdict that is given beforehand."""

from enum import StrEnum
from typing import NamedTuple

from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import count
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.play_reading import legal_readings, read_play
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize
from haggis_cli.support.escaping import escape_text

_MORE_CARDS_MAY_HELP = frozenset({"not-a-combination", "wrong-kind", "wrong-size", "not-higher"})


class Answer(StrEnum):
    """What is said of an event before it happens."""

    LEGAL = "legal"
    CHOICE = "choice"
    """Legal, but which combination is meant must be said."""
    UNFINISHED = "unfinished"
    """Not legal as it is; with more cards it may be."""
    ILLEGAL = "illegal"


class Verdict(NamedTuple):
    """What is said of an event before it happens; texts are safe to be shown.

    answer: whether it may happen.
    words: what it would do, what is missing, or why it may not happen.
    rule: the rulebook and its heading where it may not happen; empty otherwise.
    readings: what the cards of a legal play may count as, the one that is taken first.
    """

    answer: Answer
    words: str
    rule: str = ""
    readings: tuple[Reading, ...] = ()


def judge_beforehand(event: Event, state: Round) -> Verdict:
    """The verdict on an event that has not happened."""
    breach, name = judge(state, event), escape_text(state.table.names[event.seat])
    if breach is None:
        readings = legal_readings(state.table, event, state.reading_to_beat) if isinstance(event, Play) else ()
        return Verdict(Answer.LEGAL, f"{name} {_render_action(event, state)}", "", readings)
    if isinstance(event, Play) and not event.claim:
        if breach.code == "ambiguous":
            choices = distinct_readings(event, state)
            bombs = state.table.variant.combinations.bombs
            words = join_words([describe(reading, bombs) for reading in choices], "or")
            return Verdict(Answer.CHOICE, f"{name} plays {words}", "", tuple(choices))
        if breach.code in _MORE_CARDS_MAY_HELP and _has_too_few_cards(event, state):
            return _unfinished(_render_missing_cards(event, state, breach), breach, state)
    if isinstance(event, Exchange) and count(event.cards) < len(state.drawn()):
        missing = f"{count(event.cards)} of {pluralize(len(state.drawn()), 'card')} to discard"
        return _unfinished(missing, breach, state)
    if isinstance(event, Give) and state.phase is Phase.PASSING and not event.cards:
        return _unfinished("a card to give", breach, state)
    return Verdict(Answer.ILLEGAL, escape_text(breach.message), _rule(breach, state))


def _unfinished(words: str, breach: Breach, state: Round) -> Verdict:
    return Verdict(Answer.UNFINISHED, words, _rule(breach, state))


def _rule(breach: Breach, state: Round) -> str:
    return escape_text(state.table.variant.cite(breach.clause, breach.question))


def distinct_readings(play: Play, state: Round) -> list[Reading]:
    """The readings that a lead of these cards must choose from: of each shape the highest, best first."""
    found: dict[object, Reading] = {}
    for reading in legal_readings(state.table, play, state.reading_to_beat):
        found.setdefault(reading.shape, reading)
    return list(found.values())


def _has_too_few_cards(play: Play, state: Round) -> bool:
    """Whether more cards could still make it right."""
    over = state.reading_to_beat
    return over is None or count(play.cards) < over.size


def _render_missing_cards(play: Play, state: Round, breach: Breach) -> str:
    over = state.reading_to_beat
    if over is None:
        return escape_text(breach.message.partition(": ")[2] or breach.message)
    wanted = describe(over, state.table.variant.combinations.bombs)
    return f"{count(play.cards)} of {over.size} cards, to beat {wanted}"


def _render_action(event: Event, state: Round) -> str:
    table = state.table
    match event:
        case Pass():
            return "passes"
        case Bet() | Bid():
            verb = "bets" if isinstance(event, Bet) else "bids"
            return f"{verb} {table.variant.betting.bet_text(event.amount)}"
        case Exchange() | Give():
            return f"{'discards' if isinstance(event, Exchange) else 'gives'} {table.deck.cards_text(event.cards)}"
        case Award():
            return f"lets {escape_text(table.names[event.to])} capture the trick"
        case Lead():
            return f"lets {escape_text(table.names[event.to])} lead"
        case Play():
            reading = read_play(table, event, state.reading_to_beat)
            assert not isinstance(reading, Breach)
            out = " and goes out" if count(event.cards) == state.sizes[event.seat] else ""
            return f"plays {describe(reading, table.variant.combinations.bombs)}{out}"
