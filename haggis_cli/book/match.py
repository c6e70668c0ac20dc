"""What several commands do alike: open a match, change it safely, and say what came of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from haggis_cli.matches.store.folder import Store, home_folder
from haggis_cli.matches.store.snapshot import Snapshot
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.isolation import JUDGE_SECONDS, guard_rules, is_third_party
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.variant import Variant


class OpenMatch(NamedTuple):
    """A match of the store, read and adjudicated."""

    store: Store
    path: Path
    snapshot: Snapshot
    file: MatchFile
    variant: Variant
    report: Report
    rewrites_file: bool = False
    """Whether the change to be saved writes the whole file anew."""


def open_match(match: str | None, home: str | None) -> OpenMatch:
    """Find, read and adjudicate a match; `match` as people name it, None for the one last worked on."""
    store = Store(home_folder(home))
    return read_match(store, store.find(match))


def read_match(store: Store, path: Path) -> OpenMatch:
    """Read and adjudicate the match in a file."""
    return adjudicate_snapshot(store, store.read(path))


def adjudicate_snapshot(store: Store, snapshot: Snapshot) -> OpenMatch:
    """Adjudicate the content of a match file as it was read."""
    file = MatchFile(snapshot.data, snapshot.path.name)
    variant = load(file.record.variant)
    return OpenMatch(store, snapshot.path, snapshot, file, variant, _adjudicate(file, variant))


@contextmanager
def open_for_change(match: str | None, home: str | None) -> Iterator[OpenMatch]:
    """Open a match for a change: from reading to saving no other haggis saves it."""
    store = Store(home_folder(home))
    path = store.find(match)
    with store.lock(path):
        yield read_match(store, path)


def preview(opened: OpenMatch, text: str) -> OpenMatch:
    """The match as it would be with this text, not saved."""
    from haggis_cli.matches.toml.changes import RewrittenText
    from haggis_cli.matches.toml.guard import encode_utf8

    data = encode_utf8(text, like=opened.snapshot.data)
    file = MatchFile(data, opened.path.name)
    anew = opened.rewrites_file or isinstance(text, RewrittenText)
    return opened._replace(file=file, report=_adjudicate(file, opened.variant), rewrites_file=anew)


def _adjudicate(file: MatchFile, variant: Variant) -> Report:
    """The report on a match. The rules of a stranger can also fail while it is told: then they fail here.

    So a command says so before it has saved or printed anything, and what it says of saving is true.
    """
    report = adjudicate(file, variant)
    if is_third_party(variant.id):
        from io import StringIO

        from haggis_cli.cli.terminal.printer import Printer
        from haggis_cli.cli.views.rounds import print_due, print_round
        from haggis_cli.cli.views.scoreboard import print_scoreboard
        from haggis_cli.referee.report_json import show_json

        with guard_rules(variant.id, JUDGE_SECONDS):
            nobody = Printer(no_color=True, out=StringIO(), err=StringIO())
            print_scoreboard(nobody, report)
            for each in report.complete_rounds[-1:]:
                print_round(nobody, report, each.number)
            print_due(nobody, report)
            show_json(report)
    return report


def save_match(before: OpenMatch, after: OpenMatch, *, correction: bool = False) -> OpenMatch:
    """Save a previewed change; the match as it now is on the disk. What a correction changes is kept for undo."""
    if correction or after.rewrites_file:
        before.store.correction_history.save(before.snapshot, after.file.data)
    snapshot = before.store.save(before.snapshot, after.file.data)
    if after.rewrites_file:
        from haggis_cli.cli.terminal.printer import Printer

        Printer().print_warning(
            f"{after.path.name}: written anew, for its rounds were no [[rounds]] blocks: "
            "'haggis undo' brings the file back as it was"
        )
    return after._replace(snapshot=snapshot, rewrites_file=False)


def split_match(words: list[str]) -> tuple[str | None, list[str]]:
    """Tell the match from what is entered, where both are plain words.

    What is entered has a colon, or a blank as several cards do; or it is `-`. A path may have either.

    >>> split_match(["friday", "Noah: pass"]), split_match(["Noah: pass"]), split_match(["7r 8r 9r"])
    (('friday', ['Noah: pass']), (None, ['Noah: pass']), (None, ['7r 8r 9r']))
    """
    if not words or words[0] == "-":
        return None, words
    first = words[0]
    entered = ":" in first or " " in first.strip()
    return (None, words) if entered and not first.casefold().endswith(".toml") else (first, words[1:])
