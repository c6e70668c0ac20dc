"""What a line means at one moment of a round: at the table a number, a name or the cards alone say enough."""

import re

from haggis_cli.matches.notation import (
    parse_action,
    parse_cards,
    parse_event,
    parse_name,
    parse_seat,
    split_answer,
)
from haggis_cli.matches.notation.events import ACTION_WORDS, canonical_verb
from haggis_cli.matches.notation.shorthand import read_shorthand
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.rounds.events import Event, Phase, Play
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import AmbiguousError, NotationError
from haggis_cli.support.escaping import escape_text

_VERBS = frozenset({"pass", "play", *ACTION_WORDS})
_CARD_VERBS = {Phase.EXCHANGE: "exchange", Phase.PASSING: "give"}


def parse_line(text: str, state: Round) -> Event:
    """The event; NotationError if it cannot be read.

    A line without a name is by whose turn it is, unless it begins with a name and lacks the colon: `Noah bets big`,
    `n passes`. What becomes of a
    bombed trick and of the lead after it, its winner says, also one who is out (rules K1, K2); who
    is meant may be said by the seat, counted from 1, where nobody is called so.
    """
    text = _with_name_of_seat(_with_colon(text, state), state)
    if ":" in text:
        return parse_event(text, state.table)
    _check_no_name(text, state)
    name, action = _split_whole_name(text.strip(), state)
    named = name.casefold() in map(str.casefold, state.table.names)
    try:
        event = parse_action(text, _speaker(text, state), state.table)
    except NotationError:
        if named and action.strip():
            return parse_event(f"{name}: {action}", state.table)
        raise
    if named and isinstance(event, Play) and read_shorthand(name, state.table.deck) is None:
        return _parse_after_name(name, action, state)
    return event


def _split_whole_name(text: str, state: Round) -> tuple[str, str]:
    """The name with which a line begins, and the rest; the first word where it begins with none.

    AmbiguousError where two names fit and either rest can be read: `Ann 2 4g`, where Ann and Ann 2 play.
    """
    names = [each for each in state.table.names if f"{text} ".casefold().startswith(f"{each} ".casefold())]
    readable = [each for each in names if _can_follow(text[len(each) :].strip(), state)]
    if len(readable) > 1:
        ways = [f"{escape_text(each)}: {escape_text(text[len(each) :].strip())}" for each in readable]
        raise AmbiguousError(f"'{escape_text(text)}' can be '{ways[0]}' or '{ways[1]}': write the colon")
    name = (readable or sorted(names, key=len, reverse=True) or [text.partition(" ")[0]])[0]
    return name, text[len(name) :].strip()


def _can_follow(action: str, state: Round) -> bool:
    try:
        return bool(action) and bool(parse_action(action, state.turn, state.table))
    except NotationError:
        return False


def _check_no_name(text: str, state: Round) -> None:
    """AmbiguousError for a J, Q or K before suit cards that may be meant for a player: `j 3r`, where Jamie plays.

    As they are written in files, court cards stand behind the others.
    """
    court, _, cards = text.strip().partition(" ")
    if court.casefold() not in ("j", "q", "k") or not _are_cards(text, state) or not _are_cards(cards, state):
        return
    names = [each for each in state.table.names if each.casefold().startswith(court.casefold()) and len(each) > 1]
    if names and parse_cards(cards, state.table.deck) & ~COURTS:
        whom = join_words([escape_text(each) for each in names], "or")
        raise AmbiguousError(
            f"'{escape_text(text.strip())}' can be the cards {cards} {court.upper()}, or {cards} by {whom}: "
            f"write '{cards} {court.upper()}', or the name with a colon"
        )


def _parse_after_name(name: str, action: str, state: Round) -> Event:
    """The event of a player whose name is a word for a card, such as Jack; the card is written J."""
    if not action.strip():
        raise NotationError(f"'{escape_text(name)}' is a player here: write what {escape_text(name)} does, or J, Q, K")
    return parse_event(f"{name}: {action}", state.table)


def _with_colon(text: str, state: Round) -> str:
    """The line `Noah bets big`, or `n passes`, with the colon that it has in a file; any other line as it is."""
    for found in re.finditer(r"\s+", text.strip()) if ":" not in text else ():
        who, action = text.strip()[: found.start()], text.strip()[found.end() :]
        if canonical_verb(action.partition(" ")[0]) in _VERBS and who.casefold() not in _VERBS:
            try:
                return f"{state.table.names[parse_name(who, state.table.names)]}: {action}"
            except AmbiguousError:
                raise
            except NotationError:
                continue
    if state.phase is Phase.AUCTION and ":" not in text and (both := _split_bid(text.strip(), state)):
        return f"{state.table.names[both[0]]}: bid {both[1]}"
    return text


def _split_bid(text: str, state: Round) -> tuple[int, str] | None:
    """Who bids, and how much, where both are said in one word or two: `i30`, `isla little`."""
    names = state.table.names

    def check_bid(word: str) -> None:
        parse_action(f"bid {word}", 0, state.table)

    both = split_answer(text, names, check_bid)
    return both and (parse_seat(both[0], names), both[1])


def _speaker(action: str, state: Round) -> int:
    """Who does what a line without a name says."""
    verb, trick = canonical_verb(action.strip().partition(" ")[0]), state.bombed_trick
    return trick.winner if trick and verb in ("award", "lead") else state.turn


def expand_shorthand(text: str, state: Round) -> str:
    """The line with the word that the moment makes plain; everything else stays as it is.

    In an auction `30` is a bid, where an award is due a name is one, where cards are to be given they are.
    """
    name, colon, action = text.strip().rpartition(":")
    return name + colon + (" " if colon else "") + _expand_action(action.strip(), state)


def _expand_action(action: str, state: Round) -> str:
    if not action:
        return action
    if state.phase is Phase.AUCTION and (action.isdecimal() or _begins_bet_name(action, state)):
        return f"bid {action}"
    if state.phase is Phase.AWARD:
        return _expand_award(action, state)
    if state.phase in _CARD_VERBS and _are_cards(action, state):
        return f"{_CARD_VERBS[state.phase]} {action}"
    offer = find_lead_offer(state)
    if action.casefold() == "lead" and offer:
        return f"lead {state.table.names[offer.to]}"
    return action


def _begins_bet_name(word: str, state: Round) -> bool:
    """Whether a word is the beginning of what bids are called, of one or of several, and not a pass."""
    names = state.table.variant.betting.names
    return canonical_verb(word) != "pass" and any(name.startswith(word.casefold()) for name in names)


def _are_cards(line: str, state: Round) -> bool:
    try:
        return bool(parse_cards(line, state.table.deck))
    except NotationError:
        return False


def _expand_award(line: str, state: Round) -> str:
    """An award by the seat of who captures, counted from 1, or by name."""
    if line.isdecimal() and 1 <= int(line) <= len(state.table.names):
        return f"award {state.table.names[int(line) - 1]}"
    try:
        return f"award {state.table.names[parse_name(line, state.table.names)]}"
    except AmbiguousError:
        return f"award {line}"
    except NotationError:
        return line


def _with_name_of_seat(text: str, state: Round) -> str:
    """The line `award 1` or `lead 1` with the name of the player at that seat; any other line as it is."""
    before, colon, action = text.rpartition(":")
    verb, _, seat = action.strip().partition(" ")
    names = state.table.names
    place = int(seat) if len(seat.strip()) == 1 and seat.strip() in "123456789" else 0
    called = (verb.casefold() in map(str.casefold, names), any(name.startswith(seat.strip()) for name in names))
    if canonical_verb(verb) not in ("award", "lead") or any(called) or not 1 <= place <= len(names):
        return text
    return f"{before}{colon}{' ' if colon else ''}{verb} {names[place - 1]}"


def award_choices(state: Round) -> tuple[int, ...]:
    """Who may capture the trick that a bomb has just won; nobody where that is not asked."""
    trick = state.bombed_trick
    return state.table.variant.bomb_taker(state, trick).seats if trick else ()
