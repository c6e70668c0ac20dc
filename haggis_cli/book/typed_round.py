"""Rounds typed on the command line: from entries like `Noah: out 9, cards 20, bet big` to a round of a match file."""

import re
from collections.abc import Sequence

from haggis_cli.matches.model import RoundRecord, TableRecord
from haggis_cli.matches.notation import parse_name
from haggis_cli.rules.table import Table
from haggis_cli.rules.typed_rounds import captured_range
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text

_SUM = re.compile(r"\d{1,5}(?:\s*[+-]\s*\d{1,5})*", re.ASCII)
_MAX_NUMBER = 10_000  # what a match file holds
_ITEM_WORDS = ("out", "cards", "captured", "points", "bet", "bid")
_OUT_PLACES = tuple(f"out{place}" for place in range(1, 10))


class TypedRound:
    """What has been said of a round so far; seats by number."""

    def __init__(self) -> None:
        self.out: list[int] = []
        self.counts: dict[int, int] = {}
        self.captured: dict[int, int] = {}
        self.bets: dict[int, int] = {}
        self.bid: tuple[int, int] | None = None
        self.filled_seat: int | None = None

    def fill_last_captured(self, table: Table) -> None:
        """Give the one player whose captured cards are not said what is left, where that is certain."""
        missing = [seat for seat in table.seats if seat not in self.captured]
        rest = rest_captured(table, self) if len(missing) == 1 else None
        if rest is not None:
            self.captured[missing[0]] = max(rest, 0)
            self.filled_seat = missing[0]
        elif missing:
            names = " and ".join(escape_text(table.names[seat]) for seat in missing)
            raise NotationError(f"what {names} captured is missing: say 'cards N' for each")

    def to_record(self, table: Table, notes: str = "") -> RoundRecord:
        """The round as a match file keeps it; what is in it is looked at when the text that it becomes is read."""
        names = table.names
        return RoundRecord.model_construct(
            notes=notes,
            table=TableRecord.model_construct(
                out=[names[seat] for seat in self.out],
                hands={names[seat]: self.counts[seat] for seat in self.out if seat in self.counts},
                captured={names[seat]: self.captured[seat] for seat in table.seats if seat in self.captured},
                bets={names[seat]: self.bets[seat] for seat in table.seats if seat in self.bets},
                shepherd=names[self.bid[0]] if self.bid else None,
                bid=self.bid[1] if self.bid else None,
            ),
        )


def rest_captured(table: Table, said: TypedRound) -> int | None:
    """What is left of the captured total for the last player; None where the total is not certain."""
    least, most = captured_range(table, tuple(said.out))
    return most - sum(said.captured.values()) if least == most else None


def parse_entries(entries: Sequence[str], table: Table) -> TypedRound:
    """Read entries; NotationError for what cannot be understood or is said twice."""
    said = TypedRound()
    places: dict[int, int] = {}
    for entry in entries:
        name, colon, items = entry.partition(":")
        if not colon:
            example = f"{escape_text(table.names[0])}: out 9, cards 20, bet big"
            raise NotationError(f"'{escape_text(entry)}' is not an entry: write 'NAME: …', like '{example}'")
        seat = parse_name(name, table.names)
        for item in filter(None, (part.strip() for part in items.split(","))):
            _parse_item(item, seat, table, said, places)
    if not said.out:
        raise NotationError("who went out is missing: say 'out N', with the opponents' cards at that moment")
    said.out = _sort_by_place(said.out, places, table)
    said.fill_last_captured(table)
    return said


def _sort_by_place(out: list[int], places: dict[int, int], table: Table) -> list[int]:
    """Who went out in which order: where it is said outright (`out2 5`), and the others in between as they stand."""
    for seat, place in places.items():
        if place > len(out):
            went = "one player" if len(out) == 1 else f"{len(out)} players"
            raise NotationError(f"{escape_text(table.names[seat])}: out{place} cannot be, where {went} went out")
    free = (place for place in range(1, len(out) + 1) if place not in places.values())
    order = {seat: places[seat] if seat in places else next(free) for seat in out}
    return sorted(out, key=order.__getitem__)


def _parse_item(item: str, seat: int, table: Table, said: TypedRound, places: dict[int, int]) -> None:
    name = escape_text(table.names[seat])
    word, place, value = _split_item(item, name)
    if word == "out":
        _set_once(said.counts, seat, parse_sum(value, f"the opponents' cards when {name} went out"), f"{name}: out")
        said.out.append(seat)
        if place and int(place) in places.values():
            raise NotationError(f"two players cannot both be out {place}")
        if place:
            places[seat] = int(place)
    elif word == "bet":
        if table.variant.betting.by_auction:
            raise NotationError(f"{name}: nobody bets in this variant: say 'bid N' for the Shepherd")
        amount = parse_amount(value, table)
        if amount is not None:
            _set_once(said.bets, seat, amount, f"{name}: bet")
    elif word == "bid":
        if not table.variant.betting.by_auction:
            raise NotationError(f"{name}: there is no auction in this variant: say 'bet N'")
        if said.bid:
            raise NotationError(
                f"{name}: there is one Shepherd, and {escape_text(table.names[said.bid[0]])} bid already"
            )
        amount = parse_amount(value, table)
        if amount is not None:
            said.bid = (seat, amount)
    else:
        _set_once(said.captured, seat, parse_sum(value, f"what {name} captured"), f"{name}: cards")


def _split_item(item: str, name: str) -> tuple[str, str, str]:
    """`out1 9` -> out, 1, 9; `out 9` -> out, '', 9."""
    said, *value = item.split(maxsplit=1)
    word = said.casefold()
    if value and word in _ITEM_WORDS:
        return word, "", value[0]
    if value and word in _OUT_PLACES:
        return "out", word.removeprefix("out"), value[0]
    raise NotationError(
        f"{name}: '{escape_text(item)}' is not understood: say out N, cards N, bet N or bid N, with commas between them"
    )


def render_entries(said: TypedRound, table: Table) -> list[str]:
    """What has been said of a round as it can be typed on the command line."""
    parts: dict[int, list[str]] = {seat: [] for seat in table.seats}
    for place, seat in enumerate(said.out, 1):
        if seat in said.counts:
            parts[seat].append(f"out{place} {said.counts[seat]}")
    for word, values in (("cards", said.captured), ("bet", said.bets)):
        for seat, value in values.items():
            parts[seat].append(f"{word} {value}")
    if said.bid:
        parts[said.bid[0]].append(f"bid {said.bid[1]}")
    return [f"{table.names[seat]}: {', '.join(items)}" for seat, items in parts.items() if items]


def _set_once(values: dict[int, int], seat: int, value: int, what: str) -> None:
    if seat in values:
        raise NotationError(f"'{what}' is said twice")
    values[seat] = value


def parse_sum(text: str, what: str) -> int:
    """A whole number, or a sum of some as it is counted at the table.

    >>> parse_sum("10+15+8", "captured")
    33
    """
    text = text.strip()
    if not _SUM.fullmatch(text):
        raise NotationError(f"'{escape_text(text)}' is no number for {what}: write one like 12, or a sum like 10+15+8")
    total = sum(int("".join(part.split())) for part in re.findall(r"[+-]?\s*\d+", text))
    if total < 0:
        raise NotationError(f"'{escape_text(text)}' is less than nothing for {what}")
    if total > _MAX_NUMBER:
        raise NotationError(f"'{escape_text(text)}' is too much for {what}: at most {_MAX_NUMBER}")
    return total


def parse_amount(text: str, table: Table) -> int | None:
    """A bet or bid, by its name or its amount; None for no bet, which people write in many ways."""
    betting, word = table.variant.betting, text.strip().casefold()
    if word in ("", "-", "no", "none") or (word == "0" and 0 not in betting.amounts):
        return None
    named = {amount for name, amount in betting.names.items() if name == word or name.startswith(word)}
    if len(named) == 1:
        return named.pop()
    if not _SUM.fullmatch(word):
        raise NotationError(f"'{escape_text(text)}' is no bet: it is {betting.amounts_text()}, or none")
    return parse_sum(word, "a bet")
