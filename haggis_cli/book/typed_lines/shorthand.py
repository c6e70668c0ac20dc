"""What a line means at one moment of a round: at the table a number, a name or the cards alone say enough."""

import re

from haggis_cli.matches.notation import parse_action, parse_cards, parse_event, parse_name
from haggis_cli.matches.notation.events import ACTION_WORDS, canonical_verb
from haggis_cli.matches.notation.shorthand import read_shorthand
from haggis_cli.rules.rounds.events import Event, Phase, Play
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.round import Round
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
    name, _, action = text.strip().partition(" ")
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
    return text


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
