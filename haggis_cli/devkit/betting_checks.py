"""Whether a betting rule can be played: its amounts and names, what it refuses, and what it settles for every bet."""

from collections.abc import Iterator
from typing import Any

from haggis_cli.devkit.field_checks import is_whole
from haggis_cli.rules.betting.base import Betting, Stakes
from haggis_cli.rules.rounds.events import Bet, Bid
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.views import TableView


def amount_faults(betting: Betting) -> Iterator[str]:
    """What is wrong with the amounts that can be bet, and with their names."""
    amounts: Any = betting.amounts
    if not isinstance(amounts, tuple) or not all(is_whole(amount, 0) for amount in amounts):
        yield f"betting.amounts is {amounts!r}: it must be whole numbers from 0 on"
        return
    if list(amounts) != sorted(set(amounts)):
        yield f"betting.amounts is {amounts!r}: the lowest comes first, and each stands once"
    for amount in betting.blind:
        if amount not in amounts:
            yield f"betting.blind has {amount!r}, and it is not offered: {betting.amounts_text()}"
    for name, amount in betting.names.items():
        if amount not in amounts:
            yield f"betting.names calls {amount!r} '{name}', and it is not offered: {betting.amounts_text()}"


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
    yield from _settlement_faults(betting, table)


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


def _settlement_faults(betting: Betting, table: TableView) -> Iterator[str]:
    """Every single bet, won and lost: always the same points, and none for partners of whoever has lost it."""
    if not betting.amounts:
        return
    amount = betting.amounts[-1]
    for better in table.seats:
        stakes: Stakes = tuple(amount if seat == better else None for seat in table.seats)
        for first in table.seats:
            out = table.clockwise_from(first)[:-1] or (first,)
            points = betting.settle(table, stakes, out)
            if len(points) != len(stakes) or not all(map(is_whole, points)):
                yield f"betting.settle gives {points!r}: it must be a whole number for each of {len(stakes)} players"
                return
            if betting.settle(table, stakes, out) != points:
                yield "betting.settle gives other points when it is asked again: rules remember nothing"
                return
            if first != better and any(points[partner] > 0 for partner in table.partners(better)):
                yield "betting.settle brings partners points for a bet that their side has lost: it knows no teams"
                return
