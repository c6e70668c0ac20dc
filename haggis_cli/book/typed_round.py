"""A round typed in from the table: from entries like `Noah: out 9, cards 20, bet big` to a round of a match file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from haggis_cli.book.counting import PileCount, count_pile, is_sum, parse_captured, parse_sum
from haggis_cli.book.match import OpenMatch, adjudicate_snapshot, check_round_due, preview, save_progress
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import parse_bet, parse_name
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.adjudication import table_record, typed_outcome
from haggis_cli.referee.report import MATCH_OVER, Report, Violation, Warning  # noqa: A004 - the word of `check --json`
from haggis_cli.referee.sentences import message_with_rule
from haggis_cli.rules import typed_rounds
from haggis_cli.rules.betting import NO_BET
from haggis_cli.rules.events import Breach
from haggis_cli.rules.scores import Outcome
from haggis_cli.rules.typed_rounds import CapturedRange, typing_breaches
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import Conflict, NotationError, RulesError
from haggis_cli.support.escaping import escape_text
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
            names = join_words([escape_text(table.names[seat]) for seat in missing])
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

    def fill_repeated_count(self, table: Table) -> None:
        """Give the second player out of a slam the count of the first, where the variant repeats it."""
        for seat in self.out:
            if table.repeats_first_count(seat, tuple(self.out)) and self.out[0] in self.counts:
                self.counts.setdefault(seat, self.counts[self.out[0]])

    def recorded_count(self, seat: int, table: Table) -> int | None:
        """How many cards a player who went out recorded: after a slam the first count; None if it is not known."""
        repeats = table.repeats_first_count(seat, tuple(self.out))
        return self.counts.get(seat, self.counts.get(self.out[0]) if repeats else None)

    def find_missing_count(self, table: Table) -> int | None:
        """The first player out who should have recorded the opponents' cards and has not; None if nobody is."""
        recorders = table.recorders(tuple(self.out))
        return next((seat for seat in recorders if seat not in self.counts), None)


def parse_entries(entries: Sequence[str], table: Table) -> TypedRound:
    """Read entries, one for each player. NotationError for what cannot be understood or stands twice."""
    typed = TypedRound()
    places: dict[int, int] = {}
    for entry in entries:
        name, colon, items = entry.partition(":")
        if not colon:
            example = f"{escape_text(table.names[0])}: out 9, cards 20, bet big"
            raise NotationError(f"'{entry}' is not an entry: write 'NAME: …', like '{example}'")
        seat = parse_name(name, table.names)
        for item in filter(None, (part.strip() for part in items.split(","))):
            _parse_item(item, seat, table, typed, places)
    if not typed.out:
        raise NotationError("who went out is missing: say 'out N', with the opponents' cards at that moment")
    typed.out = _sort_by_place(typed.out, places, table)
    typed.fill_repeated_count(table)
    missing = typed.find_missing_count(table)
    if missing is not None:
        raise NotationError(
            f"{table.names[missing]}: how many cards the fullest opponent's hand held then is missing: say 'out N'"
        )
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
    name = escape_text(table.names[seat])
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
        shepherd = escape_text(table.names[next(iter(typed.stakes))])
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


# What has been answered of a round that is still being typed in.


@dataclass
class HalfRound:
    """What has been answered of a round. Players are seats, which count from 0."""

    out: list[int] = field(default_factory=list)
    """Who went out, in this order."""
    counts: dict[int, int] = field(default_factory=dict)
    """The opponents' cards recorded by each player who went out."""
    captured: dict[int, int] = field(default_factory=dict)
    """The captured points."""
    rest_seat: int | None = None
    """Whose pile was not counted and is what the others leave; None if nobody is said to have it."""
    stakes: dict[int, int | None] = field(default_factory=dict)
    """The bets, None for no bet; in an auction the bid of the Shepherd, and None for all if there is no Shepherd."""
    shepherd: int | None = None
    """Who won the auction, while the bid is not answered."""

    def __bool__(self) -> bool:
        """Whether anything has been answered."""
        return bool(self.out or self.counts or self.captured or self.stakes) or self.rest_seat is not None

    @classmethod
    def of_typed(cls, typed: TypedRound, table: Table) -> "HalfRound":
        """A whole round, as if each of its questions had been answered."""
        stakes = {seat: typed.stakes.get(seat) for seat in table.seats}
        return cls(list(typed.out), dict(typed.counts), dict(typed.captured), None, stakes)

    def typed(self) -> TypedRound:
        """The part of a round that a person sees as entries."""
        stakes = {seat: stake for seat, stake in self.stakes.items() if stake is not None}
        return TypedRound(list(self.out), dict(self.counts), dict(self.captured), stakes)


# Adding a round that was typed in from the table: propose it, look at what the rules say, save it.
#
# A proposal is the match as it would be. Nothing is saved before `save_round`:
#
#     typed = parse_entries(["Noah: out 8, cards 12", "Isla: bet baby"], match.report.round_table())
#     proposal = propose_round(match, typed)
#     print(proposal.warnings)
#     match = save_round(proposal, as_shown=False)


class RoundProposal(NamedTuple):
    """A round that may be added to a match; nothing is saved."""

    before: OpenMatch
    """The match without the round."""
    after: OpenMatch
    """The match with the round as its last."""
    typed_round: TypedRound
    """What was typed in."""
    notes: str
    """The note that is kept with the round; empty for none."""

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""
        return len(self.after.report.rounds)

    @property
    def violations(self) -> list[Violation]:
        """The rules that the round breaks: a round with any cannot be saved."""
        return round_violations(self.after, self.number)

    @property
    def warnings(self) -> list[Warning]:
        """What looks wrong in the round and may all the same be true: whoever saves it should have seen this."""
        found = [each for each in self.after.report.warnings if each.round == self.number]
        return [*found, *_repetition(self.after.report)]

    def check_possible(self) -> None:
        """RulesError for a round that cannot have happened, with a line for each rule that it breaks."""
        refuse_violations(self.violations)


def round_violations(after: OpenMatch, number: int) -> list[Violation]:
    """The rules that a typed-in round breaks: with any it cannot be saved. That it comes too late is none of them.

    Refused is also what is only warned about in a file that exists already: more points captured than there are, and
    counts of players who record none.

    after: the match with the round.
    number: the number of the round, counted from 1.
    """
    report = after.report
    broken = [each for each in report.violations if each.round == number and each.code != MATCH_OVER]
    record = report.rounds[number - 1].record.table
    if broken or record is None:
        return broken
    table = report.round_table(number)
    with guard_rules(table.variant.id):
        breaches = typing_breaches(table, typed_outcome(record, table))
        if not breaches:  # looking up a line goes through the whole file
            return []
        line = after.file.line("rounds", number - 1, "table")
        return [
            Violation(number, None, line, None, "", each.code, each.message, table.variant.cite(each.clause))
            for each in breaches
        ]


def refuse_violations(violations: list[Violation]) -> None:
    """RulesError if there are violations, with a line for each."""
    if violations:
        refusals = (f"not saved: {message_with_rule(each.message, each.rule)}" for each in violations)
        raise RulesError(*refusals)


def propose_round(match: OpenMatch, typed: TypedRound, notes: str = "") -> RoundProposal:
    """The match as it would be with one more round. RulesError if no round is due."""
    check_round_due(match)
    after = preview(match, with_round(match.file, typed.to_record(match.report.round_table(), notes)))
    return RoundProposal(match, after, typed, notes)


def save_round(proposal: RoundProposal, *, as_shown: bool) -> OpenMatch:
    """Save a proposed round; the match as it now is. RulesError if the round cannot have happened, or none is due.

    Somebody else may have saved the match since the round was proposed.

    as_shown: a person agreed to the match with this round as it was shown. Conflict if the match has changed. If not
    as_shown, the round is proposed anew and goes after the last one there is; Conflict if the players or the rules of
    the match are others now.
    """
    before = proposal.before
    with before.store.lock(before.path):
        snapshot = before.store.read(before.path)
        if snapshot.data != before.snapshot.data:
            match = None if as_shown else adjudicate_snapshot(before.store, snapshot, before.check_report)
            # Seats are numbers: with other players, sides or rules the figures would be somebody else's.
            if match is None or match.report.round_table() != before.report.round_table():
                raise Conflict("not saved: the match was changed meanwhile")
            proposal = propose_round(match, proposal.typed_round, proposal.notes)
        proposal.check_possible()
        return save_progress(proposal.before, proposal.after)


def _repetition(report: Report) -> Iterator[Warning]:
    """A warning for a last round that was typed in just like the one before it."""
    *before, last = report.rounds
    if before and last.record.table is not None and last.record.table == before[-1].record.table:
        text = f"it is identical to round {before[-1].number}: was it typed in twice?"
        yield Warning(last.number, "round-repeated", text)
