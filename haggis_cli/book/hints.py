"""What is said of a line while it is typed, and which words it may go on with; nothing here changes anything.

`judge_beforehand` gives the verdict on an event that has not happened, `line_hint` says it of a line, `next_words`
gives what can follow.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from haggis_cli.book.recording import expand_shorthand, parse_line
from haggis_cli.matches.notation import card_list, find_name, parse_cards, parse_play, render_action, render_event
from haggis_cli.matches.notation.card_signs import words_of
from haggis_cli.matches.notation.events import ACTION_WORDS, SAID_WORDS
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.cards import Deck, count, remove
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Breach, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import Round, legal_readings, read_play
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words

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

    words: what it would do, what is missing, or why it may not happen.
    rule: the rulebook and its heading where it may not happen; empty otherwise.
    readings: what the cards of a legal play may count as, the one that is taken first.
    topic: the topic of `haggis rules` that tells why it may not happen; None where it may.
    """

    answer: Answer
    words: str
    rule: str = ""
    readings: tuple[Reading, ...] = ()
    topic: str | None = None


def judge_beforehand(event: Event, state: Round) -> Verdict:
    """The verdict on an event that has not happened."""
    breach, name = judge(state, event), escape_text(state.table.names[event.seat])
    if breach is None:
        readings = legal_readings(state.table, event, state.reading_to_beat) if isinstance(event, Play) else ()
        return Verdict(Answer.LEGAL, f"{name} {_render_action(event, state)}", "", readings)
    if isinstance(event, Play) and not event.claim:
        if breach.code == "ambiguous":
            readings = tuple(distinct_readings(event, state))
            bombs = state.table.variant.combinations.bombs
            words = join_words([describe(reading, bombs) for reading in readings], "or")
            return Verdict(Answer.CHOICE, f"{name} plays {words}", "", readings)
        over = state.reading_to_beat
        if breach.code in _MORE_CARDS_MAY_HELP and (over is None or count(event.cards) < over.size):
            return refuse(breach, state.table, Answer.UNFINISHED, _render_missing_cards(event, state, breach))
    now = choices(state)
    if isinstance(event, Exchange | Give) and type(event) is now.event and count(event.cards) < now.number:
        so_far = f"{count(event.cards)} of " if now.number > 1 else ""
        return refuse(breach, state.table, Answer.UNFINISHED, so_far + now.hint(state.table.names))
    return refuse(breach, state.table)


def refuse(breach: Breach, table: Table, answer: Answer = Answer.ILLEGAL, words: str = "") -> Verdict:
    """The verdict on what breaks a rule; `words` stand in the place of the reason."""
    rule = escape_text(table.variant.cite(breach.clause, breach.question))
    return Verdict(answer, words or escape_text(breach.message), rule, topic=breach.clause.topic)


def distinct_readings(play: Play, state: Round) -> list[Reading]:
    """The readings that a lead of these cards must choose from: of each shape the highest, best first."""
    found: dict[object, Reading] = {}
    for reading in legal_readings(state.table, play, state.reading_to_beat):
        found.setdefault(reading.shape, reading)
    return list(found.values())


def _render_missing_cards(play: Play, state: Round, breach: Breach) -> str:
    over = state.reading_to_beat
    if over is None:
        return escape_text(breach.message.partition(": ")[2] or breach.message)
    wanted = describe(over, state.table.variant.combinations.bombs)
    return f"{count(play.cards)} of {over.size} cards to beat {wanted}."


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


# What is said of a line.

_PARTIAL_CARD = re.compile(r"(?:\d{1,2}|t)(?:[-–]\d{0,2})?|[a-z]", re.IGNORECASE)
_VERBS = ("pass", *ACTION_WORDS, *SAID_WORDS, "as")
_READINGS = ("single", "set", "sequence", "run", "stair", "bomb")


def line_hint(text: str, state: Round, *, all_seen: bool = False) -> str:
    """What the line would do now, in a few words; a hint while it is unfinished. VariantError if the rules fail.

    all_seen: whether the people have seen all their cards, so that nobody bets blind any more.
    """
    with guard_rules(state.table.variant.id):
        line = expand_shorthand(text, state)
        if not line:
            now = choices(state)
            hint, blind = now.hint([escape_text(name) for name in state.table.names]), now.blind_bets()
            if all_seen or not blind:
                return hint
            return f"{hint}; blind bets come first, like '{escape_text(render_event(blind[0], state.table))}'"
        try:
            event = parse_line(line, state)
        except NotationError as error:
            return _hint_while_unfinished(text, state, error)
        betting = state.table.variant.betting
        if all_seen and isinstance(event, Bet) and event.amount in betting.blind:
            return f"no: {escape_text(betting.refuse_blind(event.amount).message)}"
        return _event_hint(event, state)


def _hint_while_unfinished(text: str, state: Round, error: NotationError) -> str:
    """A hint if the last word may go on; else what is wrong with the line."""
    head, _, last = text.rpartition(" ")
    if not _may_continue(last, state) or _names_unknown_player(head, state):
        return escape_text(str(error))
    if not head.strip() or head.rstrip().endswith(":"):
        return "..."
    try:
        event = parse_line(expand_shorthand(re.sub(r"\s+as$", "", head, flags=re.IGNORECASE), state), state)
    except NotationError:
        return "..." if _may_continue(head.split()[-1], state) else escape_text(str(error))
    said = _event_hint(event, state)
    return said if said.startswith("not yet") else f"{said} ..."


def _names_unknown_player(head: str, state: Round) -> bool:
    """Whether the line begins with the name of nobody at the table."""
    name, colon, _ = head.partition(":")
    return bool(colon) and find_name(name, state.table.names) is None


def _may_continue(word: str, state: Round) -> bool:
    begun = word.rpartition(":")[2].casefold()
    if not begun:
        return word.endswith(":")
    whole = chain(_VERBS, _READINGS, map(str.casefold, state.table.names), state.table.variant.betting.names)
    if _PARTIAL_CARD.fullmatch(begun) or any(known.startswith(begun) for known in whole):
        return True
    return _may_become_cards(begun, state.table.deck)


def _may_become_cards(begun: str, deck: Deck) -> bool:
    """Whether a word is on its way to cards as people type them: `gree`, `8b9`, `4r-`."""
    if any(known.startswith(begun) for known in (*words_of(deck), "of", "and")):
        return True
    for more in (deck.letters[0], f"10{deck.letters[0]}"):
        with suppress(NotationError):
            return bool(parse_cards(begun + more, deck))
    return False


def _event_hint(event: Event, state: Round) -> str:
    verdict = judge_beforehand(event, state)
    match verdict.answer:
        case Answer.LEGAL:
            return verdict.words
        case Answer.CHOICE:
            return f"{verdict.words}: Enter asks which"
        case Answer.UNFINISHED:
            return f"not yet: {verdict.words}"
        case Answer.ILLEGAL:
            return f"no: {verdict.words}"


# The words that a line may go on with.


def next_words(text: str, state: Round, *, all_seen: bool = False) -> list[str]:
    """The words that can follow the text: names, deeds, cards that can still be played, readings.

    all_seen: whether the people have seen all their cards, so that nobody bets blind any more.
    """
    with guard_rules(state.table.variant.id):
        return list(dict.fromkeys(_completion_words(text, state, all_seen=all_seen)))


def _completion_words(text: str, state: Round, *, all_seen: bool) -> Iterator[str]:
    head, colon, action = text.rpartition(":")
    seat = find_name(head, state.table.names) if colon else state.turn
    if seat is None:
        return
    finished = action.split() if action.endswith(" ") else action.split()[:-1]
    verb, rest = (finished[0], finished[1:]) if finished else ("", [])
    names = state.table.names
    match verb.casefold():
        case "bet" | "bid":
            yield from _amount_words(seat, state, all_seen=all_seen)
        case "award" | "lead":
            yield from names
        case "":
            if not colon:
                yield from (f"{name}: " for name in names)
            yield from _action_words(seat, state, all_seen=all_seen)
            # A line that is q alone leaves a dialogue.
            yield from ("queen" if word == "Q" and not colon else word for word in _card_words([], seat, state))
        case _ if "as" in map(str.casefold, rest):
            yield from _reading_words(action, seat, state)
        case _:
            yield from _card_words(finished, seat, state)
            yield "as "


def _amount_words(seat: int, state: Round, *, all_seen: bool) -> Iterator[str]:
    """The bets or bids that may be made, as they can be typed."""
    now, spell = choices(state), state.table.variant.betting.spell
    yield from (spell(bid.amount) for bid in now.bids())
    yield from (spell(bet.amount) for bet in now.bets(seat, blind=False if all_seen else None))


def _action_words(seat: int, state: Round, *, all_seen: bool) -> Iterator[str]:
    """What the player may do without cards."""
    now, names = choices(state), state.table.names
    blind = [] if all_seen else now.bets(seat, blind=True)
    yield from (render_action(bet, state.table) for bet in blind)
    yield from (f"bid {state.table.variant.betting.spell(bid.amount)}" for bid in now.bids())
    if now.passes():
        yield "pass"
    if now.event is Award:
        yield from (names[award.to] for award in now.awards())
    if now.bets(seat, blind=False):
        yield "bet "
    if any(lead.seat == seat for lead in now.leads()):
        yield "lead "


def _card_words(finished: list[str], seat: int, state: Round) -> Iterator[str]:
    """The cards that the player may hold beside those typed already."""
    held = choices(state).cards(seat)
    for word in finished:
        try:
            typed, _ = parse_play(word, state.table.deck)
        except NotationError:
            continue
        held = remove(held, typed & held)
    yield from card_list(held, state.table.deck)


def _reading_words(action: str, seat: int, state: Round) -> Iterator[str]:
    cards = action.casefold().partition(" as ")[0]
    try:
        played, _ = parse_play(cards, state.table.deck)
    except NotationError:
        return
    if count(played):
        for reading in legal_readings(state.table, Play(seat, played), state.reading_to_beat):
            yield f"{reading.kind}{reading.width}" if reading.kind is Kind.STAIR else reading.kind.value
