"""Why a play was worse than another, in a sentence made of facts: what differs between the best line after each."""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.analysis.follow_ups import find_follow_ups
from haggis_cli.analysis.scoring import Scoring, count_earned, read_scoring
from haggis_cli.analysis.solver import Solver
from haggis_cli.matches.notation import render_action
from haggis_cli.rules.combinations.play_reading import read_play
from haggis_cli.rules.combinations.readings import BOMB, Reading
from haggis_cli.rules.rounds.events import Event, Pass, Phase, Play
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize


class Reason(NamedTuple):
    """What would have been better, and why.

    best: what would have been best.
    sentence: why, with the players' names as they are in the match.
    """

    best: Event
    sentence: str


class _Line(NamedTuple):
    """A line to the end of the round.

    events: what happens.
    end: the round after it.
    """

    events: Sequence[Event]
    end: Round


def explain(before: Round, event: Event, solver: Solver, scoring: Scoring, seconds: float) -> Reason | None:
    """Why something that was done lost points; None if the lines could not be found in so many seconds each."""
    best_events = solver.solve(before, seconds=seconds, every_play=False).line
    events = _find_line_after(before, event, solver, scoring, seconds)
    if not best_events or not events:
        return None
    best, played = _play_out(before, best_events), _play_out(before, events)
    return Reason(best.events[0], _Comparing(before, best, played, scoring).sentence())


def compare_events(before: Round, better: Event, worse: Event, seconds: float) -> str | None:
    """What differs after the worse of two things to do, in a sentence without a full stop; None as for `explain`.

    Unsolvable: there are more than two sides, or the variant has a rule that cannot be searched.
    """
    solver, scoring = Solver(before), read_scoring(before)
    lines = [_find_line_after(before, event, solver, scoring, seconds) for event in (better, worse)]
    if not lines[0] or not lines[1]:
        return None
    best, played = _play_out(before, lines[0]), _play_out(before, lines[1])
    return _Comparing(before, best, played, scoring).sentence()


def _find_line_after(
    before: Round, event: Event, solver: Solver, scoring: Scoring, seconds: float
) -> Sequence[Event] | None:
    """What was done, and a best line after it; None if there was no time for it."""
    after = before.after(event)
    events: tuple[Event, ...] = (event,)
    if after.phase is Phase.AWARD:
        events, after = next(each for each in find_follow_ups(before, scoring.signs) if each.events[0] == event)
    if after.over:
        return events
    line = solver.solve(after, seconds=seconds, every_play=False).line
    return (*events, *line) if line else None


def _play_out(state: Round, events: Sequence[Event]) -> _Line:
    for event in events:
        state = state.after(event)
    return _Line(events, state)


class _Comparing:
    """The best line after what was best, beside the best line after what was done."""

    def __init__(self, before: Round, best: _Line, played: _Line, scoring: Scoring) -> None:
        self._before, self._best, self._played, self._scoring = before, best, played, scoring
        self._names, self._seat = before.table.names, best.events[0].seat

    def sentence(self) -> str:
        """What differs: who goes out first, or the trick; then what the points are for."""
        points = self._points()
        return f"{self._what_happens()}; {points}" if points else self._what_happens()

    def _what_happens(self) -> str:
        first, instead = self._played.end.out[0], self._best.end.out[0]
        done, better = (
            _name_event(self._played.events[0], self._before),
            _name_event(self._best.events[0], self._before),
        )
        going_out = f"after {done} {self._names[first]} goes out first, after {better} {self._names[instead]} does"
        if self._is_other(first) and not self._is_other(instead):
            at_once = self._goes_out_at_once(first)
            return going_out.replace("goes out first", "goes out at once", 1) if at_once else going_out
        trick = len(self._before.tricks)
        winner, kept_by = (line.end.tricks[trick].winner for line in (self._played, self._best))
        if self._is_other(winner) and kept_by == self._seat:
            return f"{better} wins the trick, but after {done} {self._names[winner]} wins it"
        if first == instead:
            return f"{self._names[first]} goes out first either way"
        return going_out

    def _points(self) -> str:
        """What the points given away are for; empty if none are."""
        best, played = self._split(self._best.end), self._split(self._played.end)
        costs, gains = list[str](), list[str]()
        for what, points in best.items():
            less = points - played[what]
            if less:
                parts = costs if less > 0 else gains
                number = str(abs(less)) if parts else pluralize(abs(less), "point")
                parts.append(f"{number} for {what}")
        told = [f"{verb} {join_words(each)}" for verb, each in (("costs", costs), ("gains", gains)) if each]
        done = _name_event(self._played.events[0], self._before)
        return f"{done} {' and '.join(told)}" if told else ""

    def _split(self, end: Round) -> dict[str, int]:
        """What the own side has more than the other at the end, and for what."""
        scoring, signs, own = self._scoring, self._scoring.signs, self._scoring.signs[self._seat]
        counted = sum(signs[seat] * count for seat, count in zip(end.out, end.counts, strict=True))
        cards = own * scoring.per_card * counted
        bonus = own * signs[end.out[0]] * end.table.variant.first_out_bonus.get(len(signs), 0)
        captured = own * count_earned(end, scoring) - cards - bonus
        return {"cards left in hands": cards, "captured cards": captured, "the bonus": bonus}

    def _is_other(self, seat: int) -> bool:
        return self._scoring.signs[seat] != self._scoring.signs[self._seat]

    def _goes_out_at_once(self, seat: int) -> bool:
        """Whether the next play of this player, after what was done, is the last."""
        plays = [event for event in self._played.events[1:] if isinstance(event, Play) and event.seat == seat]
        return len(plays) == 1


def _name_event(event: Event, before: Round) -> str:
    """What is done, as the subject of a sentence: `9r`, `the bomb J Q`, `a pass`."""
    table = before.table
    action = render_action(event, table)
    if isinstance(event, Pass):
        return "a pass"
    if isinstance(event, Play):
        reading = read_play(table, event, before.reading_to_beat)
        if isinstance(reading, Reading) and reading.kind is BOMB:
            return f"the bomb {action}"
    return action
