"""A match of the score book: opened, changed as a value, saved.

Opening reads, parses and adjudicates a match once. A change is first a value, the match as it would be; saving puts it
in the place of what was read, or raises Conflict where somebody else has changed the match meanwhile.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from haggis_cli.matches.store.files import SUFFIX, Snapshot, home_folder, original_of
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.plugins.isolation import JUDGE_SECONDS, guard_rules, is_third_party
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import MATCH_OVER, Report, Violation
from haggis_cli.referee.sentences import victory, violation_place
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import RulesError, StoreError
from haggis_cli.support.escaping import escape_text, shell_word

ReportCheck = Callable[[Report], None]
"""What a face does with a report, tried before anything is saved: it may fail where a third party's rules do."""


class OpenMatch(NamedTuple):
    """A match of the store, read and adjudicated.

    store: where it is kept, and saved.
    path: its file.
    snapshot: the file as it was read, by which a change in the meantime is noticed.
    file: what the file says; after a change that is not saved yet, what it would say.
    variant: the rules that the file names, without its options.
    report: what the referee says of `file`.
    check_report: tried on the reports of third-party variants, see ReportCheck.
    rewrites_file: whether saving the change writes the whole file anew.
    notices: sentences about the last save that a person should see.
    """

    store: Store
    path: Path
    snapshot: Snapshot
    file: MatchFile
    variant: Variant
    report: Report
    check_report: ReportCheck | None = None
    rewrites_file: bool = False
    notices: tuple[str, ...] = ()


def open_match(match: str | None, home: str | None, check_report: ReportCheck | None = None) -> OpenMatch:
    """Find, read and adjudicate a match; `match` as people name it, None for the current one."""
    store = Store(home_folder(home))
    return read_match(store, store.find(match), check_report)


def read_match(store: Store, path: Path, check_report: ReportCheck | None = None) -> OpenMatch:
    """Read and adjudicate the match in a file."""
    return adjudicate_snapshot(store, store.read(path), check_report)


def adjudicate_snapshot(store: Store, snapshot: Snapshot, check_report: ReportCheck | None = None) -> OpenMatch:
    """Adjudicate the content of a match file as it was read."""
    file = MatchFile(snapshot.data, snapshot.path.name)
    variant = load(file.record.variant)
    report = _check_report(adjudicate(file, variant), variant, check_report)
    return OpenMatch(store, snapshot.path, snapshot, file, variant, report, check_report)


@contextmanager
def open_for_change(
    match: str | None, home: str | None, check_report: ReportCheck | None = None
) -> Iterator[OpenMatch]:
    """Open a match for a change: from reading to saving no other haggis saves it."""
    store = Store(home_folder(home))
    path = store.find(match)
    with store.lock(path):
        opened = read_match(store, path, check_report)
        check_no_copy(opened)
        yield opened


@contextmanager
def lock_and_refresh(opened: OpenMatch) -> Iterator[OpenMatch]:
    """Lock an open match for a change; read and adjudicated again only if its file has changed."""
    with opened.store.lock(opened.path):
        snapshot = opened.store.read(opened.path)
        check_no_copy(opened)
        if snapshot.data == opened.snapshot.data and opened.file.data == opened.snapshot.data:
            yield opened
        else:
            yield adjudicate_snapshot(opened.store, snapshot, opened.check_report)


def check_no_copy(opened: OpenMatch) -> None:
    """StoreError for a copy that lies beside its match: what is added to it would be missing there."""
    if opened.file.record.id == opened.path.name.removesuffix(SUFFIX):
        return
    original = original_of(opened.path, opened.snapshot.data)
    if original is not None:
        name, match = escape_text(opened.path.name), escape_text(original.name.removesuffix(SUFFIX))
        raise StoreError(
            f"{name} is a copy of the match {match}, so nothing is added to it: compare the two, then delete it, or "
            "give it an 'id' of its own"
        )


def command_word(opened: OpenMatch) -> str:
    """What names the match behind a command such as `haggis score`, with a blank before it; empty for the current one.

    It can be pasted into a shell.
    """
    current = None
    with suppress(StoreError):  # naming the match is never wrong, and what was saved is not to be called a failure
        current = opened.store.find_current()
    return "" if opened.path == current else name_match(opened)


def name_match(opened: OpenMatch) -> str:
    """What names the match behind a command, with a blank before it, whatever the current match is."""
    path = opened.path
    return f" {shell_word(path.stem if path == opened.store.path_of(path.stem) else str(path))}"


def reread(opened: OpenMatch) -> OpenMatch:
    """The match as its file says now."""
    return read_match(opened.store, opened.path, opened.check_report)


def earlier(opened: OpenMatch, data: bytes) -> OpenMatch:
    """The match as this content of its file says, not saved."""
    return adjudicate_snapshot(opened.store, Snapshot(opened.path, data), opened.check_report)


def preview(opened: OpenMatch, text: str, judge: Callable[[MatchFile], Report] | None = None) -> OpenMatch:
    """The match as it would be with this text, not saved; `judge` where the report is known without judging all."""
    from haggis_cli.matches.toml.changes import RewrittenText, with_revision

    file, revision = _read_preview(opened, text), opened.variant.revision
    if file.record.rounds and not opened.file.record.rounds and (file.record.revision or 1) != revision:
        text = with_revision(file, revision)  # the first round: from here on the match keeps the rules of today
        file = _read_preview(opened, text)
    report = judge(file) if judge else adjudicate(file, opened.variant)
    return opened._replace(
        file=file,
        report=_check_report(report, opened.variant, opened.check_report),
        rewrites_file=opened.rewrites_file or isinstance(text, RewrittenText),
    )


def _read_preview(opened: OpenMatch, text: str) -> MatchFile:
    return MatchFile(encode_utf8(text, like=opened.snapshot.data), opened.path.name)


def _check_report(report: Report, variant: Variant, check_report: ReportCheck | None) -> Report:
    """The report, once the face has tried it: a third party's rules can also fail while it is shown.

    So they fail before anything is saved or printed, and what a command says of saving is true.
    """
    if check_report and is_third_party(variant.id):
        with guard_rules(variant.id, JUDGE_SECONDS):
            check_report(report)
    return report


def save_match(before: OpenMatch, after: OpenMatch, *, correction: bool = False) -> OpenMatch:
    """Save a previewed change; the match as it now is on the disk.

    What a correction changes is kept for undo. Conflict and NotSaved where nothing was changed; KeptConflict and
    NotDurable where the new content is in place. `notices` of the result are for a person to see.
    """
    if correction or after.rewrites_file:
        before.store.correction_history.save(before.snapshot, after.file.data)
    snapshot = before.store.save(before.snapshot, after.file.data)
    rewritten = (
        f"{after.path.name}: written anew, for its rounds were no [[rounds]] blocks: "
        f"'haggis undo{command_word(after)}' brings the file back as it was"
        if after.rewrites_file
        else None
    )
    notices = (rewritten,) if rewritten else ()
    return after._replace(snapshot=snapshot, rewrites_file=False, notices=notices)


def save_progress(before: OpenMatch, after: OpenMatch, *, played_here: bool = False) -> OpenMatch:
    """Save a change by which the match goes on, as `save_match` does; from then on it is the current one.

    played_here: whether it is played on this computer, which is remembered, too.
    """
    # `show` and `check` save nothing.
    from haggis_cli.book.current import describe, mark_current
    from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable

    def mark(snapshot: Snapshot) -> None:
        mark_current(after.store, snapshot, after.file.record, describe(after.report), played_here=played_here)

    try:
        saved = save_match(before, after)
    except (KeptConflict, NotDurable):  # it is saved all the same
        mark(before.snapshot._replace(data=after.file.data))
        raise
    mark(saved.snapshot)
    return saved


# Whether a match can go on: each check raises RulesError with the reason and the command that helps.


def check_round_due(match: OpenMatch) -> None:
    """RulesError if no new round can begin: a rule is broken, a round is in progress, or the match is over.

    StoreError for a copy of a match.
    """
    check_no_copy(match)
    report = match.report
    check_no_violations(report, lambda: command_word(match))
    if report.current:
        word = command_word(match)
        raise RulesError(
            f"round {report.current.number} is being recorded play by play: finish it with 'haggis record{word}', "
            f"or take it back with 'haggis undo{word} --round'"
        )
    check_not_over(report)


def check_not_over(report: Report) -> None:
    """RulesError if the match is over."""
    if report.over:
        how = "it is closed" if report.winner is None else f"{victory(report, report.winner)} it"
        raise RulesError(f"the match is over, {how}: start the next one with 'haggis new'")


def check_no_violations(report: Report, find_word: Callable[[], str] = str) -> None:
    """RulesError if the match breaks a rule: it must be put right before it goes on.

    find_word: gives what names the match behind a command, see `command_word`.
    """
    if report.violations:
        first, word = report.violations[0], find_word()
        raise RulesError(
            f"the match breaks the rules in {violation_place(first)}: {first.message} Put it right with "
            f"'haggis {_correcting_command(report, first, word)}' or 'haggis undo{word}' first."
        )


def _correcting_command(report: Report, violation: Violation, word: str) -> str:
    """The command that puts the round right; the editor where the deal is wrong, or the match was over before it."""
    recorded = report.rounds[violation.round - 1].recorded
    if violation.code == MATCH_OVER or (recorded and violation.event is None):
        return f"edit{word}"
    return f"{'record' if recorded else 'score'}{word} --round {violation.round}"
