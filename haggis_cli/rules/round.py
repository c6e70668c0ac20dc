"""One round at one moment, and how it goes on: `state.after(event)` is a new round.

Legality is not asked here but in `judge`; `after` expects an event that `judge` has allowed. A round begins with
`begin_due` (or `begin`); `read_play` says which reading a play has.
"""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.rules.cards import COURTS, Card, Cards, add, court_cards, pack, remove, unpack
from haggis_cli.rules.events import (
    Award,
    Bet,
    BettingEvent,
    Bid,
    Breach,
    Claim,
    Event,
    Exchange,
    Give,
    Lead,
    Pass,
    Phase,
    Play,
    Trick,
    TrickPlay,
)
from haggis_cli.rules.readings import Kind, Reading, beats, find_readings
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.variant import Outcome, Table

# Looking them up in the class takes ten times as long.
PLAY, AUCTION, AWARD, OVER = Phase.PLAY, Phase.AUCTION, Phase.AWARD, Phase.OVER


class Deal(NamedTuple):
    """The cards dealt.

    hands: the suit cards of each seat.
    haggis: the cards left over, the top card first.
    """

    hands: tuple[Cards, ...]
    haggis: tuple[Card, ...]


class Round(NamedTuple):
    """A round at one moment. Every event makes a new one.

    The first six fields stay as they are while cards are played. The next six change when cards are played, the last
    five with every play and pass.

    table: who plays, and by which rules.
    leader: who was to lead; an auction may change who does.
    totals: the game score of each seat's side before the round.
    haggis: the cards of the haggis, the top card first; empty if they are unknown.
    betting: the bets and the auction, in order.
    given: the cards passed to partners, in order.

    hands: everybody's cards; None if they are unknown.
    courts: everybody's unplayed court cards, which the whole table knows.
    sizes: how many cards everybody holds, which the whole table knows.
    seen: all suit cards played so far.
    out: who went out, in order.
    counts: the opponents' cards that each of them recorded, in the same order.

    phase: what the round is waiting for.
    turn: who acts next.
    trick: the plays of the trick in progress.
    passes: how many players in a row have passed since the last play.
    tricks: the tricks that have ended.
    """

    table: Table
    leader: int
    totals: tuple[int, ...]
    haggis: tuple[Card, ...]
    betting: tuple[BettingEvent, ...]
    given: tuple[Give, ...]

    hands: tuple[Cards, ...] | None
    courts: tuple[Cards, ...]
    sizes: tuple[int, ...]
    seen: Cards
    out: tuple[int, ...]
    counts: tuple[int, ...]

    phase: Phase
    turn: int
    trick: tuple[TrickPlay, ...] = ()
    passes: int = 0
    tricks: tuple[Trick, ...] = ()

    def __repr__(self) -> str:
        """One line for people: who acts next, and what everybody holds, as far as it is known."""
        table = self.table
        held = [table.deck.cards_text(hand) or "-" for hand in self.hands] if self.hands else list(map(str, self.sizes))
        hands = "; ".join(f"{name}: {cards}" for name, cards in zip(table.names, held, strict=True))
        due = "over" if self.over else f"{table.names[self.turn]} to {self.phase.value}"
        return f"<Round: {table.variant.id}, {due}; {hands}>"

    @property
    def over(self) -> bool:
        """Whether the round has ended and nothing is left to say about it."""
        return self.phase is OVER

    @property
    def finished(self) -> bool:
        """Whether nobody plays on (rules P5)."""
        return bool(self.out) and self.table.ended_by(self.out)

    @property
    def passed_cards(self) -> int:
        """How many cards have been passed to partners, as far as that is entered."""
        return len(self.given)

    @property
    def first_lead(self) -> int:
        """Who led, or is to lead, the first trick."""
        if self.tricks:
            return self.tricks[0].plays[0].seat
        if self.trick:
            return self.trick[0].seat
        return self.leader if self.phase is Phase.PASSING else self.turn

    @property
    def reading_to_beat(self) -> Reading | None:
        """The combination to beat; None if the next play leads."""
        return self.trick[-1].reading if self.trick else None

    @property
    def bombed_trick(self) -> Trick | None:
        """The trick won by a bomb that has just ended; its winner may have something to say about it (rules K1, K2)."""
        if self.phase is AWARD:
            return Trick(self.trick, self.turn, self.turn)
        if not self.trick and self.tricks and self.tricks[-1].won_by_bomb:
            return self.tricks[-1]
        return None

    def has_played(self, seat: int) -> bool:
        """Whether the player has played a card this round."""
        return self.sizes[seat] < self.table.setup.hand

    def next_active_seat(self, seat: int) -> int:
        """The next player to the left who still holds cards."""
        return _next_active_seat(self.sizes, seat)

    def seats_passed(self) -> list[int]:
        """Who has passed since the last play of the trick in progress, in order."""
        seats = [self.trick[-1].seat if self.trick else self.turn]
        for _ in range(self.passes):
            seats.append(self.next_active_seat(seats[-1]))
        return seats[1:]

    def captured(self) -> list[int]:
        """What everybody's captured tricks are worth, by seat; hands and the haggis come at the end of the round."""
        piles: list[list[Cards]] = [[] for _ in self.sizes]
        for trick in self.tricks:
            piles[trick.taker] += trick.handfuls
        return [self.table.variant.card_values.of(*pile) for pile in piles]

    def drawn(self) -> tuple[Card, ...]:
        """The cards of the haggis that the Shepherd draws."""
        bid = self.table.variant.betting.shepherd(self.betting)
        return self.haggis[: self.table.variant.betting.draws(bid.amount)] if bid else ()

    def after(self, event: Event) -> "Round":
        """The round after an event that is legal now."""
        if isinstance(event, Pass):
            return self._after_auction(event) if self.phase is AUCTION else self._after_pass()
        match event:
            case Play():
                reading = read_play(self.table, event, self.reading_to_beat)
                assert not isinstance(reading, Breach), reading
                return self.after_play(event.cards, reading)
            case Bet():
                return self._replace(betting=(*self.betting, event))
            case Bid():
                return self._after_auction(event)
            case Exchange():
                return self._after_exchange(event)
            case Give():
                return self._after_give(event)
            case Award():
                if self.phase is AWARD:
                    return self._next_trick(Trick(self.trick, event.seat, event.to, awarded=True))
                return self._replace(tricks=(*self.tricks[:-1], self.tricks[-1]._replace(taker=event.to, awarded=True)))
            case Lead():
                given = self.tricks[-1]._replace(lead_given=True)
                return self._replace(turn=event.to, tricks=(*self.tricks[:-1], given))

    def after_play(self, cards: Cards, reading: Reading) -> "Round":
        """The round after a legal play by the player whose turn it is, where its reading is known already."""
        hands, courts, sizes, seen, out, counts, _, seat, trick, _, tricks = self[6:]
        if hands:
            hands = _replace_at(hands, seat, remove(hands[seat], cards))
        played_courts = cards & COURTS
        if played_courts:
            courts = _replace_at(courts, seat, courts[seat] ^ played_courts)
        left = sizes[seat] - cards.bit_count()
        sizes = _replace_at(sizes, seat, left)
        seen = add(seen, cards ^ played_courts)
        if not left:
            recorded = recorded_hand(self.table, seat, sizes, out, counts[0] if counts else 0)
            out, counts = (*out, seat), (*counts, recorded)
        turn = _next_active_seat(sizes, seat)
        trick = trick + (_new(TrickPlay, (seat, cards, reading)),)  # noqa: RUF005 - unpacking makes a list first
        changed = (hands, courts, sizes, seen, out, counts, PLAY, turn, trick, 0, tricks)
        state = _new(Round, self[:6] + changed)
        return state if left or not state.finished else state._end_trick()

    def _after_pass(self) -> "Round":
        """A pass; the trick ends when all others still in have passed in succession (rules P2)."""
        sizes, passes = self.sizes, self.passes + 1
        others = len(sizes) - sizes.count(0) - (sizes[self.trick[-1].seat] > 0)
        if passes >= others:
            return self._end_trick()
        return self._advance(_next_active_seat(sizes, self.turn), self.trick, passes, self.tricks)

    def _end_trick(self) -> "Round":
        winner = self.trick[-1].seat
        trick = _new(Trick, (self.trick, winner, winner, False, False))
        if trick.won_by_bomb:
            taker = self.table.variant.bomb_taker(self, trick).default
            if taker is None:
                return self._replace(phase=AWARD, turn=winner, passes=0)
            trick = trick._replace(taker=taker)
        return self._next_trick(trick)

    def _next_trick(self, trick: Trick) -> "Round":
        """The trick is captured; its winner leads, or the next player to the left who is in (rules P3)."""
        tricks, winner = self.tricks + (trick,), trick.winner  # noqa: RUF005 - unpacking makes a list first
        if self.finished:
            return self._advance(self.turn, (), 0, tricks, Phase.OVER)
        turn = winner if self.sizes[winner] else _next_active_seat(self.sizes, winner)
        return self._advance(turn, (), 0, tricks)

    def _advance(
        self, turn: int, trick: tuple[TrickPlay, ...], passes: int, tricks: tuple[Trick, ...], phase: Phase = PLAY
    ) -> "Round":
        """The round with its last five fields changed; `_replace` would take three times as long."""
        changed = (phase, turn, trick, passes, tricks)
        return _new(Round, self[:12] + changed)

    def _after_auction(self, event: Bid | Pass) -> "Round":
        betting = self.table.variant.betting
        log = (*self.betting, event)
        bidder = betting.next_bidder(self.table, self.leader, log)
        if bidder is not None:
            return self._replace(betting=log, turn=bidder)
        best = betting.shepherd(log)
        if not best:
            return self._replace(betting=log, turn=event.seat, phase=PLAY)
        exchanges = self.hands is not None and betting.draws(best.amount) > 0
        return self._replace(betting=log, turn=best.seat, phase=Phase.EXCHANGE if exchanges else PLAY)

    def _after_exchange(self, event: Exchange) -> "Round":
        assert self.hands is not None
        drawn = self.drawn()
        hand = remove(add(self.hands[event.seat], pack(drawn)), event.cards)
        return self._replace(
            hands=_replace_at(self.hands, event.seat, hand),
            haggis=(*self.haggis[len(drawn) :], *unpack(event.cards)),
            phase=PLAY,
        )

    def _after_give(self, event: Give) -> "Round":
        """A card passed; partners pick up when everybody has passed as many (Rulebook 2.1, Card Passing)."""
        assert self.hands is not None
        given = (*self.given, event)
        players = len(self.table.names)
        if len(given) % players:
            return self._replace(given=given, turn=self._next_giver(given))
        hands = list(self.hands)
        for gift in given[-players:]:
            hands[gift.seat] = remove(hands[gift.seat], gift.cards)
        for gift in given[-players:]:
            for partner in self.table.partners(gift.seat):
                hands[partner] = add(hands[partner], gift.cards)
        done = len(given) == players * self.table.variant.gives
        turn = self.leader if done else self._next_giver(given)
        return self._replace(given=given, hands=tuple(hands), phase=PLAY if done else Phase.PASSING, turn=turn)

    def _next_giver(self, given: tuple[Give, ...]) -> int:
        """Passing is simultaneous, so any order is legal; prompts go clockwise from the lead player."""
        gave = [gift.seat for gift in given]
        return min(self.table.clockwise_from(self.leader), key=gave.count)

    @property
    def captures_known(self) -> bool:
        """Whether it is known what everybody captured, even where hands are unknown (rules K3)."""
        if self.hands is not None or self.table.variant.card_values.even is not None:
            return True
        takers = {self.table.variant.hand_taker(self, seat) for seat in self.table.seats if self.sizes[seat]}
        rest = self.table.setup.haggis(len(self.table.names))
        return takers == {self.out[0]} and (self.table.variant.haggis_taken or not rest)

    def outcome(self) -> Outcome:
        """What counts of the round, once it is over."""
        variant, value, first = self.table.variant, self.table.variant.card_values, self.out[0]
        captured = self.captured()
        for holder in self.table.seats:
            taker = variant.hand_taker(self, holder)
            if self.sizes[holder] and taker is not None:
                captured[taker] += self._hand_value(holder)
        if variant.haggis_taken and self.hands is not None:
            captured[first] += value.of(pack(self.haggis))
        elif self.hands is None and value.even is None and self.captures_known:
            captured[first] += value.of(self.table.deck.suit_cards) - value.of(self.seen)
        elif self.hands is None and value.even is not None and variant.haggis_taken:
            captured[first] += value.even * self.table.setup.haggis(len(captured))
        counts = [0] * len(captured)
        for seat, recorded in zip(self.out, self.counts, strict=True):
            counts[seat] = recorded
        return Outcome(self.out, tuple(counts), tuple(captured), variant.betting.stakes(self.table, self.betting))

    def _hand_value(self, seat: int) -> int:
        """The points of a remaining hand, as far as this hand alone shows them."""
        value = self.table.variant.card_values
        if self.hands is not None:
            return value.of(self.hands[seat])
        if value.even is not None:
            return value.even * self.sizes[seat]
        return value.of(court_cards(self.courts[seat]))


# What the constructors of these values call in the end. Without the detour they take half the time.
_new = tuple.__new__


def begin(table: Table, leader: int, totals: tuple[int, ...] | None = None, deal: Deal | None = None) -> Round:
    """The start of a round.

    totals: the game score of each seat's side; None before the first round.
    deal: the cards, where they are known.
    """
    players = len(table.names)
    variant, courts = table.variant, table.setup.court_cards
    state = Round(
        table=table,
        leader=leader,
        totals=(0,) * players if totals is None else totals,
        haggis=deal.haggis if deal else (),
        betting=(),
        given=(),
        hands=tuple(hand | courts for hand in deal.hands) if deal else None,
        courts=(courts,) * players,
        sizes=(table.setup.hand,) * players,
        seen=0,
        out=(),
        counts=(),
        phase=PLAY,
        turn=leader,
    )
    bidder = variant.betting.next_bidder(table, leader, ())
    if bidder is not None:
        return state._replace(phase=AUCTION, turn=bidder)
    if deal and variant.gives:
        return state._replace(phase=Phase.PASSING)
    return state


def begin_due(table: Table, standing: Standing, deal: Deal | None = None) -> Round:
    """The start of the round that is due, with the lead player, the totals and the sides that the standing says.

    This is the one place where the sides of a round come into force: everything in a round asks the round's table.

    table: the match's table.
    deal: the cards, where they are known.
    """
    return begin(table.with_sides(standing.sides), standing.leader, tuple(map(standing.total, table.seats)), deal)


def recorded_hand(table: Table, seat: int, sizes: Sequence[int], out: Sequence[int], first: int) -> int:
    """The count recorded for a player who goes out: the fullest hand of an opponent (rules P4); 0 for none.

    sizes: how many cards everybody holds.
    out: who was out before.
    first: what the first of them recorded, which the second of a slam may repeat.
    """
    variant = table.variant
    if out and variant.only_first_records:
        return 0
    if variant.slam_repeats and table.repeats_first_count(seat, (*out, seat)):
        return first
    return max(sizes[opponent] for opponent in table.opponents(seat))


def _replace_at(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    changed = [*values]
    changed[place] = value
    return (*changed,)


def _next_active_seat(sizes: tuple[int, ...], seat: int) -> int:
    """The next player to the left who still holds cards; the seat itself where nobody does."""
    players = len(sizes)
    other = (seat + 1) % players
    while not sizes[other] and other != seat:
        other = (other + 1) % players
    return other


# Which reading a play has at the table.


def read_play(table: Table, play: Play, over: Reading | None) -> Reading | Breach:
    """The reading the play counts as (rules C8); `over` is the combination to beat, None for a lead.

    Answering, the highest reading that beats is taken; leading, the shape must be named if there is more than one.
    """
    readings = found = find_readings(table.variant.combinations, play.cards)
    if play.claim:
        readings = tuple(reading for reading in found if play.claim.fits(reading))
    if over:
        higher = None
        for reading in readings:
            if beats(reading, over) and (higher is None or reading[3] > higher[3]):
                higher = reading
        if higher:
            return higher
    elif readings and (len(readings) == 1 or all(reading[:3] == readings[0][:3] for reading in readings)):
        return readings[0]
    from haggis_cli.rules.explanations import refuse_play  # most plays have a reading

    return refuse_play(table, play, over, found, readings)


def legal_readings(table: Table, play: Play, over: Reading | None) -> tuple[Reading, ...]:
    """Every reading of the cards that would be legal here, best first."""
    readings = find_readings(table.variant.combinations, play.cards)
    return tuple(
        reading
        for reading in readings
        if (not play.claim or play.claim.fits(reading)) and (over is None or beats(reading, over))
    )


def unambiguous_play(table: Table, seat: int, cards: Cards, reading: Reading, over: Reading | None) -> Play:
    """The play of these cards with this reading, which is named only where the cards alone would mean another."""
    play = Play(seat, cards)
    if read_play(table, play, over) == reading:
        return play
    width = reading.width if reading.kind is Kind.STAIR else None
    kind_only = Play(seat, cards, Claim(reading.kind, width))
    if read_play(table, kind_only, over) == reading:
        return kind_only
    return Play(seat, cards, Claim(reading.kind, width, reading.rank))
