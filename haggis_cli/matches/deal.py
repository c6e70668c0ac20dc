"""The cards dealt in a round: from the words of a match file to values, and whether they can have been dealt."""

from collections import Counter
from functools import lru_cache

from haggis_cli.matches.model import DealRecord
from haggis_cli.matches.notation import parse_cards, parse_cards_in_order
from haggis_cli.rules.cards import COURTS, Card, Cards, Deck, add, count, holds, unpack
from haggis_cli.rules.round import Deal
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import pluralize

_NO_COURTS = "court cards are not dealt: everybody has J, Q and K"


class DealFault(Exception):
    """Why these cards cannot have been dealt; `key` is where the deal says it."""

    def __init__(self, message: str, *key: str) -> None:
        super().__init__(message)
        self.key = key


def parse_deal(record: DealRecord, table: Table) -> Deal:
    """The cards of a deal; DealFault if a hand is missing, too large or small, or a card is dealt too often."""
    for name in record.hands:
        if name not in table.names:
            raise DealFault(f"{escape_text(name)} is none of the players", "hands", name)
    hands = tuple(_read_hand(record, name, table) for name in table.names)
    haggis = _read_haggis(record.haggis, table.deck)
    wanted = table.setup.haggis(len(table.names))
    if len(haggis) != wanted:
        raise DealFault(f"the haggis has {pluralize(len(haggis), 'card')}, not {wanted}", "haggis")
    _check_copies(hands, haggis, table)
    return Deal(hands, haggis)


def write_deal(deal: Deal, table: Table) -> DealRecord:
    """The deal as a match file keeps it."""
    hands = {name: table.deck.cards_text(hand) for name, hand in zip(table.names, deal.hands, strict=True)}
    return DealRecord(haggis=" ".join(map(table.deck.card_text, deal.haggis)), hands=hands)


def _read_hand(record: DealRecord, name: str, table: Table) -> Cards:
    if name not in record.hands:
        raise DealFault(f"the hand of {escape_text(name)} is missing", "hands")
    hand = _read_suit_cards(record.hands[name], table.deck, "hands", name)
    if count(hand) != table.setup.dealt:
        raise DealFault(
            f"{escape_text(name)} has {pluralize(count(hand), 'suit card')}, not {table.setup.dealt}", "hands", name
        )
    return hand


def _read_suit_cards(text: str, deck: Deck, *key: str) -> Cards:
    try:
        cards = parse_cards(text, deck)
    except NotationError as error:
        raise DealFault(str(error), *key) from error
    if cards & COURTS:
        raise DealFault(_NO_COURTS, *key)
    return cards


@lru_cache(maxsize=1024)
def _read_haggis(text: str, deck: Deck) -> tuple[Card, ...]:
    """The haggis, whose order counts: the first card is the top one."""
    try:
        cards = parse_cards_in_order(text, deck)
    except NotationError as error:
        raise DealFault(str(error), "haggis") from error
    if any(card.suit is None for card in cards):
        raise DealFault(_NO_COURTS, "haggis")
    return tuple(cards)


def _check_copies(hands: tuple[Cards, ...], haggis: tuple[Card, ...], table: Table) -> None:
    together, deck = 0, table.deck
    for part in (*hands, *(card.packed for card in haggis)):
        together = add(together, part)
    if count(together) == sum(map(count, hands)) + len(haggis) and holds(deck.suit_cards, together):
        return
    dealt = Counter([*(card for hand in hands for card in unpack(hand)), *haggis])
    card = next(card for card, times in dealt.items() if times > deck.copies)
    raise DealFault(f"{deck.card_text(card)} is dealt more than {'once' if deck.copies == 1 else 'twice'}", "hands")
