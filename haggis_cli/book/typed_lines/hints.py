"""What is said of a line while it is typed: what the cards are, whether they are legal, what is missing. Pure."""

import re
from contextlib import suppress
from itertools import chain

from haggis_cli.book.typed_lines.shorthand import award_choices, expand_shorthand, parse_line
from haggis_cli.matches.notation import parse_cards, parse_name
from haggis_cli.matches.notation.suit_words import words_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import count
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.play_reading import legal_readings, read_play
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text

_PARTIAL_CARD = re.compile(r"(?:\d{1,2}|t)(?:[-–]\d{0,2})?|[a-z]", re.IGNORECASE)
_VERBS = ("pass", "bet", "bid", "exchange", "give", "award", "lead", "as")
_READINGS = ("single", "set", "sequence", "run", "stair", "bomb")
_MORE_CARDS_MAY_HELP = frozenset({"not-a-combination", "wrong-kind", "wrong-size", "not-higher"})


def line_hint(text: str, state: Round) -> str:
    """What the line would do now, in a few words; a hint while it is unfinished. VariantError if the rules fail."""
    with guard_rules(state.table.variant.id):
        line = expand_shorthand(text, state)
        if not line:
            return _hint_before_typing(state)
        try:
            event = parse_line(line, state)
        except NotationError as error:
            return _hint_while_unfinished(text, state, error)
        return _event_hint(event, state)


def _hint_before_typing(state: Round) -> str:
    """What can be done now, in a few words."""
    betting = state.table.variant.betting
    match state.phase:
        case Phase.AUCTION:
            bids = [amount for amount in betting.amounts if not judge(state, Bid(state.turn, amount))]
            return join_words([*map(betting.amount_text, bids), "pass"], "or")
        case Phase.AWARD:
            return ", ".join(
                f"{seat + 1} {escape_text(state.table.names[seat])}" for seat in sorted(award_choices(state))
            )
        case Phase.EXCHANGE:
            return f"{pluralize(len(state.drawn()), 'card')} to discard"
        case Phase.PASSING:
            return "a card to give"
        case _:
            offer = find_lead_offer(state)
            if offer and offer.giver == state.turn:
                return f"cards, or 'lead' for {escape_text(state.table.names[offer.to])} to lead"
            return "cards, or pass" if state.trick else "cards"


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
    try:
        return bool(colon) and parse_name(name, state.table.names) < 0
    except NotationError:
        return True


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
    name = escape_text(state.table.names[event.seat])
    breach = judge(state, event)
    if not breach:
        return f"{name} {_render_action(event, state)}"
    if isinstance(event, Play) and not event.claim:
        if breach.code == "ambiguous":
            return f"{name} plays {join_words(_describe_choices(event, state), 'or')}: Enter asks which"
        if breach.code in _MORE_CARDS_MAY_HELP and _has_too_few_cards(event, state):
            return f"not yet: {_render_missing_cards(event, state, breach)}"
    if isinstance(event, Exchange) and 0 < count(event.cards) < len(state.drawn()):
        return f"not yet: {count(event.cards)} of {pluralize(len(state.drawn()), 'card')} to discard"
    return f"no: {escape_text(breach.message)}"


def _describe_choices(play: Play, state: Round) -> list[str]:
    return [describe(reading, state.table.variant.combinations.bombs) for reading in distinct_readings(play, state)]


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
            return f"{verb} {table.variant.betting.amount_text(event.amount)}"
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
