"""The plays and hands of a position as numbers, for the searches; `Tables` holds them for one round.

A play is a label, which says what an answer must match and which plays of all hands it beats. A hand is a subset of the
cards at the root, as bits. Two subsets are in the same class if they offer the same plays (shape, index, points, cards)
and every play leads from both to the same class: suits and ranks that no longer matter drop out by themselves. A class
is a number, and the lists of `HandClasses` hold its data for the search.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import SECOND_COPY, Cards, card_bits, unpack
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.parts import Move
from haggis_cli.rules.readings import BOMB, Reading
from haggis_cli.rules.round import Round

# Labels. Only the order of ranks matters, and only between different players: one player's 5 and 6 of the same
# shape are equal if nobody else has anything from 5 to 6. So positions with different cards become equal, and are
# solved once.

BOMBS = 0  # the shape of all bombs
LONE = 1  # the shape of plays that others can answer only with a bomb
HIGHEST = 255  # the place of a play that no other player can beat with its shape; Python shares ints up to 256


class Label(NamedTuple):
    """A reading as compared with the plays of all hands of a position.

    shape: a number for its kind, width and length; `BOMBS` or `LONE`.
    place: another player's play of the same shape beats it if its place is higher; 0 for `LONE`.
    """

    shape: int
    place: int


class Labels:
    """The labels of every reading that the players of a position have."""

    def __init__(self, readings: Sequence[Iterable[Reading]]) -> None:
        """`readings` by player."""
        ranks: list[dict[object, set[int]]] = [{} for _ in readings]
        for own, of_player in zip(ranks, readings, strict=True):
            for reading in of_player:
                own.setdefault(shape_of(reading), set()).add(reading.rank)
        shapes = dict.fromkeys(shape for own in ranks for shape in own)
        self._labels: list[dict[tuple[object, int], Label]] = [{} for _ in readings]
        self.shapes = LONE + 1
        for shape in shapes:
            held = [own.get(shape, set()) for own in ranks]
            if shape is BOMB:
                self._add(shape, BOMBS, held)
            elif sum(map(bool, held)) == 1:
                for labels, ranks_held in zip(self._labels, held, strict=True):
                    labels.update(dict.fromkeys(((shape, rank) for rank in ranks_held), Label(LONE, 0)))
            else:
                self._add(shape, self.shapes, held)
                self.shapes += 1

    def of(self, player: int, reading: Reading) -> Label:
        """The label of a reading that the player has; raises KeyError for another."""
        return self._labels[player][shape_of(reading), reading.rank]

    def _add(self, shape: object, number: int, held: Sequence[set[int]]) -> None:
        index, before = 0, -1
        for rank in sorted(set().union(*held)):
            owners = [player for player, ranks in enumerate(held) if rank in ranks]
            owner = owners[0] if len(owners) == 1 else -1
            if owner < 0 or owner != before:
                index += 1
            before = owner
            for player in owners:
                others = [max(ranks, default=0) for other, ranks in enumerate(held) if other != player]
                self._labels[player][shape, rank] = Label(number, HIGHEST if rank > max(others) else index)


def shape_of(reading: Reading) -> object:
    """The key of comparable readings: two of the same shape, or any two bombs, differ only by rank."""
    return BOMB if reading.kind is BOMB else reading.shape


# Classes of hands.

ClassMove: TypeAlias = tuple[int, int, int, int, int]
"""A play of a class: the class it leaves, shape, index, points, cards."""

_HandPlay: TypeAlias = tuple[int, int, int, int]
"""A play of some hand: the cards as bits, the key of alternative plays to one class, the move without its class as one
number (`_pack`), and the pairs of `_SpareCards` that it can swap."""

_CLOCK_EVERY = 128  # hands: checking the clock for each would take a tenth of the time

# A move is stored as one number of 60 bits, which takes a quarter of a tuple's memory and half the time to sort.
_CLASS_BITS, _CARD_BITS, _POINT_BITS, _INDEX_BITS, _SHAPE_BITS = 24, 6, 12, 8, 10
_CLASS, _CARDS, _POINTS, _INDEX = ((1 << bits) - 1 for bits in (_CLASS_BITS, _CARD_BITS, _POINT_BITS, _INDEX_BITS))
_INDEX_AT = _CLASS_BITS + _CARD_BITS + _POINT_BITS
_SHAPE_AT = _INDEX_AT + _INDEX_BITS
MOST_CARDS, MOST_POINTS = _CARDS, _POINTS
MOST_EXPANDED = 900_000


class RootPlay(NamedTuple):
    """A play of the hand at the root.

    cards: its cards as bits of `RootHand`.
    shape, place: its label.
    points: the points of its cards.
    """

    cards: int
    shape: int
    place: int
    points: int


class RootHand:
    """The cards of a player at the root, each with its own bit; a second copy has the bit above the first's.

    size: the number of cards.
    ranks: the rank of each bit.
    doubled: the bits of first copies that are held twice.
    """

    def __init__(self, hand: Cards) -> None:
        self._units = sorted(card_bits(hand), key=lambda bit: ((bit.bit_length() - 1) % SECOND_COPY, bit))
        self.size = len(self._units)
        self.ranks = [unpack(unit if unit < 1 << SECOND_COPY else unit >> SECOND_COPY)[0].rank for unit in self._units]
        self.doubled = sum(1 << at for at, unit in enumerate(self._units) if hand & unit << SECOND_COPY)

    def bits(self, cards: Cards) -> int:
        """These cards as bits; raises ValueError if some are not among the cards at the root."""
        found = sum(1 << at for at, unit in enumerate(self._units) if unit & cards)
        if found.bit_count() != cards.bit_count():
            raise ValueError("the position does not follow from the one that the solver was made for")
        return found


class HandClasses:
    """The classes of all subsets of one player's cards, found on demand. Class 0 is the empty hand.

    bits: the maximum number of bits of a class's number.
    size, points: the number of cards of a class, and their points.
    tops: the highest index of each shape; 0 for none.
    tricks_lost: the minimum number of leads on the way out that another hand at the root could beat.
    plays_left: the minimum number of plays on the way out.
    promises: an estimate of the distance from going out, the lower the better; tuned on positions of rounds.
    largest: the most cards of one play.
    leads: its plays as leads, the most promising first; like the next two, None until `expand` has made them.
    answers: its plays except bombs, by shape, the most promising first.
    bombs: its bombs, the lowest first.
    expanded: the number of plays in these lists, of about 200 bytes each.
    """

    def __init__(
        self, root: RootHand, plays: Iterable[RootPlay], shapes: int, *, keep_lower: bool, tick: Callable[[], None]
    ) -> None:
        """`keep_lower`: whether a lower play can be better than a higher one, as when a partner answers.

        shapes: the number of shapes.
        tick: called now and then; it may raise to interrupt the work, which can be continued later.
        """
        in_order = sorted(plays, key=lambda play: (play.shape, play.place))
        self._root, self._shapes, self._tick = root, shapes, tick
        self.bits = root.size
        self._spare = _SpareCards(root, in_order, exact=keep_lower)
        self._plays = [
            (
                play.cards,
                (play.place << _SHAPE_BITS | play.shape if keep_lower else play.shape) << _CLASS_BITS,
                _pack(play),
                self._spare.swaps.get(play, 0),
            )
            for play in in_order
        ]
        self._numbers = {0: 0}
        self._known = {b"": 0}
        self._packed = [b""]
        self.expanded = 0
        self.size, self.points, self.largest = [0], [0], [0]
        self.tricks_lost, self.plays_left, self.promises = [0], [0], [0]
        self.tops: list[tuple[int, ...]] = [(0,) * shapes]
        self.leads: list[tuple[ClassMove, ...] | None] = [()]
        self.answers: list[dict[int, tuple[ClassMove, ...]] | None] = [{}]
        self.bombs: list[tuple[ClassMove, ...] | None] = [()]

    def number(self, hand: int) -> int:
        """The class of a subset of the root's cards."""
        found = self._numbers.get(hand)
        return self._find(hand, self._plays) if found is None else found

    def _find(self, hand: int, plays: list[_HandPlay]) -> int:
        """The class of a new hand; `plays` are those of a larger hand."""
        if not len(self._numbers) % _CLOCK_EVERY:
            self._tick()
        plays = [play for play in plays if play[0] & hand == play[0]]
        numbers, doubled = self._numbers, self._root.doubled
        best: dict[int, int] = {}
        for cards, alternatives, move, _ in self._spare.without_worse(hand, plays):
            left = hand ^ cards
            if doubled:  # the second copy of a card held twice goes first
                kept = cards & doubled & ~(cards >> 1) & hand >> 1
                left ^= kept | kept << 1
            to = numbers.get(left)
            if to is None:
                to = self._find(left, plays)
            best[alternatives | to] = move | to  # plays come in the order of indices: the highest stays
        moves = sorted(best.values())
        packed = array("Q", moves).tobytes()
        found = self._known.get(packed)
        if found is None:
            found = self._known[packed] = self._add(moves)
            self._packed.append(packed)
        numbers[hand] = found
        return found

    def _add(self, moves: list[int]) -> int:
        """A new class with these moves; `expand` sorts its plays when it is searched."""
        lost, left = self.tricks_lost, self.plays_left
        tops = [0] * self._shapes
        fewest_lost = fewest_left = MOST_CARDS * 2
        for move in moves:
            to, rest = move & _CLASS, move >> _INDEX_AT
            index, shape = rest & _INDEX, rest >> _INDEX_BITS
            tops[shape] = index  # the highest comes last
            losses = lost[to]
            if shape == BOMBS:
                losses += 2  # it wins the trick and gives the cards away
            elif index != HIGHEST and shape != LONE:
                losses += 1
            if losses < fewest_lost:
                fewest_lost = losses
            if left[to] < fewest_left:
                fewest_left = left[to]
        to, _, _, points, cards = _unpack(moves[0])
        self.size.append(self.size[to] + cards)
        self.points.append(self.points[to] + points)
        lost.append(fewest_lost)
        left.append(fewest_left + 1)
        self.promises.append(16 * fewest_lost + 8 * (fewest_left + 1))
        self.largest.append(max([move >> _CLASS_BITS & _CARDS for move in moves]))
        self.tops.append(tuple(tops))
        self.leads.append(None)
        self.answers.append(None)
        self.bombs.append(None)
        return len(lost) - 1

    def expand(self, number: int) -> tuple[ClassMove, ...]:
        """The leads of a class, after sorting its leads, answers and bombs: plays that leave good hands come first."""
        promises = self.promises
        moves = [_unpack(packed) for packed in array("Q", self._packed[number])]
        worths = [promises[to] + (0 if index == HIGHEST else index // 2) for to, _, index, _, _ in moves]
        lead_worths = [
            worth + 12 * (shape == BOMBS) - cards if to else -1000
            for worth, (to, shape, _, _, cards) in zip(worths, moves, strict=True)
        ]
        places = range(len(moves))
        found = self.leads[number] = tuple([moves[place] for place in sorted(places, key=lead_worths.__getitem__)])
        answers: dict[int, list[ClassMove]] = {}
        for place in sorted(places, key=worths.__getitem__):
            answers.setdefault(moves[place][1], []).append(moves[place])
        answers.pop(LONE, None)
        self.bombs[number] = tuple(sorted(answers.pop(BOMBS, []), key=lambda move: move[2]))
        self.answers[number] = {shape: tuple(each) for shape, each in answers.items()}
        self.expanded += len(found)
        return found

    def forget(self) -> None:
        """Forget the sorted plays; they can be found again."""
        self.expanded = 0
        for lists in (self.leads, self.answers, self.bombs):
            lists[1:] = [None] * (len(lists) - 1)


def forget_plays(hands: Sequence[HandClasses]) -> None:
    """Forget the sorted plays of all hands if they take too much memory: a fifth of a gigabyte."""
    if sum(classes.expanded for classes in hands) > MOST_EXPANDED:
        for classes in hands:
            classes.forget()


def _pack(play: RootPlay) -> int:
    """A play as a packed move whose class is still to be added."""
    number = (play.shape << _INDEX_BITS | play.place) << _POINT_BITS | play.points
    return (number << _CARD_BITS | play.cards.bit_count()) << _CLASS_BITS


def _unpack(move: int) -> ClassMove:
    rest = move >> _CLASS_BITS
    return move & _CLASS, move >> _SHAPE_AT, move >> _INDEX_AT & _INDEX, rest >> _CARD_BITS & _POINTS, rest & _CARDS


class _SpareCards:
    """Finds superfluous plays: of two cards of one rank, the one that is needed less should be spent first.

    Card b is spare beside card a in a hand if every play with b and without a could be made with a instead. Then
    playing a and keeping b is never better than playing b and keeping a, and is omitted.
    """

    def __init__(self, root: RootHand, plays: list[RootPlay], *, exact: bool) -> None:
        """`exact`: whether the other card must give the same place; otherwise a higher place is also allowed."""
        places = {(play.cards, play.shape, play.place if exact else 0): play.place for play in plays}
        twice = root.doubled | root.doubled << 1
        single = [place for place in range(root.size) if not twice >> place & 1]
        pairs = [(a, b) for a in single for b in single if a != b and root.ranks[a] == root.ranks[b]]
        self.swaps: dict[RootPlay, int] = {}  # by play, the pairs whose other card it can use instead
        self._pairs: list[tuple[int, int, int, bool, list[int]]] = []
        for pair, (a, b) in enumerate(pairs):
            both, needed = 1 << a | 1 << b, []
            for play in plays:
                if play.cards & both in (0, both):
                    continue
                swapped = (play.cards ^ both, play.shape, play.place if exact else 0)
                can_swap = places.get(swapped, -1) >= play.place
                if play.cards >> b & 1 and not can_swap:
                    needed.append(play.cards)
                if play.cards >> a & 1 and can_swap:
                    self.swaps[play] = self.swaps.get(play, 0) | 1 << pair
            self._pairs.append((both, 1 << pair, 1 << pairs.index((b, a)), a < b, needed))

    def without_worse(self, hand: int, plays: list[_HandPlay]) -> list[_HandPlay]:
        """The plays of a hand without those that another play makes superfluous."""
        spare = 0
        for both, bit, _, _, needed in self._pairs:
            if both & hand == both:
                for cards in needed:
                    if cards & hand == cards:
                        break
                else:
                    spare |= bit
        if not spare:
            return plays
        used = 0
        for _, bit, inverse, first, _ in self._pairs:
            if spare & bit and (first or not spare & inverse):
                used |= bit
        return [play for play in plays if not play[3] & used]


class Tables:
    """The data of the searches on the hands at the root: the labels of all plays, and the classes of everybody's hands.

    classes: the classes of each seat's hands.
    """

    def __init__(self, root: Round, tick: Callable[[], None]) -> None:
        """`tick` is called now and then while classes are found, and may raise to interrupt the work."""
        table = root.table
        assert root.hands is not None
        plays = [legal_plays(table.variant.combinations, table.deck, hand) for hand in root.hands]
        readings = [[reading for _, reading in of_seat] for of_seat in plays]
        for played in root.trick:
            readings[played.seat].append(played.reading)
        partners_answer = len(table.names) > 2
        self._labels = Labels(readings)
        self._roots = [RootHand(hand) for hand in root.hands]
        self.classes: list[HandClasses] = []
        for seat, (own, of_seat) in enumerate(zip(self._roots, plays, strict=True)):
            wanted = of_seat if partners_answer else _highest(of_seat)
            numbered = {
                RootPlay(own.bits(cards), *self._labels.of(seat, reading), table.variant.card_values.of(cards))
                for cards, reading in wanted
            }
            shapes = self._labels.shapes
            self.classes.append(HandClasses(own, sorted(numbered), shapes, keep_lower=partners_answer, tick=tick))

    def number(self, seat: int, hand: Cards) -> int:
        """The class of a player's hand; raises ValueError if it does not follow from the hand at the root."""
        return self.classes[seat].number(self._roots[seat].bits(hand))

    def label(self, seat: int, reading: Reading) -> Label:
        """The label of a reading that the player has had; raises ValueError for any other."""
        try:
            return self._labels.of(seat, reading)
        except KeyError:
            raise ValueError("the position does not follow from the one that the solver was made for") from None


def _highest(plays: Sequence[Move]) -> list[Move]:
    """The highest reading of each handful and shape, which, with two players, leaves the other the fewest answers."""
    best: dict[tuple[Cards, object], Reading] = {}
    for cards, reading in plays:
        key = (cards, shape_of(reading))
        if key not in best or best[key].rank < reading.rank:
            best[key] = reading
    return [(cards, reading) for (cards, _), reading in best.items()]
