"""Suit cards that a hand can do without: the Shepherd's discards, and cards passed to the partner."""

from itertools import combinations as choose
from random import Random

from haggis_cli.players.hand_plan import HandPlan, as_cards, plan_cost
from haggis_cli.players.table_context import TableContext
from haggis_cli.players.view import View
from haggis_cli.rules.cards import add, card_bits, pack, suit_cards
from haggis_cli.rules.rounds.events import Exchange, Give

CANDIDATE_CARDS = 8  # the cards of the smallest and lowest groups
SPLITS = 3


def choose_exchange(view: View, context: TableContext, chance: Random) -> Exchange:
    """Keep the cards that are shed in the fewest plays."""
    cards = suit_cards(add(view.hand, pack(view.drawn)))
    return Exchange(view.seat, as_cards(least_useful(context, cards, len(view.drawn), chance)))


def choose_give(view: View, context: TableContext, chance: Random) -> Give:
    """Pass the card that the own hand can do without best."""
    return Give(view.seat, as_cards(least_useful(context, suit_cards(view.hand), 1, chance)))


def least_useful(context: TableContext, cards: int, number: int, chance: Random) -> int:
    """The suit cards, as bits, without which the rest is shed in the fewest and highest plays."""
    loose = _loose_cards(_best_plan(context, cards, chance))[: max(CANDIDATE_CARDS, number)]
    choices = [sum(chosen) for chosen in choose(loose, number)]
    return min(choices, key=lambda dropped: plan_cost(_best_plan(context, cards & ~dropped, chance)))


def quick_discards(context: TableContext, cards: int, number: int, chance: Random) -> int:
    """The suit cards that one quick plan holds least together: for guesses, where many hands are looked at."""
    return sum(_loose_cards(context.splitter.split(cards, chance))[:number])


def _loose_cards(plan: HandPlan) -> list[int]:
    """The cards of a plan, those of the smallest and lowest groups first."""
    plan.sort(key=lambda group: (group.size, group.rank))
    return [bit for group in plan for bit in card_bits(group.cards)]


def _best_plan(context: TableContext, cards: int, chance: Random) -> HandPlan:
    return context.splitter.find_best(cards, chance, SPLITS)
