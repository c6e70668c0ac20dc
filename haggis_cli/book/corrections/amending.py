"""Corrections of a match, and undo and redo of the last step: what then breaks the rules is known before it is saved.

The paper is the truth: a correction may break the rules further on, and the next correction may heal them.

    correction = amend_event(match, 7, "Noah: 4r 4g")
    print(correction.describe(), correction.new_violations)
    match = save_correction(correction)
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from haggis_cli.book.after_saving import AfterSaving, after_saving
from haggis_cli.book.drafts import rename_in_drafts
from haggis_cli.book.match import OpenMatch, command_word, earlier, find_round, preview, save_match
from haggis_cli.book.typed_lines import parse_line
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.matches.store.bookmarks import COMPUTER, TABLE
from haggis_cli.matches.toml.changes import (
    Renaming,
    with_event_changed,
    with_event_inserted,
    without_event,
    without_last_event,
    without_last_round,
)
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import MATCH_OVER, RoundReport, Violation, Warning  # noqa: A004 - the word of `check --json`
from haggis_cli.referee.seating import refuse_unread
from haggis_cli.referee.sentences import victory
from haggis_cli.rules.events import Event
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, NotationError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import join_words

# The recorded round or the event that a person names by its number; UsageError says which ones there are.


def find_recorded_round(match: OpenMatch, number: int | None = None) -> RoundReport:
    """The round of that number, the last for None, if it is recorded play by play. UsageError if it is not."""
    found = find_round(match.report, len(match.report.rounds) or 1 if number is None else number)
    number = found.number
    if not found.recorded:
        raise UsageError(
            f"round {number} is typed in and has no events: put it right with "
            f"'haggis score{command_word(match)} --round {number}'"
        )
    return found


def find_round_of_event(
    match: OpenMatch, event: int, number: int | None = None, *, insert: bool = False
) -> RoundReport:
    """The round that has this event, counted from 1. UsageError if there is none.

    number: the round's number; None for the last round.
    insert: whether something is put in before it; behind the last event that can be, too.
    """
    found = find_recorded_round(match, number)
    number = found.number
    events = found.record.events or []
    if not 1 <= event <= len(events) + insert:
        there = f"events 1 to {len(events)}" if len(events) > 1 else "one event" if events else "no event yet"
        counts = f"'haggis log{command_word(match)} --events' counts them"
        raise UsageError(f"there is no event {event}: round {number} has {there} ({counts})")
    return found


REMOVE_MARK = "-"
"""The text that takes an event out."""


class Correction(NamedTuple):
    """A match before and after a correction; nothing is saved."""

    before: OpenMatch
    """The match as it is in its file."""
    after: OpenMatch
    """The match with the correction."""

    @property
    def has_changes(self) -> bool:
        """Whether the correction changes the file."""
        return self.before.file.data != self.after.file.data

    @property
    def new_violations(self) -> list[Violation]:
        """The rules that the correction breaks and that were not broken before, whatever the players are called."""
        called = self._renaming.in_event
        known = [(each.round, each.code, called(each.text)) for each in self.before.report.violations]
        return [each for each in self.after.report.violations if (each.round, each.code, each.text) not in known]

    def new_warnings(self, number: int | None = None) -> list[Warning]:
        """What looks odd and did not before; of the round of that number also what looked odd before."""
        known = self.before.report.warnings
        if self._renaming.has_changes:  # a warning may name players
            kinds = [each[:2] for each in known]
            return [each for each in self.after.report.warnings if each[:2] not in kinds]
        return [each for each in self.after.report.warnings if each.round == number or each not in known]

    @property
    def _renaming(self) -> Renaming:
        return Renaming(tuple(self.before.file.record.players), tuple(self.after.file.record.players))

    @property
    def rounds_after_end(self) -> list[int]:
        """The numbers of the rounds that come after the match's end since it is corrected; they can be taken out."""
        late = [each.round for each in self.new_violations if each.code == MATCH_OVER]
        return list(range(min(late), len(self.after.report.rounds) + 1)) if late else []

    def without_rounds_after_end(self) -> "Correction":
        """The correction with the rounds taken out that come after the match's end."""
        after = self.after
        for _ in self.rounds_after_end:
            after = preview(after, without_last_round(after.file))
        return Correction(self.before, after)

    def shortened(self) -> "Correction | None":
        """The correction with those rounds taken out, where the match then keeps to the rules and is won; else None."""
        if not self.rounds_after_end:
            return None
        shorter = self.without_rounds_after_end()
        return shorter if shorter.after.report.ok and shorter.after.report.winner is not None else None

    def describe_end(self) -> str:
        """Who wins where now, and which rounds come after it, in a sentence; empty where `shortened` gives nothing."""
        shorter, late = self.shortened(), self.rounds_after_end
        if shorter is None:
            return ""
        report = shorter.after.report
        assert report.winner is not None
        return f"{victory(report, report.winner)} after round {late[0] - 1} then, before {name_rounds(late)}."

    def describe(self) -> str:
        """What is corrected, such as `round 2, event 7` or `the name Noah`."""
        return describe_difference(self.before.file.record, self.after.file.record)


def amend_event(match: OpenMatch, event: int, text: str, number: int | None = None) -> Correction:
    """Change an event of a round. UsageError if there is no such event, NotationError if the text cannot be read.

    event: its number in the round, counted from 1.
    text: what it really was, like `Noah: 4r 4g`; `-` takes the event out.
    number: the number of the round; None for the last.
    """
    played = find_round_of_event(match, event, number)
    at, place = played.number - 1, event - 1
    if text.strip() == REMOVE_MARK:
        return Correction(match, preview(match, without_event(match.file, at, place)))
    table = match.report.table
    parsed = _parse_event(played, place, text, table)
    old = (played.record.events or [])[place]
    written = old if _says(old, parsed, table) else render_event(parsed, table)
    return Correction(match, preview(match, with_event_changed(match.file, at, place, written)))


def insert_event(match: OpenMatch, event: int, text: str, number: int | None = None) -> Correction:
    """Add an event that was left out, before the event of that number; the arguments are those of `amend_event`.

    The number after that of the last event puts it behind them all.
    """
    played = find_round_of_event(match, event, number, insert=True)
    table = match.report.table
    written = render_event(_parse_event(played, event - 1, text, table), table)
    return Correction(match, preview(match, with_event_inserted(match.file, played.number - 1, event - 1, written)))


def _parse_event(played: RoundReport, place: int, text: str, table: Table) -> Event:
    """The event that a text means at a place of the round; without a name it is by whose turn it is there."""
    states = played.states()
    try:
        with guard_rules(table.variant.id):
            return parse_line(text, states[place]) if place < len(states) else parse_event(text, table)
    except NotationError as error:
        raise refuse_unread(text, error, table) from None


def _says(text: str, event: Event, table: Table) -> bool:
    """Whether a text means just this event; a text that is to be corrected may be unreadable."""
    try:
        return parse_event(text, table) == event
    except NotationError:
        return False


def save_correction(correction: Correction) -> OpenMatch:
    """Save a correction so that undo takes it back; the match as it now is. Conflict if the match has changed.

    One that changes nothing is not saved: undo would take back nothing.
    """
    if not correction.has_changes:
        return correction.before
    with defer_signals():
        saved = save_match(correction.before, correction.after, correction=True)
        rename_in_drafts(correction.before, saved)
        return saved


def after_correction(
    correction: Correction, saved: OpenMatch | None, *, rounds: Iterable[int] = (), changes: Iterable[str] = ()
) -> AfterSaving:
    """What is told of a correction: beside what it has changed also what it breaks, and the totals before.

    saved: the match as it now is; None where nothing was saved.
    rounds, changes: as for `after_saving`.
    """
    before = correction.before.report
    return after_saving(
        saved or correction.before,
        rounds=rounds,
        changes=changes,
        saved=int(saved is not None),
        corrected=correction.describe() if correction.has_changes else None,
        breaks=[each._asdict() for each in correction.new_violations],
        totals_before=None if before.totals is None else dict(zip(before.table.side_names, before.totals, strict=True)),
    )


def name_rounds(numbers: Sequence[int]) -> str:
    """Rounds by their numbers.

    >>> name_rounds([4]), name_rounds([4, 5, 6])
    ('round 4', 'rounds 4, 5 and 6')
    """
    return f"round {numbers[0]}" if len(numbers) == 1 else f"rounds {join_words(list(map(str, numbers)))}"


def describe_difference(old: MatchRecord, new: MatchRecord) -> str:
    """What differs between a match before and after a correction: names and such, and where the rounds do."""
    settings = _differing_settings(old, new)
    if settings and len(old.rounds) == len(new.rounds):  # the names stand in the rounds, too
        return join_words(settings)
    return join_words([*settings, _describe_rounds(old.rounds, new.rounds)])


def _differing_settings(old: MatchRecord, new: MatchRecord) -> list[str]:
    """What stands before the rounds and differs, each as a part of a sentence."""
    names = [escape_text(now) for was, now in zip(old.players, new.players, strict=False) if was != now]
    called = f"the name{'' if len(names) == 1 else 's'} {join_words(names)}" if names else ""
    renaming = Renaming(tuple(old.players), tuple(new.players))
    began = [renaming.exact(each or "") for each in (old.lead, old.dealer)] != [new.lead or "", new.dealer or ""]
    parts = {
        called: bool(names),
        "the names of the teams": old.teams != new.teams,
        "the goal": old.goal != new.goal,
        "who leads round 1": began,
        "the event": old.event != new.event,
        "whether it counts in statistics": old.rated != new.rated,
    }
    return [part for part, differs in parts.items() if differs]


def _describe_rounds(old: Sequence[RoundRecord], new: Sequence[RoundRecord]) -> str:
    """Where the rounds differ: the first round that does, and its event if only one event differs.

    >>> one, two = RoundRecord(events=["Noah: 4r", "Isla: pass"]), RoundRecord(events=["Noah: 5r", "Isla: pass"])
    >>> _describe_rounds([one], [two]), _describe_rounds([one, one], [one])
    ('round 1, event 1', 'round 2')
    """
    pairs = list(zip(old, new, strict=False))
    number = next((at for at, (one, two) in enumerate(pairs, 1) if one != two), len(pairs) + 1)
    if number > len(pairs):
        return f"round {number}" if len(old) != len(new) else "what stands before the rounds"
    ours, theirs = pairs[number - 1]
    events = (ours.events or [], theirs.events or [])
    lengths = [len(each) for each in events]
    if ours.model_copy(update={"events": theirs.events}) != theirs or abs(lengths[0] - lengths[1]) > 1:
        return f"round {number}"
    differing = (at for at, (one, two) in enumerate(zip(*events, strict=False), 1) if one != two)
    return f"round {number}, event {next(differing, min(lengths) + 1)}"


# Taking back the last event, round or correction of a match, and bringing back what was taken.


def undo(opened: OpenMatch, *, whole_round: bool = False) -> tuple[OpenMatch, str]:
    """Take back the last event, round or correction of a locked match, and save it.

    A correction is taken back if nothing has happened since; of a round recorded play by play goes the last event, or
    with `whole_round` all of it. The match as saved, and in words what was taken back; StoreError if there is nothing.
    """
    corrected = None if whole_round else opened.store.correction_history.load_last(opened.snapshot.data)
    if corrected is not None:
        after = earlier(opened, corrected)
        opened.store.redo_history.save(opened.snapshot, after.file.data)
        saved = save_match(opened, after)
        opened.store.correction_history.remove_last(opened.snapshot.data)
        rename_in_drafts(opened, saved)
        return saved, _describe_step(after.file.record, opened.file.record)
    file, rounds = opened.file, opened.file.record.rounds
    if not rounds:
        raise StoreError(f"{file.record.id} has no round yet: there is nothing to take back")
    whole = whole_round or not _has_last_event(rounds[-1])
    after = preview(opened, without_last_round(file) if whole else without_last_event(file))
    opened.store.redo_history.save(opened.snapshot, after.file.data)
    return save_match(opened, after), _describe_last(len(rounds), rounds[-1], whole=whole)


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


def _has_last_event(last: RoundRecord) -> bool:
    """Whether the last event can go alone: a deal stays then; a round without either goes as a whole."""
    return bool(last.events) and (len(last.events or []) > 1 or last.deal is not None)


def _describe_last(number: int, last: RoundRecord, *, whole: bool) -> str:
    events = last.events
    if events and not whole:
        return f"round {number}, {events[-1]}"
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
