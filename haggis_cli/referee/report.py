"""What the referee says of a match, as values: rounds with their scores, violations, warnings, and what is due."""

from itertools import accumulate
from typing import NamedTuple

from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.rules.rounds.events import Event, Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.scoring.scores import Outcome, Score
from haggis_cli.rules.scoring.standing import Standing
from haggis_cli.rules.table import Table


class Violation(NamedTuple):
    """What the rules say no to, and where: round and event count from 1, event None for a typed-in round."""

    round: int
    event: int | None
    line: int
    player: str | None
    text: str
    code: str
    message: str
    rule: str


class Warning(NamedTuple):  # noqa: A001 - the contract's word
    """Something odd that may all the same be true."""

    round: int | None
    code: str
    message: str


class RoundReport(NamedTuple):
    """One round, adjudicated as far as it is legal.

    leader: who was to lead, None where a violation before makes it unknown. start, last: a recorded round before its
    first event and after its last legal one, None if typed in; events: the legal ones. scores, totals (game totals by
    side after the round): None while the round is not complete or not known.
    """

    number: int
    record: RoundRecord
    leader: int | None
    complete: bool
    start: Round | None = None
    events: tuple[Event, ...] = ()
    last: Round | None = None
    outcome: Outcome | None = None
    scores: tuple[Score, ...] | None = None
    totals: tuple[int, ...] | None = None

    @property
    def recorded(self) -> bool:
        """Whether it is recorded play by play."""
        return self.record.table is None

    def states(self) -> tuple[Round, ...]:
        """A recorded round before, between and after its legal events; empty if typed in.

        Each call plays the round once more: most who ask the referee need its last state alone, and hundreds take room.
        """
        return tuple(accumulate(self.events, Round.after, initial=self.start)) if self.start else ()

    def steps(self) -> list[tuple[Round, Event, Round]]:
        """Every legal event, between the states before and after it."""
        states = self.states()
        return list(zip(states, self.events, states[1:], strict=False))

    def first_leader(self, table: Table) -> int | None:
        """Who leads the first trick. None while an auction is open, or where a violation makes it unknown."""
        state = self.last
        if state is None:  # typed in: the Shepherd leads, else the lead player
            shepherd = self.record.table.shepherd if self.record.table and self.outcome else None
            return parse_name(shepherd, table.names) if shepherd else self.leader
        if state.tricks or state.trick:
            return state.first_lead
        if state.phase is Phase.AUCTION or self.leader is None:
            return None
        return state.leader if state.phase is Phase.PASSING else state.turn

    @property
    def out(self) -> tuple[int, ...]:
        """Who has gone out so far, in order."""
        if self.outcome:
            return self.outcome.out
        return self.last.out if self.last else ()


class Pending(NamedTuple):
    """What the match waits for: a round, or in a round somebody's play, bid, award, exchange or card to give."""

    kind: str
    seat: int


class Report(NamedTuple):
    """A match, adjudicated. totals: by side, None after a violation. winner: the side that has won the match."""

    match: MatchFile
    table: Table
    goal: Goal
    rounds: tuple[RoundReport, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[Warning, ...]
    standing: Standing | None
    winner: int | None

    @property
    def ok(self) -> bool:
        """Whether the rules have nothing against it."""
        return not self.violations

    @property
    def totals(self) -> tuple[int, ...] | None:
        """The game totals by side."""
        return self.standing.totals if self.standing else None

    @property
    def over(self) -> bool:
        """Whether no further round is played."""
        return self.winner is not None or self.match.record.closed

    @property
    def current(self) -> RoundReport | None:
        """The round in progress."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and not last.complete else None

    @property
    def complete_rounds(self) -> tuple[RoundReport, ...]:
        """The rounds that are over and scored."""
        return tuple(each for each in self.rounds if each.complete and each.scores)

    @property
    def pending(self) -> Pending | None:
        """What is expected next; None when the match is over or a violation stands in the way."""
        if self.violations or self.standing is None or self.over:
            return None
        if self.current and self.current.last:
            state = self.current.last
            return Pending(state.phase.value, state.turn)
        return Pending("round", self.standing.leader)
