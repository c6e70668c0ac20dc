"""Why something is advised, in one sentence: what it does (`explain`), and what it brings (`explain_and_weigh`).

What it brings is told by deals that fit what a seat has seen: solved where few cards are left, else played out.
`estimate_play` says, for reviews, about what a play brings where all hands are known.
"""

from functools import partial
from random import Random
from statistics import fmean

from haggis_cli.analysis.review import Estimate, compare_events
from haggis_cli.analysis.sides import Scoring, count_earned
from haggis_cli.matches.notation import render_action
from haggis_cli.players.candidate_plays import RolloutResult, TableContext, table_context
from haggis_cli.players.hand_plan import BOMB, CandidatePlay, HandPlan, as_candidate, as_cards, as_event, read_candidate
from haggis_cli.players.hard import FEWEST_DEALS, Search, Values, solve_endings
from haggis_cli.players.inference import ExplainedDeals, UnseenCards
from haggis_cli.players.levels import Effort, View, view_of
from haggis_cli.players.policies import PLAN_SPLITS, CardCounter, Determinization, run_rollouts, sample_determinizations
from haggis_cli.players.rollout import Rollout
from haggis_cli.rules.betting import Stakes
from haggis_cli.rules.cards import COURTS, Cards, add, count, pack, remove, suit_cards, unpack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.moves import playable
from haggis_cli.rules.readings import Kind
from haggis_cli.rules.round import Round
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import pluralize

MOST_DEALS = 200  # that are played out; a slow computer takes a second
CLEARLY = 2.0  # standard errors
NEAR_OUT = 6
"""An opponent who holds so few cards is about to go out; the policies have it so."""


def explain_and_weigh(view: View, event: Event, effort: Effort) -> str:
    """Why this event is a good one, in one sentence: what it does, and what it brings more than the next best.

    view, event: as for `explain`; it takes up to half of `effort`, and half a second.
    """
    said, figures = explain(view, event), _Weighing(view, effort).clause(event)
    return f"{said.removesuffix('.')}; {figures}." if figures else said


def explain(view: View, event: Event) -> str:
    """Why this event is a good one for the seat whose view it is. It must be legal, and by that seat."""
    here = Position(view)
    match event:
        case Play():
            return _explain_play(here, event)
        case Pass() if view.state.phase is Phase.PLAY:
            return _explain_pass(here)
        case Pass():
            bid = view.state.table.variant.betting.shepherd(view.state.betting)
            against = f" to bid more than {here.name(bid.seat)}" if bid else " to bid"
            return f"Your suit cards go in {_plays(here.plan)}, too many on average{against}."
        case Bet() | Bid():
            safe = sum(map(here.counter.is_unbeatable, here.plan))
            beaten = f", {safe} of which nobody can beat" if safe else ""
            return f"Your suit cards go in {_plays(here.plan)}{beaten}, which is good enough on average."
        case Exchange() | Give():
            whole = add(view.hand, pack(view.drawn))
            before, after = here.best_plan(whole), here.best_plan(remove(whole, event.cards))
            which = "this card" if event.cards.bit_count() == 1 else "these cards"
            return f"Without {which} your suit cards go in {_plays(after)}, with {which} in {len(before)}."
        case Award():
            return (
                f"{here.name(event.to)} has a game score of {view.state.totals[event.to]}, the lowest of your choices."
            )
        case Lead():
            own, theirs = view.state.sizes[view.seat], view.state.sizes[event.to]
            held = f"{here.name(event.to)} holds {pluralize(theirs, 'card')}, you hold {own}"
            return f"{held}; in deals that fit what you have seen, your side does better that way."


class Position:
    """A moment as the seat of a view sees it.

    plan: the best plan for the hand.
    counter: what is still out against the seat.
    nearest, fewest: the opponent with the fewest cards, and how many; seat -1 with no card where none is in.
    """

    def __init__(self, view: View) -> None:
        self.view, self.context = view, table_context(view.state.table)
        self.plan = self.best_plan(view.hand)
        self.counter = CardCounter(view, self.context)
        sizes = view.state.sizes
        holding = [(sizes[seat], seat) for seat in self.context.opponents[view.seat] if sizes[seat]]
        self.fewest, self.nearest = min(holding, default=(0, -1))

    def best_plan(self, hand: Cards) -> HandPlan:
        """The best plan found for the suit cards of a hand; the same for the same hand."""
        return self.context.splitter.find_best(hand, Random(hand), PLAN_SPLITS)

    def threat(self) -> str:
        """Which opponent is about to go out; empty if none is."""
        holds = f"{self.name(self.nearest)} holds only {pluralize(self.fewest, 'card')}"
        return holds if 0 < self.fewest <= NEAR_OUT else ""

    def trick_worth(self) -> str:
        """What the cards of the trick are worth so far; empty if nothing."""
        points = self.view.state.table.variant.card_values.of(*(play.cards for play in self.view.state.trick))
        return f"the trick is worth {pluralize(points, 'point')} so far" if points else ""

    def name(self, seat: int) -> str:
        """A player's name."""
        return escape_text(self.view.state.table.names[seat])


def _plays(plan: HandPlan) -> str:
    return pluralize(len(plan), "play")


def _explain_play(here: Position, event: Play) -> str:
    state, play = here.view.state, read_candidate(here.view.state, event)
    rest = remove(here.view.hand, event.cards)
    if not rest:
        fullest = max(here.context.opponents[here.view.seat], key=lambda seat: state.sizes[seat])
        held = f"{here.name(fullest)} still holds {pluralize(state.sizes[fullest], 'card')}"
        return f"You go out {'next' if state.out else 'first'}, while {held}."
    left = here.best_plan(rest)
    goes = f"the rest goes in {_plays(left)}{', not counting court cards' if rest & COURTS else ''}"
    goes = goes if len(left) else "only court cards are left"
    if here.counter.is_unbeatable(play):
        plays = [*left, *here.counter.court_plays(rest & COURTS)]
        beatable = sum(not here.counter.is_unbeatable(each) for each in plays)
        if beatable > 1:
            return f"Nobody can beat it, so the next lead is yours, and {goes}."
        then = " and then only your last play could be beaten" if beatable else ", or anything you play after it"
        return f"Nobody can beat it{then}: you can play out your hand."
    if state.reading_to_beat is None:
        return f"{_explain_lead(here, play)} {goes}."
    return f"{_explain_answer(here, play, is_whole=len(left) < len(here.plan))} {goes}."


def _explain_lead(here: Position, play: CandidatePlay) -> str:
    if here.fewest < play.size and here.fewest <= NEAR_OUT:
        return f"{here.threat()} and can answer {play.size} cards only with a bomb;"
    if play.shape == BOMB:
        return "Only a higher bomb takes the lead from you, and"
    if not any(as_cards(group.cards) == play.cards for group in here.plan):
        return "On hands that the others may hold, it did better than the obvious play;"
    own = unpack(suit_cards(here.view.hand))
    is_lowest = bool(own) and any(card.rank == own[0].rank for card in unpack(suit_cards(play.cards)))
    if play.size > 1:
        return f"It gets rid of {play.size} cards at once{', your lowest among them' if is_lowest else ''};"
    if here.threat() and not is_lowest:
        return f"{here.threat()}, so a high single is harder to beat;"
    shed = "It gets rid of your lowest card, which" if is_lowest else "It sheds a card that"
    return f"{shed} is not part of any combination;"


def _explain_answer(here: Position, play: CandidatePlay, *, is_whole: bool) -> str:
    """What it costs to beat the trick; `is_whole`: nothing else of the hand is broken up."""
    courts = (play.cards & COURTS).bit_count()
    if play.shape == BOMB:
        cost = "It takes the lead:"
    elif courts:
        cost = f"It spends {'a court card' if courts == 1 else f'{courts} court cards'} to take the trick:"
    elif is_whole:
        return "It beats the trick and breaks up nothing:"
    else:
        cost = "It splits a combination to beat the trick:"
    why = here.threat() or here.trick_worth()
    return f"{cost} {why}, and" if why else cost


_MOST_ANSWERS = 40  # that are weighed


def _explain_pass(here: Position) -> str:
    """What answering would cost: of the answers without a court card that after which the hand is shed soonest."""
    view, state = here.view, here.view.state
    answers = playable(state, view.hand)
    if not answers:
        return "Nothing in your hand beats it."
    winner = state.trick[-1].seat
    if winner in state.table.partners(view.seat):
        return f"{here.name(winner)} is winning the trick for your side."
    points = here.trick_worth() or "the trick is worth 0 points so far"
    plain = [cards for cards, reading in answers if reading.kind is not Kind.BOMB]
    if not plain:
        return f"Only a bomb would beat it, and it is worth keeping: {points}."
    suited = [cards for cards in plain if not cards & COURTS][:_MOST_ANSWERS]
    if not suited:
        what = "court cards" if all(cards & COURTS for cards, _ in answers) else "court cards or a bomb"
        still = f"{here.name(here.nearest)} still holds {pluralize(here.fewest, 'card')}"
        return f"Only {what} would beat it, and they are worth keeping: {still}."
    before = len(here.plan)
    after, cards = min((len(here.best_plan(remove(view.hand, each))), each) for each in suited)
    shown = state.table.deck.cards_text(cards)
    if after < before:
        return f"{shown} would beat it, but it pays more to keep {'it' if count(cards) == 1 else 'them'}: {points}."
    then = (
        f"{pluralize(after, 'play')}, not {before}" if after > before else f"{pluralize(after, 'play')}, as many as now"
    )
    return f"{shown} would split a combination: the rest would take {then}."


# What an event brings more than the next best.


_SHARE = 0.4  # of the effort is for the search that compares
_MUCH_MORE_OFTEN = 0.05  # of the deals
_REASON_SECONDS = 1.0  # for each line; positions so small take hundredths


class _Weighing:
    """Weighs events for the seat of a view."""

    def __init__(self, view: View, effort: Effort) -> None:
        self._view, self._effort, self._table = view, effort, view.state.table
        self._context = table_context(self._table)
        self._chance = Random(view.hand)  # the same for the same position
        self._own = (view.seat, *self._table.partners(view.seat))
        self._going_first = "your side goes out first" if len(self._own) > 1 else "you go out first"
        self._deals = MOST_DEALS if effort.playouts is None else max(1, min(effort.playouts, MOST_DEALS))

    def clause(self, event: Event) -> str:
        """What the deals say; empty where nothing is to be chosen, or they do not bear it out."""
        if self._view.state.phase is not Phase.PLAY:
            return ""
        if isinstance(event, Bet):
            deals = sample_determinizations(self._view, self._chance, self._deals)
            where = f"played out in {pluralize(len(deals), 'guessed deal')}"
            return f"{where}, {self._going_first} in {self._first_out(deals, event):.0%}"
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
        solved = "with all hands now known" if deals == 1 else f"solved {where}"
        if rival is None:
            return f"{solved}, everything else brings as much"
        why = self._compare_known(event, rival) if deals == 1 else " on average"
        return f"{solved}, {render_action(rival, self._table)} brings {_points(gaps[rival])} less{why}"

    def _compare_known(self, event: Event, rival: Event) -> str:
        """What differs after the rival, where all hands are known; without bets, of which the solver knows nothing."""
        state = self._view.state
        if any(self._table.variant.betting.stakes(self._table, state.betting)):
            return ""
        hands, haggis = UnseenCards(self._view).sample_determinization(self._chance)
        deal = state._replace(hands=tuple(map(as_cards, hands)), haggis=tuple(unpack(as_cards(haggis))))
        reason = compare_events(deal, event, rival, _REASON_SECONDS)
        return f": {reason}" if reason else ""

    def _weigh_played_out(self, event: Play | Pass) -> str:
        """How much worse the next best does in the search of the computer players, and how often it goes out first."""
        search = Search(self._view, self._context, self._chance, as_candidate(self._view.state, event))
        search.find_best(self._effort._replace(seconds=self._effort.seconds * _SHARE))
        if not search.alternatives:
            return ""
        rival = max(search.alternatives, key=lambda move: (move.deals, move.mean))
        gap, error = -rival.mean, rival.standard_error
        where = f"played out in {pluralize(rival.deals, 'guessed deal')}"
        if gap < max(0.5, CLEARLY * error):
            return f"{where}, nothing else does clearly better" if gap > -CLEARLY * error else ""
        other = as_event(self._view, rival.play)
        worse = f"{where}, {render_action(other, self._table)} does about {_points(gap)} worse"
        if self._view.state.out:
            return worse
        deals = sample_determinizations(self._view, self._chance, self._deals)
        own, others = self._first_out(deals, event), self._first_out(deals, other)
        often = f": {self._going_first} in {others:.0%}, not in {own:.0%}" if own - others >= _MUCH_MORE_OFTEN else ""
        return worse + often

    def _first_out(self, deals: list[Determinization], event: Event) -> float:
        """In which part of these deals the own side goes out first after an event; a bet changes no play."""
        state = self._view.state
        first = partial(_begin, as_candidate(state, event)) if isinstance(event, Play | Pass) else None
        results = run_rollouts(self._context, state, deals, self._chance, first)
        return fmean(result.out[0] in self._own for result in results)


def _begin(play: CandidatePlay | None, rollout: Rollout) -> None:
    if play is None:
        rollout.pass_turn()
    else:
        rollout.play(*play)


def _points(points: float) -> str:
    return pluralize(round(points), "point") if points >= 0.5 else "a fraction of a point"


# About what a play brings, where its value is out of the solver's reach: a search plays the rest of the round out.
#
# All hands are open to everybody who plays on, and each side seeks what counts between the sides. Still it is no proof:
# the search tries what computer players consider, and has seconds, not hours.


LEAST_LOSS = 10  # points: of fewer the estimates are wrong as often as right


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
    search.find_best(Effort(seconds))
    if not search.alternatives:
        return None
    earned = scoring.signs[before.turn] * count_earned(before, scoring)
    best = max(search.alternatives, key=lambda move: move.node.visits)
    nodes = (search.baseline.node, best.node)
    value, best_value = (round(node.total_gain / node.visits) - earned for node in nodes)
    if best_value - value < max(LEAST_LOSS, CLEARLY * best.standard_error):
        return Estimate(value, value, event)
    return Estimate(value, best_value, as_event(view, best.play))


class _SidesContext(TableContext):
    """A table at which players seek what counts between the sides of an analysis, without bets."""

    def __init__(self, before: Round, scoring: Scoring) -> None:
        super().__init__(before.table)
        self._signs = scoring.signs
        self._bonus = before.table.variant.first_out_bonus.get(len(scoring.signs), 0)

    def gains(self, result: RolloutResult, stakes: Stakes) -> list[float]:
        signs = self._signs
        total = sum(sign * points for sign, points in zip(signs, result.points, strict=True))
        total += signs[result.out[0]] * self._bonus
        return [float(sign * total) for sign in signs]


class _OpenHands(ExplainedDeals):
    """What a seat does not know where it knows everything: the one deal there is."""

    def __init__(self, view: View, context: TableContext, before: Round) -> None:
        super().__init__(view, context)
        assert before.hands is not None
        self._hands: tuple[Cards, ...] = before.hands
        self._haggis = pack(before.haggis)

    def sample(self, chance: Random) -> tuple[list[int], int]:
        return list(self._hands), self._haggis
