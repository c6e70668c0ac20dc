"""A match of the score book: opened, changed as a value, saved, removed; and whether it can go on.

Opening reads, parses and adjudicates a match once. A change is first a value, the match as it would be; saving puts it
in the place of what was read, or raises Conflict where somebody else has changed the match meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from haggis_cli.matches.heading import day_of
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.files import SUFFIX, Notice, Snapshot, home_folder, original_of
from haggis_cli.matches.store.folder import BETWEEN_ROUNDS, COMPUTER, IN_A_ROUND, OVER, TABLE, Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.plugins.isolation import JUDGE_SECONDS, guard_rules, is_third_party
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate, extend_report
from haggis_cli.referee.report import MATCH_OVER, Report, RoundReport, Violation
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import due, victory, violation_place
from haggis_cli.rules.events import Event
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, RulesError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text, shell_word
from haggis_cli.support.text import pluralize

ReportCheck = Callable[[Report], None]
"""What a face does with a report, tried before anything is saved: it may fail where a third party's rules do."""


class OpenMatch(NamedTuple):
    """A match of the store, read and adjudicated.

    snapshot: the file as it was read, by which a change in the meantime is noticed.
    file: what the file says; after a change that is not saved yet, what it would say.
    variant: the rules that the file names, without its options.
    check_report: tried on the reports of third-party variants, see ReportCheck.
    rewrites_file: whether saving the change writes the whole file anew.
    notices: what a person should know of the save that led to it.
    """

    store: Store
    path: Path
    snapshot: Snapshot
    file: MatchFile
    variant: Variant
    report: Report
    check_report: ReportCheck | None = None
    rewrites_file: bool = False
    notices: tuple[Notice, ...] = ()


def open_match(match: str | None, home: str | None, check_report: ReportCheck | None = None) -> OpenMatch:
    """Find, read and adjudicate a match; `match` as people name it, None for the current one."""
    store = Store(home_folder(home))
    return read_match(store, store.find(match), check_report)


def read_match(store: Store, path: Path, check_report: ReportCheck | None = None) -> OpenMatch:
    """Read and adjudicate the match in a file."""
    return adjudicate_snapshot(store, store.read(path), check_report)


def read_record(store: Store, path: Path) -> MatchRecord:
    """What the match in a file says, by whatever rules: nothing is adjudicated, and no variant is loaded."""
    return MatchFile(store.read(path).data, path.name).record


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
        name, match = opened.path.name, original.name.removesuffix(SUFFIX)
        raise StoreError(
            f"{name} is a copy of the match {match}, so nothing is added to it: compare the two, then delete the "
            "copy, or give it an 'id' of its own"
        )


class NoSuchRound(UsageError):
    """A match has no round of that number."""


def find_round(report: Report, number: int) -> RoundReport:
    """The round of that number, counted from 1. NoSuchRound if there is none."""
    rounds = report.rounds
    if 1 <= number <= len(rounds):
        return rounds[number - 1]
    there = f"only {pluralize(len(rounds), 'round')}" if rounds else "no round yet"
    raise NoSuchRound(f"there is no round {number}: the match has {there}")


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


def preview(opened: OpenMatch, text: str, added: tuple[Sequence[Event], Round] | None = None) -> OpenMatch:
    """The match as it would be with this text, not saved.

    added: the events by which it goes on, which are legal, and the state of their round after them: then nothing is
        judged a second time. None for any other change.
    """
    from haggis_cli.matches.toml.changes import RewrittenText, with_revision

    file, revision = _read_preview(opened, text), opened.variant.revision
    if file.record.rounds and not opened.file.record.rounds and (file.record.revision or 1) != revision:
        text = with_revision(file, revision)  # the first round: from here on the match keeps the rules of today
        file = _read_preview(opened, text)
    if added and not opened.report.revision:  # what is said of another revision is about all rounds of a match
        report = extend_report(opened.report, file, *added)
    else:
        report = adjudicate(file, opened.variant)
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
    """Save a previewed change; the match as it now is on the disk, with what a person should know of the save.

    What a correction changes is kept for undo. Conflict and NotSaved where nothing was changed.
    """
    if correction or after.rewrites_file:
        before.store.correction_history.save(before.snapshot, after.file.data)
    snapshot = before.store.save(before.snapshot, after.file.data)
    notices = [snapshot.notice] if snapshot.notice else []
    if after.rewrites_file:
        how = f"'haggis undo{command_word(after)}' restores the file"
        notices.append(Notice(f"{after.path.name}: rewritten, because its rounds were not [[rounds]] blocks: {how}"))
    return after._replace(snapshot=snapshot, rewrites_file=False, notices=tuple(notices))


def save_progress(before: OpenMatch, after: OpenMatch, *, played_here: bool = False) -> OpenMatch:
    """Save a change by which the match goes on, as `save_match` does; from then on it is the current one.

    played_here: whether it is played on this computer, which is remembered, too.
    """
    saved = save_match(before, after)
    state, lines = describe_standing(saved.report)
    mark_current(saved.store, saved.snapshot, saved.file.record, state, lines, played_here=played_here)
    return saved


# What is told once a change is saved: the rounds that it has brought, how the match stands, what is next.
#
# The terminal, the phone and `--json` show this one value. Another sentence on how a match stands is one more `yield`
# in `standing`, and appears in all of them.


class Said(NamedTuple):
    """A sentence on how a match stands.

    keys: what the JSON says of it beside the match; empty where that is among the keys of the match already.
    """

    text: str
    keys: Mapping[str, Any] = MappingProxyType({})


def standing(report: Report, *, tells_hands: bool = True) -> Iterator[Said]:
    """How a match stands once a change of it is saved; what is next, or who has won, comes last.

    tells_hands: whether it says how many cards the others hold.
    """
    yield Said(due(report, tells_hands=tells_hands))


class AfterSaving(NamedTuple):
    """What is told of a match once a change of it is saved.

    rounds: the numbers of the rounds to be shown.
    sentences: what else has changed, and how the match stands.
    keys: what the JSON says beside the match.
    """

    match: OpenMatch
    rounds: tuple[int, ...]
    sentences: tuple[str, ...]
    keys: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The match as `haggis show --json` tells it, and what the change has done."""
        from haggis_cli.referee.report_json import show_json

        return show_json(self.match.report, self.match.path) | dict(self.keys)


def after_saving(
    match: OpenMatch, *, rounds: Iterable[int] = (), changes: Iterable[str] = (), **keys: object
) -> AfterSaving:
    """What is told of a change that is saved.

    rounds: the numbers of the rounds to be shown, added or put right.
    changes: sentences on what has changed beside what was asked for.
    """
    said = list(standing(match.report))
    for each in said:
        keys |= each.keys
    return AfterSaving(match, tuple(rounds), (*changes, *(each.text for each in said)), keys)


# The current match: what commands mean where no match is named, and how it stands in two lines.
#
# People make a match the current one by starting it, by scoring or recording a round of it, and by dealing one. Looking
# at it, correcting it, undo and redo leave the current one as it is. A match that the computer plays in is never the
# current one; `haggis play` remembers apart which match was played with it last.


def mark_current(
    store: Store,
    snapshot: Snapshot,
    record: MatchRecord,
    state: str,
    lines: tuple[str, ...],
    *,
    played_here: bool = False,
) -> None:
    """Remember a match, as it was saved, as the current one; apart from that where the computer plays in it.

    lines: what is to be told of it, safe to be shown.
    played_here: whether it was played on this computer, which is remembered, too.
    """
    kinds = [COMPUTER] if record.bots else [TABLE, COMPUTER] if played_here else [TABLE]
    # The rules of a third party may change without the match: then nothing is remembered but its name.
    lines = () if is_third_party(record.variant) else lines
    for kind in kinds:  # the later one says where the match was last
        store.set_bookmark(kind, snapshot, state, lines)


def describe_standing(report: Report) -> tuple[str, tuple[str, ...]]:
    """Where a match is, and how it stands in lines: the totals with the goal, and what is due or who has won."""
    lines = [due(report)]
    if report.totals is not None and report.rounds and not report.over:
        names = [escape_text(name) for name in report.table.side_names]
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, report.totals, strict=True))
        lines.insert(0, f"{totals}; to {report.goal}")
    state = OVER if report.over else IN_A_ROUND if report.current else BETWEEN_ROUNDS
    return state, tuple(filter(None, lines))


# A match that is removed: its file goes to the folder of removed ones, and nothing is lost.


def find_matches(store: Store, names: Iterable[str]) -> list[Path]:
    """The files of some matches as people name them, each once; StoreError for a name that is none, or several."""
    return list(dict.fromkeys(store.find(name) for name in names))


def describe_match(store: Store, path: Path) -> str:
    """A match in a few words; what cannot be read as one can be removed all the same."""
    try:
        record = read_record(store, path)
    except HaggisError:
        return "a file that cannot be read as a match"
    rounds = pluralize(len(record.rounds), "round")
    return f"{record.variant}, {', '.join(record.players)}, {rounds}, {day_of(record.created)}"


def remove_match(store: Store, path: Path) -> tuple[Path, Notice | None]:
    """Move a match of the store to the trash, with the rounds that are half entered.

    Where its file lies now, and what a person should know of that. StoreError for a file that is no match of the store,
    NotSaved where the system refuses and the match stays.
    """
    from haggis_cli.matches.store.drafts_and_trash import move_drafts, move_to_trash

    target, notice = move_to_trash(store, path)
    move_drafts(store, path, target)
    return target, notice


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
            f"round {report.current.number} is being recorded play by play",
            advice=f": finish it with 'haggis record{word}', or take it back with 'haggis undo{word} --round'",
        )
    check_not_over(report)


def check_not_over(report: Report) -> None:
    """RulesError if the match is over."""
    if report.over:
        how = "it is closed" if report.winner is None else f"{victory(report, report.winner)} it"
        raise RulesError(f"the match is over, {how}", advice=": start the next one with 'haggis new'")


def check_no_violations(report: Report, find_word: Callable[[], str] = str) -> None:
    """RulesError if the match breaks a rule: it must be put right before it goes on.

    find_word: gives what names the match behind a command, see `command_word`.
    """
    if report.violations:
        first, word = report.violations[0], find_word()
        command = _correcting_command(report, first, word)
        raise RulesError(
            f"the match breaks the rules in {violation_place(first)}: {first.message}",
            told_in=find_told_in(report.table, first.topic),
            advice=f" Correct it with 'haggis {command}' or 'haggis undo{word}' first.",
        )


def _correcting_command(report: Report, violation: Violation, word: str) -> str:
    """The command that puts the round right; the editor where the deal is wrong, or the match was over before it."""
    recorded = report.rounds[violation.round - 1].recorded
    if violation.code == MATCH_OVER or (recorded and violation.event is None):
        return f"edit{word}"
    return f"{'record' if recorded else 'score'}{word} --round {violation.round}"
