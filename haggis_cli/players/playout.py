"""Playing a round to its end in the head: fast, with everybody following a plan.

Only the tricks are played here, in the manner of `rules.round` (P1-P6); who captures a bombed trick, who captures what
is left, and what it all scores is asked of the variant itself.
"""

from random import Random
from typing import NamedTuple

from haggis_cli.players.plan import BOMB, Plan, Splitter, as_cards, reading_of, shape_of
from haggis_cli.rules.betting import Stakes
from haggis_cli.rules.round import Played, Round, Trick
from haggis_cli.rules.scoring import RANK_MASKS, CardValues, Outcome, score
from haggis_cli.rules.table import Table


class Result(NamedTuple):
    """How a playout ended: who went out in order, and each seat's points of the round without bonus and bets."""

    out: tuple[int, ...]
    points: tuple[int, ...]


class Arena:
    """What playouts at one table have in common, worked out once."""

    def __init__(self, table: Table) -> None:
        variant = table.variant
        self.table = table
        self.players = len(table.names)
        self.splitter = Splitter(table)
        self.partners = [table.partners(seat) for seat in table.seats]
        self.opponents = [table.opponents(seat) for seat in table.seats]
        self.values = _masks(variant.card_values)
        self.top = variant.combinations.top
        self.sets = variant.combinations.sets
        self.bombs = {
            bomb.court_cards: place for place, bomb in enumerate(variant.combinations.bombs, 1) if bomb.courts
        }
        self._settled: dict[tuple[Stakes, tuple[int, ...]], tuple[int, ...]] = {}

    def points(self, cards: int) -> int:
        """What these cards are worth when captured."""
        worth = 0
        for mask, value in self.values:
            worth += value * (cards & mask).bit_count()
        return worth

    def gains(self, result: Result, stakes: Stakes) -> list[float]:
        """How far each seat's side comes out above the others in the round, a player's average against theirs."""
        bets = self.settled(stakes, result.out)
        totals = [points + bet for points, bet in zip(result.points, bets, strict=True)]
        whole = sum(totals)
        gains = []
        for opponents in self.opponents:
            others = sum([totals[opponent] for opponent in opponents])
            own = self.players - len(opponents)
            gains.append((whole - others) / own - others / len(opponents))
        return gains

    def settled(self, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        """What bets and the bonus bring each seat for this order of going out."""
        found = self._settled.get((stakes, out))
        if found is None:
            nothing = (0,) * self.players
            scores = score(self.table, Outcome(out, nothing, nothing, stakes))
            found = self._settled[stakes, out] = tuple(each.total for each in scores)
        return found


def _masks(values: CardValues) -> list[tuple[int, int]]:
    """The cards of each value as a mask, with the value; worthless ones left out."""
    masks: dict[int, int] = {}
    for place, value in enumerate(values.courts):
        masks[value] = masks.get(value, 0) | 1 << place
    for place, value in enumerate(values.suit_cards):
        masks[value] = masks.get(value, 0) | RANK_MASKS[place]
    return [(mask, value) for value, mask in masks.items() if value]


class Playout:
    """A round being played out; all hands are known here, guessed or not.

    hands: bits by seat (see `plan`), court cards included; plans: how each seat means to shed its suit cards, None
    until it is needed. shape, rank: what is to beat; winner: who played it, -1 if the next play leads. pile: what the
    trick is worth so far; captured, counts: what each seat has captured, and recorded on going out.
    """

    __slots__ = (
        "arena",
        "captured",
        "chance",
        "counts",
        "haggis",
        "hands",
        "out",
        "over",
        "passes",
        "pile",
        "plans",
        "rank",
        "shape",
        "sizes",
        "start",
        "trick",
        "turn",
        "winner",
    )

    def __init__(self, arena: Arena, start: Round, chance: Random) -> None:
        players = arena.players
        self.arena = arena
        self.start = start
        self.chance = chance
        self.hands = [0] * players
        self.haggis = 0
        self.plans: list[Plan | None] = [None] * players
        self.sizes = list(start.sizes)
        self.captured = [0] * players
        self.counts = [0] * players
        self.out = list(start.out)
        for seat, recorded in zip(start.out, start.counts, strict=True):
            self.counts[seat] = recorded
        for trick in start.tricks:
            self.captured[trick.taker] += sum(arena.points(play.cards) for play in trick.plays)
        self.turn, self.passes = start.turn, start.passes
        self.pile = sum(arena.points(play.cards) for play in start.trick)
        self.trick = [(play.seat, shape_of(play.reading), play.reading.rank, play.cards) for play in start.trick]
        self.winner, self.shape, self.rank, _ = self.trick[-1] if self.trick else (-1, 0, 0, 0)
        self.over = start.over

    def with_hands(self, hands: list[int], haggis: int) -> "Playout":
        """The same moment with these hands, to be played on by itself."""
        other = object.__new__(Playout)
        other.arena, other.start, other.chance = self.arena, self.start, self.chance
        other.hands, other.haggis, other.plans = hands, haggis, [None] * len(hands)
        other.sizes, other.captured, other.counts = self.sizes[:], self.captured[:], self.counts[:]
        other.out, other.turn, other.passes, other.over = self.out[:], self.turn, self.passes, self.over
        other.pile, other.trick = self.pile, self.trick[:]
        other.winner, other.shape, other.rank = self.winner, self.shape, self.rank
        return other

    def play(self, shape: int, rank: int, cards: int, size: int) -> None:
        """The seat whose turn it is plays."""
        seat = self.turn
        self.hands[seat] ^= cards
        self.sizes[seat] -= size
        for mask, value in self.arena.values:
            self.pile += value * (cards & mask).bit_count()
        self.trick.append((seat, shape, rank, cards))
        self.shape, self.rank, self.winner, self.passes = shape, rank, seat, 0
        if not self.sizes[seat]:
            self._go_out(seat)
            if self.over:
                return
        self._next()

    def skip(self) -> None:
        """The seat whose turn it is passes."""
        self.passes += 1
        others, winner = 0, self.winner
        for seat, size in enumerate(self.sizes):
            if size and seat != winner:
                others += 1
        if self.passes >= others:
            self._end_trick()
        else:
            self._next()

    def _next(self) -> None:
        sizes, players, seat = self.sizes, self.arena.players, self.turn
        while True:
            seat += 1
            if seat == players:
                seat = 0
            if sizes[seat]:
                self.turn = seat
                return

    def _go_out(self, seat: int) -> None:
        table, sizes = self.arena.table, self.sizes
        if table.variant.slam_repeats and len(self.out) == 1 and self.out[0] in self.arena.partners[seat]:
            self.counts[seat] = self.counts[self.out[0]]
        else:
            self.counts[seat] = max([sizes[opponent] for opponent in self.arena.opponents[seat]])
        self.out.append(seat)
        if table.ended_by(tuple(self.out)):
            self.over = True
            self._end_trick()

    def _end_trick(self) -> None:
        winner = self.winner
        taker = self._bomb_taker() if self.shape == BOMB else winner
        self.captured[taker] += self.pile
        self.pile = self.passes = self.shape = self.rank = 0
        self.winner = -1
        self.trick = []
        if not self.over:
            self.turn = winner
            if not self.sizes[winner]:
                self._next()

    def _bomb_taker(self) -> int:
        """Who captures the bombed trick; where the winner may choose, the opponent who has captured least."""
        plays = tuple(
            Played(seat, as_cards(cards), reading_of(shape, rank, cards)) for seat, shape, rank, cards in self.trick
        )
        takers = self.arena.table.variant.bomb_taker(self.start, Trick(plays, self.winner, self.winner))
        if takers.default is not None:
            return takers.default
        return min(takers.seats, key=self.captured.__getitem__)

    def result(self) -> Result:
        """The points of the round that is over."""
        arena, variant = self.arena, self.arena.table.variant
        points = [variant.hand_points * count + held for count, held in zip(self.counts, self.captured, strict=True)]
        end = self.start._replace(out=tuple(self.out), sizes=tuple(self.sizes))
        for holder, size in enumerate(self.sizes):
            taker = variant.hand_taker(end, holder) if size else None
            if taker is not None:
                points[taker] += arena.points(self.hands[holder])
        if variant.haggis_taken:
            points[self.out[0]] += arena.points(self.haggis)
        return Result(tuple(self.out), tuple(points))


_arenas: dict[int, Arena] = {}


def arena_of(table: Table) -> Arena:
    """The arena of a table, kept while the same table is asked for."""
    found = _arenas.get(id(table))
    if found is None or found.table is not table:
        _arenas.clear()
        found = _arenas[id(table)] = Arena(table)
    return found
