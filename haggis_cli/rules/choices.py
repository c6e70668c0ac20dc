"""What may be done in a round now: by whom, with which cards, and in what words. Every face and every player reads it.

`choices` is the one place where what a round waits for becomes something to do; nothing is worked out before it is
asked for. Whether an event is legal is always the answer of `judge`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import ClassVar

from haggis_cli.rules.cards import FIRST_COPIES, Card, Cards, add, card_bits, pack, remove, suit_cards
from haggis_cli.rules.events import Award, Bet, Bid, Claim, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import PLAY, Round
from haggis_cli.rules.variant import Variant
from haggis_cli.support.text import join_words, pluralize


def choices(state: Round) -> "Choices":
    """What may be done in this round now."""
    return Choices(state) if state.phase is PLAY else _OF_PHASE[state.phase](state)


class Choices:
    """What may be done now: while cards are played. The classes below say what is different before and after that.

    state: the round.
    event: what the round waits for.
    verb: the word for it, as it is typed.
    button: the word for what is done with cards that are chosen.
    gives_cards: whether cards are passed to partners.
    """

    __slots__ = ("state",)
    event: ClassVar[type[Event] | None] = Play
    verb: ClassVar[str] = "play"
    button: ClassVar[str] = "Play"
    gives_cards: ClassVar[bool] = False

    def __init__(self, state: Round) -> None:
        self.state = state

    # Without cards: each list holds legal events alone, the lowest amount first.

    def passes(self) -> list[Pass]:
        """The pass of the player whose turn it is."""
        return [_pass_of(self.state.turn)] if self.state.trick else []

    def bids(self) -> list[Bid]:
        """The bids of that player in an auction."""
        return []

    def bets(self, seat: int, *, blind: bool | None = None) -> list[Bet]:
        """The bets of a player; `blind`: those alone that are made blind, or those that are not."""
        betting = self.state.table.variant.betting
        if betting._ends_with_play or betting.by_auction:
            bets = _bets_before_play(self.state, (seat,))
        else:
            bets = _legal_bets(self.state, seat)
        return bets if blind is None else [bet for bet in bets if (bet.amount in betting.blind) is blind]

    def blind_bets(self) -> list[Bet]:
        """The blind bets of all players, clockwise from the one whose turn it is."""
        return [bet for seat in self.state.table.clockwise_from(self.state.turn) for bet in self.bets(seat, blind=True)]

    def awards(self) -> list[Award]:
        """Who may capture the trick that a bomb has won, clockwise from its winner."""
        state, trick = self.state, self.state.bombed_trick
        takers = state.table.variant.bomb_taker(state, trick).seats if trick else ()
        if trick is None or len(takers) < 2:
            return []
        awards = [Award(trick.winner, seat) for seat in state.table.clockwise_from(trick.winner) if seat in takers]
        return [award for award in awards if judge(state, award) is None]

    def leads(self) -> list[Lead]:
        """Whom the winner of a bombed trick may give the lead to, also where the lead is theirs without a word."""
        state, trick = self.state, self.state.bombed_trick
        if not state.table.variant.bomb_lead:
            return []
        leads = [Lead(trick.winner, seat) for seat in state.table.partners(trick.winner)] if trick else []
        return [lead for lead in leads if judge(state, lead) is None]

    def lead_offer(self) -> Lead | None:
        """The lead that may be given to a partner, also by a winner who is out; None where there is no such choice."""
        leads = self.leads()
        return leads[0] if len(leads) == 1 and leads[0].to != self.state.turn else None

    def absent_offer(self) -> Lead | None:
        """That lead where its giver is out: it is asked for, and optional, though it is another player's turn (K2)."""
        offer = self.lead_offer()
        return offer if offer and offer.seat != self.state.turn else None

    def gives(self, seat: int) -> list[Give]:
        """The cards that a player may pass to the partner, where hands are known."""
        return []

    def others(self, *seats: int) -> list[Event]:
        """Every legal event but plays and exchanges, those of the player who acts next first.

        seats: whose bets and gifts alone are listed; everybody's if none is named.
        """
        state, table = self.state, self.state.table
        found: list[Event]
        if self.event is Play and (state.trick or not state.bombed_trick):
            found = [_pass_of(state.turn)] if state.trick else []
        else:
            found = self._named_once()
        if self.gives_cards or not table.variant.betting._ends_with_play:
            for seat in seats or table.clockwise_from(state.turn):
                found += self.gives(seat)
                found += self.bets(seat)
        elif not state.out and table.setup.hand in state.sizes:
            found += _bets_before_play(state, seats or table.clockwise_from(state.turn))
        return found

    def _named_once(self) -> list[Event]:
        found: list[Event] = [*self.passes(), *self.bids()]
        if self.state.bombed_trick:
            found += sorted(self.awards())
            found += self.leads()
        return found

    # With cards.

    def plays(self) -> Sequence[tuple[Cards, Reading]]:
        """The legal plays, where hands are known."""
        return [] if self.state.hands is None else _load_playable()(self.state)

    @property
    def drawn(self) -> tuple[Card, ...]:
        """The cards drawn from the haggis that are to be exchanged now."""
        return ()

    @property
    def number(self) -> int:
        """How many cards are to be chosen; 0 where any number may be, or none."""
        return 0

    def held(self, seat: int) -> Cards:
        """The cards that a player may hold: those of the hand where it is known, else those that nobody has played."""
        state = self.state
        if state.hands is None:
            return remove(state.table.deck.suit_cards, state.seen) | state.courts[seat]
        return state.hands[seat]

    def cards(self, seat: int) -> Cards:
        """The cards among which a player chooses, as far as the table knows; none where no cards are chosen."""
        return self.held(seat)

    def with_cards(self, cards: Cards, claim: Claim | None = None) -> Event:
        """What the player whose turn it is does with these cards; `claim`: the reading that is named for a play."""
        return Play(self.state.turn, cards, claim)

    # In words; `names` are those of all players.

    @property
    def role(self) -> str:
        """What the player whose turn it is has to do, in a few words."""
        return "to play" if self.state.trick else "to lead"

    @property
    def action(self) -> str:
        """What the player whose turn it is does, such as `bids or passes`; empty while cards are played."""
        return ""

    def due(self, names: Sequence[str]) -> str:
        """What the round waits for, in a sentence; empty while cards are played, of which more is to be told."""
        return f"{names[self.state.turn]} {self.action}." if self.action else ""

    def hint(self, names: Sequence[str]) -> str:
        """What the player whose turn it is can type, in a few words."""
        offer = self.lead_offer()
        if offer and offer.seat == self.state.turn:
            return f"cards, or 'lead' for {names[offer.to]} to lead"
        return "cards, or pass" if self.state.trick else "cards"


_pass_of = cache(Pass)
"""The one pass of a seat: to make it anew takes ten times as long."""


def _legal_bets(state: Round, seat: int) -> list[Bet]:
    betting = state.table.variant.betting
    bets = [Bet(seat, amount) for amount in betting.amounts]
    return [bet for bet in bets if betting.refuse(state, bet) is None]


_MOST_REMEMBERED = 2_000
_remembered: dict[object, tuple[Variant, dict[int, list[Bet]]]] = {}
"""Bets by what they depend on, then by seat; the variant stands there so that no other has its identity meanwhile."""


def _bets_before_play(state: Round, seats: Sequence[int]) -> list[Bet]:
    """The bets of these players where nobody bets after playing a card; none in an auction, where they bid.

    Until somebody bets, they are those of the moment before. Asked for anew they were a third of all the time of random
    rounds of Neeps.
    """
    table, sizes, hand = state.table, state.sizes, state.table.setup.hand
    if state.out or table.variant.betting.by_auction:
        return []
    has_begun = bool(table.variant.betting.blind) and (bool(state.given) or min(sizes) < hand)
    key = id(table.variant), table.sides, table.names, state.betting, has_begun
    known = _remembered.get(key)
    if known is None:
        if len(_remembered) >= _MOST_REMEMBERED:
            _remembered.clear()
        known = _remembered[key] = table.variant, {}
    found, by_seat = list[Bet](), known[1]
    for seat in seats:
        if sizes[seat] == hand:
            if seat not in by_seat:
                by_seat[seat] = _legal_bets(state, seat)
            found += by_seat[seat]
    return found


@cache
def _load_playable() -> Callable[[Round], Sequence[tuple[Cards, Reading]]]:
    """What lists the plays, loaded when they are asked for: what is due can be said without."""
    from haggis_cli.rules.moves import playable

    return playable


class _NoCards(Choices):
    __slots__ = ()

    def passes(self) -> list[Pass]:
        return []

    def plays(self) -> Sequence[tuple[Cards, Reading]]:
        return []

    def cards(self, seat: int) -> Cards:
        return 0


class _Auction(_NoCards):
    __slots__ = ()
    event = Bid
    verb = "bid"
    role = "to bid"
    action = "bids or passes"

    def passes(self) -> list[Pass]:
        return [Pass(self.state.turn)]

    def bids(self) -> list[Bid]:
        state, turn = self.state, self.state.turn
        bids = [Bid(turn, amount) for amount in state.table.variant.betting.amounts]
        return [bid for bid in bids if judge(state, bid) is None]

    def due(self, names: Sequence[str]) -> str:
        state = self.state
        best = state.table.variant.betting.shepherd(state.betting)
        so_far = f"; the bid so far is {names[best.seat]}'s {best.amount}" if best else ""
        return f"{names[state.turn]} {self.action}{so_far}."

    def hint(self, names: Sequence[str]) -> str:
        betting = self.state.table.variant.betting
        offers = betting.offers(bid.amount for bid in self.bids())
        return join_words([*(offer.text for offer in offers), "pass"], "or")


class _Exchange(_NoCards):
    __slots__ = ()
    event = Exchange
    verb = "exchange"
    role = "to exchange"
    button = "Discard"

    @property
    def drawn(self) -> tuple[Card, ...]:
        return self.state.drawn()

    @property
    def number(self) -> int:
        return len(self.drawn)

    def held(self, seat: int) -> Cards:
        held = super().held(seat)
        return add(held, pack(self.drawn)) if seat == self.state.turn else held

    def cards(self, seat: int) -> Cards:
        return suit_cards(self.held(seat))

    def with_cards(self, cards: Cards, claim: Claim | None = None) -> Event:
        return Exchange(self.state.turn, cards)

    @property
    def action(self) -> str:
        return f"exchanges {pluralize(self.number, 'card')} with the haggis"

    def hint(self, names: Sequence[str]) -> str:
        return f"{pluralize(self.number, 'card')} to discard"


class _Passing(_NoCards):
    __slots__ = ()
    event = Give
    verb = "give"
    role = "to pass cards"
    action = "passes a card"
    button = "Give"
    gives_cards = True
    number = 1

    def gives(self, seat: int) -> list[Give]:
        state = self.state
        if state.hands is None:
            return []
        gives = [Give(seat, card) for card in card_bits(self.cards(seat) & FIRST_COPIES)]
        return gives if gives and judge(state, gives[0]) is None else []  # any card of the hand may be given, or none

    def cards(self, seat: int) -> Cards:
        return suit_cards(self.held(seat))

    def with_cards(self, cards: Cards, claim: Claim | None = None) -> Event:
        return Give(self.state.turn, cards)

    def due(self, names: Sequence[str]) -> str:
        turn = self.state.turn
        partners = join_words([names[seat] for seat in self.state.table.partners(turn)])
        return f"{names[turn]} {self.action} to {partners}."

    def hint(self, names: Sequence[str]) -> str:
        return "a card to give"


class _Award(_NoCards):
    __slots__ = ()
    event = Award
    verb = "award"
    role = "to award"

    def due(self, names: Sequence[str]) -> str:
        takers = join_words([names[award.to] for award in self.awards()], "or")
        return f"{names[self.state.turn]} says who captures the bombed trick: {takers}."

    def hint(self, names: Sequence[str]) -> str:
        return ", ".join(f"{award.to + 1} {names[award.to]}" for award in sorted(self.awards()))


class _Over(_NoCards):
    """After the round, who captures its last trick may still be said."""

    __slots__ = ()
    event = None
    verb = ""

    def bets(self, seat: int, *, blind: bool | None = None) -> list[Bet]:
        return []


_OF_PHASE: Mapping[Phase, type[Choices]] = {
    Phase.AUCTION: _Auction,
    Phase.EXCHANGE: _Exchange,
    Phase.PASSING: _Passing,
    Phase.PLAY: Choices,
    Phase.AWARD: _Award,
    Phase.OVER: _Over,
}
