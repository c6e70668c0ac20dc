"""Events entered one after another: each is read, judged, and added to the match, or refused with its rule."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from haggis_cli.cli.common import Opened, preview
from haggis_cli.cli.rounds import refuse_if_over, refuse_violated
from haggis_cli.cli.show import safe
from haggis_cli.errors import HaggisError, NotationError, RulesError
from haggis_cli.records.change import with_events, with_round
from haggis_cli.records.match import RoundRecord
from haggis_cli.records.notation import read_event, write_event
from haggis_cli.referee import Report
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Round, begin


@dataclass
class Recording:
    """A match that events are being added to; nothing is saved here. `accepted` are the canonical events so far."""

    opened: Opened
    accepted: list[str] = field(default_factory=list)
    _waiting: list[str] = field(default_factory=list)
    _state: Round | None = None

    @property
    def state(self) -> Round:
        """The round that the next event belongs to; RulesError where none can begin."""
        if self._state is None or self._state.over:
            self._state = round_to_play(self.flushed().report)
        return self._state

    def enter(self, text: str) -> None:
        """Add one event; NotationError if it cannot be read, RulesError if it is not legal."""
        state = self.state
        event = read_event(with_name(text, state), state.table)
        breach = judge(state, event)
        written = write_event(event, state.table)
        if breach:
            raise RulesError(f"{safe(written)}: {breach.message} ({state.table.variant.cite(breach.clause)})")
        self._waiting.append(written)
        self.accepted.append(written)
        self._state = state.after(event)
        if self._state.over:
            self.flushed()

    def flushed(self) -> Opened:
        """The match with all accepted events in its text."""
        if self._waiting:
            self.opened = preview(self.opened, _with_events(self.opened, self._waiting))
            self._waiting = []
        return self.opened


def round_to_play(report: Report) -> Round:
    """The round in progress, or the next one at its start; RulesError where the match cannot go on."""
    refuse_violated(report)
    if report.current and report.current.last:
        return report.current.last
    refuse_if_over(report)
    standing = report.standing
    assert standing is not None
    return begin(report.table, standing.leader, tuple(map(standing.total, report.table.seats)))


def with_name(text: str, state: Round) -> str:
    """The event with its player: a line without a name is by whose turn it is."""
    return text if ":" in text else f"{state.table.names[state.turn]}: {text}"


def enter_all(opened: Opened, texts: Iterable[str]) -> tuple[Recording, HaggisError | None]:
    """Enter events until one is refused; what was accepted, and the refusal."""
    recording = Recording(opened)
    for number, text in enumerate(texts, 1):
        try:
            recording.enter(text)
        except (NotationError, RulesError) as error:
            kind = type(error)
            return recording, kind(f"event {number}: {error}")
    return recording, None


def _with_events(opened: Opened, events: list[str]) -> str:
    if opened.report.current:
        return with_events(opened.file, events)
    return with_round(opened.file, RoundRecord(events=events))
