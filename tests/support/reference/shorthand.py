"""The shorthand of the contract alone, written from its text: what it means must not change by what else is read."""

import re

from haggis_cli.rules.deck import Deck


def shorthand_cards(text: str, deck: Deck) -> list[str] | None:
    """The cards of a text in the contract's own forms, in the order they are named; None if it has another form."""
    cards: list[str] = []
    for word in re.split(r"[\s,]+", text.strip().lower()):
        if re.fullmatch("[jqk]+", word):
            cards += word.upper()
            continue
        suit_first = re.fullmatch(r"([a-z])(10|[2-9]|t)", word)
        rank_first = re.fullmatch(r"(10|[2-9]|t)(?:-(10|[2-9]|t))?([a-z]+)", word)
        if suit_first:
            suits, low, high = suit_first[1], suit_first[2], None
        elif rank_first:
            low, high, suits = rank_first.groups()
        else:
            return None
        first, last = (10 if rank == "t" else int(rank) for rank in (low, high or low))
        if first > last or not set(suits) <= set(deck.letters):
            return None
        cards += [f"{rank}{suit}" for rank in range(first, last + 1) for suit in suits]
    return cards
