"""What a round is worth, and where the match stands after it."""

from operator import add
from typing import NamedTuple

from haggis_cli.rules.betting import Stakes
from haggis_cli.rules.scoring import Standing, add_win, find_sides_fault
from haggis_cli.rules.variant import Table


class Outcome(NamedTuple):
    """What counts of a finished round, whether it was recorded or typed in.

    out: the seats that went out, in order.
    counts: the opponents' cards that each seat recorded; 0 for a seat that did not go out.
    captured: the points of the cards that each seat captured.
    stakes: the bets that count.
    """

    out: tuple[int, ...]
    counts: tuple[int, ...]
    captured: tuple[int, ...]
    stakes: Stakes


class Score(NamedTuple):
    """One player's line of the scoresheet for one round.

    hand: the opponents' cards recorded on going out.
    hand_points: the points for them.
    captured: the points of the captured cards.
    bonus: the points for going out first, where the variant has such a bonus.
    bet: the bet that counts; 0 if there is none.
    bet_points: the points that bets bring, the player's own and those of others.
    """

    hand: int
    hand_points: int
    captured: int
    bonus: int
    bet: int
    bet_points: int

    @property
    def total(self) -> int:
        """All points of the line, those by bets included; a player's total on the scoresheet is `player_total`."""
        return self.hand_points + self.captured + self.bonus + self.bet_points


def has_teams(table: Table) -> bool:
    """Whether teams score: partners of one round alone, where sides change, each score for themselves."""
    return any(len(side) > 1 for side in table.variant.teams)


def player_total(table: Table, line: Score) -> int:
    """A player's round total on the scoresheet: a team's bet is the team's alone (Rulebook 2.1, Scoresheets)."""
    return line.total - line.bet_points if has_teams(table) else line.total


def score(table: Table, outcome: Outcome) -> tuple[Score, ...]:
    """The scores of every seat (Rulebook 2.1, Scoring)."""
    variant = table.variant
    bets = variant.betting.settle(table, outcome.stakes, outcome.out)
    bonus = variant.first_out_bonus.get(len(table.names), 0)
    return tuple(
        Score(
            hand=outcome.counts[seat],
            hand_points=variant.hand_points * outcome.counts[seat],
            captured=outcome.captured[seat],
            bonus=bonus if outcome.out[0] == seat else 0,
            bet=outcome.stakes[seat] or 0,
            bet_points=bets[seat],
        )
        for seat in table.seats
    )


def first_standing(table: Table, leader: int, dealer: int | None = None) -> Standing:
    """Where a match stands before its first round; without a dealer named, the player to the leader's right deals."""
    if dealer is None and table.variant.has_dealer:
        dealer = table.left(leader, -1)
    nothing = (0,) * len(table.sides)
    return _with_sides(table, Standing(table, nothing, leader, leader, dealer, wins=nothing))


def after_round(
    table: Table, standing: Standing, out: tuple[int, ...], first_lead: int, scores: tuple[Score, ...]
) -> Standing:
    """The standing after a round with these scores, with the next leader, dealer and sides.

    Totals are those of the match's sides, also where the round had sides of its own.
    """
    match = standing.table
    gained = tuple(sum([scores[seat].total for seat in seats]) for seats in match.sides)
    totals = tuple(map(add, standing.totals, gained))
    wins = add_win(standing.wins, gained)
    ended = Standing(match, totals, standing.leader, first_lead, standing.dealer, out, wins)
    leader, dealer = table.variant.next_leader(ended), table.variant.next_dealer(ended)
    return _with_sides(table, Standing(match, totals, leader, leader, dealer, out, wins))


def _with_sides(table: Table, standing: Standing) -> Standing:
    """The standing with the sides of the round to come, where they change; ValueError if they do not seat everybody."""
    rule = table.variant.round_sides
    if rule is None:
        return standing
    sides = rule(standing)
    fault = find_sides_fault(sides, len(table.names))
    if fault:
        raise ValueError(fault)
    return standing._replace(sides=sides)
