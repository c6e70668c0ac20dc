"""Where the match stands between two rounds, and who leads and deals next.

Each function that picks a leader or dealer is one answer a variant can give; the first paragraph of its docstring is
what the variant's description says.
"""

from typing import NamedTuple

from haggis_cli.rules.rounds.views import TableView


class Standing(NamedTuple):
    """The match between two rounds.

    table: who plays.
    totals: the game score of each side.
    leader: who was to lead the round that ended.
    first_lead: who led its first trick; after an auction this may be another player than `leader`.
    dealer: who dealt it, where the variant has a dealer.
    out: its order of going out.
    wins: how many rounds each side has won, each by the most points of the round.
    sides: the sides of the round to come, where they change from round to round; empty where they do not.
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
        """The game score of the player's side."""
        return self.totals[self.table.side(seat)]

    def lowest(self) -> tuple[int, ...]:
        """The seats with the lowest game score."""
        low = min(self.totals)
        return tuple(seat for seat in self.table.seats if self.total(seat) == low)

    def highest(self) -> tuple[int, ...]:
        """The seats with the highest game score."""
        high = max(self.totals)
        return tuple(seat for seat in self.table.seats if self.total(seat) == high)


def no_dealer(standing: Standing) -> int | None:
    """The lead player deals."""
    return None


def most_points_deals(standing: Standing) -> int | None:
    """The player with the most points deals; on a tie, the first player out of the round before."""
    highest = standing.highest()
    return highest[0] if len(highest) == 1 else standing.out[0]


def lowest_total_leads(standing: Standing) -> int:
    """The player with the lowest total leads; on a tie, the player who did not go out.

    Rulebook 2.1, Haggis (2-Player), New Round and Winning the Game.
    """
    lowest = standing.lowest()
    if len(lowest) == 1:
        return lowest[0]
    return next(seat for seat in standing.table.seats if seat not in standing.out)


def lowest_total_leads_else_same(standing: Standing) -> int:
    """The player with the lowest total leads; on a tie, the lead player of the round before leads again.

    Rulebook 2.1, Haggis (3-Player), New Round and Winning the Game.
    """
    lowest = standing.lowest()
    return lowest[0] if len(lowest) == 1 else standing.leader


def lowest_total_leads_else_left_of_lead(standing: Standing) -> int:
    """The player with the lowest total leads; on a tie, the first of the tied players to the left of the one who led
    the first trick of the round before.

    Rulebook 2.1, Haggis and Tatties, New Round and Winning the Game.
    """
    lowest = standing.lowest()
    left = standing.table.left(standing.first_lead)
    return next(seat for seat in standing.table.clockwise_from(left) if seat in lowest)


def lowest_total_leads_else_left_of_dealer(standing: Standing) -> int:
    """The player with the lowest total leads; on a tie, the player to the dealer's left.

    The dealer is the one of the round to come. First edition and revised rules, Continuing Play.
    """
    lowest = standing.lowest()
    if len(lowest) == 1:
        return lowest[0]
    dealer = most_points_deals(standing)
    assert dealer is not None
    return standing.table.left(dealer)


def trailing_team_leads(standing: Standing) -> int:
    """The next player of the trailing team, clockwise from the leader of the round before, leads; on a tie, the player
    to that leader's left.

    Rulebook 2.1, Haggis and Neeps, New Round and Winning the Game.
    """
    lowest = standing.lowest()
    left = standing.table.left(standing.first_lead)
    if len(set(standing.totals)) == 1:
        return left
    return next(seat for seat in standing.table.clockwise_from(left) if seat in lowest)
