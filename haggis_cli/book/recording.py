"""Events entered one after another: each is read, judged, and added to the match, or refused with its rule."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from haggis_cli.book.match import OpenMatch, preview
from haggis_cli.book.readiness import check_no_violations, check_not_over
from haggis_cli.book.typing.shorthand import parse_line
from haggis_cli.cli.terminal.printer import safe
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.changes import with_events, with_round
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Round, begin
from haggis_cli.support.errors import HaggisError, NotationError, RulesError

_AWARD = re.compile(r"(?:^|:)\s*award\b", re.IGNORECASE)


class IllegalEventError(RulesError):
    """An event that is not legal: what was entered, and the breach with the rule it rests on."""

    def __init__(self, event: str, breach: Breach, rule: str) -> None:
        super().__init__(safe(f"{event}: {breach.message} ({rule})"))
        self.event = event
        self.breach = breach
        self.rule = rule


@dataclass
class Recording:
    """A match that events are being added to; nothing is saved here. `accepted` are the canonical events so far."""

    opened: OpenMatch
    accepted: list[str] = field(default_factory=list)
    _pending: list[str] = field(default_factory=list)
    _round: Round | None = None

    def find_round(self, text: str) -> Round:
        """The round that an event belongs to; RulesError where none can begin.

        The last trick of a round that is over can still be awarded, where that is to be said (rules K1).
        """
        last = self._round or _last_round(self.opened.report)
        if last and (not last.over or (last.bombed_trick and _AWARD.search(text))):
            self._round = last
        else:
            self._round = round_to_play(self.flush().report)
        return self._round

    def enter(self, text: str) -> None:
        """Add one event; NotationError if it cannot be read, RulesError if it is not legal."""
        with guard_rules(self.opened.variant.id):
            state = self.find_round(text)
            event = parse_line(text, state)
            breach = judge(state, event)
            written = render_event(event, state.table)
            if breach:
                raise IllegalEventError(written, breach, state.table.variant.cite(breach.clause))
            self._round = state.after(event)
        self._pending.append(written)
        self.accepted.append(written)
        if self._round.over:
            self.flush()

    def flush(self) -> OpenMatch:
        """The match with all accepted events in its text."""
        if self._pending:
            self.opened = preview(self.opened, _text_with_events(self.opened, self._pending))
            self._pending = []
        return self.opened


def round_to_play(report: Report) -> Round:
    """The round in progress, or the next one at its start; RulesError where the match cannot go on."""
    check_no_violations(report)
    check_not_over(report)
    if report.current and report.current.last:
        return report.current.last
    standing = report.standing
    assert standing is not None
    return begin(report.table, standing.leader, tuple(map(standing.total, report.table.seats)))


def _last_round(report: Report) -> Round | None:
    return report.rounds[-1].last if report.rounds and not report.violations and not report.over else None


def enter_all(opened: OpenMatch, events: Iterable[tuple[str, str]]) -> tuple[Recording, HaggisError | None]:
    """Enter events, each with its place in words, until one is refused; what was accepted, and the refusal."""
    recording = Recording(opened)
    for place, text in events:
        try:
            recording.enter(text)
        except (NotationError, RulesError) as error:
            error.args = (f"{place}: {error}",)
            return recording, error
    return recording, None


def _text_with_events(opened: OpenMatch, events: list[str]) -> str:
    last = opened.report.rounds[-1] if opened.report.rounds else None
    if last and last.recorded and (not last.complete or events[0].partition(": ")[2].startswith("award ")):
        return with_events(opened.file, events)
    return with_round(opened.file, RoundRecord(events=events))
