"""The kinds of deck and combinations there are, each as the engine knows it and as the reference does."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from haggis_cli.matches.notation import parse_cards
from haggis_cli.rules.cards import Cards, Deck
from haggis_cli.rules.readings import Combinations, Kind, Reading
from tests.rules.reference import combos
from tests.rules.reference.combos import Move
from tests.support.reference import canonical, deck


class Game(NamedTuple):
    """A deck and which combinations are played with it."""

    name: str
    suits: str = "rgby"
    copies: int = 1
    climb: bool = True
    sets: bool = True
    any_card: bool = False

    @property
    def deck(self) -> Deck:
        """The engine's deck."""
        return Deck(self.suits, self.copies)

    @property
    def combinations(self) -> Combinations:
        """The engine's combinations."""
        return Combinations(sets=self.sets, courts_climb=self.climb, any_card=self.any_card)

    def pack(self, cards: list[str]) -> Cards:
        """The reference's cards as the engine's."""
        return parse_cards(" ".join(cards), self.deck)

    def all_cards(self) -> list[str]:
        """Every card one player can hold."""
        return [*deck(self.suits, self.copies), "J", "Q", "K"]

    def hand(self, rng: Random, size: int) -> list[str]:
        """A hand with court cards, and mostly few suits and ranks, so that combinations abound."""
        suits = rng.sample(self.suits, rng.randint(1, len(self.suits)))
        low = rng.randint(2, 9)
        high = rng.randint(low + 1, 10)
        likely = [f"{rank}{suit}" for rank in range(low, high + 1) for suit in suits] * self.copies
        courts = rng.sample(["J", "Q", "K"], rng.choice([0, 1, 2, 2, 3, 3]))
        hand = courts + rng.sample(likely, min(len(likely), max(0, size - len(courts) - rng.choice([0, 0, 1, 2]))))
        rest = self.all_cards()
        for card in hand:
            rest.remove(card)
        return list(canonical(hand + rng.sample(rest, max(0, size - len(hand))), self.suits))

    def reference_readings(self, cards: list[str]) -> set[combos.Reading]:
        """What the slow reference makes of the cards."""
        return combos.readings(
            cards, suits=self.suits, copies=self.copies, climb=self.climb, sets=self.sets, face_any=self.any_card
        )

    def reference_moves(self, hand: list[str], over: Reading | None = None) -> set[Move]:
        """Every play the slow reference finds."""
        return combos.moves(
            hand,
            plain(over) if over else None,
            suits=self.suits,
            copies=self.copies,
            climb=self.climb,
            sets=self.sets,
            face_any=self.any_card,
        )

    def moves(self, found: Sequence[tuple[Cards, Reading]]) -> list[Move]:
        """The engine's plays, written as the reference writes them."""
        return [(tuple(self.deck.cards_text(cards).split()), *plain(reading)) for cards, reading in found]


def plain(reading: Reading) -> combos.Reading:
    """The engine's reading as the reference's."""
    kind, width, length, rank = reading
    return str(kind), width, length, rank


def engine_reading(reading: combos.Reading) -> Reading:
    """The reference's reading as the engine's."""
    kind, width, length, rank = reading
    return Reading(Kind(kind), width, length, rank)


FOUR_SUITS = Game("four-suits")
FIVE_SUITS = Game("five-suits", suits="rgbyp")
ANY_CARD = Game("any-card", suits="rgbyp", any_card=True)
TWO_COPIES = Game("two-copies", copies=2)
NO_CLIMB = Game("no-climb", copies=2, climb=False)
NO_SETS = Game("no-sets", copies=2, climb=False, sets=False)
GAMES = (FOUR_SUITS, FIVE_SUITS, ANY_CARD, TWO_COPIES, NO_CLIMB, NO_SETS)
"""Every kind of deck and combinations that a rulebook plays with."""
