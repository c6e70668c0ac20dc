"""Undo and redo: the last event, round or correction of a match is taken back, and what was taken is brought back."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from haggis_cli.book.corrections.amending import Correction, describe_difference
from haggis_cli.book.drafts import rename_in_drafts
from haggis_cli.book.match import OpenMatch, earlier, preview, save_match
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.store.folder import COMPUTER, TABLE
from haggis_cli.matches.toml.changes import with_events, without_last_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.text_edits import LAST
from haggis_cli.referee.sentences import due
from haggis_cli.support.errors import HaggisError, StoreError


class Step(NamedTuple):
    """What an undo takes back, or a redo brings back."""

    words: str
    """In words: `round 3`, `round 3, Noah: pass`, `the correction of round 2`."""
    event: str = ""
    """Of a single event its line in the match file; otherwise empty."""


def undo(opened: OpenMatch, *, whole_round: bool = False) -> tuple[OpenMatch, Step]:
    """Take back the last event, round or correction of a locked match, and save it.

    A correction is taken back if nothing has happened since; of a round recorded play by play goes the last event, or
    with `whole_round` all of it. The match as saved, and what was taken back; StoreError if there is nothing.
    """
    what, file, store = describe_undo(opened, whole_round=whole_round), opened.file, opened.store
    if what is None:
        raise StoreError(f"{file.record.id} has no round yet: there is nothing to take back")
    corrected = _load_corrected(opened, whole_round=whole_round)
    if corrected is not None:
        after = earlier(opened, corrected)
    elif _takes_whole(file.record.rounds[-1], whole_round=whole_round):
        after = preview(opened, without_last_round(file))
    else:
        after = preview(opened, with_events(file, LAST, []))
    store.redo_history.save(opened.snapshot, after.file.data)
    saved = save_match(opened, after)
    if corrected is not None:
        store.correction_history.remove_last(opened.snapshot.data)
        rename_in_drafts(opened, saved)
    return saved, what


def redo(opened: OpenMatch) -> tuple[OpenMatch, Step]:
    """Bring back what the last undo took from a locked match, and save it.

    The match as saved, and what came back; StoreError unless an undo led to the match as it is.
    """
    before = opened.store.redo_history.load_last(opened.snapshot.data)
    if before is None:
        raise StoreError(f"nothing to restore: the last change of the match was not an undo{_name_undone_text(opened)}")
    after = earlier(opened, before)
    old, new = opened.file.record, after.file.record
    added = _find_added(old, new)
    is_one = added is not None and len(added) == 1 and (added[0][1] or len(added[0][2]) == 1)
    saved = save_match(opened, after, correction=not is_one)
    rename_in_drafts(opened, saved)
    return saved, _describe_step(old, new)


def describe_changes(before: OpenMatch, after: OpenMatch, arrow: str) -> list[str]:
    """What a step back or forth changes beside what it takes: rounds, totals, who leads; nothing inside a round."""
    changes = map(str, Correction(before, after).account(arrow).changes)
    return [each for each in changes if each != due(after.report)]  # which is told anyhow


def describe_undo(opened: OpenMatch, *, whole_round: bool = False) -> Step | None:
    """What `undo` would take back; None if there is nothing."""
    corrected = _load_corrected(opened, whole_round=whole_round)
    if corrected is not None:
        return _describe_step(MatchFile(corrected, opened.path.name).record, opened.file.record)
    rounds = opened.file.record.rounds
    if not rounds:
        return None
    number, events = len(rounds), rounds[-1].events
    if events and not _takes_whole(rounds[-1], whole_round=whole_round):
        return _step_of_event(number, events[-1])
    if events is None:
        return Step(f"round {number}")
    if not events:
        return Step(f"round {number}, in which nothing had been played")
    return _step_of_event(number, events[0]) if len(events) == 1 else Step(f"round {number}, {len(events)} events")


def describe_redo(opened: OpenMatch) -> Step | None:
    """What `redo` would bring back; None if no undo led to the match as it is."""
    before = opened.store.redo_history.load_last(opened.snapshot.data)
    return None if before is None else _describe_step(opened.file.record, MatchFile(before, opened.path.name).record)


def _load_corrected(opened: OpenMatch, *, whole_round: bool) -> bytes | None:
    """The match before its last correction, if nothing has happened since."""
    return None if whole_round else opened.store.correction_history.load_last(opened.snapshot.data)


def _takes_whole(last: RoundRecord, *, whole_round: bool) -> bool:
    """Whether a round goes as a whole: the last event goes alone if others, or a deal, stay."""
    return whole_round or not last.events or (len(last.events) == 1 and last.deal is None)


def is_edited(opened: OpenMatch) -> bool:
    """Whether the current match seems to have been edited since haggis last changed its rounds: undo leaves that."""
    data, store = opened.snapshot.data, opened.store
    marks = [mark for kind in (TABLE, COMPUTER) if (mark := store.bookmark(kind)) and mark.match == opened.path.stem]
    if not marks or any(mark.is_of(data) for mark in marks):
        return False
    return all(history.load_last(data) is None for history in (store.correction_history, store.redo_history))


def _name_undone_text(opened: OpenMatch) -> str:
    """Where a match lies as it was before an undo, if it says something there that it does not say now."""
    now = opened.file.record
    for data, path in opened.store.redo_history.load_latest():
        with suppress(HaggisError):
            kept = MatchFile(data, path.name).record
            if (kept.id, kept.created) == (now.id, now.created) and not _goes_on(kept.rounds, now.rounds):
                return f"; the version before an undo is in {path}"
    return ""


def _step_of_event(number: int, event: str) -> Step:
    return Step(f"round {number}, {event}", event)


def _describe_step(old: MatchRecord, new: MatchRecord) -> Step:
    """What the new one has that the old one has not: more at its end, or a correction."""
    added = _find_added(old, new)
    if added is None:
        return Step(f"the correction of {describe_difference(old, new)}")
    steps = []
    for number, is_new, events in added:
        if len(events) == 1:
            steps.append(_step_of_event(number, events[0]))
        else:
            steps.append(Step(f"round {number}" if is_new else f"{len(events)} events of round {number}"))
    return steps[0] if len(steps) == 1 else Step(", and ".join(each.words for each in steps))


def _find_added(old: MatchRecord, new: MatchRecord) -> list[tuple[int, bool, list[str]]] | None:
    """What the new one has behind the end of the old one: the number of each round, whether it is new, and the events.

    None if the two differ elsewhere.
    """
    if old.model_copy(update={"rounds": new.rounds}) != new or not _goes_on(old.rounds, new.rounds):
        return None
    found, there = [], len(old.rounds)
    for number, record in enumerate(new.rounds, 1):
        known = len(old.rounds[-1].events or []) if number == there else 0
        events = (record.events or [])[known:]
        if number > there or (number == there and events):
            found.append((number, number > there, events))
    return found


def _goes_on(shorter: Sequence[RoundRecord], longer: Sequence[RoundRecord]) -> bool:
    """Whether the longer ones go on where the shorter ones end, by events of the last round, by rounds, or by both."""
    if not shorter or len(longer) < len(shorter):
        return not shorter
    *before, last = shorter
    there = longer[len(before)]
    cut = there.model_copy(update={"events": there.events[: len(last.events or [])]}) if there.events else there
    return list(longer[: len(before)]) == before and cut == last
