"""Whether a betting rule can be played: its amounts and names, what it refuses, and what it settles for every bet."""

from collections.abc import Iterator, Mapping
from re import fullmatch
from typing import Any

from haggis_cli.book.typed_round import NO_BET
from haggis_cli.devkit.field_checks import is_whole
from haggis_cli.rules.betting.base import Betting, Stakes
from haggis_cli.rules.betting.blind_bets import BlindBets
from haggis_cli.rules.betting.free_bets import FreeBets
from haggis_cli.rules.phrases import rule_text
from haggis_cli.rules.rounds.events import Bet, Bid
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.views import TableView
from haggis_cli.rules.variant import Variant

WRITTEN_BY_AUTHORS = ("describe", "refuse", "settle")
"""What a subclass of `Betting` must define."""


def amount_faults(betting: Betting, variant: Variant) -> Iterator[str]:
    """What is wrong with the fields of a betting rule: amounts, names, blind bets; and whether it is all written."""
    amounts: Any = betting.amounts
    if not isinstance(amounts, tuple) or not all(is_whole(amount, 0) for amount in amounts):
        yield f"betting.amounts is {amounts!r}: it must be whole numbers from 0 on"
        return
    if list(amounts) != sorted(set(amounts)):
        yield f"betting.amounts is {amounts!r}: the lowest comes first, and each stands once"
    for name in WRITTEN_BY_AUTHORS:
        if getattr(type(betting), name) is getattr(Betting, name):
            yield f"betting.{name} is not there: {type(betting).__name__} must define it, as every Betting does"
    yield from _kind_faults(betting)
    yield from _name_faults(betting)
    yield from _blind_faults(betting, variant)


def _kind_faults(betting: Betting) -> Iterator[str]:
    """What only some kinds of betting have."""
    settlement: object = getattr(betting, "settlement", rule_text)
    if not callable(settlement):
        yield f"betting.settlement is {settlement!r}, which is no function"
    elif not rule_text(settlement):
        yield "betting.settlement has no docstring, which says to players what becomes of a bet"
    for name in ("won", "lost"):
        times: object = getattr(betting, name, 0)
        if not is_whole(times):
            yield f"betting.{name} is {times!r}: it must be a whole number"
    if not isinstance(getattr(betting, "single", False), bool):
        yield f"betting.single is {getattr(betting, 'single', False)!r}: it must be True or False"
    exchange: object = getattr(betting, "exchange", {})
    if not isinstance(exchange, Mapping) or not all(map(is_whole, (*exchange, *exchange.values()))):
        yield f"betting.exchange is {exchange!r}: it must be a mapping from bids to numbers of cards, like {{15: 3}}"


def _name_faults(betting: Betting) -> Iterator[str]:
    """Names that cannot be typed as they stand, or mean something else, or call no amount."""
    names: object = betting.names
    if not isinstance(names, Mapping):
        yield f'betting.names is {names!r}: it must be a mapping from names to amounts, like {{"big": 30}}'
        return
    for name, amount in names.items():
        if amount not in betting.amounts:
            yield (
                f"betting.names calls {amount!r} {name!r}, and it is not offered: amounts of your own need names of "
                "their own, or names={}"
            )
        elif not isinstance(name, str) or not fullmatch(r"[^\W\d_]+([ '-][^\W\d_]+)*", name) or name != name.casefold():
            yield f"betting.names has {name!r}: a name is of small letters, without digits, as people type it"
        elif name in NO_BET:
            yield f"betting.names has {name!r}, which people type for no bet at all"


def _blind_faults(betting: Betting, variant: Variant) -> Iterator[str]:
    """Blind bets are among the amounts, and when they are made some cards have been seen and some have not."""
    blind: Any = betting.blind
    if not isinstance(blind, tuple):
        yield f"betting.blind is {blind!r}: it must be a tuple of amounts, like (60,)"
        return
    if isinstance(betting, BlindBets) and not blind:
        yield "betting.blind is (): without a blind bet it is FreeBets"
    for amount in blind:
        if amount not in betting.amounts:
            yield f"betting.blind has {amount!r}, and it is not offered: {betting.amounts_text()}"
    dealt = min(setup.dealt for setup in variant.setups.values())
    seen: object = getattr(betting, "seen", 1)
    if blind and not is_whole(seen, 1, dealt - 1):
        yield f"betting.seen is {seen!r}: it must be from 1 to {dealt - 1}, for {dealt} suit cards are dealt to each"


def betting_faults(state: Round) -> Iterator[str]:
    """What is wrong with the betting of a round that has just begun."""
    betting, table = state.table.variant.betting, state.table
    bidder = betting.next_bidder(table, state.leader, ())
    if bidder is not None and bidder not in table.seats:
        yield f"betting.next_bidder gives {bidder!r}, which is no seat of {len(table.names)} players"
        return
    yield from _draw_faults(betting, table)
    unheard_of = max(betting.amounts, default=0) + 1
    event = Bid(state.turn, unheard_of) if betting.by_auction else Bet(state.turn, unheard_of)
    if betting.refuse(state, event) is None:
        yield f"betting.refuse allows {unheard_of}, which is not among the amounts: {betting.amounts_text()}"
        return
    yield from _forgotten(betting, state)
    yield from settlement_faults(betting, table)


def _draw_faults(betting: Betting, table: TableView) -> Iterator[str]:
    """Nobody draws more cards than there are."""
    rest = table.setup.haggis(len(table.names))
    for amount in betting.amounts if betting.by_auction else ():
        try:
            drawn = betting.draws(amount)
        except LookupError:
            yield f"betting.draws has no answer for {amount}, which can be bid"
            continue
        if not is_whole(drawn, 0, rest):
            yield f"betting.draws gives {drawn!r} cards for {amount}, and the haggis has {rest}"


def _forgotten(betting: Betting, state: Round) -> Iterator[str]:
    """A bet that is accepted counts."""
    for amount in () if betting.by_auction else betting.amounts:
        bet = Bet(state.turn, amount)
        if betting.refuse(state, bet) is None and betting.stakes(state.table, (bet,))[state.turn] != amount:
            yield f"betting.stakes does not know of a bet of {amount} that was made"


def settlement_faults(betting: Betting, table: TableView) -> Iterator[str]:
    """Every single bet, won and lost: always the same points, and none for partners of whoever has lost it."""
    if not betting.amounts:
        return
    amount = betting.amounts[-1]
    for better in table.seats:
        stakes: Stakes = tuple(amount if seat == better else None for seat in table.seats)
        for first in table.seats:
            out = table.clockwise_from(first)[:-1] or (first,)
            points = betting.settle(table, stakes, out)
            fault = find_points_fault(betting, points, len(stakes))
            if fault:
                yield fault
                return
            if betting.settle(table, stakes, out) != points:
                yield f"{settled_by(betting)} gives other points when it is asked again: rules remember nothing"
                return
            if first != better and any(points[partner] > 0 for partner in table.partners(better)):
                by = settled_by(betting)
                yield f"{by} brings partners points for a bet that their side has lost: it knows no teams"
                return


def find_points_fault(betting: Betting, points: object, players: int) -> str | None:
    """What is wrong with the bet points of a round; None if there is a whole number for each player."""
    if isinstance(points, tuple | list) and len(points) == players and all(map(is_whole, points)):
        return None
    return f"{settled_by(betting)} gives {points!r}: it must be a whole number for each of {players} players"


def settled_by(betting: Betting) -> str:
    """The field, and the author's function, that says what becomes of bets."""
    if isinstance(betting, FreeBets) and type(betting).settle is FreeBets.settle:
        return f"betting.settlement ({getattr(betting.settlement, '__name__', 'a function')})"
    return "betting.settle"
