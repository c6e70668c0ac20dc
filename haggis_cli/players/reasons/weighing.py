"""What deals that fit what a seat has seen say for an event: solved where few cards are left, else played out."""

from functools import partial
from random import Random
from statistics import fmean

from haggis_cli.analysis.review_reasons import compare_events
from haggis_cli.matches.notation import render_action
from haggis_cli.players.hand_plan import CandidatePlay, as_candidate, as_cards, as_event
from haggis_cli.players.levels import Effort
from haggis_cli.players.reasons.explanation import explain
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.search.endings import FEWEST_DEALS, Values, solve_endings
from haggis_cli.players.search.evaluation import Determinization, run_rollouts, sample_determinizations
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.tree import Search
from haggis_cli.players.table_context import table_context
from haggis_cli.players.view import View
from haggis_cli.rules.cards import unpack
from haggis_cli.rules.rounds.events import Bet, Event, Pass, Phase, Play
from haggis_cli.support.english import pluralize

MOST_DEALS = 200  # that are played out; a slow computer takes a second
_CLEARLY = 2.0  # standard errors
_SHARE = 0.4  # of the effort is for the search that compares
_MUCH_MORE_OFTEN = 0.05  # of the deals
_REASON_SECONDS = 1.0  # for each line; positions so small take hundredths


def explain_and_weigh(view: View, event: Event, effort: Effort) -> str:
    """Why this event is a good one, in one sentence: what it does, and what it brings more than the next best.

    view, event: as for `explain`; it takes up to half of `effort`, and half a second.
    """
    said, figures = explain(view, event), _Weighing(view, effort).clause(event)
    return f"{said.removesuffix('.')}; {figures}." if figures else said


class _Weighing:
    """Weighs events for the seat of a view."""

    def __init__(self, view: View, effort: Effort) -> None:
        self._view, self._effort = view, effort
        self._context = table_context(view.state.table)
        self._chance = Random(view.hand)  # the same for the same position
        self._own = (view.seat, *view.state.table.partners(view.seat))

    def clause(self, event: Event) -> str:
        """What the deals say; empty where nothing is to be chosen, or they do not bear it out."""
        if self._view.state.phase is not Phase.PLAY:
            return ""
        if isinstance(event, Bet):
            return self._weigh_bet(event)
        if not isinstance(event, Play | Pass):
            return ""
        values = solve_endings(self._view, self._context, self._chance, self._effort)
        return self._weigh_solved(event, values) or self._weigh_played_out(event)

    def _weigh_solved(self, event: Event, values: Values) -> str:
        """By how much the next best is worse; empty where with open hands something else were better on average."""
        own = values.get(event)
        if own is None or len(values) == 1:
            return ""
        gaps = {other: fmean(own) - fmean(found) for other, found in values.items()}
        rival = min((other for other in gaps if gaps[other] > 0), key=lambda other: gaps[other], default=None)
        if min(gaps.values()) < 0:
            return ""
        deals = len(own)
        where = f"in all {deals} deals that fit" if deals < FEWEST_DEALS else f"in {deals} guessed deals"
        solved = "with all hands known by now" if deals == 1 else f"solved {where}"
        if rival is None:
            return f"{solved}, anything else brings as much"
        on_average = "" if deals == 1 else " on average"
        why = self._compare_known(event, rival) if deals == 1 else ""
        return f"{solved}, {self._name(rival)} brings {_points(gaps[rival])} less{on_average}{why}"

    def _compare_known(self, event: Event, rival: Event) -> str:
        """What differs after the rival, where all hands are known; without bets, of which the solver knows nothing."""
        state = self._view.state
        if any(state.table.variant.betting.stakes(state.table, state.betting)):
            return ""
        hands, haggis = UnseenCards(self._view).sample_determinization(self._chance)
        deal = state._replace(hands=tuple(map(as_cards, hands)), haggis=tuple(unpack(as_cards(haggis))))
        reason = compare_events(deal, event, rival, _REASON_SECONDS)
        return f": {reason}" if reason else ""

    def _weigh_played_out(self, event: Event) -> str:
        """How much worse the next best does in the search of the computer players."""
        state = self._view.state
        assert isinstance(event, Play | Pass)
        search = Search(self._view, self._context, self._chance, as_candidate(state, event))
        search.find_best_play(self._effort._replace(seconds=self._effort.seconds * _SHARE))
        if not search.alternatives:
            return ""
        rival = max(search.alternatives, key=lambda move: (move.deals, move.mean))
        gap, error = -rival.mean, rival.standard_error
        where = f"played out in {pluralize(rival.deals, 'guessed deal')}"
        if gap < max(0.5, _CLEARLY * error):
            return f"{where}, nothing else does clearly better" if gap > -_CLEARLY * error else ""
        other = as_event(self._view, rival.play)
        return f"{where}, {self._name(other)} does about {_points(gap)} worse{self._going_out(event, other)}"

    def _weigh_bet(self, bet: Bet) -> str:
        """How often the own side goes out first."""
        deals = sample_determinizations(self._view, self._chance, self._deals)
        where = f"played out in {pluralize(len(deals), 'guessed deal')}"
        return f"{where}, {self._going_first()} in {self._first_out(deals, bet):.0%}"

    def _going_out(self, event: Event, other: Event) -> str:
        """How often the own side goes out first after each, where that speaks for what is advised."""
        if self._view.state.out:
            return ""
        deals = sample_determinizations(self._view, self._chance, self._deals)
        own, others = self._first_out(deals, event), self._first_out(deals, other)
        return f": {self._going_first()} in {others:.0%}, not in {own:.0%}" if own - others >= _MUCH_MORE_OFTEN else ""

    def _going_first(self) -> str:
        return "your side goes out first" if len(self._own) > 1 else "you go out first"

    @property
    def _deals(self) -> int:
        playouts = self._effort.playouts
        return MOST_DEALS if playouts is None else max(1, min(playouts, MOST_DEALS))

    def _first_out(self, deals: list[Determinization], event: Event) -> float:
        """In which part of these deals the own side goes out first after an event; a bet changes no play."""
        state = self._view.state
        first = partial(_begin, as_candidate(state, event)) if isinstance(event, Play | Pass) else None
        results = run_rollouts(self._context, state, deals, self._chance, first)
        return fmean(result.out[0] in self._own for result in results)

    def _name(self, event: Event) -> str:
        return render_action(event, self._view.state.table)


def _begin(play: CandidatePlay | None, rollout: Rollout) -> None:
    if play is None:
        rollout.pass_turn()
    else:
        rollout.play(*play)


def _points(points: float) -> str:
    return pluralize(round(points), "point") if points >= 0.5 else "a fraction of a point"
