"""Matches taken in one after the other: each is looked at, then saved; one that cannot be keeps no other out."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from haggis_cli.book.match import adjudicate_snapshot
from haggis_cli.book.returning import ReturnedDraft, return_drafts
from haggis_cli.exchange.incoming import Importer, IncomingMatch, Verdict
from haggis_cli.exchange.known_formats import ExchangeFormat, detect_format
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.resolution import ImportOptions, resolve_match
from haggis_cli.matches.store.entries import DRAFT_SUFFIX
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.snapshot import Snapshot
from haggis_cli.referee.sentences import violation_in_file, warning_sentence
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError, RecordError, UsageError
from haggis_cli.support.escaping import escape_text

ONE_NAME_MESSAGE = "--as names one match, and more than one is to be imported: leave it out"
MAX_VIOLATIONS = 5  # named of one match; `haggis check` names all


class ImportSession:
    """One import into a store.

    options: what a person says about matches whose files do not.
    name: what the one match is to be called; None for its own id.
    dry_run: whether nothing is saved.
    """

    def __init__(self, store: Store, options: ImportOptions, name: str | None = None, *, dry_run: bool = False) -> None:
        self._store = store
        self._options = options
        self._name = name
        self._dry_run = dry_run
        self._importer = Importer(store)
        self._folders_with_drafts: dict[Path, bool] = {}

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
        """What is to become of a match, before anything is saved; HaggisError if it cannot be taken in."""
        if not isinstance(parsed, ParsedMatch):
            raise parsed
        resolved = resolve_match(self._importer.with_known_fields(parsed), self._options)
        return self._importer.check_match(resolved, self._name)

    def save_if_new(self, incoming: IncomingMatch) -> Path:
        """Save a match that is not there yet, and count it among those that are; its file."""
        if incoming.verdict is Verdict.NEW and not self._dry_run:
            self._store.create(incoming.id, incoming.file.data)
        self._importer.add(incoming)
        return self._store.path_of(incoming.id)

    def return_drafts(self, source: str, incoming: IncomingMatch) -> list[ReturnedDraft]:
        """Bring back the half-entered rounds that lie beside the file of a match that was new; what became of each."""
        path = Path(source)
        if incoming.verdict is not Verdict.NEW or not self._has_drafts(path.parent):
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
        yield f"{incoming.id}: and {len(violations) - MAX_VIOLATIONS} more: 'haggis check' tells all"
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
        "action": incoming.verdict.value,
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
