"""A round typed in from the table: from entries like `Noah: out 9, cards 20, bet big` to a round of a match file."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from haggis_cli.book.counting import PileCount, count_pile, is_sum, parse_captured, parse_sum
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import parse_bet, parse_name
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.adjudication import table_record, typed_outcome
from haggis_cli.referee.report import Report
from haggis_cli.rules import typed_rounds
from haggis_cli.rules.betting import NO_BET
from haggis_cli.rules.events import Breach
from haggis_cli.rules.typed_rounds import CapturedRange
from haggis_cli.rules.variant import Outcome, Table
from haggis_cli.support.errors import NotationError
from haggis_cli.support.text import join_words

REST_WORDS = ("-", "rest")
"""What stands for a pile that is not counted, because it is what the others leave."""
_ITEM_WORDS = ("out", "cards", "captured", "points", "bet", "bid")
_OUT_PLACES = tuple(f"out{place}" for place in range(1, 10))


@dataclass
class TypedRound:
    """What is known so far of a round. Players are seats, which count from 0."""

    out: list[int] = field(default_factory=list)
    """Who went out, in this order."""
    counts: dict[int, int] = field(default_factory=dict)
    """How many cards the fullest opponent's hand held when that player went out."""
    captured: dict[int, int] = field(default_factory=dict)
    """The points that each player captured."""
    stakes: dict[int, int] = field(default_factory=dict)
    """The bets; in an auction the bid of the Shepherd alone."""
    filled_seat: int | None = None
    """Whose captured points nobody typed in, and were worked out; None if all were typed."""
    piles: dict[int, PileCount] = field(default_factory=dict)
    """What was counted of the piles in the entries, such as `j q 7`."""

    @classmethod
    def of_outcome(cls, outcome: Outcome) -> "TypedRound":
        """What was typed in for a round of which this counts."""
        return cls(
            list(outcome.out),
            {seat: outcome.counts[seat] for seat in outcome.out if outcome.counts[seat]},
            dict(enumerate(outcome.captured)),
            {seat: stake for seat, stake in enumerate(outcome.stakes) if stake is not None},
        )

    def captured_range(self, table: Table) -> CapturedRange:
        """What everybody's captured points add up to; certain once it is known who went out, with which counts.

        The least is 0 as long as the players out do not end the round.
        """
        with guard_rules(table.variant.id):
            return typed_rounds.captured_range(table, tuple(self.out), self.counts)

    def captured_left(self, table: Table, seat: int) -> CapturedRange:
        """What one player can have captured, for what is known of the others; exact where only that is missing."""
        with guard_rules(table.variant.id):
            return typed_rounds.captured_left(table, tuple(self.out), self.counts, self.captured, seat)

    def captured_breach(self, table: Table, seat: int, points: int) -> Breach | None:
        """Why one player cannot have captured so many points, for what is known of the others; None if it can be.

        It can be asked as soon as the figure is named, before anything else is known.
        """
        captured = {**self.captured, seat: points}
        with guard_rules(table.variant.id):
            return typed_rounds.captured_breach(table, tuple(self.out), self.counts, captured, seat)

    def fill_missing_captured(self, table: Table) -> None:
        """Give the one player without captured points what is left. NotationError where that is not certain."""
        missing = [seat for seat in table.seats if seat not in self.captured]
        rest = self.captured_left(table, missing[0]).exact if len(missing) == 1 else None
        if rest is not None:
            self.captured[missing[0]] = rest
            self.filled_seat = missing[0]
        elif missing:
            names = join_words([table.names[seat] for seat in missing])
            raise NotationError(f"what {names} captured is missing: say 'cards N' for each")

    def to_record(self, table: Table, notes: str = "") -> RoundRecord:
        """The round, which must be complete, as a match file keeps it.

        It is not validated here, but when the text that it becomes is read.
        """
        return RoundRecord.model_construct(notes=notes, table=table_record(self.outcome(table), table))

    def outcome(self, table: Table) -> Outcome:
        """What counts of the round, which must be complete; nobody has judged it."""
        return Outcome(
            tuple(self.out),
            tuple(self.counts.get(seat, 0) for seat in table.seats),
            tuple(self.captured[seat] for seat in table.seats),
            tuple(self.stakes.get(seat) for seat in table.seats),
        )

    def recorded_count(self, seat: int, table: Table) -> int | None:
        """How many cards a player who went out recorded: after a slam the first count; None if it is not known."""
        repeats = table.repeats_first_count(seat, tuple(self.out))
        return self.counts.get(seat, self.counts.get(self.out[0]) if repeats else None)


def parse_entries(entries: Sequence[str], table: Table) -> TypedRound:
    """Read entries, one for each player. NotationError for what cannot be understood or stands twice."""
    typed = TypedRound()
    places: dict[int, int] = {}
    for entry in entries:
        name, colon, items = entry.partition(":")
        if not colon:
            example = f"{table.names[0]}: out 9, cards 20, bet big"
            raise NotationError(f"'{entry}' is not an entry: write 'NAME: …', like '{example}'")
        seat = parse_name(name, table.names)
        for item in filter(None, (part.strip() for part in items.split(","))):
            _parse_item(item, seat, table, typed, places)
    if not typed.out:
        raise NotationError("who went out is missing: say 'out N', with the opponents' cards at that moment")
    typed.out = _sort_by_place(typed.out, places, table)
    for seat in table.recorders(tuple(typed.out)):
        counted = typed.recorded_count(seat, table)
        if counted is None:
            held = "how many cards the fullest opponent's hand held then"
            raise NotationError(f"{table.names[seat]}: {held} is missing: say 'out N'")
        typed.counts[seat] = counted
    typed.fill_missing_captured(table)
    return typed


def _sort_by_place(out: list[int], places: dict[int, int], table: Table) -> list[int]:
    """Who went out, in order: some places are given (`out2 5`), the others are filled in the order of the entries."""
    for seat, place in places.items():
        if place > len(out):
            went = "one player" if len(out) == 1 else f"{len(out)} players"
            raise NotationError(f"{table.names[seat]}: out{place} cannot be, where {went} went out")
    free = (place for place in range(1, len(out) + 1) if place not in places.values())
    order = {seat: places[seat] if seat in places else next(free) for seat in out}
    return sorted(out, key=order.__getitem__)


def _parse_item(item: str, seat: int, table: Table, typed: TypedRound, places: dict[int, int]) -> None:
    name = table.names[seat]
    word, place, value = _split_item(item, name)
    if word == "out":
        if seat in typed.out:
            raise NotationError(f"'{name}: out' is said twice")
        typed.out.append(seat)
        if value:
            typed.counts[seat] = parse_sum(value, f"the opponents' cards when {name} went out")
        if place and int(place) in places.values():
            raise NotationError(f"two players cannot both be out {place}")
        if place:
            places[seat] = int(place)
    elif word in ("bet", "bid"):
        _check_stake_word(word, name, table, typed)
        amount = parse_amount(value, table)
        if amount is not None:
            _set_once(typed.stakes, seat, amount, f"{name}: {word}")
    elif value.strip().casefold() not in REST_WORDS:
        _set_once(typed.captured, seat, parse_captured(value, table, f"what {name} captured"), f"{name}: cards")
        pile = count_pile(value, table)
        if pile:
            typed.piles[seat] = pile


def _check_stake_word(word: str, name: str, table: Table, typed: TypedRound) -> None:
    """NotationError for a bid where there is no auction, or a second one; in an auction a bet is a bid."""
    by_auction = table.variant.betting.by_auction
    if word == "bid" and not by_auction:
        raise NotationError(f"{name}: there is no auction in this variant: say 'bet N'")
    if by_auction and typed.stakes:
        shepherd = table.names[next(iter(typed.stakes))]
        raise NotationError(f"{name}: there is one Shepherd, and {shepherd} bid already")


def _split_item(item: str, name: str) -> tuple[str, str, str]:
    """`out1 9` -> out, 1, 9; `out 9` -> out, '', 9; `out2` -> out, 2, ''."""
    first, *value = item.split(maxsplit=1)
    word = first.casefold()
    if value and word in _ITEM_WORDS:
        return word, "", value[0]
    if word == "out" or word in _OUT_PLACES:
        return "out", word.removeprefix("out"), "".join(value)
    raise NotationError(
        f"{name}: '{item}' is not understood: say out N, cards N, bet N or bid N, with commas between them"
    )


def render_entries(typed: TypedRound, table: Table) -> list[str]:
    """What is known of a round, as entries that can be typed on the command line."""
    parts: dict[int, list[str]] = {seat: [] for seat in table.seats}
    for place, seat in enumerate(typed.out, 1):
        counted = typed.recorded_count(seat, table)
        if counted is not None or seat not in table.recorders(tuple(typed.out)):
            parts[seat].append(f"out{place}" + ("" if counted is None else f" {counted}"))
    for word, values in (("cards", typed.captured), (table.variant.betting.verb, typed.stakes)):
        for seat, value in values.items():
            parts[seat].append(f"{word} {value}")
    return [f"{table.names[seat]}: {', '.join(items)}" for seat, items in parts.items() if items]


def round_entries(report: Report, number: int) -> list[str]:
    """A typed-in round of a match as entries; empty for a recorded round."""
    typed = typed_round_of(report, number)
    return render_entries(typed, report.round_table(number)) if typed else []


def typed_round_of(report: Report, number: int) -> TypedRound | None:
    """What was typed in for a round; None for a recorded round. NotationError if its names are no players'."""
    record = report.rounds[number - 1].record.table
    if record is None:
        return None
    return TypedRound.of_outcome(typed_outcome(record, report.table))


def _set_once(values: dict[int, int], seat: int, value: int, what: str) -> None:
    if seat in values:
        raise NotationError(f"'{what}' is said twice")
    values[seat] = value


def parse_amount(text: str, table: Table) -> int | None:
    """A bet or bid, by its name or its amount; None for no bet, which people write in many ways.

    A name may be shortened as far as it is clear: `l` is a little bet, `b` may be a baby or a big one. AmbiguousError
    for the latter, NotationError for what is no bet at all.
    """
    betting, word = table.variant.betting, text.strip().casefold()
    if word in NO_BET or (word == "0" and 0 not in betting.amounts):
        return None
    if is_sum(word):
        return parse_sum(word, "a bet")
    amount = parse_bet(word, betting)
    if amount is None:
        raise NotationError(f"'{text}' is no bet: it is {betting.amounts_text()}, or none")
    return amount
