"""What is said of a line while it is typed: what the cards are, whether they are legal, what is missing. Pure."""

import re
from itertools import chain

from haggis_cli.book.typing.shorthand import award_choices, in_full, lead_offered_to, read_line
from haggis_cli.cli.terminal.printer import safe
from haggis_cli.matches.notation import read_name
from haggis_cli.plugins.isolation import rules_of
from haggis_cli.referee.sentences import pluralize
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import count
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.judge import judge
from haggis_cli.rules.phrases import listed
from haggis_cli.rules.play_reading import legal_readings, read_play
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Phase, Round
from haggis_cli.support.errors import NotationError

_BEGUN_CARD = re.compile(r"(?:\d{1,2}|t)(?:[-–]\d{0,2})?|[a-z]", re.IGNORECASE)
_VERBS = ("pass", "bet", "bid", "exchange", "give", "award", "lead", "as")
_READINGS = ("single", "set", "sequence", "run", "stair", "bomb")
_MAYBE_MORE = frozenset({"not-a-combination", "wrong-kind", "wrong-size", "not-higher"})


def verdict(text: str, state: Round) -> str:
    """What the line would do now, in a few words; a hint while it is unfinished. VariantError if the rules fail."""
    with rules_of(state.table.variant.id):
        line = in_full(text, state)
        if not line:
            return _possible(state)
        try:
            event = read_line(line, state)
        except NotationError as error:
            return _unfinished(text, state, error)
        return _judged(event, state)


def _possible(state: Round) -> str:
    """What can be done now, in a few words."""
    betting = state.table.variant.betting
    match state.phase:
        case Phase.AUCTION:
            bids = [amount for amount in betting.amounts if not judge(state, Bid(state.turn, amount))]
            return f"{listed([*map(str, bids), 'pass'], 'or')}"
        case Phase.AWARD:
            names = [safe(state.table.names[seat]) for seat in award_choices(state)]
            return ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
        case Phase.EXCHANGE:
            return f"{pluralize(len(state.drawn()), 'card')} to discard"
        case Phase.PASSING:
            return "a card to give"
        case _:
            partner = lead_offered_to(state)
            if partner is not None:
                return f"cards, or 'lead' for {safe(state.table.names[partner])} to lead"
            return "cards, or pass" if state.trick else "cards"


def _unfinished(text: str, state: Round, error: NotationError) -> str:
    """A hint if the last word may go on; else what is wrong with the line."""
    head, _, last = text.rpartition(" ")
    if not _may_go_on(last, state) or _is_stranger(head, state):
        return safe(str(error))
    if not head.strip() or head.rstrip().endswith(":"):
        return "..."
    try:
        event = read_line(in_full(re.sub(r"\s+as$", "", head, flags=re.IGNORECASE), state), state)
    except NotationError:
        return "..." if _may_go_on(head.split()[-1], state) else safe(str(error))
    said = _judged(event, state)
    return said if said.startswith("not yet") else f"{said} ..."


def _is_stranger(head: str, state: Round) -> bool:
    """Whether the line begins with the name of nobody at the table."""
    name, colon, _ = head.partition(":")
    try:
        return bool(colon) and read_name(name, state.table.names) < 0
    except NotationError:
        return True


def _may_go_on(word: str, state: Round) -> bool:
    begun = word.rpartition(":")[2].casefold()
    if not begun:
        return word.endswith(":")
    whole = chain(_VERBS, _READINGS, map(str.casefold, state.table.names), state.table.variant.betting.names)
    return bool(_BEGUN_CARD.fullmatch(begun)) or any(known.startswith(begun) for known in whole)


def _judged(event: Event, state: Round) -> str:
    name = safe(state.table.names[event.seat])
    breach = judge(state, event)
    if not breach:
        return f"{name} {_deed(event, state)}"
    if isinstance(event, Play) and not event.claim:
        if breach.code == "ambiguous":
            return f"{name} plays {listed(_choices(event, state), 'or')}: Enter asks which"
        if breach.code in _MAYBE_MORE and _too_few(event, state):
            return f"not yet: {_so_far(event, state, breach)}"
    if isinstance(event, Exchange) and 0 < count(event.cards) < len(state.drawn()):
        return f"not yet: {count(event.cards)} of {pluralize(len(state.drawn()), 'card')} to discard"
    return f"no: {safe(breach.message)}"


def _choices(play: Play, state: Round) -> list[str]:
    return [describe(reading, state.table.variant.combinations.bombs) for reading in shapes(play, state)]


def shapes(play: Play, state: Round) -> list[Reading]:
    """The readings that a lead of these cards must choose from: of each shape the highest, best first."""
    found: dict[object, Reading] = {}
    for reading in legal_readings(state.table, play, state.over_reading):
        found.setdefault(reading.shape, reading)
    return list(found.values())


def _too_few(play: Play, state: Round) -> bool:
    """Whether more cards could still make it right."""
    over = state.over_reading
    return over is None or count(play.cards) < over.size


def _so_far(play: Play, state: Round, breach: Breach) -> str:
    over = state.over_reading
    if over is None:
        return safe(breach.message.partition(": ")[2] or breach.message)
    wanted = describe(over, state.table.variant.combinations.bombs)
    return f"{count(play.cards)} of {over.size} cards, to beat {wanted}"


def _deed(event: Event, state: Round) -> str:
    table = state.table
    match event:
        case Pass():
            return "passes"
        case Bet() | Bid():
            name = table.variant.betting.name_of(event.amount)
            amount = f"{name} ({event.amount})" if name else str(event.amount)
            return f"{'bets' if isinstance(event, Bet) else 'bids'} {amount}"
        case Exchange() | Give():
            return f"{'discards' if isinstance(event, Exchange) else 'gives'} {table.deck.write(event.cards)}"
        case Award():
            return f"lets {safe(table.names[event.to])} capture the trick"
        case Lead():
            return f"lets {safe(table.names[event.to])} lead"
        case Play():
            reading = read_play(table, event, state.over_reading)
            assert not isinstance(reading, Breach)
            out = " and goes out" if count(event.cards) == state.sizes[event.seat] else ""
            return f"plays {describe(reading, table.variant.combinations.bombs)}{out}"
