"""Cards as buttons: one for each copy of each card, by rank and suit, and the court cards; any deck of any variant."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from haggis_cli.rules.cards import COURT_RANKS, COURTS, RANKS, Card, Cards, add, holds
from haggis_cli.rules.deck import Deck

PLAYED, BEATEN = "c.", "o."
"""What the fields of chosen cards begin with: those that are played, and those that are to be beaten."""
_COURT_NAMES = ("Jack", "Queen", "King")


class CardButton(NamedTuple):
    """One copy of a card, to be chosen."""

    field: str
    """The name of its field in the form."""
    card: str
    """The card in canonical notation, such as `10r`."""
    words: str
    """The card for those who hear it, such as `10 of red`."""
    suit: str
    """The letter of its suit, by which it is coloured; empty for a court card."""
    is_free: bool
    """Whether it may still be played, as far as the table knows."""
    is_chosen: bool
    """Whether it is chosen."""


class CardPicker(NamedTuple):
    """All cards of a deck as buttons."""

    rows: tuple[tuple[CardButton, ...], ...]
    """The suit cards: a row for each rank, and in it each suit, its copies side by side."""
    courts: tuple[CardButton, ...]
    """J, Q and K."""


def make_picker(deck: Deck, free: Cards, chosen: Cards = 0, prefix: str = PLAYED) -> CardPicker:
    """The buttons for a deck; `free` are the cards that may still be played."""
    rows = [
        tuple(
            button
            for suit in range(len(deck.letters))
            for button in _buttons(deck, Card(rank, suit), free, chosen, prefix)
        )
        for rank in RANKS
    ]
    courts = [_buttons(deck, Card(rank, None), free, chosen, prefix) for rank in COURT_RANKS]
    return CardPicker(tuple(rows), tuple(button for each in courts for button in each))


def _buttons(deck: Deck, card: Card, free: Cards, chosen: Cards, prefix: str) -> Iterator[CardButton]:
    """A button for each copy; where some copies are out these are the last."""
    text = deck.card_text(card)
    words = _COURT_NAMES[COURT_RANKS.index(card.rank)] if card.suit is None else _words(deck, card)
    suit = "" if card.suit is None else deck.letters[card.suit]
    copies = 1 if card.suit is None else deck.copies
    for copy, packed in enumerate(_copies(card)[:copies], 1):
        field, more = (f"{prefix}{text}", "") if copy == 1 else (f"{prefix}{text}.{copy}", ", second copy")
        yield CardButton(field, text, words + more, suit, holds(free, packed), holds(chosen, packed))


def _words(deck: Deck, card: Card) -> str:
    assert card.suit is not None
    return f"{card.rank} of {deck.suit_name(card.suit)}"


def _copies(card: Card) -> tuple[Cards, Cards]:
    """The handfuls with one and with two of a card."""
    return card.packed, add(card.packed, card.packed)


def read_chosen(fields: Mapping[str, str], deck: Deck, prefix: str = PLAYED) -> Cards:
    """The cards that a form has chosen; what is no card of the deck is nothing."""
    chosen: Cards = 0
    for card in [Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS]:
        text = deck.card_text(card)
        for copy in range(1, deck.copies + 1):
            if (f"{prefix}{text}" if copy == 1 else f"{prefix}{text}.{copy}") in fields:
                chosen = add(chosen, card.packed)
    for rank in COURT_RANKS:
        card = Card(rank, None)
        if f"{prefix}{deck.card_text(card)}" in fields:
            chosen |= card.packed
    return chosen


def fields_of(cards: Cards, deck: Deck, prefix: str = PLAYED) -> dict[str, str]:
    """The fields of a form in which these cards are chosen."""
    picker = make_picker(deck, 0, cards, prefix)
    every = [button for row in (*picker.rows, picker.courts) for button in row]
    return {button.field: "1" for button in every if button.is_chosen}


def every_card(deck: Deck) -> Cards:
    """All cards that a single player could hold."""
    return deck.suit_cards | COURTS
