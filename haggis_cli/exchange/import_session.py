"""Matches taken in one after the other: each is looked at, then saved; one that cannot be keeps no other out.

Begin with `ImportSession`: parse a file, check each match, save it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from haggis_cli.book.drafts import ReturnedDraft, return_drafts
from haggis_cli.book.match import adjudicate_snapshot
from haggis_cli.exchange.files import detect_format
from haggis_cli.exchange.known_formats import ExchangeFormat
from haggis_cli.exchange.parsed_match import (
    ImportOptions,
    ParsedMatch,
    has_same_figures,
    resolve_match,
    to_typed_in_match,
)
from haggis_cli.matches.heading import clock_at, day_of, safe_id
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.files import DRAFT_SUFFIX, EntryKind, Notice, Snapshot, may_be_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.matches.toml.text_edits import set_key
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import violation_in_file, warning_sentence
from haggis_cli.support.errors import Conflict, HaggisError, RecordError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import pluralize

ONE_NAME_MESSAGE = "--as names a single match, but there are several to import: omit it"
MAX_VIOLATIONS = 5  # named of one match; `haggis check` names all


_CREATED = re.compile(rb"^[ \t]*created[ \t]*=([^#\r\n]+)", re.MULTILINE)


class ConflictingMatch(Conflict):
    """A match of that name is here already and says something else; it is left as it is."""


@dataclass(frozen=True)
class IncomingMatch:
    """A match on its way in.

    is_new: whether it is not here yet, and so is kept.
    id: what it is called here.
    report, error: what the referee finds, or why it cannot be adjudicated; the other is None.
    remarks: sentences on what was decided, and on what could not be kept as it was.
    left_out: the kinds of things that the file tells of it and that are not kept here.
    """

    is_new: bool
    id: str
    file: MatchFile
    report: Report | None
    error: str | None
    remarks: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class ImportSession:
    """One import into a store: a match that comes in is new here, there already, or another one of the same name.

    Nothing is overwritten.

    options: what a person says about matches whose files do not.
    name: what the one match is to be called; None for its own id.
    dry_run: whether nothing is saved.
    """

    def __init__(self, store: Store, options: ImportOptions, name: str | None = None, *, dry_run: bool = False) -> None:
        self._store = store
        self._options = options
        self._name = name
        self._dry_run = dry_run
        self._folders_with_drafts: dict[Path, bool] = {}
        self._paths = {path.stem: path for path in _find_match_files(store)}
        self._files: dict[str, MatchFile | None] = {}
        self._unseen = dict(self._paths)
        self._ids_by_created: dict[datetime | None, list[str]] = {}

    def parse_file(
        self, source: str, data: bytes | HaggisError, form: ExchangeFormat | None = None
    ) -> list[ParsedMatch | RecordError]:
        """The matches of a file, and an error for each that cannot be read; HaggisError if none can be.

        data: the content of the file, or why there is none, which is raised then.
        form: its format; None to find it out.
        """
        if isinstance(data, HaggisError):
            raise data
        return (form or detect_format(data, source)).read(data, source)

    def check_match(self, parsed: ParsedMatch | RecordError) -> IncomingMatch:
        """What is to become of a match, before anything is saved; HaggisError if it cannot be taken in.

        ConflictingMatch if another match is called so.
        """
        if not isinstance(parsed, ParsedMatch):
            raise parsed
        parsed = resolve_match(self._with_known_fields(parsed), self._options)
        record, name = parsed.whole.record, self._name
        wanted = safe_id(record.id if name is None else name)
        if name is not None and wanted != name:
            raise UsageError(f"'{name}' cannot be the name of a match: try '{wanted}'")
        remarks = parsed.remarks
        if name is None and wanted != record.id:
            why = f"its id '{escape_text(record.id)}' cannot be a file name: the match is saved as {wanted}"
            remarks = (*remarks, why)
        file = _with_match_id(parsed.whole, wanted)
        parsed = replace(parsed, file=file)
        report, error = _try_adjudicate(file)
        here = self._find_here(parsed, report, wanted)
        if here is None and name is None and not parsed.fields:
            here = self._find_same(wanted, record)
        if here is None and parsed.fields and not isinstance(parsed.fields.get("created"), datetime):
            file = self._at_free_moment(file)
        changed = parsed.find_changes(report) if parsed.find_changes and report else ()
        left_out = (*parsed.left_out, *changed)
        return IncomingMatch(here is None, here or wanted, file, report, error, remarks, left_out)

    def save_if_new(self, incoming: IncomingMatch) -> tuple[Path, Notice | None]:
        """Save a match that is not there yet, and count it among those that are; its file, and what is to be told."""
        notice = None
        if incoming.is_new and not self._dry_run:
            notice = self._store.create(incoming.id, incoming.file.data).notice
            self._store.recall_players(incoming.file.record.players)
        self._files[incoming.id] = incoming.file
        self._unseen.pop(incoming.id, None)
        self._ids_by_created.setdefault(incoming.file.record.created, []).append(incoming.id)
        return self._store.path_of(incoming.id), notice

    def return_drafts(self, source: str, incoming: IncomingMatch) -> list[ReturnedDraft]:
        """Bring back the half-entered rounds that lie beside the file of a match that was new; what became of each."""
        path = Path(source)
        if not incoming.is_new or not self._has_drafts(path.parent):
            return []
        try:
            snapshot = Snapshot(self._store.path_of(incoming.id), incoming.file.data)
            return return_drafts(adjudicate_snapshot(self._store, snapshot), path, dry_run=self._dry_run)
        except HaggisError:  # it cannot be adjudicated, which is told
            return []

    def _has_drafts(self, folder: Path) -> bool:
        """Whether half-entered rounds lie in a folder, which is looked at once."""
        if folder not in self._folders_with_drafts:
            self._folders_with_drafts[folder] = any(folder.glob(f"*{DRAFT_SUFFIX}"))
        return self._folders_with_drafts[folder]

    def check_one_name(self, matches: int) -> None:
        """UsageError if one name is given for so many matches."""
        if self._name is not None and matches > 1:
            raise UsageError(ONE_NAME_MESSAGE)

    def _with_known_fields(self, parsed: ParsedMatch) -> ParsedMatch:
        """What a file tells of a match, and beside it what the match of that name here says of itself."""
        here = self._find_match(str(parsed.fields.get("id"))) if "rounds" in parsed.fields else None
        if here is None or here.record.players != parsed.fields["players"]:
            return parsed
        known = {
            key: getattr(here.record, key) for key in type(here.record).model_fields if key not in ("rounds", "final")
        }
        return replace(parsed, fields=known | dict(parsed.fields))

    def _at_free_moment(self, file: MatchFile) -> MatchFile:
        """A match of which no time is told, after those of its moment that are here: so they keep their order."""
        for _ in self._glance_at_files():
            pass  # files that cannot be read have no moment
        created = file.record.created
        while created in self._ids_by_created:
            created += timedelta(seconds=1)
        record = file.record.model_copy(update={"created": created})
        return MatchFile(encode_utf8(render_match(record)), file.source)

    def _find_here(self, parsed: ParsedMatch, report: Report | None, name: str) -> str | None:
        """The name if the match is here under it; ConflictingMatch if another one is."""
        if name not in self._paths and name not in self._files:
            return None
        here = self._find_match(name)
        if here is None or not _is_same_match(parsed, report, here):
            raise ConflictingMatch(_difference(name, here, parsed.whole.record))
        return name

    def _find_same(self, name: str, record: MatchRecord) -> str | None:
        """The id of this match here, whatever it is called; StoreError where it may be in a file that nobody can read.

        Of thousands of files only those are read whole that can have been made at the same moment.
        """
        unread = list(self._glance_at_files())
        candidates: list[str] = [*self._ids_by_created.get(record.created, ()), *self._ids_by_created.get(None, ())]
        for each in candidates:
            try:
                here = self._find_match(each)
            except StoreError as error:
                unread.append(error)
                continue
            if here and record == here.record.model_copy(update={"id": record.id}):
                return each
        if unread:
            more = f" (and {len(unread) - 1} more)" if len(unread) > 1 else ""
            raise StoreError(
                f"{name}: not imported: it may exist already, in a file that cannot be read: {unread[0]}{more}"
            )
        return None

    def _glance_at_files(self) -> Iterator[StoreError]:
        """Look when the matches here were made; an error for each file that cannot be read, which is tried again."""
        for name, path in list(self._unseen.items()):
            try:
                moment = _find_created(self._store.read(path).data)
            except StoreError as error:
                yield error
                continue
            del self._unseen[name]
            self._ids_by_created.setdefault(moment, []).append(name)

    def _find_match(self, name: str) -> MatchFile | None:
        """The match of that name; None if there is none, or its file holds none; StoreError if it cannot be read."""
        if name in self._paths and name not in self._files:
            data = self._store.read(self._paths[name]).data
            try:
                self._files[name] = MatchFile(data, f"{name}.toml")
            except HaggisError:
                self._files[name] = None
        return self._files.get(name)


def _find_match_files(store: Store) -> list[Path]:
    """The match files here, and what may be one: an entry at which the system would not let anybody look.

    The folder is read once: an entry at which it may be looked the second time only would be in neither list.
    """
    return [*filter(may_be_regular, store.entries(EntryKind.MATCH, EntryKind.NOT_A_FILE))]


def _find_created(data: bytes) -> datetime | None:
    """When a match was made, by a glance at its file; None where a glance does not tell."""
    found = _CREATED.search(data)
    try:
        return datetime.fromisoformat(found[1].decode().strip()) if found else None
    except ValueError:
        return None


def _with_match_id(file: MatchFile, name: str) -> MatchFile:
    """The match under another name, with everything else as it is written."""
    text = file.text if file.record.id == name else set_key(file.text, "id", name)
    data = file.data if text == file.text else encode_utf8(text, like=file.data)
    return MatchFile(data, f"{name}.toml")


def _try_adjudicate(file: MatchFile) -> tuple[Report | None, str | None]:
    """The match adjudicated, or why it cannot be: that keeps nobody from keeping it."""
    try:
        return adjudicate(file, load(file.record.variant)), None
    except HaggisError as error:
        return None, str(error)


def _is_same_match(parsed: ParsedMatch, report: Report | None, here: MatchFile) -> bool:
    """Whether a file tells nothing that is not here: the same match, or the same figures if it tells no more."""
    record = parsed.whole.record
    if _may_be_of_moment(parsed, here.record.created):
        record = record.model_copy(update={"created": here.record.created})
    if record == here.record:
        return True
    known, _ = _try_adjudicate(here)
    if known is None or report is None:
        return False
    return to_typed_in_match(known) == record or (bool(parsed.fields) and has_same_figures(known, report))


def _may_be_of_moment(parsed: ParsedMatch, moment: datetime) -> bool:
    """Whether the match of a file that tells a part can have been made then: as far as it tells the day and the clock.

    Where the clock was, a file of another program does not say.
    """
    created, when = parsed.whole.record.created, parsed.fields.get("created")
    if isinstance(when, datetime):
        return clock_at(created) == clock_at(moment)
    return bool(parsed.fields) and (when is None or day_of(created) == day_of(moment))


def _difference(name: str, here: MatchFile | None, record: MatchRecord) -> str:
    if here is None:
        what = "the existing match of that name cannot be read"
    elif len(here.record.rounds) != len(record.rounds):
        theirs, ours = (pluralize(len(each.rounds), "round") for each in (here.record, record))
        what = f"the existing match of that name has {theirs}, this one {ours}"
    else:
        what = f"the existing match of that name differs in {_first_difference(here.record, record)}"
    return f"{escape_text(name)}: not imported: {what}; --as ID imports this one under another name"


def _first_difference(one: MatchRecord, other: MatchRecord) -> str:
    """The first key, or round, in which two matches differ."""
    key = next(key for key in type(one).model_fields if getattr(one, key) != getattr(other, key))
    if key != "rounds":
        return f"'{key}'"
    return f"round {next(n for n, (a, b) in enumerate(zip(one.rounds, other.rounds, strict=True), 1) if a != b)}"


# What is told of a match that came in.


def describe_incoming(incoming: IncomingMatch) -> str:
    """A match that came in, in a few words: its variant, its rounds, its totals as far as they are known."""
    record, report = incoming.file.record, incoming.report
    rounds = pluralize(len(record.rounds), "round")
    if report is None or report.totals is None or not (report.rounds or record.final):
        return escape_text(f"{record.variant}, {', '.join(record.players)}, {rounds}")
    if record.final:
        rounds = "final scores"
    totals = zip(report.table.side_names, report.totals, strict=True)
    return escape_text(f"{record.variant}, {rounds}, {', '.join(f'{name} {total}' for name, total in totals)}")


def find_warnings(incoming: IncomingMatch) -> Iterator[str]:
    """What a person should know of a match that came in: that it cannot be judged, breaks a rule, or looks wrong."""
    if incoming.error:
        yield f"{incoming.id}: it cannot be adjudicated: {incoming.error}"
    if incoming.report is None:
        return
    violations = incoming.report.violations
    for violation in violations[:MAX_VIOLATIONS]:
        yield violation_in_file(violation, incoming.id)
    if len(violations) > MAX_VIOLATIONS:
        yield f"{incoming.id}: and {len(violations) - MAX_VIOLATIONS} more: 'haggis check' shows them all"
    for warning in incoming.report.warnings:
        yield f"{incoming.id}: {warning_sentence(warning)}"


def incoming_json(
    source: str, path: Path, incoming: IncomingMatch, returned: Sequence[ReturnedDraft]
) -> dict[str, Any]:
    """What became of a match of that source, and of its half-entered rounds, as JSON."""
    report = incoming.report
    return {
        "source": source,
        "id": incoming.id,
        "action": "imported" if incoming.is_new else "there",
        "file": str(path),
        "variant": incoming.file.record.variant,
        "rounds": len(incoming.file.record.rounds),
        "remarks": list(incoming.remarks),
        "ok": report.ok if report else None,
        "violations": [each._asdict() for each in report.violations] if report else [],
        "warnings": [each._asdict() for each in report.warnings] if report else [],
        "error": incoming.error,
        "half_rounds": [str(each.path) for each in returned if each.path],
    } | ({"left_out": list(incoming.left_out)} if incoming.left_out else {})
