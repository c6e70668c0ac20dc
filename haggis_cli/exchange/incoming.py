"""Whether a match that comes in is new here, there already, or another one of the same name. Nothing is overwritten."""

import errno
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

from haggis_cli.exchange.figures import has_same_figures, to_typed_in_match
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.resolution import ResolvedMatch
from haggis_cli.matches.ids import safe_id
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.moments import clock_at, day_of
from haggis_cli.matches.store.entries import EntryKind
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.text_edits import set_id
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import Conflict, HaggisError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text

_CREATED = re.compile(rb"^[ \t]*created[ \t]*=([^#\r\n]+)", re.MULTILINE)


class ConflictingMatch(Conflict):
    """A match of that name is here already and says something else; it is left as it is."""


class Verdict(Enum):
    """What becomes of a match that comes in."""

    NEW = "imported"
    EXISTS = "there"


@dataclass(frozen=True)
class IncomingMatch:
    """A match on its way in.

    verdict: what becomes of it.
    id: what it is called here.
    file: the match file that it is, or would be.
    report: what the referee finds; None if it cannot be adjudicated.
    error: why it cannot be adjudicated; None if it can.
    remarks: sentences on what was decided, and on what could not be kept as it was.
    left_out: the kinds of things that the file tells of it and that are not kept here.
    """

    verdict: Verdict
    id: str
    file: MatchFile
    report: Report | None
    error: str | None
    remarks: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class Importer:
    """The matches that are here, and those that have come in since."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._paths = {path.stem: path for path in _find_match_files(store)}
        self._files: dict[str, MatchFile | None] = {}
        self._unseen = dict(self._paths)
        self._ids_by_created: dict[datetime | None, list[str]] = {}

    def with_known_fields(self, parsed: ParsedMatch) -> ParsedMatch:
        """What a file tells of a match, and beside it what the match of that name here says of itself."""
        here = self._find_match(str(parsed.fields.get("id"))) if "rounds" in parsed.fields else None
        if here is None or here.record.players != parsed.fields["players"]:
            return parsed
        known = {
            key: getattr(here.record, key) for key in type(here.record).model_fields if key not in ("rounds", "final")
        }
        return replace(parsed, fields=known | dict(parsed.fields))

    def check_match(self, resolved: ResolvedMatch, name: str | None = None) -> IncomingMatch:
        """What would become of a match.

        name: what to call it; None for its own id. ConflictingMatch if another match is called so.
        """
        record = resolved.file.record
        wanted = safe_id(record.id if name is None else name)
        if name is not None and wanted != name:
            raise UsageError(f"'{escape_text(name)}' cannot be the name of a match: '{wanted}' could")
        remarks = resolved.remarks
        if name is None and wanted != record.id:
            remarks = (
                *remarks,
                f"its id '{escape_text(record.id)}' cannot be the name of a file: it is called {wanted}",
            )
        file = with_match_id(resolved.file, wanted)
        resolved = replace(resolved, file=file)
        report, why = try_adjudicate(file)
        verdict, called = self._find_verdict(
            resolved, report, wanted, search_others=name is None and not resolved.partial
        )
        if verdict is Verdict.NEW and resolved.untimed:
            file = self._at_free_moment(file)
        changed = resolved.find_changes(report) if resolved.find_changes and report else ()
        return IncomingMatch(verdict, called, file, report, why, remarks, (*resolved.left_out, *changed))

    def _at_free_moment(self, file: MatchFile) -> MatchFile:
        """A match of which no time is told, after those of its moment that are here: so they keep their order."""
        for _ in self._glance_at_files():
            pass  # files that cannot be read have no moment
        created = file.record.created
        while created in self._ids_by_created:
            created += timedelta(seconds=1)
        record = file.record.model_copy(update={"created": created})
        return MatchFile(encode_utf8(render_match(record)), file.source)

    def add(self, incoming: IncomingMatch) -> None:
        """Count a match among those that are here."""
        self._files[incoming.id] = incoming.file
        self._unseen.pop(incoming.id, None)
        self._ids_by_created.setdefault(incoming.file.record.created, []).append(incoming.id)

    def _find_verdict(
        self, resolved: ResolvedMatch, report: Report | None, name: str, *, search_others: bool
    ) -> tuple[Verdict, str]:
        if name in self._paths or name in self._files:
            here = self._find_match(name)
            if here is None or not _is_same_match(resolved, report, here):
                raise ConflictingMatch(_difference(name, here, resolved.file.record))
            return Verdict.EXISTS, name
        if search_others and (found := self._find_same(name, resolved.file.record)):
            return Verdict.EXISTS, found
        return Verdict.NEW, name

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
            if here and _is_same_but_id(record, here.record):
                return each
        if unread:
            more = f" (and {len(unread) - 1} more)" if len(unread) > 1 else ""
            raise StoreError(
                f"{escape_text(name)}: not imported: it may be there already, in a file that cannot be looked into: "
                f"{unread[0]}{more}"
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
    return [*filter(_may_be_file, store.entries(EntryKind.MATCH, EntryKind.NOT_A_FILE))]


def _may_be_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:  # a link to nothing
        return False
    except OSError as error:
        return error.errno != errno.ELOOP


def _find_created(data: bytes) -> datetime | None:
    """When a match was made, by a glance at its file; None where a glance does not tell."""
    found = _CREATED.search(data)
    try:
        return datetime.fromisoformat(found[1].decode().strip()) if found else None
    except ValueError:
        return None


def with_match_id(file: MatchFile, name: str) -> MatchFile:
    """The match under another name, with everything else as it is written."""
    text = file.text if file.record.id == name else set_id(file.text, name)
    data = file.data if text == file.text else encode_utf8(text, like=file.data)
    return MatchFile(data, f"{name}.toml")


def try_adjudicate(file: MatchFile) -> tuple[Report | None, str | None]:
    """The match adjudicated, or why it cannot be: that keeps nobody from keeping it."""
    try:
        return adjudicate(file, load(file.record.variant)), None
    except HaggisError as error:
        return None, str(error)


def _is_same_match(resolved: ResolvedMatch, report: Report | None, here: MatchFile) -> bool:
    """Whether a file tells nothing that is not here: the same match, or the same figures if it tells no more."""
    record = resolved.file.record
    if _may_be_of_moment(resolved, here.record.created):
        record = record.model_copy(update={"created": here.record.created})
    if record == here.record:
        return True
    known, _ = try_adjudicate(here)
    if known is None or report is None:
        return False
    return to_typed_in_match(known) == record or (resolved.partial and has_same_figures(known, report))


def _may_be_of_moment(resolved: ResolvedMatch, moment: datetime) -> bool:
    """Whether the match of a file that tells a part can have been made then: as far as it tells the day and the clock.

    Where the clock was, a file of another program does not say.
    """
    created = resolved.file.record.created
    if resolved.untimed:
        return resolved.undated or day_of(created) == day_of(moment)
    return resolved.partial and clock_at(created) == clock_at(moment)


def _is_same_but_id(record: MatchRecord, other: MatchRecord) -> bool:
    return record.created == other.created and record == other.model_copy(update={"id": record.id})


def _difference(name: str, here: MatchFile | None, record: MatchRecord) -> str:
    if here is None:
        what = "the match of that name here cannot be read"
    elif len(here.record.rounds) != len(record.rounds):
        theirs, ours = (pluralize(len(each.rounds), "round") for each in (here.record, record))
        what = f"the match of that name here has {theirs}, this one {ours}"
    else:
        what = f"the match of that name here says something else in {_first_difference(here.record, record)}"
    return f"{escape_text(name)}: not imported: {what}; --as ID keeps this one under another name"


def _first_difference(one: MatchRecord, other: MatchRecord) -> str:
    """The first key, or round, in which two matches differ."""
    key = next(key for key in type(one).model_fields if getattr(one, key) != getattr(other, key))
    if key != "rounds":
        return f"'{key}'"
    return f"round {next(n for n, (a, b) in enumerate(zip(one.rounds, other.rounds, strict=True), 1) if a != b)}"
