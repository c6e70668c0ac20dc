"""Suit cards that a hand can do without: the Shepherd's discards, and cards passed to the partner."""

from itertools import combinations as choose
from random import Random

from haggis_cli.players.plan import Plan, single_bits
from haggis_cli.players.playout import Arena
from haggis_cli.rules.cards import HIGH

CONSIDERED = 8  # the cards of the smallest and lowest groups
SPLITS = 3


def least_useful(arena: Arena, cards: int, number: int, chance: Random) -> int:
    """The suit cards, as bits, without which the rest is shed in the fewest and highest plays."""
    return ranked(arena, cards, number, chance)[0] if number else 0


def ranked(arena: Arena, cards: int, number: int, chance: Random) -> list[int]:
    """Choices of so many suit cards, the least useful first."""
    plan = _best_plan(arena, cards, chance)
    plan.sort(key=lambda group: (group.size, group.rank))
    loose = [bit for group in plan for bit in single_bits(group.cards)][: max(CONSIDERED, number)]
    choices = [sum(chosen) for chosen in choose(loose, number)]
    return sorted(choices, key=lambda dropped: burden(_best_plan(arena, cards & ~dropped, chance)))


def burden(plan: Plan) -> float:
    """How hard a plan is to carry out: every group is a play, a low one more of a burden than a high one."""
    return sum(1 + (HIGH - group.rank) * 0.06 for group in plan)


def _best_plan(arena: Arena, cards: int, chance: Random) -> Plan:
    return min((arena.splitter.split(cards, chance) for _ in range(SPLITS)), key=burden)
