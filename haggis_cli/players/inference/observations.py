"""What the other players have done in a round: their plays, and what they let pass."""

from typing import NamedTuple, TypeAlias

from haggis_cli.players.hand_plan import BOMB, Shape, shape_of
from haggis_cli.players.view import View
from haggis_cli.rules.cards import Cards, suit_cards
from haggis_cli.rules.rounds.trick import TrickPlay


class Observation(NamedTuple):
    """A play or a pass of another player that may say something about the hand it came from.

    seat: who it was.
    over: the shape and the rank that were to be beaten; None for a lead.
    shape: the shape played; None for a pass.
    rank: the rank played.
    played: the suit cards played.
    shed: these and all suit cards that the seat has played since: what it still holds and these were its hand.
    """

    seat: int
    over: tuple[Shape, int] | None
    shape: Shape | None
    rank: int
    played: Cards
    shed: Cards


Action: TypeAlias = tuple[int, TrickPlay | None, TrickPlay | None]
"""Who acted, the play that was to be beaten, and the own one: None for a lead, and for a pass."""


def observe(view: View) -> list[Observation]:
    """What others have done, the last first; bombs, and passes when the own side was winning, say nothing."""
    table = view.state.table
    shed: list[Cards] = [0] * len(table.names)
    found: list[Observation] = []
    for seat, over, play in reversed(_actions(view)):
        beaten = (shape_of(over.reading), over.reading.rank) if over else None
        if play is None:
            assert over is not None
            if seat != view.seat and over.seat not in table.partners(seat):
                found.append(Observation(seat, beaten, None, 0, 0, shed[seat]))
            continue
        played, shape = suit_cards(play.cards), shape_of(play.reading)
        shed[seat] |= played
        if seat != view.seat and shape != BOMB and played:
            found.append(Observation(seat, beaten, shape, play.reading.rank, played, shed[seat]))
    return [each for each in found if each.over is None or each.over[0] != BOMB]


def _actions(view: View) -> list[Action]:
    """What was done so far, in order.

    Passes are not kept in a round: whoever sits between two plays has passed. Those who are out are taken for passing,
    too; where no card is held, nothing follows.
    """
    state = view.state
    actions: list[Action] = []
    for plays, end in (*((trick.plays, trick.winner) for trick in state.tricks), (state.trick, state.turn)):
        over: TrickPlay | None = None
        for play in plays:
            if over:
                actions += [(seat, over, None) for seat in _between(view, over.seat, play.seat)]
            actions.append((play.seat, over, play))
            over = play
        if over:
            actions += [(seat, over, None) for seat in _between(view, over.seat, end)]
    return actions


def _between(view: View, one: int, other: int) -> list[int]:
    """The seats after the one and before the other, clockwise."""
    table, seats = view.state.table, []
    seat = table.left(one)
    while seat != other:
        seats.append(seat)
        seat = table.left(seat)
    return seats
