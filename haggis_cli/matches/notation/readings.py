"""Plays: cards, and the reading that is named after `as`."""

import re

from haggis_cli.matches.notation.cards import parse_cards
from haggis_cli.matches.notation.shorthand import read_rank, remembered
from haggis_cli.rules.cards import COURT_RANKS, LOW, Cards, rank_name
from haggis_cli.rules.combinations.readings import Kind
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.rounds.events import Claim
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text

_READING = r"([a-z]+?)([0-9]{0,2})(?:@([0-9]{1,2}|[tjqk]))?"
_OTHER_WORDS = {
    **dict.fromkeys(("pair", "triple", "triplet", "trio", "three of a kind", "four of a kind", "quad"), "set"),
    **dict.fromkeys(("straight", "street", "row", "sequenz", "straße", "strasse"), "run"),
    **dict.fromkeys(("pairs", "stairs", "consecutive pairs", "treppe"), "stair"),
}
_KINDS = {kind.value: kind for kind in Kind} | {"run": Kind.SEQUENCE}


def parse_claim(text: str) -> Claim:
    """Read a reading: `set`, `run@6`, `stair2@7`, `bomb`.

    >>> parse_claim("stair2@J")
    Claim(kind=<Kind.STAIR: 'stair'>, width=2, rank=11)
    """
    found = re.fullmatch(_READING, text.strip().casefold())
    kind = _KINDS.get(found.group(1)) if found else None
    if not text.strip():
        raise NotationError("after 'as' the reading is missing: write set, run, stair2 or the like")
    if nearest := _OTHER_WORDS.get(text.strip().casefold()):
        raise NotationError(f"'{escape_text(text.strip())}' is not a reading: write 'as {nearest}'")
    if not found or kind is None or (found.group(2) and kind is not Kind.STAIR):
        raise NotationError(
            f"'{escape_text(text.strip())}' is not a reading: "
            "write single, set, sequence (or run), stair, stair2, stair3 or bomb, "
            "and the top rank after @ if you like, as in run@6"
        )
    width, rank = found.group(2), found.group(3)
    if width and int(width) < 2:
        raise NotationError(f"'{escape_text(text.strip())}': a stair has two suits or more, as in stair2")
    return Claim(kind, int(width) if width else None, _read_claimed_rank(rank, kind) if rank else None)


def _read_claimed_rank(text: str, kind: Kind) -> int:
    """The rank after @; of a bomb its place in the order of bombs."""
    rank = COURT_RANKS["jqk".index(text)] if text in "jqk" else read_rank(text)
    lowest, highest = (1, 99) if kind is Kind.BOMB else (LOW, COURT_RANKS[-1])
    if not lowest <= rank <= highest:
        raise NotationError(f"'@{text}': a combination has a top rank from 2 to 10, J, Q or K")
    return rank


@remembered
def parse_play(text: str, deck: Deck) -> tuple[Cards, Claim | None]:
    """Read cards, and the reading after `as`, or before the cards, if one is named."""
    cards, named, reading = _split_word(text, "as")
    try:
        return parse_cards(cards, deck), parse_claim(reading) if named else None
    except NotationError:
        first, _, rest = text.strip().partition(" ")
        if named or not rest or first.casefold().partition("@")[0].rstrip("23456789") not in _KINDS:
            raise
        return parse_cards(rest, deck), parse_claim(first)  # bomb JQK


def _split_word(text: str, word: str) -> tuple[str, bool, str]:
    parts = re.split(rf"(?<!\s)\s++{word}\b", text, maxsplit=1, flags=re.IGNORECASE)
    return (parts[0], True, parts[1]) if len(parts) == 2 else (text, False, "")


def render_claim(claim: Claim) -> str:
    """The reading in canonical notation."""
    width = str(claim.width) if claim.width and claim.kind is Kind.STAIR else ""
    rank = "" if claim.rank is None else f"@{claim.rank if claim.kind is Kind.BOMB else rank_name(claim.rank)}"
    return f"{claim.kind}{width}{rank}"
