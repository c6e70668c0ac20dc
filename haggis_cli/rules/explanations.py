"""Combinations in words, and why a play counts as none."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from haggis_cli.rules.cards import COURTS, Card, Cards, Deck, count, rank_name, suit_cards, unpack
from haggis_cli.rules.events import Breach, Claim, Clause, OpenQuestion, Play
from haggis_cli.rules.readings import Bomb, Combinations, Kind, Reading
from haggis_cli.rules.variant import Table
from haggis_cli.support.text import capitalize, join_words, number_word

CLAUSES: Mapping[Kind, Clause] = {
    Kind.SINGLE: Clause.COMBINATIONS,
    Kind.SET: Clause.SETS,
    Kind.SEQUENCE: Clause.SEQUENCES,
    Kind.STAIR: Clause.STAIRS,
    Kind.BOMB: Clause.BOMBS,
}
_GROUPS = {2: "pairs", 3: "triples"}
_CLAIMED_RANKS = {Kind.SINGLE: " {}", Kind.SET: " of {}s", Kind.BOMB: " of rank {}"}


def describe(reading: Reading, bombs: Sequence[Bomb]) -> str:
    """The reading in the words of the table.

    >>> describe(Reading(Kind.STAIR, 2, 3, 11), ())
    'a stair of 3 pairs up to J'
    """
    rank = rank_name(reading.rank) if reading.kind is not Kind.BOMB else ""
    match reading.kind:
        case Kind.SINGLE:
            return f"a single {rank}"
        case Kind.SET:
            return f"a pair of {rank}s" if reading.width == 2 else f"a set of {number_word(reading.width)} {rank}s"
        case Kind.SEQUENCE:
            return f"a sequence of {reading.length} cards up to {rank}"
        case Kind.STAIR:
            return f"a stair of {reading.length} {_groups(reading.width)} up to {rank}"
        case Kind.BOMB:
            return f"a bomb ({bombs[reading.rank - 1].name})"


def play_or_pass(play: str) -> str:
    """A play to beat, in words, and the other choice.

    >>> play_or_pass("a single 10"), play_or_pass("a stair of 2 pairs up to 9")
    ('a single 10 or pass', 'a stair of 2 pairs up to 9, or pass')
    """
    return f"{play}{',' if ' up to ' in play else ''} or pass"


def claim_text(claim: Claim) -> str:
    """The reading a player named, in words.

    >>> claim_text(Claim(Kind.STAIR, 2, 11)), claim_text(Claim(Kind.SET, rank=8))
    ('a stair of pairs up to J', 'a set of 8s')
    """
    width = f" of {_groups(claim.width)}" if claim.width and claim.kind is Kind.STAIR else ""
    rank = claim.rank and (claim.rank if claim.kind is Kind.BOMB else rank_name(claim.rank))
    return f"a {claim.kind}{width}{_CLAIMED_RANKS.get(claim.kind, ' up to {}').format(rank) if rank else ''}"


def _groups(width: int) -> str:
    return _GROUPS.get(width, f"sets of {width}")


def refuse_play(
    table: Table, play: Play, over: Reading | None, found: tuple[Reading, ...], claimed: tuple[Reading, ...]
) -> Breach:
    """Why the play counts as nothing.

    over: the combination to beat; None for a lead.
    found: every reading of the cards.
    claimed: those that the player can mean.
    """
    if not found:
        return why_no_combination(table.variant.combinations, table.deck, play.cards)
    if play.claim and not claimed:
        bombs = table.variant.combinations.bombs
        can_be = join_words([describe(reading, bombs) for reading in found[:4]], "or")
        return Breach(
            "not-a-combination",
            f"{table.deck.cards_text(play.cards)} cannot be read as {claim_text(play.claim)}: it is {can_be}.",
            CLAUSES[play.claim.kind],
        )
    return _not_beaten(table, over, claimed) if over else _ambiguous(table, play, claimed)


def why_no_combination(combinations: Combinations, deck: Deck, cards: Cards) -> Breach:
    """The most helpful reason why these cards are no combination."""
    reason, text = _reason(combinations, deck, cards), deck.cards_text(cards)
    return Breach("not-a-combination", f"{text} is not a combination: {reason.words}.", reason.clause, reason.question)


# Why a handful is no combination.


class _Reason(NamedTuple):
    """Why cards are no combination: the words, the clause, and what it turns on where rulebooks leave that open."""

    words: str
    clause: Clause
    question: OpenQuestion | None = None


def _reason(combinations: Combinations, deck: Deck, cards: Cards) -> _Reason:
    suited, courts = unpack(suit_cards(cards)), count(cards & COURTS)
    if not suited and not combinations.bombs:
        return _Reason("court cards can only be played together with a suit card", Clause.COURT_CARDS)
    if not suited:
        return _Reason("court cards alone can only be a bomb", Clause.BOMBS)
    ranks = sorted({card.rank for card in suited})
    suits = sorted({card.suit or 0 for card in suited})
    if len(suited) == len(ranks) > courts and any(
        not bomb.courts and set(ranks) <= set(bomb.ranks) and len(suited) + courts == len(bomb.ranks)
        for bomb in combinations.bombs
    ):
        names = join_words([bomb.name for bomb in combinations.bombs if not bomb.courts], "or")
        if courts:
            words = f"court cards are not wild in a bomb; a bomb is {names}"
            return _Reason(words, Clause.BOMBS, OpenQuestion.WILD_CARDS_IN_A_BOMB)
        words = f"as a bomb it must be {names}, but these are of {number_word(len(suits))} suits"
        return _Reason(words, Clause.BOMBS, OpenQuestion.SUITS_OF_A_BOMB)
    if len(ranks) == 1 and not combinations.sets:
        return _Reason("sets are not played in this variant", Clause.SETS)
    if len(ranks) == 1 and combinations.set_sizes:
        sizes, size = join_words(list(map(number_word, combinations.set_sizes)), "or"), len(suited) + courts
        return _Reason(f"in this variant a set has {sizes} cards, not {number_word(size)}", Clause.SETS)
    if len(ranks) == len(suited):
        return _not_a_sequence(combinations, deck, ranks, suits, courts)
    return _not_a_stair(combinations, deck, suited, ranks, courts)


def _not_a_sequence(combinations: Combinations, deck: Deck, ranks: list[int], suits: list[int], courts: int) -> _Reason:
    if len(suits) > 1:
        names = join_words([deck.suit_name(suit) for suit in suits])
        return _Reason(f"the cards of a sequence must be of one suit, but these are {names}", Clause.SEQUENCES)
    if ranks[-1] - ranks[0] >= len(ranks) + courts:
        holes = [rank_name(rank) for rank in range(ranks[0], ranks[-1]) if rank not in ranks]
        missing = f"{join_words(holes)} {'is' if len(holes) == 1 else 'are'} missing"
        if courts:
            missing += f" with only {_court_cards(courts)} to fill in"
        return _Reason(f"the ranks of a sequence must be consecutive, but {missing}", Clause.SEQUENCES)
    words = f"a sequence has at least {combinations.sequence} cards"
    return _Reason(words, Clause.SEQUENCES, OpenQuestion.SEQUENCE_LENGTH)


def _not_a_stair(combinations: Combinations, deck: Deck, suited: list[Card], ranks: list[int], courts: int) -> _Reason:
    by_rank = {rank: [card.suit or 0 for card in suited if card.rank == rank] for rank in ranks}
    counts = {len(suits) for suits in by_rank.values()}
    if not courts and len(counts) > 1:
        found = ", ".join(f"{len(suits)} × {rank_name(rank)}" for rank, suits in by_rank.items())
        words = f"every rank of a stair must have the same number of cards, but these are {found}"
        return _Reason(words, Clause.STAIRS)
    if not courts and ranks[-1] - ranks[0] >= len(ranks):
        return _Reason("the ranks of a stair must be consecutive", Clause.STAIRS)
    if len({tuple(suits) for suits in by_rank.values()}) > 1:
        found = "; ".join(f"{rank_name(rank)} {_suit_names(deck, suits)}" for rank, suits in by_rank.items())
        fill = f", more than {_court_cards(courts)} can fill in" if courts else ""
        words = f"every rank of a stair must have the same suits, but these are {found}{fill}"
        is_open = len(set(map(frozenset, by_rank.values()))) == 1
        return _Reason(words, Clause.STAIRS, OpenQuestion.SUITS_OF_A_STAIR if is_open else None)
    if not courts:
        return _Reason(f"a stair has at least {combinations.stair} ranks", Clause.STAIRS)
    return _Reason(f"with {_court_cards(courts)} they do not form a stair, sequence or set", Clause.STAIRS)


def _suit_names(deck: Deck, suits: list[int]) -> str:
    """The suits of the cards at one rank of a stair: `red and green`, or `red twice` of two copies of one card."""
    times = {suit: suits.count(suit) for suit in suits}
    return join_words([deck.suit_name(suit) + (" twice" if number == 2 else "") for suit, number in times.items()])


def _court_cards(number: int) -> str:
    return f"{number_word(number)} court card{'s' * (number > 1)}"


# Why a combination does not count here.


def _not_beaten(table: Table, over: Reading, readings: tuple[Reading, ...]) -> Breach:
    """Why none of these readings beats it: the one that a player most likely meant is held against it."""
    bombs = table.variant.combinations.bombs
    nearest = max(readings, key=lambda reading: (reading.shape == over.shape, reading.kind is over.kind, reading.rank))
    answer, wanted = capitalize(describe(nearest, bombs)), describe(over, bombs)
    if over.kind is Kind.BOMB:
        code = "not-higher" if readings[0].kind is Kind.BOMB else "wrong-kind"
        return Breach(code, f"{answer} does not beat {wanted}: only a higher bomb does.", Clause.BOMBS)
    if nearest.shape == over.shape:
        code, text = "not-higher", f"does not beat {wanted}: it must be higher"
    elif nearest.kind is over.kind:
        code, text = "wrong-size", f"cannot answer {wanted}: it must have the same number of cards and the same shape"
    else:
        code, text = "wrong-kind", f"cannot answer {wanted}: only the same kind, higher, or a bomb does"
    return Breach(code, f"{answer} {text}.", Clause.MATCHING)


def _ambiguous(table: Table, play: Play, readings: tuple[Reading, ...]) -> Breach:
    words = []
    for reading in readings:
        word = f"stair{reading.width}" if reading.kind is Kind.STAIR else reading.kind.value
        if word not in words:
            words.append(word)
    cards = table.deck.cards_text(play.cards)
    choices = join_words([f"'{cards} as {word}'" for word in words], "or")
    return Breach(
        "ambiguous", f"A lead of {cards} can be read in more than one way: write {choices}.", Clause.COMBINATIONS
    )
