"""Cards as people type them, where they are written neither as in files nor in shorthand.

Read are cards without gaps (`4r4g`), ranks before their suit (`456r`, `4,5,6r`), ranges with a suit on both ends or
with dots (`4r-6r`, `4..6r`), colours in words (`red 4 green 4`, `4 of red`, `4rot`), court cards in words, and the
signs of suits. What can mean several handfuls is not read: the complaint names them all.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from haggis_cli.matches.notation.card_signs import (
    MOST_SIGNS,
    DownwardRange,
    HalfCard,
    Kind,
    NamedCard,
    NoCard,
    NoSuchRank,
    SeveralMeanings,
    Sign,
    SignFault,
    prepare,
    take_apart,
)
from haggis_cli.matches.notation.typed_faults import explain_byte, explain_doubt, explain_fault, explain_meanings, quote
from haggis_cli.rules.cards import COURT_RANKS, HIGH, LOW, SUIT_NAMES, Card, Deck
from haggis_cli.support.errors import NotationError

LONGEST_TEXT = 1_000
"""Characters; what is longer is written as in files, or refused."""


class _Meaning(NamedTuple):
    """What a text can mean: the cards, the signs they were read from, and whether ranks and suits keep one order."""

    cards: list[NamedCard]
    signs: list[Sign]
    in_one_order: bool


def read_typed_cards(text: str, deck: Deck) -> list[Card]:
    """The cards in the order in which they are named; NotationError if they cannot be read, or in several ways."""
    prepared = prepare(text)
    if byte := re.search("[\udc80-\udcff]", prepared):
        raise explain_byte(prepared, byte.group())
    if len(prepared) > LONGEST_TEXT:
        raise _too_long(text)
    found: dict[tuple[NamedCard, ...], _Meaning] = {}
    complaint: NotationError | None = None
    for signs in take_apart(prepared, deck):
        if len(signs) > MOST_SIGNS:
            raise _too_long(text)
        try:
            grouped = group_cards(signs)
            for cards in grouped.ways:
                found.setdefault(tuple(sorted(cards)), _Meaning(cards, signs, grouped.in_one_order))
        except SignFault as why:
            complaint = complaint or explain_fault(why, prepared, signs, deck)
    meanings = _likely_meanings(list(found.values()), deck)
    if not meanings:
        raise complaint or _too_long(text)
    if len(meanings) > 1:
        raise explain_meanings(prepared, [each.cards for each in meanings])
    (meaning,) = meanings
    if doubtful := next((sign for sign in meaning.signs if sign.doubtful), None):
        raise explain_doubt(doubtful, prepared, deck, meaning.cards)
    if complaint and not _is_in_deck(meaning.cards, deck):
        raise complaint
    return [Card(rank, deck.letters.index(letter) if letter else None) for rank, letter in meaning.cards]


def _likely_meanings(meanings: list[_Meaning], deck: Deck) -> list[_Meaning]:
    """What is meant: cards that there can be rather than others, and one order of ranks and suits rather than both."""
    possible = [each for each in meanings if _is_in_deck(each.cards, deck)] or meanings
    return [each for each in possible if each.in_one_order] or possible


def _too_long(text: str) -> NotationError:
    return NotationError(f"{quote(text)} is too long: write cards like 7r, separated by spaces")


def _is_in_deck(cards: Sequence[NamedCard], deck: Deck) -> bool:
    """Whether the deck has as many copies of each card."""
    return all(cards.count(card) <= (1 if card[0] in COURT_RANKS else deck.copies) for card in set(cards))


# Whether words look like cards, where nobody knows the deck yet.


LONGEST_WORD = 100
_EVERY_SUIT = Deck("".join(SUIT_NAMES))
_COURTS = re.compile(r"[jqk]+(?:[-+/&][jqk]+)*", re.IGNORECASE)


def looks_like_cards(text: str) -> bool:
    """Whether a text names cards and can hardly be anything else: `4r4g`, `456r`, `J-Q`, but not `red`.

    >>> looks_like_cards("8b9bQ"), looks_like_cards("4\N{BLACK HEART SUIT}"), looks_like_cards("2026-11-21-noah")
    (True, True, False)
    """
    return _COURTS.fullmatch(text) is not None or any(letter for _, letter in _named_cards(text) or ())


def _named_cards(text: str) -> list[NamedCard] | None:
    """The cards that a text names, of whatever suits; None if it names none, or may name others."""
    if len(text) > LONGEST_WORD:
        return None
    ways: dict[tuple[NamedCard, ...], list[NamedCard]] = {}
    for signs in take_apart(prepare(text), _EVERY_SUIT):
        try:
            ways |= {tuple(sorted(way)): way for way in group_cards(signs).ways} if len(signs) <= MOST_SIGNS else {}
        except SignFault:
            continue
    return next(iter(ways.values())) or None if len(ways) == 1 else None


def may_stand_among_cards(word: str) -> bool:
    """Whether a word can be a part of what names cards: `red`, `4`, `of`, `+`."""
    if len(word) > LONGEST_WORD:
        return False
    return all(sign.kind != "unknown" for signs in take_apart(prepare(word), _EVERY_SUIT) for sign in signs)


# Ranks and suits put together to cards: `4r`, `r4`, `456r`, `4rg`, `red 4 green 4`.


class Grouped(NamedTuple):
    """The handfuls that signs can mean, and whether in all of them ranks and suits keep one order."""

    ways: list[list[NamedCard]]
    in_one_order: bool


def group_cards(signs: Sequence[Sign]) -> Grouped:
    """Every handful that the signs can mean, at least one; a SignFault if they are none.

    Ranks belong to the suits behind them (`4r 5g`), or to those before them (`red 4 green 5`). One order for the whole
    text is preferred; `4r g5` has both.
    """
    for sign in signs:
        if sign.kind == "unknown":
            raise NoCard(sign)
    _check_ranks(signs)
    joined = tuple(join_ranges(signs))
    orders = _order_of_words(joined)
    for allowed in ({"rank"}, {"suit"}, {"rank", "suit"}):
        if ways := _ways(joined, orders, frozenset(allowed)):
            return Grouped(ways, len(allowed) == 1)
    raise _find_half_card(joined, orders)


def _check_ranks(signs: Sequence[Sign]) -> None:
    for place, sign in enumerate(signs):
        if sign.kind == "rank" and not all(LOW <= rank <= HIGH for rank in sign.ranks):
            behind = next((each.letters for each in signs[place + 1 :] if each.word == sign.word), "")
            before = signs[place - 1].letters if place and signs[place - 1].word == sign.word else ""
            raise NoSuchRank(sign, (behind or before)[:1])


def _order_of_words(signs: Sequence[Sign]) -> dict[int, str]:
    """What comes first in the words that hold ranks and suits both."""
    first: dict[int, str] = {}
    mixed = {sign.word for sign in signs if sign.kind == "rank"} & {sign.word for sign in signs if sign.kind == "suit"}
    for sign in signs:
        if sign.kind != "court" and sign.word in mixed:
            first.setdefault(sign.word, sign.kind)
    return first


def _ways(signs: tuple[Sign, ...], orders: dict[int, str], allowed: frozenset[str]) -> list[list[NamedCard]]:
    """The ways to put all signs into groups of these orders; of many the first few."""

    @cache
    def ways_from(start: int) -> tuple[tuple[NamedCard, ...], ...]:
        if start == len(signs):
            return ((),)
        if signs[start].kind == "court":
            card: tuple[NamedCard, ...] = ((signs[start].ranks[0], ""),)
            return tuple(card + rest for rest in ways_from(start + 1))
        found: dict[tuple[NamedCard, ...], tuple[NamedCard, ...]] = {}
        for end in _group_ends(signs, start, orders, allowed):
            cards = _cards_of_group(signs[start:end])
            for rest in ways_from(end):
                found.setdefault(tuple(sorted(cards + rest)), cards + rest)
        return tuple(found.values())[:3]

    for start in range(len(signs), 0, -1):  # from the back, so that long texts need no deep recursion
        ways_from(start)
    return [list(way) for way in ways_from(0)]


def _group_ends(signs: Sequence[Sign], start: int, orders: dict[int, str], allowed: frozenset[str]) -> Iterator[int]:
    """Where a group that begins here can end: ranks and their suits, or suits and their ranks."""
    order = signs[start].kind
    if order not in allowed:
        return
    middle, last = _group_bounds(signs, start)
    for end in range(middle + 1, last + 1):
        words = {sign.word for sign in signs[start:end]} & orders.keys()
        if len(words) > 1 or any(orders[word] != order for word in words):
            return
        if end == last or len(allowed) > 1:
            yield end


def _group_bounds(signs: Sequence[Sign], start: int) -> tuple[int, int]:
    """Where the ranks or the suits end that begin here, and where the suits or ranks end that follow them."""
    bounds, end = [], start
    for kind in ("rank", "suit") if signs[start].kind == "rank" else ("suit", "rank"):
        while end < len(signs) and signs[end].kind == kind:
            end += 1
        bounds.append(end)
    return bounds[0], bounds[1]


def _cards_of_group(signs: Sequence[Sign]) -> tuple[NamedCard, ...]:
    letters = "".join(sign.letters for sign in signs)
    return tuple((rank, letter) for sign in signs for rank in sign.ranks for letter in letters)


def _find_half_card(signs: Sequence[Sign], orders: dict[int, str]) -> HalfCard:
    """The first rank without a suit or suit without a rank, with the cards that are probably meant."""
    first, after_court, nearest, suits, start = None, False, list[NamedCard](), "", 0
    while start < len(signs):
        sign = signs[start]
        if sign.kind == "court":
            nearest.append((sign.ranks[0], ""))
            start += 1
            continue
        middle, end = _group_bounds(signs, start)
        if end > middle:
            suits = "".join(each.letters for each in signs[start:end])
            nearest += _cards_of_group(signs[start:end])
        else:
            if first is None:
                first, after_court = sign, start > 0 and signs[start - 1].kind == "court"
            guessed = [f"?{letter}" for letter in suits] or ["?"]
            nearest += [(rank, letter) for each in signs[start:end] for rank in each.ranks for letter in guessed]
        start = end
    torn = (
        sign
        for sign, following in pairwise(signs)
        if sign.word != following.word and sign.kind == following.kind and orders.keys() >= {sign.word, following.word}
    )
    return HalfCard(first or next(torn, signs[0]), nearest, after_court=after_court)


# Cards joined by a dash or dots: from one to the other, or one beside the other.


_CODES = {"rank": "r", "suit": "s", "court": "c", "dash": "-", "range": "~"}
# A card has its rank first or its suit; both ends may have a suit, or only one.
_RANKS = re.compile(r"r(?:-r)+|r~r")
_TO_COURT = re.compile(r"r[-~]c(?:s(?!r))?")
_CARDS = re.compile(r"(?:rs|sr|c)(?:[-~](?:rs|sr|c))+|rs[-~]r")

Ends = tuple[tuple[int, ...], str]
"""The ranks and the suits of one end; of a court card no suit."""


def join_ranges(signs: Sequence[Sign]) -> list[Sign]:
    """The signs with one of several in the place of what dashes and dots join; a SignFault where that cannot be.

    >>> from haggis_cli.matches.notation.card_signs import take_apart
    >>> from haggis_cli.rules.cards import Deck
    >>> (signs,) = take_apart("4r-6r", Deck("rgby"))
    >>> [(sign.kind, sign.ranks, sign.letters) for sign in join_ranges(signs)]
    [('rank', (4, 5, 6), ''), ('suit', (), 'r')]
    """
    joined = _replace(_drop_inner_dashes(signs), _RANKS, _join_ranks)
    joined = _replace(joined, _TO_COURT, _join_to_court)
    joined = _replace(joined, _CARDS, _join_cards)
    for sign in joined:
        if sign.kind in ("dash", "range"):
            raise NoCard(sign)
    return joined


def _drop_inner_dashes(signs: Sequence[Sign]) -> list[Sign]:
    """The signs without the dash of a word that is one rank, one suit and a dash between them: 10-red, r-4."""
    kinds: dict[int, list[Kind]] = {}
    for sign in signs:
        kinds.setdefault(sign.word, []).append(sign.kind)
    inner = (["rank", "dash", "suit"], ["suit", "dash", "rank"])
    return [sign for sign in signs if sign.kind != "dash" or kinds[sign.word] not in inner]


def _join_to_court(signs: Sequence[Sign]) -> list[Sign]:
    """From a rank to a court card, whose suit stands behind both: 8-Q b."""
    if signs[-1].kind != "suit" or len(signs[0].ranks) > 1:
        return list(signs)
    return _one_by_one_or_all(
        signs, (signs[0].ranks, signs[-1].letters), (signs[2].ranks, ""), dotted=signs[1].kind == "range"
    )


def _replace(signs: list[Sign], pattern: re.Pattern[str], join: Callable[[Sequence[Sign]], list[Sign]]) -> list[Sign]:
    codes = "".join(_CODES.get(sign.kind, "?") for sign in signs)
    for found in reversed(list(pattern.finditer(codes))):
        signs[found.start() : found.end()] = join(signs[found.start() : found.end()])
    return signs


def _join_ranks(signs: Sequence[Sign]) -> list[Sign]:
    """Two ranks are the ends of a range, more are named one by one, as a bomb is: 3-5-7-9."""
    ranks = [sign.ranks for sign in signs if sign.kind == "rank"]
    if len(ranks) > 2:
        return [_over(signs, "rank", tuple(rank for each in ranks for rank in each))]
    if any(len(each) > 1 for each in ranks):
        raise NoCard(signs[0])
    (low,), (high,) = ranks
    if low > high:
        raise DownwardRange(signs[0], low, high)
    return [_over(signs, "rank", tuple(range(low, high + 1)))]


def _join_cards(signs: Sequence[Sign]) -> list[Sign]:
    ends: list[Ends] = [((), "")]
    for sign in signs:
        if sign.kind in ("dash", "range"):
            ends.append(((), ""))
        else:
            ranks, letters = ends[-1]
            ends[-1] = (ranks or sign.ranks, letters or sign.letters)
    dashes = [sign.kind for sign in signs if sign.kind in ("dash", "range")]
    if len(ends) > 2:
        if "range" in dashes:
            raise NoCard(signs[0])
        return [sign for sign in signs if sign.kind != "dash"]
    first, last = ends
    if any(len(ranks) > 1 for ranks, _ in ends):
        raise NoCard(signs[0])
    suits = first[1] or last[1]
    if suits and all(letters in ("", suits) and ranks[0] <= HIGH for ranks, letters in ends):
        low, high = first[0][0], last[0][0]
        if low > high:
            raise DownwardRange(signs[0], low, high, suits)
        return [_over(signs, "rank", tuple(range(low, high + 1))), _over(signs, "suit", letters=suits)]
    return _one_by_one_or_all(signs, first, last, dotted="range" in dashes)


def _one_by_one_or_all(signs: Sequence[Sign], first: Ends, last: Ends, *, dotted: bool) -> list[Sign]:
    """Two cards of which no range is of one suit: both alone, or with all between them; a fault where that differs."""
    alone = _cards_of([first, last])
    low, high = first[0][0], last[0][0]
    letters = "".join(dict.fromkeys(first[1] + last[1]))
    between = _cards_of([((rank,), letters if rank <= HIGH else "") for rank in range(low, high + 1)])
    if dotted and low <= high and not (first[1] and last[1]):
        return _single_signs(signs, between)
    if low > high or sorted(between) == sorted(alone):
        return _single_signs(signs, alone)
    raise SeveralMeanings(signs, [alone, between])


def _cards_of(ends: Sequence[Ends]) -> list[NamedCard]:
    return [(rank, letter) for ranks, letters in ends for rank in ranks for letter in letters or [""]]


def _single_signs(signs: Sequence[Sign], cards: Sequence[NamedCard]) -> list[Sign]:
    found: list[Sign] = []
    for rank, letter in cards:
        if letter:
            found += [_over(signs, "rank", (rank,)), _over(signs, "suit", letters=letter)]
        else:
            found.append(_over(signs, "court", (rank,)))
    return found


def _over(signs: Sequence[Sign], kind: Kind, ranks: tuple[int, ...] = (), letters: str = "") -> Sign:
    """One sign in the place of several."""
    return Sign(kind, ranks, letters, signs[0].word, signs[0].start, signs[-1].end)
