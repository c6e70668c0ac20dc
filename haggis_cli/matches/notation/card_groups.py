"""Ranks and suits put together to cards: `4r`, `r4`, `456r`, `4rg`, `red 4 green 4`."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from haggis_cli.matches.notation.card_ranges import join_ranges
from haggis_cli.matches.notation.card_signs import Sign
from haggis_cli.matches.notation.sign_faults import HalfCard, NamedCard, NoCard, NoSuchRank
from haggis_cli.rules.cards import HIGH, LOW


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
    return HalfCard(first or _find_torn(signs, orders), nearest, after_court=after_court)


def _find_torn(signs: Sequence[Sign], orders: dict[int, str]) -> Sign:
    """The first sign that belongs to the next word's card, though its own word has cards: the 5 in `4r5 6g`."""
    torn = (
        sign
        for sign, following in pairwise(signs)
        if sign.word != following.word and sign.kind == following.kind and orders.keys() >= {sign.word, following.word}
    )
    return next(torn, signs[0])
