"""Suit cards that a hand can do without: the Shepherd's discards, and cards passed to the partner."""

from itertools import combinations as choose
from random import Random

from haggis_cli.players.hand_plan import Plan, burden
from haggis_cli.players.table_facts import Arena
from haggis_cli.rules.cards import apart

CONSIDERED = 8  # the cards of the smallest and lowest groups
SPLITS = 3


def least_useful(arena: Arena, cards: int, number: int, chance: Random) -> int:
    """The suit cards, as bits, without which the rest is shed in the fewest and highest plays."""
    loose = _loose_cards(_best_plan(arena, cards, chance))[: max(CONSIDERED, number)]
    choices = [sum(chosen) for chosen in choose(loose, number)]
    return min(choices, key=lambda dropped: burden(_best_plan(arena, cards & ~dropped, chance)))


def first_to_go(arena: Arena, cards: int, number: int, chance: Random) -> int:
    """The suit cards that one quick plan holds least together: for guesses, where many hands are looked at."""
    return sum(_loose_cards(arena.splitter.split(cards, chance))[:number])


def _loose_cards(plan: Plan) -> list[int]:
    """The cards of a plan, those of the smallest and lowest groups first."""
    plan.sort(key=lambda group: (group.size, group.rank))
    return [bit for group in plan for bit in apart(group.cards)]


def _best_plan(arena: Arena, cards: int, chance: Random) -> Plan:
    return min((arena.splitter.split(cards, chance) for _ in range(SPLITS)), key=burden)
