"""About what a play brings, where its value is out of the solver's reach: a search plays the rest of the round out.

All hands are open to everybody who plays on, and each side seeks what counts between the sides. Still it is no proof:
the search tries what computer players consider, and has seconds, not hours.
"""

from random import Random
from typing import TYPE_CHECKING

from haggis_cli.analysis.estimates import Estimate
from haggis_cli.analysis.scoring import Scoring, count_earned
from haggis_cli.players.hand_plan import as_candidate, as_event
from haggis_cli.players.inference.explained_deals import ExplainedDeals
from haggis_cli.players.levels import Effort
from haggis_cli.players.search.tree import RootMove, Search
from haggis_cli.players.table_context import RolloutResult, TableContext
from haggis_cli.players.view import view_of
from haggis_cli.rules.cards import Cards, pack
from haggis_cli.rules.rounds.events import Event, Pass, Play
from haggis_cli.rules.rounds.round import Round

if TYPE_CHECKING:
    from haggis_cli.players.view import View
    from haggis_cli.rules.betting.base import Stakes

LEAST_LOSS = 10  # points: of fewer the estimates are wrong as often as right
CLEARLY = 2.0  # standard errors


def estimate_play(before: Round, event: Event, scoring: Scoring, seconds: float) -> Estimate | None:
    """About what an event brings in a round whose hands are known; None where there was nothing to choose.

    scoring: the sides, and what counts between them.
    seconds: how long it takes.
    """
    if not isinstance(event, Play | Pass):
        return None
    assert before.hands is not None
    view, chance = view_of(before, before.turn), Random(before.hands[before.turn])
    search = Search(view, _SidesContext(before, scoring), chance, as_candidate(before, event))
    search.deals = _OpenHands(view, search.context, before)
    search.find_best_play(Effort(seconds))
    if not search.alternatives:
        return None
    earned = scoring.signs[before.turn] * count_earned(before, scoring)
    best = max(search.alternatives, key=lambda move: move.node.visits)
    value, best_value = (round(_mean_gain(move)) - earned for move in (search.baseline, best))
    if best_value - value < max(LEAST_LOSS, CLEARLY * best.standard_error):
        return Estimate(value, value, event)
    return Estimate(value, best_value, as_event(view, best.play))


def _mean_gain(move: RootMove) -> float:
    return move.node.total_gain / move.node.visits


class _SidesContext(TableContext):
    """A table at which players seek what counts between the sides of an analysis, without bets."""

    def __init__(self, before: Round, scoring: Scoring) -> None:
        super().__init__(before.table)
        self._signs = scoring.signs
        self._bonus = before.table.variant.first_out_bonus.get(len(scoring.signs), 0)

    def gains(self, result: RolloutResult, stakes: "Stakes") -> list[float]:
        signs = self._signs
        total = sum(sign * points for sign, points in zip(signs, result.points, strict=True))
        total += signs[result.out[0]] * self._bonus
        return [float(sign * total) for sign in signs]


class _OpenHands(ExplainedDeals):
    """What a seat does not know where it knows everything: the one deal there is."""

    def __init__(self, view: "View", context: TableContext, before: Round) -> None:
        super().__init__(view, context)
        assert before.hands is not None
        self._hands: tuple[Cards, ...] = before.hands
        self._haggis = pack(before.haggis)

    def sample(self, chance: Random) -> tuple[list[int], int]:
        return list(self._hands), self._haggis
