"""Events added to a match one after another: each is read, judged once, and added, or refused with its rule.

Begin with `add_events` and `save_recorded`; a dialogue keeps a `Recording` and enters one event at a time.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, check_no_violations, check_not_over, command_word, preview, save_progress
from haggis_cli.book.typed_lines import parse_line
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.changes import with_events, with_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.text_edits import END
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.adjudication import extend_report
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import refusal, refuse_unread
from haggis_cli.rules.events import Breach, Event
from haggis_cli.rules.judge import apply_event
from haggis_cli.rules.round import Round, begin_due
from haggis_cli.support.errors import HaggisError, NotationError, RulesError

_AWARD = r"(?i)(?:^|[:\s])awards?\s"


@dataclass
class Recording:
    """A match that events are being added to; nothing is saved here.

    opened: the match with the events that are in its text.
    accepted: the events so far in canonical form.
    """

    opened: OpenMatch
    accepted: list[str] = field(default_factory=list)
    _pending: list[tuple[str, Event]] = field(default_factory=list)
    _round: Round | None = None

    def find_round(self, text: str) -> Round:
        """The round that an event belongs to; RulesError where none can begin.

        The last trick of a round that is over can still be awarded, where that is to be said (rules K1).
        """
        report = self.opened.report
        last = self._round
        if last is None and report.rounds and not report.violations and not report.over:
            last = report.rounds[-1].last
        if last and (not last.over or (last.bombed_trick and re.search(_AWARD, text))):
            self._round = last
        else:
            opened = self.flush()
            self._round = round_to_play(opened.report, lambda: command_word(opened))
        return self._round

    def enter(self, text: str) -> None:
        """Add one event; NotationError if it cannot be read, RefusedEventError if it is not legal."""
        with guard_rules(self.opened.variant.id):
            state = self.find_round(text)
            try:
                event = parse_line(text, state)
            except NotationError as error:
                raise refuse_unread(text, error, state.table) from None
            written = render_event(event, state.table)
            after = apply_event(state, event)
            if isinstance(after, Breach):
                raise refusal(written, after, state.table)
            self._round = after
        self._pending.append((written, event))
        self.accepted.append(written)
        if after.over:
            self.flush()

    def flush(self) -> OpenMatch:
        """The match with all accepted events in its text."""
        if self._pending:
            assert self._round is not None
            self.opened = _with_events(self.opened, self._pending, self._round)
            self._pending = []
        return self.opened


def with_event(opened: OpenMatch, text: str) -> OpenMatch:
    """The match with one more event, which is not saved yet; errors as of `Recording.enter`."""
    recording = Recording(opened)
    recording.enter(text)
    return recording.flush()


class Recorded(NamedTuple):
    """What came of events that were to be added to a match.

    before, after: the match before and after those that were accepted.
    accepted: these events in canonical form.
    refusal: what kept the next one out, and with it the rest; None where all were accepted.
    """

    before: OpenMatch
    after: OpenMatch
    accepted: tuple[str, ...]
    refusal: HaggisError | None = None


def add_events(opened: OpenMatch, events: Iterable[tuple[str, str]]) -> Recorded:
    """Add events to a match, which is not saved yet; each comes with its place in words.

    The first that cannot be read (NotationError) or is not legal (RulesError) stops the rest.
    """
    recording = Recording(opened)
    refused: HaggisError | None = None
    for place, text in events:
        try:
            recording.enter(text)
        except (NotationError, RulesError) as error:
            error.args = (f"{place}: {error.args[0]}", *error.args[1:])
            refused = error
            break
    return Recorded(opened, recording.flush(), tuple(recording.accepted), refused)


def save_recorded(recorded: Recorded) -> Recorded:
    """Save the events that were accepted, if any."""
    if not recorded.accepted:
        return recorded
    return recorded._replace(after=save_progress(recorded.before, recorded.after))


def round_to_play(report: Report, find_word: Callable[[], str] = str) -> Round:
    """The round in progress, or the next one at its start; RulesError where the match cannot go on.

    find_word: gives what names the match behind a command in that error, see `command_word`.
    """
    check_no_violations(report, find_word)
    check_not_over(report)
    if report.current and report.current.last:
        return report.current.last
    standing = report.standing
    assert standing is not None
    return begin_due(report.table, standing)


def _with_events(opened: OpenMatch, events: list[tuple[str, Event]], last: Round) -> OpenMatch:
    """The match with legal events in its text; `last` is the state of their round after them."""
    texts, added = [text for text, _ in events], [event for _, event in events]
    before = opened.report.rounds[-1] if opened.report.rounds else None
    if before and before.recorded and before.complete and texts[0].partition(": ")[2].startswith("award "):
        # Who captures the last trick changes a round that is scored already.
        return preview(opened, with_events(opened.file, END, texts))

    def judge(file: MatchFile) -> Report:
        return extend_report(opened.report, file, added, last)

    # What is said of a match of another revision is about all its rounds: it is judged as a whole.
    known = None if opened.report.revision else judge
    if before and before.recorded and not before.complete:
        return preview(opened, with_events(opened.file, END, texts), known)
    return preview(opened, with_round(opened.file, RoundRecord(events=texts)), known)
