"""Why something is advised, in one sentence: what would be different after the next best thing to do.

How much worse that is comes from deals that fit what the seat sees: solved where few cards are left, else played out.
"""

from random import Random
from statistics import fmean

from haggis_cli.analysis.reasons import Prospect, Reasons
from haggis_cli.players.candidate_plays import table_context
from haggis_cli.players.hand_plan import HandPlan, as_candidate, as_cards, as_event, read_candidate
from haggis_cli.players.hard import CLEARLY, Search, rollout_count, solve_endings
from haggis_cli.players.levels import Effort, View
from haggis_cli.players.policies import PLAN_SPLITS, CardCounter, run_rollouts, sample_determinizations
from haggis_cli.rules.cards import Cards, add, count, holds, pack, remove
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.moves import playable
from haggis_cli.support.text import capitalize, percent, pluralize

_SHARE = 0.4  # of the effort is for the search that compares


def explain(view: View, event: Event, effort: Effort) -> str:
    """Why a legal event is a good one for the seat whose view it is, in one sentence; in up to half of `effort`."""
    adviser, state = Adviser(view, effort), view.state
    match event:
        case Pass() | Bid() if state.phase is not Phase.PLAY:
            enough = "too many" if isinstance(event, Pass) else "few enough"
            said = f"{adviser.goes_in(view.hand)}, on average {enough} for a bid"
        case Bet():
            said = f"{adviser.goes_in(view.hand)}, and {adviser.tell_first_out()}"
        case Exchange() | Give():
            whole, which = add(view.hand, pack(view.drawn)), "this card" if count(event.cards) == 1 else "these cards"
            without = adviser.goes_in(remove(whole, event.cards))
            said = f"without {which} {without}, with {which} in {len(adviser.find_plan(whole))}"
        case Award():
            score = state.totals[event.to]
            said = f"{state.table.names[event.to]} has a game score of {score}, the lowest of your choices"
        case Lead():
            said = f"in guessed deals your side does better where {state.table.names[event.to]} leads"
        case Play() | Pass():
            said = adviser.compare(event)
    return f"{capitalize(said)}."


class Adviser:
    """A moment as the seat of a view sees it."""

    def __init__(self, view: View, effort: Effort) -> None:
        self._view, self._effort, self._table = view, effort, view.state.table
        self._context, self._chance = table_context(self._table), Random(view.hand)  # the same for the same position
        self._own = (view.seat, *self._table.partners(view.seat))
        names = ["you" if seat == view.seat else name for seat, name in enumerate(self._table.names)]
        self._reasons = Reasons(view.state, self._own, names)
        self._counter, self._plan = CardCounter(view, self._context), self.find_plan(view.hand)

    def find_plan(self, hand: Cards) -> HandPlan:
        """The best plan found for the suit cards of a hand; the same for the same hand."""
        return self._context.splitter.find_best(hand, Random(hand), PLAN_SPLITS)

    def goes_in(self, hand: Cards) -> str:
        """In how many plays the suit cards of a hand can be shed."""
        return f"you can shed your suit cards in {pluralize(len(self.find_plan(hand)), 'play')}"

    def tell_first_out(self) -> str:
        """How often the own side goes out first; a bet changes no play."""
        deals = sample_determinizations(self._view, self._chance, rollout_count(self._effort))
        results = run_rollouts(self._context, self._view.state, deals, self._chance)
        often = fmean(result.out[0] in self._own for result in results)
        side = "your side goes" if len(self._own) > 1 else "you go"
        return f"{side} out first in {percent(often)} of {len(deals)} guessed deals"

    def compare(self, event: Play | Pass) -> str:
        """What would be different after the next best; where nothing else is to be considered, what this leads to."""
        if isinstance(event, Pass) and not playable(self._view.state, self._view.hand):
            return "nothing in your hand beats it"
        better, rival = self.look_ahead(event), self._find_solved(event) or self._find_played_out(event)
        if rival:
            return self._reasons.compare(better, self.look_ahead(rival[0]), rival[1], as_good=rival[2])
        said = [fact.in_favour or fact.against for fact in better.facts[:2] if fact.good > 0]
        return f"{better.name} {said[0]}" if said else "nothing else is worth considering"

    def look_ahead(self, event: Event) -> Prospect:
        """What is certain to come of a play or a pass, as far as the seat can tell."""
        if not isinstance(event, Play):
            return self._reasons.look_ahead([event])
        rest, groups = remove(self._view.hand, event.cards), [as_cards(group.cards) for group in self._plan]
        broken = (group for group in groups if not holds(rest, group) and not holds(event.cards, group))
        wins = self._counter.is_unbeatable(read_candidate(self._view.state, event))
        return self._reasons.look_ahead([event], wins=wins, broken=self._table.deck.cards_text(next(broken, 0)))

    def _find_solved(self, event: Event) -> tuple[Event, str, bool] | None:
        """The next best, its value, and whether it is as good, by solved deals; None where another is better."""
        values = solve_endings(self._view, self._context, self._chance, self._effort)
        gaps = {other: fmean(values[event]) - fmean(values[other]) for other in values if event in values}
        rival = min(gaps, key=lambda other: (other == event, gaps[other] < 0.5, gaps[other]), default=event)
        if rival == event or min(gaps.values()) < 0:
            return None
        deals, less = len(values[rival]), gaps[rival]
        where = f"on average in {deals} possible deals" if deals > 1 else "now that all hands are known"
        value = "nearly as much" if less < 0.5 else f"{pluralize(round(less), 'point')} less"
        return rival, f"brings {value} with best play, {where}", less < 0.5

    def _find_played_out(self, event: Play | Pass) -> tuple[Event, str, bool] | None:
        """The next best, its value, and whether it is as good, by deals played out; None where it is clearly better."""
        search = Search(self._view, self._context, self._chance, as_candidate(self._view.state, event))
        search.find_best(self._effort._replace(seconds=self._effort.seconds * _SHARE))
        best = max(search.alternatives, key=lambda move: (move.deals, move.mean), default=None)
        clear = max(0.5, CLEARLY * best.standard_error) if best else 0
        if best is None or best.mean > clear:
            return None
        value = "as good" if best.mean > -clear else f"{pluralize(round(-best.mean), 'point')} worse"
        said = f"is about {value} in {pluralize(best.deals, 'guessed deal')}"
        return as_event(self._view, best.play), said, best.mean > -clear
