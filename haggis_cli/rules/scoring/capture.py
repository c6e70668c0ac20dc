"""Who captures what: tricks won by a bomb, and the cards left at the end of the round.

A trick won without a bomb always goes to its winner. Each function here is one answer that a variant can give; the
first paragraph of its docstring is what the variant's description says.
"""

from typing import NamedTuple

from haggis_cli.rules.rounds.trick import Trick
from haggis_cli.rules.rounds.views import RoundView


class Takers(NamedTuple):
    """Who may capture a trick won by a bomb.

    seats: those whom the winner may name.
    default: who captures it when nobody is named; None if the winner must name somebody.
    """

    seats: tuple[int, ...]
    default: int | None


def opponent_of_winners_choice(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by an opponent whom its winner chooses.

    For two players: A trick won by a bomb is captured by the winner's opponent.

    With one opponent there is nothing to choose. The opponent may be out (rules K1; Rulebook 2.1, Capturing Cards).
    """
    opponents = state.table.opponents(trick.winner)
    return Takers(opponents, opponents[0] if len(opponents) == 1 else None)


def winner_captures(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by its winner, too.

    Rulebook 2.1, Haggis and Tatties, Ending A Trick.
    """
    return Takers((trick.winner,), trick.winner)


def other_team(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by the other team.

    Which of the two does not matter: it is the opponent on the winner's left unless another is named.

    Rulebook 2.1, Haggis and Neeps.
    """
    opponents = state.table.opponents(trick.winner)
    return Takers(opponents, opponents[0])


def next_highest_else_right(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by whoever played the next-highest combination;
    if there is none, by the player to the leader's right.

    Tournament rule of the first edition and the revised rules.
    """
    return _next_highest(state, trick, -1)


def next_highest_else_left(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by whoever played the next-highest combination;
    if there is none, by the player to the leader's left.

    Tournament rule of Taylor's write-up.
    """
    return _next_highest(state, trick, 1)


def _next_highest(state: RoundView, trick: Trick, side: int) -> Takers:
    others = [play.seat for play in trick.plays if play.seat != trick.winner]
    taker = others[-1] if others else state.table.left(trick.winner, side)
    return Takers((taker,), taker)


def first_out_takes(state: RoundView, holder: int) -> int | None:
    """The cards left in a hand at the end are captured by the first player out.

    For two players: The cards that your opponent still holds when you go out are yours.
    """
    return state.out[0]


def first_out_takes_from_opponents(state: RoundView, holder: int) -> int | None:
    """The cards left in an opponent's hand at the end are captured by the first player out; a partner's go to nobody.

    Rulebook 2.1, Haggis and Neeps, Ending the Round.
    """
    first = state.out[0]
    return None if holder in state.table.partners(first) else first
