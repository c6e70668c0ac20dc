"""Cards joined by a dash or dots: from one to the other, or one beside the other."""

import re
from collections.abc import Callable, Sequence

from haggis_cli.matches.notation.card_signs import Kind, Sign
from haggis_cli.matches.notation.sign_faults import DownwardRange, NamedCard, NoCard, SeveralMeanings
from haggis_cli.rules.cards import HIGH

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
    >>> from haggis_cli.rules.deck import Deck
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
    ends = _split_ends(signs)
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


def _split_ends(signs: Sequence[Sign]) -> list[Ends]:
    ends: list[Ends] = [((), "")]
    for sign in signs:
        if sign.kind in ("dash", "range"):
            ends.append(((), ""))
        else:
            ranks, letters = ends[-1]
            ends[-1] = (ranks or sign.ranks, letters or sign.letters)
    return ends


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
