"""Which combinations some cards make, found by trying every way to lay them out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations

from tests.support.reference import canonical, is_court, rank_of, suit_of

Reading = tuple[str, int, int, int]
"""(kind, width, length, top rank); a bomb's rank is 1 to 6, its width 1, its length its number of cards."""

Move = tuple[tuple[str, ...], str, int, int, int]
"""(cards in canonical order, kind, width, length, top rank)"""

COURT_BOMBS = {("J", "Q"): 2, ("J", "K"): 3, ("Q", "K"): 4, ("J", "Q", "K"): 5}


def readings(
    cards: Sequence[str],
    *,
    suits: str = "rgby",
    copies: int = 1,
    climb: bool = True,
    sets: bool = True,
    face_any: bool = False,
) -> set[Reading]:
    """Every reading of all these cards together; the empty set when they are no combination.

    climb: runs and stairs may go above 10 (rule C2); False also makes court cards wild for 2 to 10 only.
    sets: whether a set is a legal play (C6). face_any: a court card stands for any card at all (C3).
    The cards must be in the deck: at most `copies` of a suit card and one of each court card, else AssertionError.
    """
    check_deck(cards, suits, copies)
    found: set[Reading] = set()
    if len(cards) == 1:
        found.add(("single", 1, 1, rank_of(cards[0])))
    bomb = bomb_rank(cards)
    if bomb:
        found.add(("bomb", 1, len(cards), bomb))
    naturals = [card for card in cards if not is_court(card)]
    courts = [card for card in cards if is_court(card)]
    if len(cards) > 1 and naturals:  # C1
        for kind, width, length, top in shapes(len(cards), 13 if climb else 10):
            if kind == "set":
                fits = sets and set_fits(naturals, courts, width, top, climb, face_any)
            else:
                fits = laid_out(naturals, courts, width, top - length + 1, top, suits, climb, face_any)
            if fits:
                found.add((kind, width, length, top))
    return found


@lru_cache(8)
def remembered(
    cards: tuple[str, ...], suits: str, copies: int, climb: bool, sets: bool, face_any: bool
) -> set[Reading]:
    """What `readings` says: a play is asked about when it is judged and again when it happens."""
    return readings(cards, suits=suits, copies=copies, climb=climb, sets=sets, face_any=face_any)


def shapes(size: int, highest: int) -> Iterator[Reading]:
    """Every set, sequence and stair that has this many cards, whatever the cards."""
    for width in range(1, size + 1):
        length = size // width
        if width * length != size or (width == 1 and length < 3):
            continue
        kind = "sequence" if width == 1 else "set" if length == 1 else "stair"
        for low in range(2, highest - length + 2):
            yield kind, width, length, low + length - 1


def check_deck(cards: Sequence[str], suits: str, copies: int) -> None:
    """Refuses cards that no one player of this deck can hold."""
    for card, count in Counter(cards).items():
        assert is_court(card) or (2 <= rank_of(card) <= 10 and suit_of(card) in suits), f"no card {card} in this deck"
        assert count <= (1 if is_court(card) else copies), f"{count} times {card}"


def bomb_rank(cards: Sequence[str]) -> int | None:
    """The bomb's place in the order of rule C5, 1 (lowest) to 6, or None."""
    if len(cards) == 4 and not any(is_court(card) for card in cards):
        if sorted(rank_of(card) for card in cards) == [3, 5, 7, 9]:
            return {4: 1, 1: 6}.get(len({suit_of(card) for card in cards}))
        return None
    return COURT_BOMBS.get(tuple(sorted(cards, key=rank_of)))


def set_fits(naturals: list[str], courts: list[str], width: int, rank: int, climb: bool, face_any: bool) -> bool:
    """Whether the cards make `width` cards of this rank, of any suits."""
    if any(rank_of(card) != rank for card in naturals):
        return False
    return courts_fit(courts, [rank] * (width - len(naturals)), climb, face_any)


def laid_out(
    naturals: list[str], courts: list[str], width: int, low: int, top: int, suits: str, climb: bool, face_any: bool
) -> bool:
    """Whether the cards can be laid out as `width` suits side by side over every rank from `low` to `top` (C4)."""
    if any(not low <= rank_of(card) <= top for card in naturals):
        return False  # a suit card has no other rank than its own
    if max(Counter(rank_of(card) for card in naturals).values()) > width:
        return False  # no rank has that many slots
    for collection in combinations_with_replacement(suits, width):
        open_slots = Counter((rank, suit) for rank in range(low, top + 1) for suit in collection)
        laid = Counter((rank_of(card), suit_of(card)) for card in naturals)
        if laid - open_slots:
            continue  # some suit card finds no slot of its own
        open_slots -= laid
        if courts_fit(courts, [rank for rank, _ in open_slots.elements()], climb, face_any):
            return True
    return False


def courts_fit(courts: list[str], slots: list[int], climb: bool, face_any: bool) -> bool:
    """Whether the court cards can fill exactly these slots, given by rank, in some order."""
    if len(courts) != len(slots):
        return False
    return any(
        all(may_fill(court, slot, climb, face_any) for court, slot in zip(order, slots, strict=True))
        for order in permutations(courts)
    )


def may_fill(court: str, slot: int, climb: bool, face_any: bool) -> bool:
    """Whether this court card, beside suit cards, may stand at this rank."""
    if not climb:
        return slot <= 10
    return face_any or slot <= rank_of(court)


def beats(a: Reading, b: Reading | None) -> bool:
    """Whether `a` may be played over `b` (C7); anything may be played over nothing."""
    if b is None:
        return True
    if a[0] == "bomb":
        return b[0] != "bomb" or a[3] > b[3]
    return a[:3] == b[:3] and a[3] > b[3]


def moves(
    hand: Sequence[str],
    over: Reading | None = None,
    *,
    suits: str = "rgby",
    copies: int = 1,
    climb: bool = True,
    sets: bool = True,
    face_any: bool = False,
) -> set[Move]:
    """Every play this hand allows over the reading `over`, or as a lead."""
    found: set[Move] = set()
    for cards in choices(hand, suits, over):
        for kind, width, length, rank in readings(
            cards, suits=suits, copies=copies, climb=climb, sets=sets, face_any=face_any
        ):
            if beats((kind, width, length, rank), over):
                found.add((cards, kind, width, length, rank))
    return found


def choices(hand: Iterable[str], suits: str, over: Reading | None) -> Iterator[tuple[str, ...]]:
    """Every different choice of cards from the hand whose number may answer `over`, in canonical order."""
    ordered = canonical(hand, suits)
    for size in range(1, len(ordered) + 1):
        # bombs have two, three or four cards; any other answer has as many cards as what it answers
        if over is None or size in {2, 3, 4} or size == over[1] * over[2]:
            yield from sorted(set(combinations(ordered, size)))
