"""Dealing by chance."""

from random import Random

from haggis_cli.rules.cards import pack, unpack
from haggis_cli.rules.round import Deal
from haggis_cli.rules.table import Table


def random_deal(table: Table, chance: Random) -> Deal:
    """Shuffled cards for everybody, and the haggis."""
    cards = unpack(table.deck.suit_cards)
    chance.shuffle(cards)
    dealt = table.setup.dealt
    hands = tuple(pack(cards[seat * dealt : (seat + 1) * dealt]) for seat in table.seats)
    return Deal(hands, tuple(cards[len(hands) * dealt :]))
