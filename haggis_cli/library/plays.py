"""Lists of plays: every combination that a hand can play."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.library.questions import read_combination
from haggis_cli.library.tables import VariantName, build_table
from haggis_cli.matches.notation import card_list, parse_cards
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.move_generation import moves
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue


class Combination(NamedTuple):
    """Cards and what they count as.

    cards: the cards in canonical order.
    reading: kind, width, length and rank (contract, `moves --json`).
    words: the reading in words, such as `a pair of 4s`.
    """

    cards: tuple[str, ...]
    reading: Reading
    words: str

    def __str__(self) -> str:
        return f"{' '.join(self.cards)}: {self.words}"


def legal_plays(
    hand: str,
    over: str | None = None,
    *,
    variant: VariantName | None = None,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
) -> list[Combination]:
    """List every play of a hand, as a lead or over a combination, once for each reading; passing is not listed.

    The arguments and errors are those of `judge`.
    """
    table = build_table(variant, players, options=options, suits=suits)
    return list_plays(
        parse_cards(hand, table.deck), read_combination(over, table)[1] if over is not None else None, table
    )


def list_plays(hand: Cards, over: Reading | None, table: Table) -> list[Combination]:
    """Every play of a hand at this table."""
    combinations, deck = table.variant.combinations, table.deck
    return [
        Combination(tuple(card_list(cards, deck)), reading, describe(reading, combinations.bombs))
        for cards, reading in moves.legal_plays(combinations, deck, hand, over)
    ]
