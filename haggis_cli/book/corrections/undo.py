"""Taking back the last event, round or correction of a match, and bringing back what was taken."""

from collections.abc import Sequence
from contextlib import suppress

from haggis_cli.book.corrections.amending import describe_difference
from haggis_cli.book.drafts.kept_drafts import rename_in_drafts
from haggis_cli.book.match import OpenMatch, earlier, preview, save_match
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.store.bookmarks import COMPUTER, TABLE
from haggis_cli.matches.toml.changes import without_last_event, without_last_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import HaggisError, StoreError
from haggis_cli.support.escaping import escape_text


def undo(opened: OpenMatch, *, whole_round: bool = False) -> tuple[OpenMatch, str]:
    """Take back the last event, round or correction of a locked match, and save it.

    A correction is taken back if nothing has happened since; of a round recorded play by play goes the last event, or
    with `whole_round` all of it. The match as saved, and in words what was taken back; StoreError if there is nothing.
    """
    corrected = None if whole_round else opened.store.correction_history.load_last(opened.snapshot.data)
    if corrected is not None:
        return _undo_correction(opened, earlier(opened, corrected))
    text, what = _text_without_last(opened, whole_round)
    after = preview(opened, text)
    opened.store.redo_history.save(opened.snapshot, after.file.data)
    return save_match(opened, after), what


def redo(opened: OpenMatch) -> tuple[OpenMatch, str]:
    """Bring back what the last undo took from a locked match, and save it.

    The match as saved, and in words what came back; StoreError unless an undo led to the match as it is.
    """
    before = opened.store.redo_history.load_last(opened.snapshot.data)
    if before is None:
        raise StoreError(f"nothing to bring back: no undo led to the match as it is now{_name_undone_text(opened)}")
    after = earlier(opened, before)
    old, new = opened.file.record, after.file.record
    saved = save_match(opened, after, correction=not _only_adds_at_end(old, new))
    rename_in_drafts(opened, saved)
    return saved, _describe_step(old, new)


def describe_undo(opened: OpenMatch, *, whole_round: bool = False) -> str | None:
    """What `undo` would take back, in words: `round 3`, `the correction of round 2`; None if there is nothing."""
    corrected = None if whole_round else opened.store.correction_history.load_last(opened.snapshot.data)
    if corrected is not None:
        return _describe_step(MatchFile(corrected, opened.path.name).record, opened.file.record)
    rounds = opened.file.record.rounds
    if not rounds:
        return None
    return _describe_last(len(rounds), rounds[-1], whole=whole_round or not _has_last_event(rounds[-1]))


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
            if (kept.id, kept.created) == (now.id, now.created) and not _holds(now.rounds, kept.rounds):
                return f"; as it was before an undo it lies in {escape_text(str(path))}"
    return ""


def _holds(now: Sequence[RoundRecord], kept: Sequence[RoundRecord]) -> bool:
    """Whether all rounds and events that were kept are there."""
    if not kept or len(kept) > len(now):
        return not kept
    *before, last = kept
    there = now[len(before)]
    events = last.events and (there.events or [])[: len(last.events)]
    return list(now[: len(before)]) == before and last == there.model_copy(update={"events": events})


def describe_redo(opened: OpenMatch) -> str | None:
    """What `redo` would bring back, in words; None if no undo led to the match as it is."""
    before = opened.store.redo_history.load_last(opened.snapshot.data)
    if before is None:
        return None
    return _describe_step(opened.file.record, MatchFile(before, opened.path.name).record)


def _undo_correction(opened: OpenMatch, after: OpenMatch) -> tuple[OpenMatch, str]:
    opened.store.redo_history.save(opened.snapshot, after.file.data)
    saved = save_match(opened, after)
    opened.store.correction_history.remove_last(opened.snapshot.data)
    rename_in_drafts(opened, saved)
    return saved, _describe_step(after.file.record, opened.file.record)


def _text_without_last(opened: OpenMatch, whole_round: bool) -> tuple[str, str]:
    file = opened.file
    if not file.record.rounds:
        raise StoreError(f"{escape_text(file.record.id)} has no round yet: there is nothing to take back")
    number, last = len(file.record.rounds), file.record.rounds[-1]
    if _has_last_event(last) and not whole_round:
        return without_last_event(file), _describe_last(number, last, whole=False)
    return without_last_round(file), _describe_last(number, last, whole=True)


def _has_last_event(last: RoundRecord) -> bool:
    """Whether the last event can go alone: a deal stays then; a round without either goes as a whole."""
    return bool(last.events) and (len(last.events or []) > 1 or last.deal is not None)


def _describe_last(number: int, last: RoundRecord, *, whole: bool) -> str:
    return _describe_round(number, last.events) if whole else f"round {number}, {(last.events or [])[-1]}"


def _describe_round(number: int, events: list[str] | None) -> str:
    if events is None:
        return f"round {number}"
    if not events:
        return f"round {number}, of which nothing had been played"
    return f"round {number}, {events[0]}" if len(events) == 1 else f"round {number}, {len(events)} events"


def _only_adds_at_end(old: MatchRecord, new: MatchRecord) -> bool:
    """Whether the new one has one event or one round more at its end, and is the same else: no correction then."""
    longer, shorter = new.rounds, old.rounds
    if old.model_copy(update={"rounds": longer}) != new:
        return False
    if len(longer) == len(shorter) + 1:
        return longer[:-1] == shorter
    if len(longer) != len(shorter) or longer[:-1] != shorter[:-1]:
        return False
    last = longer[-1]
    return bool(last.events) and last.model_copy(update={"events": (last.events or [])[:-1]}) == shorter[-1]


def _describe_step(old: MatchRecord, new: MatchRecord) -> str:
    """What the new one has that the old one has not: more at its end, or a correction."""
    if not _goes_on(old, new):
        return f"the correction of {describe_difference(old, new)}"
    parts = []
    for number, record in enumerate(new.rounds[max(len(old.rounds) - 1, 0) :], max(len(old.rounds), 1)):
        known = len(old.rounds[-1].events or []) if number == len(old.rounds) else 0
        added = (record.events or [])[known:]
        if len(added) == 1:
            parts.append(f"round {number}, {added[0]}")
        elif number > len(old.rounds):
            parts.append(f"round {number}")
        elif added:
            parts.append(f"{len(added)} events of round {number}")
    return ", and ".join(parts)


def _goes_on(old: MatchRecord, new: MatchRecord) -> bool:
    """Whether the new one goes on where the old one ends, by events of its last round, by rounds, or by both."""
    longer, shorter = new.rounds, old.rounds
    if len(longer) < len(shorter) or old.model_copy(update={"rounds": longer}) != new:
        return False
    if not shorter:
        return True
    last, known = longer[len(shorter) - 1], shorter[-1]
    cut = last.model_copy(update={"events": last.events[: len(known.events or [])]}) if last.events else last
    return longer[: len(shorter) - 1] == shorter[:-1] and cut == known
