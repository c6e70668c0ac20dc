"""What the referee says of a match, for programs: rounds, scores and totals by name where the referee has seats."""

from dataclasses import dataclass
from typing import NamedTuple

from haggis_cli.library.legal_events import Event, kept_event
from haggis_cli.library.state import CapturedTrick, RoundStart, State, captured_tricks, scores_by_name
from haggis_cli.referee import report as referee
from haggis_cli.referee.report import MatchWarning, Violation
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Score


@dataclass(frozen=True, slots=True, repr=False)
class RoundReport:
    """A round of a match, recorded play by play or typed in."""

    _played: referee.RoundReport
    _match: referee.Report

    @property
    def number(self) -> int:
        """Its number in the match, from 1."""
        return self._played.number

    @property
    def complete(self) -> bool:
        """Whether the round is over and breaks no rule."""
        return self._played.complete

    @property
    def recorded(self) -> bool:
        """Whether the round was recorded play by play; if not, it was typed in from the table."""
        return self._played.recorded

    @property
    def notes(self) -> str:
        """The notes on the round."""
        return self._played.record.notes

    @property
    def start(self) -> State | None:
        """The state before the first event; None if typed in, or if an earlier violation makes the leader unknown."""
        return self._state_at(self._played.start, ())

    @property
    def state(self) -> State | None:
        """The state after the last legal event; None as for `start`."""
        return self._state_at(self._played.last, self.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """Its legal events in order, each play with its reading; empty if typed in."""
        return tuple(kept_event(event, after) for _, event, after in self._played.steps())

    @property
    def tricks(self) -> tuple[CapturedTrick, ...]:
        """Its tricks that have ended, in order; empty if typed in."""
        return captured_tricks(self._played.last, self.events) if self._played.last else ()

    @property
    def out(self) -> tuple[str, ...]:
        """Who has gone out, in order."""
        return tuple(self._match.table.names[seat] for seat in self._played.out)

    @property
    def scores(self) -> dict[str, int] | None:
        """The points by player and then, if there are teams, by team; None until the round is complete."""
        lines = self._played.scores
        return None if lines is None else scores_by_name(self._match.table, lines)

    @property
    def score_lines(self) -> dict[str, Score] | None:
        """The parts of each player's score; None until the round is complete."""
        lines = self._played.scores
        return None if lines is None else dict(zip(self._match.table.names, lines, strict=True))

    @property
    def totals(self) -> dict[str, int] | None:
        """The totals after the round, by player or team; None until it is complete, or after a violation."""
        return _by_side(self._match, self._played.totals)

    def _state_at(self, at: Round | None, events: tuple[Event, ...]) -> State | None:
        standing = self._played.standing
        if at is None or standing is None:
            return None
        return State(at, RoundStart(self.number, standing, self._match.match.record.id), events)

    def __repr__(self) -> str:
        return f"<RoundReport: round {self.number}, {self.scores or 'not complete'}>"


class Report(NamedTuple):
    """The referee's report on a match.

    rounds: the rounds in order.
    violations: what breaks the rules, in order.
    warnings: what is unlikely, in order.
    totals: the totals by player, in team games by team; None if a violation makes them unknown.
    winner: a player or a team; None until somebody has won.
    over: whether no further round is played.
    """

    rounds: tuple[RoundReport, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[MatchWarning, ...]
    totals: dict[str, int] | None
    winner: str | None
    over: bool


def report_by_name(report: referee.Report) -> Report:
    """The report with names for seats and sides."""
    return Report(
        tuple(RoundReport(played, report) for played in report.rounds),
        report.violations,
        report.warnings,
        _by_side(report, report.totals),
        None if report.winner is None else report.table.side_names[report.winner],
        report.over,
    )


def _by_side(report: referee.Report, totals: tuple[int, ...] | None) -> dict[str, int] | None:
    return None if totals is None else dict(zip(report.table.side_names, totals, strict=True))
