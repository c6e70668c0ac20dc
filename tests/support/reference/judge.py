"""Which events are legal at a table: every one is tried against the rule's own words."""

from collections.abc import Iterable
from itertools import combinations

from tests.support.reference.cards import RANK_NAME, canonical, contains, is_court
from tests.support.reference.combos import Reading, beats, moves
from tests.support.reference.table import Table
from tests.support.reference.variants import BET_CARDS, BIDS, TATTIES_SIDE

EXCHANGED = {15: 3, 30: 2, 45: 1}


def reading_text(reading: Reading) -> str:
    """A reading as people write it: `set@5`, `sequence@J`, `stair2@7`, `bomb`."""
    kind, width, _, rank = reading
    if kind == "bomb":
        return kind
    return f"{kind}{width if kind == 'stair' else ''}@{RANK_NAME[rank]}"


def names_reading(text: str, reading: Reading) -> bool:
    """Whether the text names this reading and no other; `@11` does for `@J`, and `bomb@2` for the J-Q bomb."""
    kind, width, _, rank = reading
    return text in {reading_text(reading), f"{kind}{width if kind == 'stair' else ''}@{rank}"}


def play_text(cards: Iterable[str], reading: Reading) -> str:
    """A play as people write it, the reading always named: `5r J Q as set@5`."""
    return f"{' '.join(cards)} as {reading_text(reading)}"


def stake_of(text: str, *, auction: bool) -> int:
    """The points of `baby`, `little`, `big` or a number; -1 for anything else. In the auction other sides lie up."""
    return int(text) if text.isdecimal() else (TATTIES_SIDE if auction else BET_CARDS).get(text, -1)


def suited(card: str) -> bool:
    """Whether this is a suit card."""
    return not is_court(card)


class Judge(Table):
    """A table with somebody at it who knows what may happen next."""

    def is_legal(self, text: str) -> bool:
        """Whether this one event may happen now."""
        name, _, action = text.partition(": ")
        if name not in self.names:
            return False
        seat = self.names.index(name)
        verb, _, rest = action.partition(" ")
        stake = stake_of(rest, auction=self.rules.auction)
        if verb == "bet" and not self.rules.auction:
            return self.bet_is_legal(seat, stake)
        if verb == "award":
            return rest in self.names and self.award_is_legal(seat, self.names.index(rest))
        if verb == "lead":
            return rest in self.names and self.lead_is_legal(seat, self.names.index(rest))
        if self.over:
            return False
        if verb == "give":
            return self.phase == "give" and seat not in self.in_transit and rest in self.hands[seat] and suited(rest)
        if seat != self.turn:
            return False
        if verb == "pass":
            return self.phase == "auction" or (self.phase == "play" and bool(self.trick))
        if verb in ("bid", "bet"):  # in the auction both words say the same
            return self.phase == "auction" and self.bid_is_legal(seat, stake)
        if verb == "exchange":
            return self.phase == "exchange" and self.exchange_is_legal(seat, rest.split())
        return self.phase == "play" and self.find_play(seat, action) is not None

    def bet_is_legal(self, seat: int, amount: int) -> bool:
        """B1, B2, B4, B5."""
        if amount not in self.rules.bets or seat in self.played or self.out or self.over:
            return False
        if seat in self.bets or (self.rules.single_bet and seat in self.have_bet):
            return False
        partner = self.partner(seat)
        return partner is None or partner not in self.bets or amount > self.bets[partner]

    def award_is_legal(self, seat: int, taker: int) -> bool:
        """K1: the winner of a bombed trick names an opponent; in Neeps that is optional, before the next play."""
        if seat != self.bomber or taker not in self.opponents(seat):
            return False
        return self.phase == "award" or self.may_move is not None

    def lead_is_legal(self, seat: int, taker: int) -> bool:
        """K2: the winner of a bombed trick gives the lead to the partner, before the next play."""
        return self.may_give_lead and seat == self.bomber and taker == self.partner(seat) and taker not in self.out

    def bid_is_legal(self, seat: int, amount: int) -> bool:
        """T1 and T2."""
        if amount not in BIDS:
            return False
        if self.bid is None:
            return True
        bidder, highest = self.bid
        return amount > highest or (amount == highest and self.totals[seat] < self.totals[bidder])

    def exchange_is_legal(self, seat: int, cards: list[str]) -> bool:
        """T5: as many suit cards as were drawn."""
        assert self.bid is not None
        return (
            len(cards) == EXCHANGED[self.bid[1]]
            and all(suited(card) for card in cards)
            and contains(self.hands[seat], cards)
        )

    def find_play(self, seat: int, action: str) -> tuple[list[str], Reading] | None:
        """The cards and the reading of a legal play `CARDS as READING`, or None."""
        before, _, named = action.partition(" as ")
        cards = before.split()
        if not cards or not contains(self.hands[seat], cards):
            return None
        for reading in self.readings(cards):
            if names_reading(named, reading) and beats(reading, self.current()):
                return cards, reading
        return None

    def legal_events(self, *, candidates: Iterable[str] | None = None, exchanges: int | None = None) -> list[str]:
        """Every legal event, sorted.

        candidates: texts `NAME: CARDS as READING` to be tried instead of listing every play of the hand;
        exchanges: at most about so many of the Shepherd's choices, spread evenly over all of them.
        """
        tries = [f"{name}: bet {amount}" for name in self.names for amount in ("0", "baby", "little", "big")]
        tries += [f"{a}: {verb} {b}" for a in self.names for b in self.names for verb in ("award", "lead")]
        tries += [f"{name}: give {card}" for name, hand in zip(self.names, self.hands, strict=True) for card in hand]
        mover = self.names[self.turn]
        tries += [f"{mover}: bid {amount}" for amount in BIDS] + [f"{mover}: pass"]
        if self.rules.auction:  # one wording of each bid
            tries = [text for text in tries if ": bet " not in text]
        if self.phase == "exchange":
            tries += self.exchanges(exchanges)
        if self.phase == "play" and not self.over:
            tries += self.plays() if candidates is None else candidates
        return sorted({text for text in tries if self.is_legal(text)})

    def exchanges(self, most: int | None) -> list[str]:
        """The Shepherd's possible discards."""
        assert self.bid is not None
        hand = canonical(filter(suited, self.hands[self.turn]), self.suits)
        found = [
            f"{self.names[self.turn]}: exchange {' '.join(cards)}"
            for cards in sorted(set(combinations(hand, EXCHANGED[self.bid[1]])))
        ]
        return found if most is None else found[:: max(1, len(found) // most)]

    def plays(self) -> list[str]:
        """Every play of the player whose turn it is."""
        found = moves(
            self.hands[self.turn],
            self.current(),
            suits=self.suits,
            copies=self.rules.copies,
            climb=self.rules.climb,
            sets=self.options.get("sets", True) is True,
            face_any=self.rules.face_any,
        )
        name = self.names[self.turn]
        return [f"{name}: {play_text(cards, (kind, width, length, top))}" for cards, kind, width, length, top in found]
