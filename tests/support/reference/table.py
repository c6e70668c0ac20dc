"""The table of a round as it stands: hands, piles, the trick, bets and whose turn it is."""

from collections.abc import Mapping, Sequence

from tests.support.reference.cards import deck
from tests.support.reference.combos import Reading, check_deck, remembered
from tests.support.reference.variants import VARIANTS


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
