"""A position as people describe it, with all hands open, as a round of the rules."""

from typing import NamedTuple

from haggis_cli.rules.cards import COURTS, Card, Cards
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.trick import TrickPlay
from haggis_cli.rules.table import Table


class OpenPosition(NamedTuple):
    """A position with all hands open.

    hands: everybody's cards, court cards included; no cards for those who are out.
    turn: whose turn it is.
    trick: the plays of the trick so far, the one to beat last; empty if the next play leads.
    haggis: the cards of the haggis, as far as they are known.
    out: who has gone out, in order, each with the cards recorded.
    """

    hands: tuple[Cards, ...]
    turn: int = 0
    trick: tuple[TrickPlay, ...] = ()
    haggis: tuple[Card, ...] = ()
    out: tuple[tuple[int, int], ...] = ()


def open_round(table: Table, position: OpenPosition) -> Round:
    """The round in this position, as if nothing had been captured yet and nobody had bet."""
    hands, trick, turn = position.hands, position.trick, position.turn
    return Round(
        table=table,
        leader=trick[0].seat if trick else turn,
        totals=(0,) * len(hands),
        haggis=position.haggis,
        betting=(),
        given=(),
        hands=hands,
        courts=tuple(hand & COURTS for hand in hands),
        sizes=tuple(hand.bit_count() for hand in hands),
        seen=0,
        out=tuple(seat for seat, _ in position.out),
        counts=tuple(count for _, count in position.out),
        phase=Phase.PLAY,
        turn=turn,
        trick=trick,
        passes=_count_passes(position),
    )


def _count_passes(position: OpenPosition) -> int:
    """How many must have passed since the last play, those who are out left out."""
    if not position.trick:
        return 0
    players = len(position.hands)
    steps = (position.turn - position.trick[-1].seat) % players
    between = [(position.turn - step) % players for step in range(1, steps)]
    return sum(position.hands[seat] != 0 for seat in between)
