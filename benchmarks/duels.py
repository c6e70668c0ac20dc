"""Which of two computer players is stronger, in points per round, with the same cards dealt to both.

Usage: python -m benchmarks.duels VARIANT PLAYER PLAYER [DEALS]

A PLAYER is a level, or a level and its seconds per move (`hard:0.1`), in CPU time, so that other work on the computer
makes no difference. Every deal is played once for each side: the first player takes that side, the second all others,
and everybody begins with the same cards.
"""

import sys
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from benchmarks.engine import NAMES
from haggis_cli.players.levels import Effort, LeadGiver, Player, load_lead_giver, load_player
from haggis_cli.players.tournament import choose_event, choose_offered_lead, deal_of
from haggis_cli.plugins.registry import load
from haggis_cli.rules.choices import choices
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import Score, Table, score, seat_players


class Duellist(NamedTuple):
    """A computer player and its thinking time."""

    decide: Player
    decide_lead: LeadGiver
    effort: Effort


class Result(NamedTuple):
    """The first player's lead in points over the others in a round, with and without bets."""

    whole: float
    without_bets: float


def duellist(text: str) -> Duellist:
    """The player of this level and thinking time."""
    level, _, seconds = text.partition(":")
    return Duellist(load_player(level), load_lead_giver(level), Effort(float(seconds or "0.1"), clock=process_time))


def duel(table: Table, first: Duellist, second: Duellist, deals: int) -> Iterator[Result]:
    """The results of this many deals, each the mean of its rounds."""
    for number in range(deals):
        results = []
        for side in table.sides:
            seated = [first if seat in side else second for seat in table.seats]
            scores = play_round(table, seated, number)
            results.append((_lead_of(side, [s.total for s in scores]), _lead_of(side, _without_bets(scores))))
        yield Result(fmean(whole for whole, _ in results), fmean(cards for _, cards in results))


def play_round(table: Table, seated: list[Duellist], number: int) -> tuple[Score, ...]:
    """The scores of a round; equal numbers deal equal cards."""
    state = begin(table, number % len(seated), (0,) * len(seated), deal_of(table, "duel", number))
    events, asked = 0, 0
    while not state.over:
        state, asked = _next(state, seated, number, events, asked)
        events += 1
    return score(table, state.outcome())


def _next(state: Round, seated: list[Duellist], number: int, events: int, asked: int) -> tuple[Round, int]:
    offer = choices(state).absent_offer()
    if offer and asked != len(state.tricks):
        asked = len(state.tricks)
        _, decide_lead, effort = seated[offer.seat]
        lead = choose_offered_lead(state, decide_lead, effort, "duel", number, events)
        if lead:
            return state.after(lead), asked
    decide, _, effort = seated[state.turn]
    return state.after(choose_event(state, decide, effort, "duel", number, events)), asked


def _without_bets(scores: tuple[Score, ...]) -> list[int]:
    return [each.total - each.bet_points for each in scores]


def _lead_of(side: tuple[int, ...], points: list[int]) -> float:
    """The average lead of a player of the side over the others."""
    return fmean(points[seat] for seat in side) - fmean(
        number for seat, number in enumerate(points) if seat not in side
    )


def interval(figures: list[float]) -> str:
    """The mean and its margin of error (95 %)."""
    spread = 1.96 * stdev(figures) / sqrt(len(figures)) if len(figures) > 1 else float("inf")
    return f"{fmean(figures):+.1f} ± {spread:.1f}"


def main(variant_id: str, first: str, second: str, deals: str = "100") -> None:
    """Print the standing after every tenth deal."""
    variant = load(variant_id)
    table = seat_players(variant, NAMES[: variant.players[0]])
    results: list[Result] = []
    for result in duel(table, duellist(first), duellist(second), int(deals)):
        results.append(result)
        if len(results) % 10 == 0 or len(results) == int(deals):
            whole, cards = (interval([each[place] for each in results]) for place in (0, 1))
            rounds = len(results) * len(table.sides)
            print(f"{rounds} rounds: {first} {whole} points per round; without bets {cards}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
