"""The figures of a round as people jot them down: `Noah: out 9, cards 20, bet big`, as in `haggis score`."""

import re
from dataclasses import dataclass, field

from haggis_cli.matches.model import TableRecord
from haggis_cli.rules.betting.base import BET_NAMES
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

_NUMBERS = r"-?\d{1,4}(?:\s*\+\s*-?\d{1,4})*"
_ITEM = re.compile(rf"(out|cards|captured|points|bet|bid)([1-9])?\s+([a-z]+|{_NUMBERS})", re.IGNORECASE)
_OUT = re.compile(r"(out)([1-9])?", re.IGNORECASE)
"""Going out without a count, where only the first player out records one."""


@dataclass
class RoundFigures:
    """The figures of one typed-in round, by player.

    out: the place in the order of going out; where the text does not say it, the first that is free.
    hands: the opponents' cards recorded.
    captured: the points of captured cards.
    bets: the bets.
    bids: the winning bid of an auction.
    named: the names of those bets and bids that stand there by name; what they are worth is for the variant to say.
    """

    out: dict[str, int] = field(default_factory=dict)
    hands: dict[str, int] = field(default_factory=dict)
    captured: dict[str, int] = field(default_factory=dict)
    bets: dict[str, int] = field(default_factory=dict)
    bids: dict[str, int] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)

    def to_record(self) -> TableRecord:
        """The round as a match file keeps it."""
        shepherd, bid = next(iter(self.bids.items()), (None, None))
        return TableRecord(
            out=sorted(self.out, key=lambda name: self.out[name]),
            hands=self.hands,
            captured=self.captured,
            bets=self.bets,
            shepherd=shepherd,
            bid=bid,
        )


def looks_like_figures(text: str) -> bool:
    """Whether a text is the figures of one player."""
    return bool(_parse_items(text))


def add_figures(figures: RoundFigures, player: str, text: str) -> None:
    """Add a player's figures to a round; RecordError for one that is there already: nobody knows which one counts."""
    for word, place, number, name in _parse_items(text):
        if word == "out":
            _add_out(figures, player, place, number)
        elif number is not None and word in ("bet", "bid"):
            if player in figures.bets or player in figures.bids or (word == "bid" and figures.bids):
                raise RecordError(f"a {word} stands there already: keep the one that counted")
            {"bet": figures.bets, "bid": figures.bids}[word][player] = number
            if name:
                figures.named[player] = name
        elif number is not None:
            if player in figures.captured:
                known = figures.captured[player]
                raise RecordError(
                    f"the cards of {escape_text(player)} stand there already, {known}: keep one of the two"
                )
            figures.captured[player] = number


def _add_out(figures: RoundFigures, player: str, place: str, hand: int | None) -> None:
    if player in figures.out:
        raise RecordError(f"{escape_text(player)} has gone out already: keep one of the two")
    taken = figures.out.values()
    number = int(place) if place else next(free for free in range(1, len(taken) + 2) if free not in taken)
    if number in taken:
        raise RecordError(f"somebody has gone out as number {number} already: say out1, out2 in their order")
    figures.out[player] = number
    if hand is not None:
        figures.hands[player] = hand


def _parse_items(text: str) -> list[tuple[str, str, int | None, str]]:
    """What each item says, its place, its number, and the name that stood for it; the second and the last may be empty.

    None where any of the text is something else. Only going out may stand without a number, and not alone.
    """
    items: list[tuple[str, str, int | None, str]] = []
    for part in filter(None, (part.strip(" .;") for part in text.split(","))):
        went_out = _OUT.fullmatch(part)
        if went_out:
            items.append(("out", went_out[2] or "", None, ""))
            continue
        found = _ITEM.fullmatch(part)
        value = found[3].casefold() if found else ""
        number = BET_NAMES.get(value) if value.isalpha() else sum(map(int, value.split("+"))) if value else None
        if found is None or number is None:
            return []
        items.append((found[1].casefold(), found[2] or "", number, value if value.isalpha() else ""))
    return items if any(number is not None for _, _, number, _ in items) else []
