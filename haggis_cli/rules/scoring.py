"""What a variant chooses from: who captures, what cards are worth, when a match ends, who leads, deals, plays together.

Each function that a variant can name is one answer; the first paragraph of its docstring is what the variant's
description says.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from haggis_cli.rules.cards import JACK, MAX_SUITS, SECOND_COPY, SUIT_BITS, SUIT_START, Cards
from haggis_cli.rules.events import RoundView, TableView, Trick

# Who captures a trick won by a bomb (any other goes to its winner), and the cards left at the end of the round.


class Takers(NamedTuple):
    """Who may capture a trick won by a bomb.

    seats: those whom the winner may name.
    default: who captures it if the winner names nobody; None if the winner must name somebody.
    """

    seats: tuple[int, ...]
    default: int | None


def opponent_of_winners_choice(state: RoundView, trick: Trick) -> Takers:
    """The winner of a trick won by a bomb chooses the opponent who captures it, out or not.

    For two players: A trick won by a bomb is captured by the winner's opponent.

    With one opponent there is nothing to choose. The opponent may be out (rules K1; Rulebook 2.1, Capturing Cards).
    """
    opponents = state.table.opponents(trick.winner)
    return Takers(opponents, opponents[0] if len(opponents) == 1 else None)


def winner_captures(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by its winner, like any other.

    Rulebook 2.1, Haggis and Tatties, Ending A Trick.
    """
    return Takers((trick.winner,), trick.winner)


def other_team(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by the other team; either of its players may take it.

    It is the opponent on the winner's left unless another is named.

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
    """The first player out captures the cards left in hands at the end.

    For two players: The cards that your opponent still holds when you go out are yours.
    """
    return state.out[0]


def first_out_takes_from_opponents(state: RoundView, holder: int) -> int | None:
    """The first player out captures the cards left in opponents' hands at the end; nobody captures those in the
    partner's hand.

    Rulebook 2.1, Haggis and Neeps, Ending the Round.
    """
    first = state.out[0]
    return None if holder in state.table.partners(first) else first


# What captured cards are worth.


class CardValues(NamedTuple):
    """Points for captured cards.

    name: the values in words, as the description of a variant gives them.
    suit_cards: points by rank, from 2 to 10.
    courts: points of J, Q and K.

    >>> POINT_CARDS.of(0b111)
    10
    """

    name: str
    suit_cards: tuple[int, int, int, int, int, int, int, int, int]
    courts: tuple[int, int, int]

    def of(self, *handfuls: Cards) -> int:
        """The total points of these cards."""
        points = 0
        for mask, value in _masks(self):
            for cards in handfuls:
                points += value * (cards & mask).bit_count()
        return points

    @property
    def masks(self) -> tuple[tuple[Cards, int], ...]:
        """The cards of each value, with the value; cards worth 0 are omitted."""
        return _masks(self)

    @property
    def even(self) -> int | None:
        """The value of every card if all are worth the same, else None."""
        values = {*self.suit_cards, *self.courts}
        return values.pop() if len(values) == 1 else None

    @property
    def has_negative(self) -> bool:
        """Whether some cards have negative points."""
        return min(*self.suit_cards, *self.courts) < 0

    def lowest(self, table: TableView) -> int:
        """The fewest points that a player can capture: those of all negative cards, else 0."""
        if not self.has_negative:
            return 0
        suits = len(table.deck.letters) * table.deck.copies
        return suits * sum(_below_zero(self.suit_cards)) + len(table.names) * sum(_below_zero(self.courts_of(table)))

    def in_play(self, table: TableView) -> int:
        """The points of all cards in the game, including everybody's court cards."""
        return self.of(table.deck.suit_cards) + len(table.names) * self.of(table.setup.court_cards)

    def courts_of(self, table: TableView) -> tuple[int, ...]:
        """The points of the court cards that a player has at this table."""
        return tuple(self.courts[rank - JACK] for rank in table.setup.courts)


_RANK_MASKS: tuple[Cards, ...] = tuple(
    sum(1 << (SUIT_START + SUIT_BITS * suit + place + copy) for suit in range(MAX_SUITS) for copy in (0, SECOND_COPY))
    for place in range(SUIT_BITS)
)
"""Every card of each rank 2-10, both copies."""


def _below_zero(values: Iterable[int]) -> Iterator[int]:
    return (value for value in values if value < 0)


@cache
def _masks(values: CardValues) -> tuple[tuple[Cards, int], ...]:
    found: dict[int, Cards] = {}
    for place, value in enumerate(values.courts):
        found[value] = found.get(value, 0) | 1 << place
    for mask, value in zip(_RANK_MASKS, values.suit_cards, strict=True):
        found[value] = found.get(value, 0) | mask
    return tuple((mask, value) for value, mask in found.items() if value)


POINT_CARDS = CardValues(
    "3, 5, 7 and 9 count 1 point each; J counts 2, Q 3 and K 5", (0, 1, 0, 1, 0, 1, 0, 1, 0), (2, 3, 5)
)
EVERY_CARD = CardValues("every card is 1 point", (1,) * 9, (1, 1, 1))


# When a match ends, and who has won it.


class Goal(NamedTuple):
    """When a match ends: at a number of points, after a number of rounds, or when a side has won a number of rounds.

    Exactly one of the three is given.

    points: the total that a side must reach.
    rounds: how many rounds are played.
    round_wins: how many rounds a side must win; the side with the most points wins a round.
    """

    points: int | None = None
    rounds: int | None = None
    round_wins: int | None = None

    @property
    def figure(self) -> int | None:
        """What a side must reach, points or rounds won; None if a number of rounds is played."""
        return self.points or self.round_wins

    def __str__(self) -> str:
        number, unit = (self.points, "point") if self.points else (self.rounds or self.round_wins or 0, "round")
        text = f"1 {unit}" if number == 1 else f"{number} {unit}s"
        return f"{text} won" if self.round_wins else text

    def reached(self, totals: tuple[int, ...], rounds: int, wins: tuple[int, ...] = ()) -> bool:
        """Whether the match may end after this many rounds, with these totals and rounds won."""
        if self.round_wins:
            return max(wins, default=0) >= self.round_wins
        return max(totals) >= self.points if self.points else rounds >= (self.rounds or 0) > 0


def winner(goal: Goal, totals: tuple[int, ...], rounds: int, wins: tuple[int, ...] = ()) -> int | None:
    """The side that has won after so many rounds; None while the match goes on.

    The goal is reached by points or by rounds, never both; a tie for the highest total is played on (Rulebook 2.1,
    Winning the Game).

    wins: how many rounds each side has won; only a goal of rounds won looks at it.
    """
    if not goal.reached(totals, rounds, wins):
        return None
    return leading_side(decisive(goal, totals, wins))


def decisive(goal: Goal, totals: tuple[int, ...], wins: tuple[int, ...]) -> tuple[int, ...]:
    """What decides who is ahead and who wins, by side: the rounds won where they are the goal, else the totals."""
    return wins if goal.round_wins else totals


def leading_side(totals: tuple[int, ...]) -> int | None:
    """The side with the highest total; None on a tie."""
    high = max(totals)
    return totals.index(high) if totals.count(high) == 1 else None


def largest_deficit(totals: Sequence[tuple[int, ...]], side: int) -> tuple[int, int]:
    """How far a side was behind the best of the others at most, and after which of these totals; 0 if it never was.

    >>> largest_deficit([(10, 20), (15, 40), (60, 45)], 0)
    (25, 1)
    """
    behind = [max(each) - each[side] for each in totals]
    most = max([0, *behind])
    return most, behind.index(most) if most else 0


def add_win(wins: tuple[int, ...], gained: tuple[int, ...]) -> tuple[int, ...]:
    """The rounds won by each side after a round with these points; a tie for the most is won by nobody.

    >>> add_win((1, 0), (12, 40)), add_win((1, 0), (20, 20))
    ((1, 1), (1, 0))
    """
    won = leading_side(gained)
    return tuple(number + (side == won) for side, number in enumerate(wins))


# Where the match stands between two rounds, and who deals, leads and plays alone in the next.


class Standing(NamedTuple):
    """The match between two rounds.

    table: who plays.
    totals: the game score of each side.
    leader: who was to lead the round that ended.
    first_lead: who led its first trick; after an auction this may be another player than `leader`.
    dealer: who dealt it, if the variant has a dealer.
    out: who went out in it, in order.
    wins: how many rounds each side has won; the side with the most points wins a round.
    sides: the sides of the next round, if they change from round to round; empty if they do not.
    """

    table: TableView
    totals: tuple[int, ...]
    leader: int
    first_lead: int
    dealer: int | None
    out: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()

    def total(self, seat: int) -> int:
        """The total of the player's side."""
        return self.totals[self.table.side(seat)]

    def lowest(self) -> tuple[int, ...]:
        """The seats with the lowest total."""
        low = min(self.totals)
        return tuple(seat for seat in self.table.seats if self.total(seat) == low)

    def highest(self) -> tuple[int, ...]:
        """The seats with the highest total."""
        high = max(self.totals)
        return tuple(seat for seat in self.table.seats if self.total(seat) == high)


def no_dealer(standing: Standing) -> int | None:
    """The lead player deals."""
    return None


def most_points_deals(standing: Standing) -> int | None:
    """The player with the highest total deals; on a tie, whoever went out first in the round before."""
    highest = standing.highest()
    return highest[0] if len(highest) == 1 else standing.out[0]


def lowest_total_leads(standing: Standing) -> int:
    """The player with the lowest total is the lead player; on a tie, the player who did not go out.

    Rulebook 2.1, Haggis (2-Player), New Round and Winning the Game.
    """
    lowest = standing.lowest()
    if len(lowest) == 1:
        return lowest[0]
    return next(seat for seat in standing.table.seats if seat not in standing.out)


def lowest_total_leads_else_same(standing: Standing) -> int:
    """The player with the lowest total is the lead player; on a tie, the lead player of the round before leads again.

    Rulebook 2.1, Haggis (3-Player), New Round and Winning the Game.
    """
    lowest = standing.lowest()
    return lowest[0] if len(lowest) == 1 else standing.leader


def lowest_total_leads_else_left_of_lead(standing: Standing) -> int:
    """The player with the lowest total is the lead player; on a tie, the first tied player clockwise after whoever led
    the first trick of the round before (that player, if tied, comes last).

    Rulebook 2.1, Haggis and Tatties, New Round and Winning the Game.
    """
    lowest = standing.lowest()
    left = standing.table.left(standing.first_lead)
    return next(seat for seat in standing.table.clockwise_from(left) if seat in lowest)


def lowest_total_leads_else_left_of_dealer(standing: Standing) -> int:
    """The player with the lowest total leads; on a tie, the player to the left of the new dealer.

    The dealer is the one of the round to come. First edition and revised rules, Continuing Play.
    """
    lowest = standing.lowest()
    if len(lowest) == 1:
        return lowest[0]
    dealer = most_points_deals(standing)
    assert dealer is not None
    return standing.table.left(dealer)


def trailing_team_leads(standing: Standing) -> int:
    """The lead player is the next player of the team with the lower total, clockwise after whoever led the first trick
    of the round before (the partner of that leader, if that leader is on this team). On a tie, the player to the left
    of that leader is the lead player.

    Rulebook 2.1, Haggis and Neeps, New Round and Winning the Game.
    """
    lowest = standing.lowest()
    left = standing.table.left(standing.first_lead)
    if len(set(standing.totals)) == 1:
        return left
    return next(seat for seat in standing.table.clockwise_from(left) if seat in lowest)


def lead_player_alone(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The lead player plays the round alone against all others together."""
    return _alone(standing, standing.leader)


def lowest_alone(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The player with the lowest total plays the round alone against all others together; on a tie, the first of them
    clockwise from the lead player.
    """
    return _first_alone(standing, standing.lowest())


def highest_alone(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The player with the highest total plays the round alone against all others together; on a tie, the first of them
    clockwise from the lead player.
    """
    return _first_alone(standing, standing.highest())


def _first_alone(standing: Standing, seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return _alone(standing, next(seat for seat in standing.table.clockwise_from(standing.leader) if seat in seats))


def _alone(standing: Standing, alone: int) -> tuple[tuple[int, ...], ...]:
    return (alone,), tuple(seat for seat in standing.table.seats if seat != alone)


def find_sides_fault(sides: object, players: int) -> str | None:
    """Why these cannot be the sides of a round; None if every player is on one of two sides or more, once."""
    if isinstance(sides, tuple) and all(isinstance(side, tuple) and side for side in sides):
        seats = [seat for side in sides for seat in side]
        if all(type(seat) is int for seat in seats) and sorted(seats) == list(range(players)) and len(sides) > 1:
            return None
    return f"round_sides returns {sides!r}: it must be two sides or more that seat each of {players} players once"
