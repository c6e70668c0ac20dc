"""A slow referee of one round with known hands, in every variant: plain lists, one event after another; and random
deals and events for it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tests.rules.reference.combos import Reading, beats, check_deck, moves, remembered
from tests.support import reference
from tests.support.reference import (
    BET_CARDS,
    BIDS,
    RANK_NAME,
    TATTIES_SIDE,
    VARIANTS,
    canonical,
    contains,
    deck,
    is_court,
    remove,
)


class Table:
    """Everything that lies on the table during one round.

    hands: suit cards by name (each player gets J, Q and K besides); haggis: top card first.
    leader: the round's lead player; totals: game scores before the round, one per seat, or one per team in Neeps.
    whole_deck=False plays any position: hands then name their court cards too, and no number is checked.
    """

    def __init__(
        self,
        variant: str,
        names: Sequence[str],
        hands: Mapping[str, Sequence[str]],
        haggis: Sequence[str] = (),
        *,
        leader: str,
        totals: Sequence[int] | None = None,
        options: Mapping[str, object] | None = None,
        suits: str | None = None,
        whole_deck: bool = True,
    ) -> None:
        self.rules = VARIANTS[variant]
        self.names = list(names)
        self.count = len(names)
        assert self.count in self.rules.suits, f"{variant} is not for {self.count} players"
        self.seats = range(self.count)
        self.suits = suits or self.rules.suits[self.count]
        assert len(set(self.suits)) == len(self.rules.suits[self.count])
        self.options = {**self.rules.options, **(options or {})}
        assert self.options.keys() == self.rules.options.keys(), f"unknown option in {options}"
        self.lead = self.names.index(leader)
        parties = 2 if self.rules.teams else self.count
        self.totals = list(totals or [0] * parties)
        assert len(self.totals) == parties
        self.hands = [list(hands[name]) + (["J", "Q", "K"] if whole_deck else []) for name in names]
        self.haggis = list(haggis)
        self.piles: list[list[str]] = [[] for _ in names]
        self.nobody: list[str] = []
        self.in_transit: dict[int, str] = {}
        self.trick: list[tuple[int, list[str], Reading]] = []
        self.passed: set[int] = set()
        self.played: set[int] = set()
        self.out: list[int] = []
        self.recorded: dict[int, int] = {}
        self.bets: dict[int, int] = {}
        self.have_bet: set[int] = set()  # also those whose bet was overwritten
        self.bid: tuple[int, int] | None = None  # (seat, amount)
        self.dropped: list[int] = []  # who passed in the auction, in order
        self.gives_left = 2 if self.rules.giving else 0
        self.to_award: list[str] = []  # the trick whose capturer is still to be named
        self.bomber = self.lead  # who won the trick to be awarded
        self.may_move: tuple[int, list[str]] | None = None  # Neeps: (holder, trick) the winner may still award
        self.may_give_lead = False
        self.over = False
        self.turn = self.lead
        self.phase = "play"
        if self.rules.auction:
            self.phase, self.turn = "auction", self.left(self.lead)
        elif self.rules.giving:
            self.phase = "give"
        self.first_trick = self.lead
        self.start = sorted(self.everywhere())
        self.check_start(whole_deck)

    def check_start(self, whole_deck: bool) -> None:
        """Refuses a deal that is not the variant's."""
        if whole_deck:
            courts = ["J", "Q", "K"] * self.count
            assert self.start == sorted(deck(self.suits, self.rules.copies) + courts), "not the whole deck"
            assert all(len(hand) == self.rules.dealt + 3 for hand in self.hands), "hands of a wrong size"
            assert len(self.haggis) == self.rules.haggis[self.count], "a haggis of a wrong size"
        for hand in self.hands:
            check_deck(hand, self.suits, self.rules.copies)

    def everywhere(self) -> list[str]:
        """Every card, wherever it lies."""
        lists = [*self.hands, *self.piles, self.haggis, self.nobody, self.to_award, list(self.in_transit.values())]
        return [card for cards in lists for card in cards] + self.trick_cards()

    def trick_cards(self) -> list[str]:
        """The cards played to the trick in progress."""
        return [card for _, cards, _ in self.trick for card in cards]

    def left(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.count

    def next_in(self, seat: int) -> int:
        """The next seat clockwise whose player is still in."""
        seat = self.left(seat)
        while seat in self.out:
            seat = self.left(seat)
        return seat

    def partner(self, seat: int) -> int | None:
        """The partner's seat, or None where everybody plays alone."""
        return (seat + 2) % 4 if self.rules.teams else None

    def opponents(self, seat: int) -> list[int]:
        """Every other seat but the partner's."""
        return [other for other in self.seats if other not in (seat, self.partner(seat))]

    def current(self) -> Reading | None:
        """The reading to beat, or None for a lead."""
        return self.trick[-1][2] if self.trick else None

    def readings(self, cards: Sequence[str]) -> set[Reading]:
        """What these cards can be in this variant."""
        return remembered(
            tuple(cards),
            suits=self.suits,
            copies=self.rules.copies,
            climb=self.rules.climb,
            sets=self.options.get("sets", True) is True,
            face_any=self.rules.face_any,
        )


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


@dataclass(frozen=True)
class PlayerScore:
    """One player's line of the scoresheet; `hand` is the recorded number of opponent's cards, 0 for none."""

    hand: int
    hand_points: int
    captured: int
    cards: tuple[str, ...]
    bonus: int
    bet: int | None
    bet_points: int
    total: int


class Round(Judge):
    """One round; events are strings `NAME: ACTION`, and the round is done when `over` is true."""

    def apply(self, text: str) -> None:
        """Lets the event happen; AssertionError when it is not legal."""
        assert self.is_legal(text), f"not legal: {text}"
        name, _, action = text.partition(": ")
        seat = self.names.index(name)
        verb, _, rest = action.partition(" ")
        stake = stake_of(rest, auction=self.rules.auction)
        if verb == "bet" and not self.rules.auction:
            self.bet(seat, stake)
        elif verb == "award":
            self.award(self.names.index(rest))
        elif verb == "lead":
            self.turn, self.may_give_lead = self.names.index(rest), False
        elif verb == "give":
            self.give(seat, rest)
        elif self.phase == "auction":
            self.auction(seat, None if verb == "pass" else stake)
        elif verb == "pass":
            self.pass_turn(seat)
        elif verb == "exchange":
            remove(self.hands[seat], rest.split())
            self.haggis += rest.split()
            self.phase = "play"
        else:
            self.play(seat, action)
        assert sorted(self.everywhere()) == self.start, "cards were lost or doubled"

    def bet(self, seat: int, amount: int) -> None:
        """Notes a bet, which wipes out the partner's."""
        partner = self.partner(seat)
        if partner is not None:
            self.bets.pop(partner, None)
        self.bets[seat] = amount
        self.have_bet.add(seat)

    def auction(self, seat: int, amount: int | None) -> None:
        """T1 to T4: a bid, or a pass when the amount is None."""
        if amount is None:
            self.dropped.append(seat)
        else:
            self.bid = (seat, amount)
        bidding = [other for other in self.seats if other not in self.dropped]
        if not bidding:
            self.phase, self.turn = "play", self.dropped[-1]
        elif self.bid is not None and bidding == [self.bid[0]]:
            self.phase, self.turn = "exchange", self.bid[0]
            for _ in range(EXCHANGED[self.bid[1]]):
                self.hands[self.turn].append(self.haggis.pop(0))
        else:
            self.turn = self.left(seat)
            while self.turn in self.dropped:
                self.turn = self.left(self.turn)
            return
        self.first_trick = self.turn

    def give(self, seat: int, card: str) -> None:
        """Takes a card for the partner; once all four have given one, everybody picks up."""
        self.hands[seat].remove(card)
        self.in_transit[seat] = card
        if len(self.in_transit) < 4:
            return
        for giver, given in self.in_transit.items():
            self.hands[(giver + 2) % 4].append(given)
        self.in_transit = {}
        self.gives_left -= 1
        if self.gives_left == 0:
            self.phase = "play"

    def play(self, seat: int, action: str) -> None:
        """Cards onto the trick, and what follows when they were the last."""
        found = self.find_play(seat, action)
        assert found is not None
        cards, reading = found
        remove(self.hands[seat], cards)
        self.trick.append((seat, cards, reading))
        self.passed = set()
        self.played.add(seat)
        self.may_move, self.may_give_lead = None, False
        if not self.hands[seat]:
            self.go_out(seat)
        if self.all_over():
            self.end_trick()
        else:
            self.turn = self.next_in(seat)

    def go_out(self, seat: int) -> None:
        """P4; in `neeps` the same count again for the second player of a slam, in `taylor` none for the second out."""
        self.out.append(seat)
        if len(self.out) > 1 and self.options.get("second_out") == "nothing":
            self.recorded[seat] = 0
            return
        self.recorded[seat] = max(len(self.hands[other]) for other in self.opponents(seat))
        if self.rules.slam_equal and len(self.out) == 2 and self.partner(seat) == self.out[0]:
            self.recorded[seat] = self.recorded[self.out[0]]

    def all_over(self) -> bool:
        """P5: one player is still in, or a whole team is out."""
        if len(self.out) == self.count - 1:
            return True
        return any(self.partner(seat) in self.out for seat in self.out)

    def pass_turn(self, seat: int) -> None:
        """P2: the trick ends when every other player has passed since the last play or is out."""
        self.passed.add(seat)
        highest = self.trick[-1][0]
        if all(other in self.passed or other in self.out for other in self.seats if other != highest):
            self.end_trick()
        else:
            self.turn = self.next_in(seat)
            assert self.turn != highest
            assert self.turn not in self.passed

    def end_trick(self) -> None:
        """Who captures the trick, and who leads the next (P3, K1, K2)."""
        winner, _, reading = self.trick[-1]
        cards = self.trick_cards()
        plays = self.trick
        self.trick, self.passed = [], set()
        self.bomber = winner
        self.next_lead()
        if reading[0] != "bomb" or self.rules.bombed_trick_to == "winner":
            self.piles[winner] += cards
        elif self.rules.bombed_trick_to == "other team":
            self.piles[self.left(winner)] += cards
            self.may_move = (self.left(winner), cards)
            self.may_give_lead = not self.all_over()
        elif self.count == 2:
            self.piles[1 - winner] += cards
        elif self.options.get("tournament") is True:
            led = len(plays) == 1
            self.piles[(winner + self.rules.led_bomb_step) % 3 if led else plays[-2][0]] += cards
        else:
            self.to_award, self.phase, self.turn = cards, "award", winner
            return
        self.finish()

    def next_lead(self) -> None:
        """P3: the winner of the trick leads the next, or whoever is still in on the left."""
        if not self.all_over():
            self.turn = self.next_in(self.bomber) if self.bomber in self.out else self.bomber

    def award(self, taker: int) -> None:
        """K1: the trick goes to this opponent of its winner."""
        if self.may_move is not None:
            holder, cards = self.may_move
            remove(self.piles[holder], cards)
            self.piles[taker] += cards
            self.may_move = None
            return
        self.piles[taker] += self.to_award
        self.to_award, self.phase = [], "play"
        self.next_lead()
        self.finish()

    def finish(self) -> None:
        """At the end of the round the first player out takes what is left, as far as the variant lets."""
        if not self.all_over():
            return
        self.over = True
        first = self.out[0]
        for seat in self.seats:
            to_partner = seat == self.partner(first) and self.options.get("partner_cards") == "nobody"
            (self.nobody if to_partner else self.piles[first]).extend(self.hands[seat])
            self.hands[seat] = []
        (self.piles[first] if self.rules.haggis_to_first else self.nobody).extend(self.haggis)
        self.haggis = []

    def scores(self) -> dict[str, PlayerScore]:
        """Every player's points, the round being over."""
        assert self.over
        bet_points = self.bet_points()
        ways = str(self.options.get("scoring", self.rules.cards_score))
        lines = {}
        for seat, name in enumerate(self.names):
            hand = self.recorded.get(seat, 0)
            captured = reference.captured_points(self.piles[seat], ways)
            bonus = self.rules.first_out_bonus if self.count == 3 and seat == self.out[0] else 0
            if self.options.get("bonus") is False:
                bonus = 0
            bet = self.bets.get(seat)
            if self.bid is not None and self.bid[0] == seat:
                bet = self.bid[1]
            total = 5 * hand + captured + bonus + bet_points[seat]
            cards = tuple(sorted(self.piles[seat]))
            lines[name] = PlayerScore(hand, 5 * hand, captured, cards, bonus, bet, bet_points[seat], total)
        return lines

    def bet_points(self) -> list[int]:
        """B3, B4 or T6, by seat."""
        first = self.out[0]
        if self.rules.auction:
            return reference.auction_points(*self.bid, first) if self.bid else [0, 0, 0]
        if self.rules.teams:
            return reference.team_bets(self.bets, first)
        if self.count == 3 and self.options.get("bet_scoring") == "split":
            return reference.split_bets(self.bets, self.out)
        return reference.personal_bets(self.count, self.bets, first)

    def totals_after(self) -> list[int]:
        """The game scores after this round, one per seat, or one per team in Neeps."""
        totals = list(self.totals)
        for seat, line in enumerate(self.scores().values()):
            totals[seat % len(totals)] += line.total
        return totals

    def next_round(self) -> tuple[str, str]:
        """Names of the next round's lead player and dealer."""
        totals = self.totals_after()
        leader, dealer = reference.next_round(self.rules, self.count, totals, self.out, self.lead, self.first_trick)
        return self.names[leader], self.names[dealer]


def random_deal(variant: str, players: int, rng: Random, suits: str | None = None) -> tuple[list[list[str]], list[str]]:
    """(each hand's suit cards, the haggis with its top card first) from a shuffled deck of the variant."""
    rules = VARIANTS[variant]
    cards = deck(suits or rules.suits[players], rules.copies)
    rng.shuffle(cards)
    hands = [[cards.pop() for _ in range(rules.dealt)] for _ in range(players)]
    return hands, cards


def some_plays(current: Round, rng: Random, size: int = 7) -> list[str]:
    """Plays of the player whose turn it is: every single, and whatever `size` random cards of the hand allow."""
    hand = current.hands[current.turn]
    name = current.names[current.turn]
    picked = rng.sample(hand, min(size, len(hand)))
    found: set[tuple[tuple[str, ...], Reading]] = set()
    for cards in [picked, *([card] for card in hand)]:
        for chosen, kind, width, length, rank in moves(
            cards, current.current(), suits=current.suits, copies=current.rules.copies, climb=current.rules.climb
        ):
            found.add((chosen, (kind, width, length, rank)))
    return sorted(f"{name}: {play_text(cards, reading)}" for cards, reading in found)


def random_event(current: Round, rng: Random, *, eager: float = 0.85) -> str:
    """One legal event, rare kinds as likely as common ones.

    Plays are preferred with probability `eager`, so that rounds end soon; an award or a given lead half the time.
    """
    legal = current.legal_events(candidates=some_plays(current, rng) if current.phase == "play" else None, exchanges=20)
    plays = [text for text in legal if " as " in text]
    favours = [text for text in legal if any(f": {verb} " in text for verb in ("award", "lead"))]
    if favours and rng.random() < 0.5:
        return rng.choice(favours)
    if plays and rng.random() < eager:
        kinds = {text: text.split(" as ")[1].split("@")[0] for text in plays}
        kind = rng.choice(sorted(set(kinds.values())))
        return rng.choice([text for text in plays if kinds[text] == kind])
    return rng.choice(legal)
