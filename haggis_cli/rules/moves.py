"""Every legal play from a hand, in a fixed order: singles, sets, sequences, stairs, bombs.

Begin with `legal_plays` and `playable`. A hand is looked at in parts (`parts`): the cards of a suit, of a rank, of some
suits in a window of ranks. What a part can play together with the court cards is worked out when the part is first met,
and kept. So a list of plays is mostly joined from lists that are known already.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain, groupby
from operator import or_
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import (
    COURTS,
    FIRST_COPIES,
    HIGH,
    JACK,
    LOW,
    SECOND_COPY,
    SUIT_MASK,
    Cards,
    Deck,
    cards_of_suit,
    shift_of,
)
from haggis_cli.rules.events import TrickPlay
from haggis_cli.rules.parts import (
    JoinedPlays,
    Move,
    Part,
    PlayCache,
    PlayList,
    Sequences,
    Stairs,
    bombs,
    court_singles,
    sets,
    share_plays,
    suit_singles,
)
from haggis_cli.rules.readings import Bomb, Combinations, Kind, Reading
from haggis_cli.rules.round import Round


def legal_plays(combinations: Combinations, deck: Deck, hand: Cards, over: Reading | None = None) -> Sequence[Move]:
    """Every pair of cards and reading that may be played from the hand over `over` (None: as a lead).

    Cards that can be read in several ways appear once for each reading. Court cards are also offered for cards that the
    hand holds: 4r 5r J with the 6r kept back is a play of its own. Passing is not listed.
    """
    try:
        generator = _generators[id(combinations)][deck]
    except KeyError:
        generator = _add_generator(combinations, deck)
    return generator.leads(hand) if over is None else generator.answers(hand, over)


def playable(state: Round, hand: Cards | None = None) -> Sequence[Move]:
    """Every play of the player whose turn it is, as `legal_plays` lists them, that `may_play` has nothing against.

    hand: the player's cards, where they are known to this player alone; those of the round if left out.
    """
    table, seat, trick = state.table, state.turn, state.trick
    variant = table.variant
    if hand is None:
        hands = state.hands
        assert hands is not None
        hand = hands[seat]
    moves = legal_plays(variant.combinations, table.deck, hand, trick[-1].reading if trick else None)
    may_play = variant.may_play
    if may_play is None:
        return moves
    return [move for move in moves if may_play(state, TrickPlay(seat, *move)) is None]


# The parts of a hand that one kind of deck has, and the plays joined from them.


BombPart: TypeAlias = tuple[tuple[Cards, ...], Cards, PlayCache | PlayList]
"""The cards that bombs may be made of, and the bombs by the cards held of these.

Most hands make none, so something else is asked first: for each rank of a bomb of suit cards its cards, of which one
must be held.
"""


class BombParts(NamedTuple):
    """The bombs higher than a certain one.

    suited: the bombs of suit cards; a hand without court cards has no others.
    every: all of them.
    """

    suited: list[BombPart]
    every: list[BombPart]


class AnswerParts(NamedTuple):
    """What answers a reading.

    size: the number of cards of an answer that is no bomb.
    same_kind: the parts of a hand that can play the same kind, but for sequences and stairs.
    sequence_windows: the windows in which sequences answer, as a mask.
    stair_windows: those in which stairs answer.
    bombs: the bombs that answer.
    """

    size: int
    same_kind: list[Part]
    sequence_windows: int
    stair_windows: int
    bombs: BombParts


class MoveGenerator:
    """The plays of one kind of deck: `suits` suits with `copies` copies of each card."""

    def __init__(self, combinations: Combinations, suits: int, copies: int) -> None:
        self._rules = combinations
        self._suits = suits
        self._copies = copies
        self._suit_singles = [PlayCache(suit_singles) for _ in range(suits)]
        self._court_singles = PlayCache(court_singles)
        self._set_parts: dict[tuple[int, int | None], Part] = {}
        self._shifts = [shift_of(suit) for suit in range(suits)]
        self._sequences = Sequences(combinations, suits)
        self._stairs = Stairs(combinations, suits, copies)
        self._lead_sequences = self._sequences.parts()
        self._lead_parts: dict[int, list[Part]] = {}
        self._bombs = self._bombs_above(0)
        self._answer_parts: dict[Reading, AnswerParts] = {}

    def leads(self, hand: Cards) -> Sequence[Move]:
        """Every play that may be led: with court cards there may be a thousand, so those are not joined."""
        several = self._repeated_ranks(hand)
        parts = self._lead_parts.get(several)
        if parts is None:
            parts = [*self._singles(0), *self._sets(0, None, several), *self._lead_sequences]
            self._lead_parts[several] = parts
        found: list[Move] = []
        if hand & COURTS:
            lists: list[Sequence[Move]] = [plays[hand & cards] for cards, plays in parts]
            lists += self._stairs.find_stairs(hand, self._stairs.all_windows)
            _add_bombs(found, hand, self._bombs)
            return JoinedPlays([*lists, found])
        for cards, plays in parts:
            found += plays[hand & cards]
        if several & several >> 1 and self._begins_stairs(hand):
            found += chain.from_iterable(self._stairs.find_stairs(hand, self._stairs.all_windows))
        _add_bombs(found, hand, self._bombs)
        return found

    def _repeated_ranks(self, hand: Cards) -> int:
        """The ranks, as bits, of which sets take several cards: any with court cards."""
        if hand & COURTS:
            return SUIT_MASK
        once = several = 0
        for shift in self._shifts:
            ranks = hand >> shift & SUIT_MASK
            several |= once & ranks
            once |= ranks
        if self._copies == 2:
            for shift in self._shifts:
                several |= hand >> SECOND_COPY + shift & SUIT_MASK
        return several

    def _begins_stairs(self, hand: Cards) -> bool:
        """Whether two suits, or both copies of one, have the same two ranks in a row."""
        begun = 0
        for shift in self._shifts:
            ranks, seconds = hand >> shift & SUIT_MASK, hand >> SECOND_COPY + shift & SUIT_MASK
            in_a_row = ranks & ranks >> 1
            if begun & in_a_row or seconds & seconds >> 1:
                return True
            begun |= in_a_row
        return False

    def answers(self, hand: Cards, over: Reading) -> list[Move]:
        """Every play that beats the reading."""
        known = self._answer_parts.get(over)
        if known is None:
            known = self._answer_parts[over] = self._make_answer_parts(over)
        found: list[Move] = []
        if hand.bit_count() >= known.size:
            if known.stair_windows:
                found += chain.from_iterable(self._stairs.find_stairs(hand, known.stair_windows, over.width))
            if known.sequence_windows:
                self._sequences.add_sequences(found, hand, known.sequence_windows)
            for cards, plays in known.same_kind:
                found += plays[hand & cards]
        _add_bombs(found, hand, known.bombs)
        return found

    def _make_answer_parts(self, over: Reading) -> AnswerParts:
        match over.kind:
            case Kind.SINGLE:
                return AnswerParts(1, self._singles(over.rank), 0, 0, self._bombs)
            case Kind.SET:
                return AnswerParts(over.size, self._sets(over.rank, over.width), 0, 0, self._bombs)
            case Kind.SEQUENCE:
                return AnswerParts(over.size, [], self._sequences.windows_above(over), 0, self._bombs)
            case Kind.STAIR:
                return AnswerParts(over.size, [], 0, self._stairs.windows_above(over), self._bombs)
            case Kind.BOMB:
                return AnswerParts(0, [], 0, 0, self._bombs_above(over.rank))

    def _singles(self, above: int) -> list[Part]:
        ranks, courts = _cards_above(above, LOW, SUIT_MASK), _cards_above(above, JACK, COURTS)
        parts = [(cards_of_suit(ranks, suit), plays) for suit, plays in enumerate(self._suit_singles)]
        return [part for part in (*parts, (courts, self._court_singles)) if part[0]]

    def _sets(self, above: int, width: int | None, ranks: int = SUIT_MASK) -> list[Part]:
        if not self._rules.sets:
            return []
        wanted = range(max(above + 1, LOW), HIGH + 1)
        return [self._set(rank, width) for rank in wanted if ranks >> rank - LOW & 1]

    def _set(self, rank: int, width: int | None) -> Part:
        part = self._set_parts.get((rank, width))
        if part is None:
            plays = PlayCache(share_plays(lambda held: sets(held, rank, width, self._rules)))
            part = self._set_parts[rank, width] = self._column(rank) | COURTS, plays
        return part

    def _column(self, rank: int) -> Cards:
        """Every card of a rank up to 10."""
        column = sum(cards_of_suit(1 << (rank - LOW), suit) for suit in range(self._suits))
        return column | column << SECOND_COPY if self._copies == 2 else column

    def _bombs_above(self, above: int) -> BombParts:
        rungs = list(enumerate(self._rules.bombs, 1))[above:]
        return BombParts(self._bomb_parts(rung for rung in rungs if not rung[1].courts), self._bomb_parts(rungs))

    def _bomb_parts(self, rungs: Iterable[tuple[int, Bomb]]) -> list[BombPart]:
        """Rungs of the same suit cards that follow one another are one part, and so are those of court cards."""
        return [self._bomb_part(list(group)) for _, group in groupby(rungs, lambda rung: rung[1].suit_ranks)]

    def _bomb_part(self, rungs: list[tuple[int, Bomb]]) -> BombPart:
        columns = [self._column(rank) & FIRST_COPIES for rank in sorted(set(rungs[0][1].ranks)) if rank <= HIGH]
        cards = sum(columns, reduce(or_, (bomb.court_cards for _, bomb in rungs)))
        if self._copies == 2 and any(bomb.of_a_kind for _, bomb in rungs):
            cards |= cards << SECOND_COPY

        def played(held: Cards) -> list[Move]:
            return [play for place, bomb in rungs for play in bombs(held, bomb, place, self._suits)]

        every = played(cards)
        picked = columns and len(every) <= PlayList.MAX_PLAYS
        return tuple(columns), cards, PlayList(every) if picked else PlayCache(played)


def _cards_above(rank: int, lowest: int, cards: Cards) -> Cards:
    """Those of these cards, one a rank from the lowest, that are above the rank."""
    below = max(rank + 1 - lowest, 0)
    return cards >> below << below


def _add_bombs(found: list[Move], hand: Cards, higher: BombParts) -> None:
    for needed, cards, plays in higher.every if hand & COURTS else higher.suited:
        for rank in needed:
            if not hand & rank:
                break
        else:
            found += plays[hand & cards]


_MOST_DECLARATIONS = 64
_generators: dict[int, dict[Deck, MoveGenerator]] = {}
"""By the identity of the declaration, whose hash would take longer than the list; generators hold on to their own."""


def _add_generator(combinations: Combinations, deck: Deck) -> MoveGenerator:
    """A generator for the deck; decks that differ only in the letters of their suits have it in common."""
    if len(_generators) >= _MOST_DECLARATIONS:
        _generators.clear()
    by_deck = _generators.setdefault(id(combinations), {})
    suits, copies = len(deck.letters), deck.copies
    alike = (made for known, made in by_deck.items() if (len(known.letters), known.copies) == (suits, copies))
    generator = by_deck[deck] = next(alike, None) or MoveGenerator(combinations, suits, copies)
    return generator
