"""Suit cards that a hand can do without: the Shepherd's discards, and cards passed to the partner."""

from itertools import combinations as choose
from random import Random

from haggis_cli.players.hand_plan import HandPlan, plan_cost
from haggis_cli.players.table_facts import TableContext
from haggis_cli.rules.cards import card_bits

CANDIDATE_CARDS = 8  # the cards of the smallest and lowest groups
SPLITS = 3


def least_useful(arena: TableContext, cards: int, number: int, chance: Random) -> int:
    """The suit cards, as bits, without which the rest is shed in the fewest and highest plays."""
    loose = _loose_cards(_best_plan(arena, cards, chance))[: max(CANDIDATE_CARDS, number)]
    choices = [sum(chosen) for chosen in choose(loose, number)]
    return min(choices, key=lambda dropped: plan_cost(_best_plan(arena, cards & ~dropped, chance)))


def quick_discards(arena: TableContext, cards: int, number: int, chance: Random) -> int:
    """The suit cards that one quick plan holds least together: for guesses, where many hands are looked at."""
    return sum(_loose_cards(arena.splitter.split(cards, chance))[:number])


def _loose_cards(plan: HandPlan) -> list[int]:
    """The cards of a plan, those of the smallest and lowest groups first."""
    plan.sort(key=lambda group: (group.size, group.rank))
    return [bit for group in plan for bit in card_bits(group.cards)]


def _best_plan(arena: TableContext, cards: int, chance: Random) -> HandPlan:
    return min((arena.splitter.split(cards, chance) for _ in range(SPLITS)), key=plan_cost)
