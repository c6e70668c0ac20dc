"""Lists of plays: every combination that a hand can play."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.library.questions import Judgement, read_combination, read_hand
from haggis_cli.library.tables import VariantName, build_table
from haggis_cli.matches.notation import card_list, parse_cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.move_generation import moves
from haggis_cli.rules.variant import OptionValue
from haggis_cli.support.errors import RulesError


class Combination(NamedTuple):
    """Cards and what they count as.

    cards: the cards in canonical order.
    reading: kind, width, length and rank (docs/reference.md, `moves --json`).
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

    The arguments and errors are those of `judge`. RulesError: nobody can hold such a hand.
    """
    table = build_table(variant, players, options=options, suits=suits)
    on_table, beaten = read_combination(over, table) if over is not None else (0, None)
    parse_cards(hand, table.deck)
    cards = read_hand(hand, on_table, table)
    if isinstance(cards, Judgement):
        raise RulesError(f"{cards.message} ({cards.rule})")
    combinations, deck = table.variant.combinations, table.deck
    return [
        Combination(tuple(card_list(played, deck)), reading, describe(reading, combinations.bombs))
        for played, reading in moves.legal_plays(combinations, deck, cards, beaten)
    ]
