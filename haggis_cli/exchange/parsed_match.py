"""A match on its way out, and as some file tells it; how such files are decoded, and what they leave open is found."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from pydantic import ValidationError

from haggis_cli.history.selection import People
from haggis_cli.matches.heading import day_of, match_title, noon_of, now_here, slug
from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, validation_messages
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.plugins.registry import default_id, enabled_claims, load, own_ids
from haggis_cli.referee.adjudication import adjudicate, stake_fields, table_record
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import make_table, read_options
from haggis_cli.rules.scoring import Goal, add_win, winner
from haggis_cli.rules.variant import Outcome, Table, Variant, name_sides
from haggis_cli.support.errors import HaggisError, RecordError, UsageError, VariantError
from haggis_cli.support.escaping import content_hash, escape_text
from haggis_cli.support.text import pluralize


@dataclass(frozen=True)
class ParsedMatch:
    """What a file tells of one match.

    where: the place of the match in words: the file, and where in it.
    file: the match itself, if the file tells all of it, or once the rest is found.
    fields: what a file that tells a part knows of a `MatchRecord`, by key; empty of one that tells all.
    totals: the game totals after each round by player or team; they tell which variant was played.
    remarks: sentences on what could not be kept as it was.
    left_out: the kinds of things that the file tells of the match and that are not kept here, such as `the place`.
    find_changes: gives the kinds of things that the file tells otherwise beside a whole match than the referee finds.
    """

    where: str
    file: MatchFile | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    totals: tuple[Mapping[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    find_changes: Callable[[Report], Iterable[str]] | None = None

    @property
    def whole(self) -> MatchFile:
        """The match itself, once it is found."""
        assert self.file
        return self.file


class OutgoingMatch(NamedTuple):
    """A match on its way out.

    id: the name of its file.
    report: None where the format does not need it.
    people: who is who, where the format names people as the history does.
    """

    id: str
    file: MatchFile
    report: Report | None
    people: People = People()

    @property
    def title(self) -> str:
        """What people call the match, with the year."""
        record = self.file.record
        return match_title(self.id, record.players, day_of(record.created), title=record.title)

    @property
    def judged(self) -> Report:
        """The adjudicated match, for a format that needs it."""
        assert self.report
        return self.report


def parse_whole_match(read: Callable[[], MatchRecord], where: str) -> ParsedMatch | RecordError:
    """A match of which the file tells everything, as the match file that it would be; or what is wrong with it."""
    try:
        record = read()
        return ParsedMatch(where, MatchFile(encode_utf8(render_match(record)), f"{record.id}.toml"))
    except ValidationError as error:
        return RecordError(*validation_messages(error, where))
    except RecordError as error:
        return RecordError(f"{where}: {error}")


# Reading files that may hold anything: their bytes become text or JSON, or one sentence says why not.

MAX_BYTES = 32 << 20
"""No file to import is larger: ten years of BG Stats take about 5 MiB."""

MAX_JSON_BYTES = 16 << 20
"""Nor one of JSON: its values take fifteen times as much memory. Two thousand recorded matches have that size."""

MAX_MATCHES = 10_000

_MAX_VALUES = 1_000_000
"""Values in a JSON file: that many of the smallest take 100 MB, and real matches have fewer in a file of that size."""


def decode_text(data: bytes, source: str, limit: int = MAX_BYTES) -> str:
    """The text of a file in UTF-8, line ends as \\n; RecordError for anything else, and beyond so many bytes."""
    if len(data) > limit:
        raise RecordError(f"{source}: too large to import (more than {limit >> 20} MiB)")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data:
        raise RecordError(f"{source}: this is not UTF-8 text; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{source}: line {line}: this is not UTF-8; save the file as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode_json(data: bytes, source: str) -> Any:
    """What a file of JSON says; RecordError for what is no JSON, for doubled keys, and for what no match needs."""
    text = decode_text(data, source, MAX_JSON_BYTES)
    if sum(map(text.count, "[{,")) > _MAX_VALUES:
        raise RecordError(f"{source}: too large to import (more than {_MAX_VALUES} values)")
    try:
        return json.loads(text, object_pairs_hook=_reject_duplicate_keys, parse_constant=_reject_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{source}: {place}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise RecordError(f"{source}: lists or objects are nested too deeply for a match") from None
    except ValueError as error:
        message = str(error)
        why = "a number has thousands of digits; no match needs one" if "digits" in message else message
        raise RecordError(f"{source}: {why}") from None


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"the key '{twice}' appears twice in one object: give each key once")
    return values


def _reject_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number in JSON")


# A match as figures alone: its rounds as if they had been typed in from the table.


def to_typed_in_match(report: Report) -> MatchRecord:
    """The match with every round that is over as a typed-in one; a round in progress is left out."""
    rounds = [
        RoundRecord(table=table_record(each.outcome, report.table), notes=each.record.notes)
        for each in report.rounds
        if each.outcome
    ]
    return report.match.record.model_copy(update={"rounds": rounds})


def has_same_figures(one: Report, other: Report) -> bool:
    """Whether two matches have the same players and the same figures, however their rounds are told."""
    return one.table.names == other.table.names and _outcomes(one) == _outcomes(other)


def _outcomes(report: Report) -> list[Outcome]:
    return [each.outcome for each in report.rounds if each.outcome]


# From what a file tells to a whole match: what the file leaves open a person says, or it is found by trying.
#
# A file of figures does not say which variant was played: it is the one whose scoring gives the same totals.

_LONGEST_MATCH = GoalRecord(rounds=1_000)


class ImportOptions(NamedTuple):
    """What a person says about matches, for files that do not say it.

    variants: the ids of the variants that can have been played.
    goal: one that says nothing leaves it to the file.
    """

    variants: Sequence[str] = ()
    goal: Goal = Goal()
    options: Mapping[str, str] = MappingProxyType({})
    lead: str | None = None


def resolve_match(parsed: ParsedMatch, chosen: ImportOptions) -> ParsedMatch:
    """The same with the whole match; RecordError for what can be none, UsageError where a person has to say more."""
    if parsed.file:
        return parsed
    fitting = [report for each in _candidate_variants(parsed, chosen) for report in _try_variant(parsed, chosen, each)]
    if not fitting:
        players = parsed.fields["players"]
        number = pluralize(len(players), "player")
        named = f", {', '.join(players)[:200]}" if players else ""
        raise RecordError(f"{parsed.where}: no installed variant is for {number}{named}")
    best = [report for report in fitting if _fits(report, parsed)]
    report, remark = _choose_report(best or fitting, parsed, chosen, sure=bool(best))
    return replace(parsed, file=report.match, remarks=(*parsed.remarks, *remark))


def _candidate_variants(parsed: ParsedMatch, chosen: ImportOptions) -> list[Variant]:
    """The variants it may be: the one that is named, or all that are for so many players."""
    players = len(parsed.fields["players"])
    if named := _named_variants(parsed, chosen):
        variants = [load(find_variant_id(each) or each) for each in named]
        return [each for each in variants if players in each.setups] if len(variants) > 1 else variants
    return [
        each for each in _own_variants() if players in each.setups and (each.teams or not parsed.fields.get("teams"))
    ]


def _named_variants(parsed: ParsedMatch, chosen: ImportOptions) -> list[str]:
    """The variants that a person names, else the one that the file does."""
    return list(chosen.variants) or ([str(parsed.fields["variant"])] if parsed.fields.get("variant") else [])


def _own_variants() -> Iterator[Variant]:
    """The variants that are tried without being named: this program's own. No plugin runs unless it is named."""
    for name in own_ids():
        with suppress(VariantError):
            yield load(name)


def find_variant_id(text: str) -> str | None:
    """The variant that people call so, by its id or its name; None if there is none."""
    if text in enabled_claims():
        return text
    named = next((each.id for each in _own_variants() if each.name.casefold() == text.casefold()), None)
    return named or (slug(text) if slug(text) in enabled_claims() else None)


def _try_variant(parsed: ParsedMatch, chosen: ImportOptions, variant: Variant) -> Iterator[Report]:
    """The match as it would be in this variant, adjudicated; nothing where the variant is not for it."""
    record = _make_record(parsed, chosen, variant)
    try:
        table = make_table(record, variant)
    except HaggisError:
        if len(_named_variants(parsed, chosen)) == 1:
            raise
        return
    # Who led round 1 is seldom written down, and the figures come out the same.
    lead = record.lead if record.lead or record.dealer or record.final else record.players[0]
    rounds = [_with_bid(each, table) for each in record.rounds]
    record = record.model_copy(update={"rounds": rounds, "lead": lead})
    report = adjudicate(_make_file(record, parsed.where), variant)
    if "goal" not in parsed.fields and not any(chosen.goal):
        record = report.match.record.model_copy(update={"goal": _find_goal(report, variant)})
        report = adjudicate(_make_file(record, parsed.where), variant)
    yield report


def _make_record(parsed: ParsedMatch, chosen: ImportOptions, variant: Variant) -> MatchRecord:
    fields: dict[str, Any] = dict(parsed.fields)
    fields["variant"] = variant.id
    players = list(fields["players"])
    if chosen.options:
        fields["options"] = read_options(variant, dict(chosen.options), len(players))
    if any(chosen.goal):
        fields["goal"] = GoalRecord(**chosen.goal._asdict())
    fields.setdefault("goal", _LONGEST_MATCH)
    if chosen.lead:
        fields["lead"] = chosen.lead
    if not variant.has_dealer and fields.pop("dealer", None):
        fields.setdefault("lead", None)
    for key in ("lead", "dealer"):
        if fields.get(key):
            fields[key] = players[parse_name(fields[key], players)]
    teams = [side for side in variant.teams if max(side) < len(players)]
    if fields.get("teams") == list(name_sides(teams, players)):
        del fields["teams"]
    if "created" not in fields and variant.kept_revision:  # no export of ours: it is read by the rules of today
        fields.setdefault("revision", variant.kept_revision)
    when = fields.setdefault("created", now_here())
    if not isinstance(when, datetime):
        fields["created"] = noon_of(when)
    fields.setdefault("id", _make_id(fields))
    try:
        return MatchRecord.model_validate(fields)
    except ValidationError as error:
        raise RecordError(*validation_messages(error, parsed.where)) from None


def _make_id(fields: Mapping[str, Any]) -> str:
    """A name made of the players and of what happened: the same match gets the same name again."""
    names = "-".join(filter(None, map(slug, fields["players"])))[:60].strip("-")
    content = repr([fields["players"], [each.model_dump() for each in fields.get("rounds", ())]])
    return f"{names or 'match'}-{content_hash(content.encode('utf-8', 'replace'))[:8]}"


def _with_bid(played: RoundRecord, table: Table) -> RoundRecord:
    """The round with the one bet in an auction as the Shepherd's bid."""
    typed = played.table
    if typed and table.variant.betting.by_auction and len(typed.bets) == 1 and typed.shepherd is None:
        typed = typed.model_copy(update=stake_fields(typed.bets, table))
    return played.model_copy(update={"table": typed})


def _make_file(record: MatchRecord, where: str) -> MatchFile:
    try:
        return MatchFile(encode_utf8(render_match(record)), f"{record.id}.toml")
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None


def _find_goal(report: Report, variant: Variant) -> GoalRecord:
    """The first of the variant's goals that was not reached before the last round; else the rounds that were played."""
    standings = _standings_before_last(report)
    for goal in variant.goals:
        if all(winner(goal, totals, number, wins) is None for number, (totals, wins) in enumerate(standings, 1)):
            return GoalRecord(**goal._asdict())
    return GoalRecord(rounds=max(len(report.rounds), 1))


def _standings_before_last(report: Report) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The totals, and the rounds won, after each round but the last, as far as they are known."""
    found = []
    totals = wins = (0,) * len(report.table.sides)
    for each in report.complete_rounds[:-1]:
        if each.totals is not None:
            gained = tuple(now - then for now, then in zip(each.totals, totals, strict=True))
            totals, wins = each.totals, add_win(wins, gained)
            found.append((totals, wins))
    return found


def _fits(report: Report, parsed: ParsedMatch) -> bool:
    """Whether no rule is broken, and the totals are those that the file tells."""
    if not report.ok:
        return False
    names = report.table.side_names
    scored = [each.totals for each in report.complete_rounds]
    wanted = [dict(totals) for totals in parsed.totals]
    return not wanted or [dict(zip(names, totals or (), strict=False)) for totals in scored] == wanted


def _choose_report(
    fitting: list[Report], parsed: ParsedMatch, chosen: ImportOptions, *, sure: bool
) -> tuple[Report, tuple[str, ...]]:
    """The one match of those it may be: of several, the one in the usual variant, else a person has to say."""
    ids = [report.match.record.variant for report in fitting]
    if _named_variants(parsed, chosen) and len(fitting) == 1:
        odd = () if sure or not parsed.totals else ("the totals in the file differ from those that the rules give",)
        return fitting[0], odd
    known = ", ".join(map(escape_text, ids))
    usual = default_id()
    if sure and (len(ids) == 1 or usual in ids):
        which = usual if usual in ids else ids[0]
        report = fitting[ids.index(which)]
        others = ", ".join(escape_text(each) for each in ids if each != which)
        also = f", whose rules it follows (also those of {others})" if others else ", whose rules it follows"
        return report, (f"read as a match of {escape_text(which)}{also if report.rounds else ''}",)
    why = "several fit" if sure else "the figures fit none of these with default options"
    raise UsageError(f"{parsed.where}: it does not name the variant, and {why}: {known}: choose one with --variant")
