"""Putting earlier events and rounds right: what comes after is judged again, and what breaks is told before saving.

The paper is the truth: a correction may break the rules further on, and the next one heal it.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import typer

from haggis_cli.book.lookup import find_round_of_event
from haggis_cli.book.match import OpenMatch, adjudicate_snapshot, preview, save_match
from haggis_cli.book.typing.shorthand import parse_line
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, confirm
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.matches.toml.changes import with_event_changed, with_event_inserted, without_event
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, Violation
from haggis_cli.rules.phrases import join_words
from haggis_cli.support.errors import NotationError, RulesError
from haggis_cli.support.glyphs import glyphs_for
from haggis_cli.support.interrupts import defer_signals

REMOVE_MARK = "-"


class Correction(NamedTuple):
    """A match before and after a correction; nothing is saved yet."""

    before: OpenMatch
    after: OpenMatch

    @property
    def has_changes(self) -> bool:
        """Whether the file is another one."""
        return self.before.file.data != self.after.file.data

    @property
    def new_violations(self) -> list[Violation]:
        """What the correction breaks that was not broken before."""
        known = [(each.round, each.code, each.text) for each in self.before.report.violations]
        return [each for each in self.after.report.violations if (each.round, each.code, each.text) not in known]

    def describe(self) -> str:
        """What is put right, in words."""
        return describe_difference(self.before.file.record.rounds, self.after.file.record.rounds)

    def render_totals(self, arrow: str) -> str:
        """The totals before and after, on one line."""
        before, after = self.before.report, self.after.report
        names = [safe(name) for name in after.table.side_names]
        if after.totals is None:
            return "The totals cannot be told until that is put right."
        if before.totals is None or before.totals == after.totals:
            return f"Totals: {', '.join(f'{name} {new}' for name, new in zip(names, after.totals, strict=True))}."
        pairs = zip(names, before.totals, after.totals, strict=True)
        return f"Totals: {', '.join(f'{name} {old} {arrow} {new}' for name, old, new in pairs)}."


def make_correction(
    opened: OpenMatch, text: str, event: int, number: int | None = None, *, insert: bool = False
) -> Correction:
    """The match with another text for one event, `-` to take it out, or one put in before it; counted from 1.

    number: the round; None for the last. UsageError if there is no such event, NotationError if it cannot be read.
    """
    played, place = find_round_of_event(opened.report, event, number).number, event - 1
    if text.strip() == REMOVE_MARK and not insert:
        return Correction(opened, preview(opened, without_event(opened.file, played - 1, place)))
    with guard_rules(opened.variant.id):
        written = _canonical_event(opened.report, played - 1, place, text, keep=not insert)
    change = with_event_inserted if insert else with_event_changed
    return Correction(opened, preview(opened, change(opened.file, played - 1, place, written)))


def _canonical_event(report: Report, at: int, place: int, text: str, *, keep: bool) -> str:
    """The event in canonical form; the old text where it says the same (`keep`)."""
    played = report.rounds[at]
    old = (played.record.events or [])[place]
    states = played.states()
    state = states[place] if place < len(states) else None
    event = parse_line(text, state) if state else parse_event(text, report.table)
    if keep:
        try:
            if parse_event(old, report.table) == event:
                return old
        except NotationError:
            pass  # what is put right may be unreadable
    return render_event(event, report.table)


def describe_difference(old: Sequence[RoundRecord], new: Sequence[RoundRecord]) -> str:
    """Where the rounds differ: the first round, and the event if it is one alone.

    >>> one, two = RoundRecord(events=["Noah: 4r", "Isla: pass"]), RoundRecord(events=["Noah: 5r", "Isla: pass"])
    >>> describe_difference([one], [two]), describe_difference([one, one], [one])
    ('round 1, event 1', 'round 2')
    """
    pairs = list(zip(old, new, strict=False))
    number = next((at for at, (one, two) in enumerate(pairs, 1) if one != two), len(pairs) + 1)
    if number > len(pairs):
        return f"round {number}" if len(old) != len(new) else "what stands before the rounds"
    ours, theirs = pairs[number - 1]
    if (
        ours.model_copy(update={"events": theirs.events}) != theirs
        or abs(_event_count(ours) - _event_count(theirs)) > 1
    ):
        return f"round {number}"
    event = next(
        (
            at
            for at, (one, two) in enumerate(zip(ours.events or [], theirs.events or [], strict=False), 1)
            if one != two
        ),
        min(_event_count(ours), _event_count(theirs)) + 1,
    )
    return f"round {number}, event {event}"


def _event_count(record: RoundRecord) -> int:
    return len(record.events or [])


def ask_and_save_correction(
    printer: Printer, correction: Correction, *, yes: bool, asked: Callable[[Printer, str], bool] = confirm
) -> OpenMatch | None:
    """Save a correction that is wanted so that undo takes it back; None if it is not wanted."""
    return save_correction(correction) if ask_about_violations(printer, correction, yes=yes, asked=asked) else None


def save_correction(correction: Correction) -> OpenMatch:
    """Save a correction so that undo takes it back."""
    before, after = correction
    with defer_signals():
        return save_match(before, after, correction=True)


def ask_about_violations(
    printer: Printer, correction: Correction, *, yes: bool, asked: Callable[[Printer, str], bool] = confirm
) -> bool:
    """Tell what the correction breaks, and ask; RulesError where something breaks and nobody is there to ask."""
    found = correction.new_violations
    for violation in found:
        printer.print_warning(render_violation(violation))
    if found and not yes:
        if not can_ask():
            places = join_words([_violation_place(violation) for violation in found])
            raise RulesError(f"not saved, because it breaks the rules in {places} (--yes saves it all the same)")
        return asked(printer, "Save it all the same?")
    return True


def save_and_print_correction(printer: Printer, correction: Correction, *, yes: bool, json: bool) -> None:
    """Save a correction as a command does: tell what is put right, the totals, and what is due; or the same as JSON."""
    from haggis_cli.cli.views.rounds import print_due

    try:
        wished = correction.has_changes and ask_about_violations(printer, correction, yes=yes)
    except RulesError:
        if json:
            _print_json(printer, correction, None)
        raise
    with defer_signals(last=True):
        after = save_correction(correction) if wished else None
        if json:
            _print_json(printer, correction, after)
        elif after is None:
            printer.print_message("Nothing was changed.")
        else:
            printer.print_line(f"Put right: {correction.describe()}.")
            printer.print_line(correction.render_totals(glyphs_for(printer.out.encoding).arrow))
            print_due(printer, after.report)
    if correction.has_changes and after is None:
        raise typer.Exit(1)


def _print_json(printer: Printer, correction: Correction, after: OpenMatch | None) -> None:
    """The match as it is now, what was put right, what that breaks, and the totals before."""
    from haggis_cli.referee.report_json import show_json

    now = after or correction.before
    before = correction.before.report
    totals = None if before.totals is None else dict(zip(before.table.side_names, before.totals, strict=True))
    told = {
        "saved": int(after is not None),
        "corrected": correction.describe() if correction.has_changes else None,
        "breaks": [each._asdict() for each in correction.new_violations],
        "totals_before": totals,
    }
    printer.print_json(show_json(now.report, now.path) | told)


def render_violation(violation: Violation) -> str:
    """Which event breaks which rule, with its line in the file."""
    text = f"{violation.text}: " if violation.text else ""
    return safe(f"{_violation_place(violation)} (line {violation.line}): {text}{violation.message} [{violation.rule}]")


def _violation_place(violation: Violation) -> str:
    event = f", event {violation.event}" if violation.event else ""
    return f"round {violation.round}{event}"


def load_before_correction(opened: OpenMatch) -> OpenMatch | None:
    """The match as it was before the correction that led to it, not saved; None if none did."""
    from haggis_cli.matches.store.snapshot import Snapshot

    data = opened.store.correction_history.load_last(opened.snapshot.data)
    return None if data is None else adjudicate_snapshot(opened.store, Snapshot(opened.path, data))
