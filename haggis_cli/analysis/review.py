"""The review of a round that is over, with all hands known: the value of every play, and of the best one.

`review_round` goes from the end of the round to its beginning, because results proven at the end help with all earlier
positions. Each position gets a part of the remaining time, so that early positions, which are too hard to solve, get at
least bounds. `reasons` explains the costliest plays.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple, TypeAlias

from haggis_cli.analysis.reasons import Reasons
from haggis_cli.analysis.sides import Scoring, count_earned, read_scoring
from haggis_cli.analysis.solver import Comparison, Solver, find_follow_ups
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Event, Lead, Pass, Phase, Play
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, read_play, unambiguous_play

COSTLIEST = 3
"""The number of plays of a round that are explained."""
_REASON_SECONDS = 1.0  # for each line; its values have already been proven
_SEARCH = 0.75  # of the time is for the search; hopeless positions and reasons also take a moment
_ESTIMATES = 0.15  # of the time is for the estimates
_PART = 0.5  # of the remaining time is for one position


# Estimates of plays whose bounds do not meet: they prove nothing, and are never added to proven values. The computer
# players make them (`players.hard`), which this package does not import; a review gets them through a function.


class Estimate(NamedTuple):
    """The estimated values of an action and of the best alternative.

    value: points for the side of the player, from then on to the end of the round.
    best_value: the same for the best action; `value` if nothing seems clearly better.
    best: the best action; the action taken if nothing seems clearly better.
    """

    value: int
    best_value: int
    best: Event

    @property
    def lost(self) -> int:
        """The estimated number of points given away."""
        return self.best_value - self.value

    def within(self, played: tuple[int, int], best: tuple[int, int], best_event: Event) -> "Estimate":
        """The nearest estimate within the proven bounds; it keeps the estimated loss if possible.

        played: the bounds of the value of the action taken.
        best: the bounds of the best value.
        best_event: the action that is proven best.
        """
        value = _clamp(self.value, *played)
        wanted = value + self.lost
        best_value = _clamp(wanted, max(best[0], value), best[1])
        return Estimate(value, best_value, best_event if best_value > wanted else self.best)


Estimator: TypeAlias = Callable[[Round, Event, Scoring, float], Estimate | None]
"""Estimates the value of an event in a round with known hands, within this many seconds; None if it cannot."""


def _clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)


# The review of a round.


RoundStep: TypeAlias = tuple[Round, Event, Round]
"""An event between the round before and after it."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of plays reviewed and the number of all plays."""


class PlayReview(NamedTuple):
    """A play, pass or gift of the lead beside its best alternative, valued for the side of the player.

    event: its number among the round's events, from 1.
    seat: the seat of the player.
    low, high: the bounds of its value, from then on to the end of the round.
    best_low, best_high: the bounds of the best value.
    best: the action that is proven best.
    earned: the side's points before it, minus the other side's.
    reason: a sentence that explains why the best action would have been better; empty except for the costliest plays.
    about: an estimate if the value is not exact, which proves nothing; None if none was made.
    """

    event: int
    seat: int
    low: int
    high: int
    best_low: int
    best_high: int
    best: Event
    earned: int
    reason: str = ""
    about: Estimate | None = None

    @property
    def exact(self) -> bool:
        """Whether its value and the best value are known."""
        return self.low == self.high and self.best_low == self.best_high

    @property
    def lost(self) -> int:
        """The points that are proved to be given away."""
        return max(0, self.best_low - self.high)

    @property
    def about_lost(self) -> int:
        """The estimated number of points given away besides the proven ones; 0 if the value is exact."""
        return max(0, self.about.lost - self.lost) if self.about else 0

    @property
    def is_best(self) -> bool:
        """Whether it is proved that nothing was better."""
        return self.low >= self.best_high


class RoundReview(NamedTuple):
    """The reviewed plays of a round.

    plays: the plays in order.
    signs: 1 for each seat of the first player's side, -1 for the others; None if everybody is valued as playing alone
        against all others together. As the others do not really cooperate, values are then lower bounds.
    """

    plays: tuple[PlayReview, ...]
    signs: tuple[int, ...] | None

    def costliest(self, most: int) -> list[PlayReview]:
        """The plays that are proved to have given away the most, the worst first."""
        return sorted((each for each in self.plays if each.lost), key=lambda each: -each.lost)[:most]

    def doubtful(self, most: int) -> list[PlayReview]:
        """The plays that seem to have given away the most although nothing is proven, the worst first."""
        plays = [each for each in self.plays if each.about_lost and not each.lost]
        return sorted(plays, key=lambda each: -each.about_lost)[:most]

    def course(self) -> list[int | None]:
        """The lead of the first player's side at the end of the round, as it can be expected after each play.

        None for an unknown value. Empty if everybody is valued alone.
        """
        return self._course(lambda each: each.low if each.low == each.high else None)

    def estimated_course(self) -> list[int | None]:
        """The estimate of the course where it is unknown; None where it is known or was not estimated."""
        return self._course(lambda each: each.about.value if each.about and each.low < each.high else None)

    def _course(self, value_of: Callable[[PlayReview], int | None]) -> list[int | None]:
        signs = self.signs
        if signs is None:
            return []
        values = [(each, value_of(each)) for each in self.plays]
        return [
            None if value is None else signs[0] * signs[each.seat] * (each.earned + value) for each, value in values
        ]


def review_round(
    steps: Sequence[RoundStep], seconds: float, progress: Progress | None = None, estimate: Estimator | None = None
) -> RoundReview:
    """Review a round that is over.

    steps: all its events, each with the round before and after it, with known hands.
    seconds: the approximate time it may take.
    estimate: estimates the plays whose value is not found; None for proven values only.
    Raises Unsolvable if the variant has a rule that cannot be searched.
    """
    decisions = [(number, *step) for number, step in enumerate(steps, 1) if _is_decision(step)]
    solvers = Solvers(decisions[0][1])
    found: list[PlayReview] = []
    deadline = perf_counter() + seconds * (_SEARCH if estimate else _SEARCH + _ESTIMATES)
    for number, before, event, _ in reversed(decisions):
        played = _review(number, before, event, solvers, max(0.0, deadline - perf_counter()) * _PART)
        found.append(_narrow(played, found[-1]) if len(before.sizes) == 2 and found else played)
        if progress:
            progress(len(found), len(decisions))
    review = RoundReview(tuple(reversed(found)), None if solvers.all_alone else solvers.scoring(0).signs)
    if estimate:
        review = _with_estimates(review, steps, solvers, estimate, seconds * _ESTIMATES)
    return _with_reasons(review, steps, solvers)


def count_decisions(steps: Sequence[RoundStep]) -> int:
    """The number of plays in the review of a round."""
    return sum(map(_is_decision, steps))


class Losses(NamedTuple):
    """A player's losses.

    lost: the points that are proved to be given away.
    plays: the number of plays, passes and gifts of the lead.
    best: the number of them that are proved best.
    exact: the number of them whose value and best value are known exactly.
    about: the estimate of the points that the others seem to have given away.
    """

    lost: int
    plays: int
    best: int
    exact: int
    about: int


def count_losses(*reviews: RoundReview) -> dict[int, Losses]:
    """Each player's losses in these rounds, by seat."""
    plays = [each for review in reviews for each in review.plays]
    found = {}
    for seat in sorted({each.seat for each in plays}):
        own = [each for each in plays if each.seat == seat]
        found[seat] = Losses(
            lost=sum(each.lost for each in own),
            plays=len(own),
            best=sum(each.is_best for each in own),
            exact=sum(each.exact for each in own),
            about=sum(each.about_lost for each in own),
        )
    return found


class Solvers:
    """The solvers of a round: one for two sides, otherwise one for each player against the others.

    all_alone: whether there is one for each.
    """

    def __init__(self, root: Round) -> None:
        """`root`: the round before its first play, with known hands."""
        table = root.table
        bid = table.variant.betting.shepherd(root.betting)
        alone: list[int | None] = [None]
        if len(table.sides) > 2:
            alone = list(table.seats) if bid is None else [bid.seat]
        self.all_alone = len(alone) > 1
        self._made = [(Solver(root, seat), read_scoring(root, seat)) for seat in alone]

    def solver(self, seat: int) -> Solver:
        """The solver for this player's actions."""
        return self._made[seat if self.all_alone else 0][0]

    def scoring(self, seat: int) -> Scoring:
        """The scoring for this player."""
        return self._made[seat if self.all_alone else 0][1]


def _is_decision(step: RoundStep) -> bool:
    """Whether the event is a play, a pass or a gift of the own side's lead."""
    before, event, _ = step
    if before.phase is not Phase.PLAY:
        return False
    return isinstance(event, Play | Pass) or (isinstance(event, Lead) and event.seat == before.turn)


def _review(number: int, before: Round, event: Event, solvers: Solvers, seconds: float) -> PlayReview:
    found: Comparison = solvers.solver(event.seat).compare(before, _plainly(event, before), seconds=seconds)
    scoring = solvers.scoring(event.seat)
    return PlayReview(
        event=number,
        seat=event.seat,
        low=found.played.low,
        high=found.played.high,
        best_low=found.best.low,
        best_high=found.best.high,
        best=found.best.event,
        earned=scoring.signs[event.seat] * count_earned(before, scoring),
    )


def _with_estimates(
    review: RoundReview, steps: Sequence[RoundStep], solvers: Solvers, estimate: Estimator, seconds: float
) -> RoundReview:
    """The review with estimates of the plays whose values are not exact, within their proven bounds."""
    unknown, estimated = [each for each in review.plays if not each.exact], {}
    for each in unknown:
        before, event, _ = steps[each.event - 1]
        found = estimate(before, _plainly(event, before), solvers.scoring(each.seat), seconds / len(unknown))
        if found:
            about = found.within((each.low, each.high), (each.best_low, each.best_high), each.best)
            estimated[each.event] = each._replace(about=about)
    return review._replace(plays=tuple(estimated.get(each.event, each) for each in review.plays))


def _with_reasons(review: RoundReview, steps: Sequence[RoundStep], solvers: Solvers) -> RoundReview:
    """The review with the reasons for the costliest plays, except those for which no line was found in time."""
    explained = {}
    for each in review.costliest(COSTLIEST):
        if each.exact:
            before, event, _ = steps[each.event - 1]
            solver, scoring = solvers.solver(each.seat), solvers.scoring(each.seat)
            best = solver.solve(before, seconds=_REASON_SECONDS, every_play=False).line
            played = _find_line_after(before, _plainly(event, before), solver, scoring)
            if best and played:
                own = [seat for seat, sign in enumerate(scoring.signs) if sign == scoring.signs[each.seat]]
                reason = Reasons(before, own, before.table.names).compare_lines(best, played, scoring)
                explained[each.event] = each._replace(best=best[0], reason=reason)
    return review._replace(plays=tuple(explained.get(each.event, each) for each in review.plays))


def _find_line_after(before: Round, event: Event, solver: Solver, scoring: Scoring) -> Sequence[Event] | None:
    """An action and a best line after it to the end of the round; None if time runs out."""
    after = before.after(event)
    events: tuple[Event, ...] = (event,)
    if choices(after).event is Award:
        events, after = next(each for each in find_follow_ups(before, scoring.signs) if each.events[0] == event)
    if after.over:
        return events
    line = solver.solve(after, seconds=_REASON_SECONDS, every_play=False).line
    return (*events, *line) if line else None


def _plainly(event: Event, before: Round) -> Event:
    """A play that names its combination only if the cards alone would mean another one."""
    if not isinstance(event, Play):
        return event
    over = before.reading_to_beat
    reading = read_play(before.table, event, over)
    assert isinstance(reading, Reading), reading
    return unambiguous_play(before.table, event.seat, event.cards, reading, over)


def _narrow(review: PlayReview, after: PlayReview) -> PlayReview:
    """A play between two players, narrowed by the proven value of the next position, in which `after` was played."""
    sign = 1 if after.seat == review.seat else -1
    bounds = sign * after.best_low, sign * after.best_high
    gain = sign * after.earned - review.earned
    low, high = max(review.low, min(bounds) + gain), min(review.high, max(bounds) + gain)
    return review._replace(low=low, high=high, best_low=max(review.best_low, low))
