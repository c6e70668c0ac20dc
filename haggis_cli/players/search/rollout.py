"""A rollout: a round played to its end fast, with everybody following a plan.

Only the tricks are played here, as in `rules.round` (P1-P6) but on changing lists. The variant itself is asked who
captures a bombed trick, who captures what is left, and what it all scores.
"""

from random import Random
from typing import cast

from haggis_cli.players.hand_plan import BOMB, CandidatePlay, HandPlan, shape_of
from haggis_cli.players.search.rollout_tricks import EndedTrick, LazyTricks, as_trick
from haggis_cli.players.table_context import RolloutResult, TableContext
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.rounds.round import Round, recorded_hand
from haggis_cli.rules.rounds.trick import Trick, TrickPlay


class Rollout:
    """A round being played out. All hands are known here, guessed or not.

    context: the table.
    start: the round from which it is played out.
    chance: what decides between plays that are weighed with noise.
    hands: the cards of each seat as bits (see `hand_plan`), court cards included.
    haggis: the cards of the haggis as bits.
    plans: how each seat means to shed its suit cards; None until that is needed.
    sizes: how many cards each seat holds.
    captured: the points that each seat has captured.
    counts: the opponents' cards that each seat has recorded on going out.
    out: who went out, in order.
    over: whether the round is over.
    turn: who acts next.
    passes: how many players in a row have passed.
    shape: the shape to beat.
    rank: the rank to beat.
    winner: who played what is to beat; -1 if the next play leads.
    trick: seat, shape, rank and bits of each play of the trick in progress.
    trick_points: what the trick is worth so far.
    ended_tricks: the tricks that ended since `start`.
    finishes: how hands can be brought to their end (see `finishing`), by hand and what is to be beaten.
    """

    __slots__ = (
        "captured",
        "chance",
        "context",
        "counts",
        "ended_tricks",
        "finishes",
        "haggis",
        "hands",
        "out",
        "over",
        "passes",
        "plans",
        "rank",
        "shape",
        "sizes",
        "start",
        "trick",
        "trick_points",
        "turn",
        "winner",
    )

    def __init__(self, context: TableContext, start: Round, chance: Random) -> None:
        players = context.players
        self.context = context
        self.start = start
        self.chance = chance
        self.hands = [0] * players
        self.haggis = 0
        self.plans: list[HandPlan | None] = [None] * players
        self.sizes = list(start.sizes)
        self.captured = [0] * players
        self.counts = [0] * players
        self.out = list(start.out)
        for seat, recorded in zip(start.out, start.counts, strict=True):
            self.counts[seat] = recorded
        for trick in start.tricks:
            self.captured[trick.taker] += sum(context.points(play.cards) for play in trick.plays)
        self.turn, self.passes = start.turn, start.passes
        self.trick_points = sum(context.points(play.cards) for play in start.trick)
        self.trick = [(play.seat, shape_of(play.reading), play.reading.rank, play.cards) for play in start.trick]
        self.winner, self.shape, self.rank, _ = self.trick[-1] if self.trick else (-1, 0, 0, 0)
        self.ended_tricks: list[EndedTrick] = []
        self.over = start.over
        self.finishes: dict[tuple[int, int, int], CandidatePlay | None] = {}

    def with_hands(self, hands: list[int], haggis: int) -> "Rollout":
        """The same moment with these hands, to be played on by itself."""
        other = object.__new__(Rollout)
        other.context, other.start, other.chance = self.context, self.start, self.chance
        other.hands, other.haggis, other.plans = hands, haggis, [None] * len(hands)
        other.sizes, other.captured, other.counts = self.sizes[:], self.captured[:], self.counts[:]
        other.out, other.turn, other.passes, other.over = self.out[:], self.turn, self.passes, self.over
        other.trick_points, other.trick = self.trick_points, self.trick[:]
        other.winner, other.shape, other.rank = self.winner, self.shape, self.rank
        other.ended_tricks = self.ended_tricks[:]
        other.finishes = self.finishes  # shared: hands come again
        return other

    def play(self, shape: int, rank: int, cards: int, size: int) -> None:
        """The seat whose turn it is plays."""
        seat = self.turn
        self.hands[seat] ^= cards
        self.sizes[seat] -= size
        for mask, value in self.context.values:
            self.trick_points += value * (cards & mask).bit_count()
        self.trick.append((seat, shape, rank, cards))
        self.shape, self.rank, self.winner, self.passes = shape, rank, seat, 0
        if not self.sizes[seat]:
            self._go_out(seat)
            if self.over:
                return
        self._advance_turn()

    def pass_turn(self) -> None:
        """The seat whose turn it is passes."""
        self.passes += 1
        others, winner = 0, self.winner
        for seat, size in enumerate(self.sizes):
            if size and seat != winner:
                others += 1
        if self.passes >= others:
            self._end_trick()
        else:
            self._advance_turn()

    def _advance_turn(self) -> None:
        sizes, players, seat = self.sizes, self.context.players, self.turn
        while True:
            seat += 1
            if seat == players:
                seat = 0
            if sizes[seat]:
                self.turn = seat
                return

    def _go_out(self, seat: int) -> None:
        table, first = self.context.table, self.counts[self.out[0]] if self.out else 0
        self.counts[seat] = recorded_hand(table, seat, self.sizes, self.out, first)
        self.out.append(seat)
        if table.ended_by(tuple(self.out)):
            self.over = True
            self._end_trick()

    def _end_trick(self) -> None:
        winner = self.winner
        taker = self._bomb_taker() if self.shape == BOMB else winner
        self.captured[taker] += self.trick_points
        self.ended_tricks.append(EndedTrick(self.trick, winner, taker))
        self.trick_points = self.passes = self.shape = self.rank = 0
        self.winner = -1
        self.trick = []
        if not self.over:
            self.turn = winner
            if not self.sizes[winner]:
                self._advance_turn()

    def _bomb_taker(self) -> int:
        """Who captures the bombed trick; where the winner may choose, the winner, or else who has captured least."""
        trick = as_trick(EndedTrick(self.trick, self.winner, self.winner))
        takers = self.context.table.variant.bomb_taker(self._as_round(trick.plays), trick)
        if takers.default is not None:
            return takers.default
        return self.winner if self.winner in takers.seats else min(takers.seats, key=self.captured.__getitem__)

    def _as_round(self, trick: tuple[TrickPlay, ...] = ()) -> Round:
        """The round as the variant's rules are to see it now; no rule needs cards that the table cannot see."""
        return self.start._replace(
            courts=tuple([hand & COURTS for hand in self.hands]),
            sizes=tuple(self.sizes),
            trick=trick,
            out=tuple(self.out),
            counts=tuple([self.counts[seat] for seat in self.out]),
            tricks=cast("tuple[Trick, ...]", LazyTricks(self.start.tricks, self.ended_tricks)),
        )

    def result(self) -> RolloutResult:
        """The points of the round that is over."""
        context, variant = self.context, self.context.table.variant
        points = [variant.hand_points * count + held for count, held in zip(self.counts, self.captured, strict=True)]
        end = self._as_round()
        for holder, size in enumerate(self.sizes):
            taker = variant.hand_taker(end, holder) if size else None
            if taker is not None:
                points[taker] += context.points(self.hands[holder])
        if variant.haggis_taken:
            points[self.out[0]] += context.points(self.haggis)
        return RolloutResult(tuple(self.out), tuple(points))
