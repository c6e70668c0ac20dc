"""Why something is advised, in one sentence: what it does (`explain`), and what it brings (`explain_and_weigh`).

What it brings is told by deals that fit what a seat has seen: solved where few cards are left, else played out.
`estimate_play` says, for reviews, about what a play brings where all hands are known.
"""

from functools import partial
from random import Random
from statistics import fmean

from haggis_cli.analysis.review import Estimate, compare_events
from haggis_cli.analysis.scoring import Scoring, count_earned
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
    position = Position(view)
    match event:
        case Play():
            return PlayReason(position, event).text()
        case Pass():
            return explain_pass(position) if view.state.phase is Phase.PLAY else _not_bidding(position)
        case Bet() | Bid():
            return f"{_strength(position)}."
        case Exchange() | Give():
            return _giving(position, event.cards)
        case Award():
            return f"{position.name(event.to)} has a game score of {view.state.totals[event.to]}, the lowest to choose."
        case Lead():
            return _giving_the_lead(position, event.to)


# What is weighed at one moment of a round, from one seat: the plan for the hand, and who is about to go out.


class Position:
    """A moment as the seat of the view sees it.

    view: what the seat sees.
    context: the table.
    plan: the best plan for the hand.
    counter: what is still out against the seat.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.context = table_context(view.state.table)
        self.plan = self.best_plan(view.hand)
        self.counter = CardCounter(view, self.context)

    def best_plan(self, hand: Cards) -> HandPlan:
        """The best plan found for the suit cards of a hand; the same for the same hand."""
        return self.context.splitter.find_best(hand, Random(hand), PLAN_SPLITS)

    @property
    def trick_points(self) -> int:
        """What the cards of the trick are worth so far."""
        return self.view.state.table.variant.card_values.of(*(play.cards for play in self.view.state.trick))

    @property
    def nearest(self) -> tuple[int, int]:
        """The opponent with the fewest cards, and how many; seat -1 with no card where none is in."""
        sizes = self.view.state.sizes
        holding = [(sizes[seat], seat) for seat in self.context.opponents[self.view.seat] if sizes[seat]]
        size, seat = min(holding, default=(0, -1))
        return seat, size

    def threat(self) -> str:
        """Which opponent is about to go out; empty if none is."""
        seat, size = self.nearest
        return f"{self.name(seat)} holds only {pluralize(size, 'card')}" if 0 < size <= NEAR_OUT else ""

    def rest_goes(self, rest: Cards) -> str:
        """In how many plays these cards would be shed, the court cards aside."""
        plays = len(self.best_plan(rest))
        if not plays:
            return "only court cards are left then"
        beside = ", the court cards aside" if rest & COURTS else ""
        return f"the rest goes in {pluralize(plays, 'play')}{beside}"

    def name(self, seat: int) -> str:
        """A player's name."""
        return escape_text(self.view.state.table.names[seat])


# What an event does: what a play sheds, what cannot be beaten, who has to be stopped.


class PlayReason:
    """The reason for one legal play."""

    def __init__(self, position: Position, play: Play) -> None:
        self._position, self._state = position, position.view.state
        self._play = read_candidate(self._state, play)
        self._rest = remove(position.view.hand, play.cards)
        self._left = position.best_plan(self._rest)

    def text(self) -> str:
        """The sentence."""
        if not self._rest:
            return self._going_out()
        if self._position.counter.is_unbeatable(self._play):
            return self._unbeatable()
        return self._lead() if self._state.reading_to_beat is None else self._answer()

    def _going_out(self) -> str:
        """What it brings to go out now: the points for the fullest hand of an opponent."""
        opponents = self._position.context.opponents[self._position.view.seat]
        fullest = max(opponents, key=lambda seat: self._state.sizes[seat])
        held = self._state.sizes[fullest]
        place = "first" if not self._state.out else "next"
        return f"You go out {place}, while {self._position.name(fullest)} still holds {pluralize(held, 'card')}."

    def _unbeatable(self) -> str:
        counter = self._position.counter
        left = [*self._left, *counter.court_plays(self._rest & COURTS)]
        beatable = sum(not counter.is_unbeatable(each) for each in left)
        if beatable <= 1:
            then = "after it only your last play could be beaten" if beatable else "nor anything you play after it"
            return f"Nobody can beat it, and {then}: you can go out in a row."
        return f"Nobody can beat it, so the next lead is yours, and {self._position.rest_goes(self._rest)}."

    def _lead(self) -> str:
        position, size = self._position, self._play.size
        _, held = position.nearest
        rest = position.rest_goes(self._rest)
        if held < size and held <= NEAR_OUT:
            return f"{position.threat()} and cannot answer {size} cards but with a bomb; {rest}."
        if self._play.shape == BOMB:
            return f"Only a higher bomb takes the lead from you, and {rest}."
        if not any(as_cards(group.cards) == self._play.cards for group in position.plan):
            return (
                f"Tried out on hands the others may hold, it did better than the play that comes first to mind; {rest}."
            )
        low = self._is_lowest()
        if size > 1:
            return f"It gets rid of {size} cards at once{', your lowest among them' if low else ''}; {rest}."
        if position.threat() and not low:
            return f"{position.threat()}, so a high single is harder to beat; {rest}."
        if low:
            return f"It gets rid of your lowest card, which is no part of anything larger; {rest}."
        return f"It sheds a card that is no part of anything larger; {rest}."

    def _answer(self) -> str:
        position = self._position
        rest, points = position.rest_goes(self._rest), position.trick_points
        worth = f"the trick is worth {pluralize(points, 'point')} so far" if points else ""
        why = ", and ".join(filter(None, [position.threat() or worth, rest]))
        if self._play.shape == BOMB:
            return f"It takes the lead: {why}."
        if self._play.cards & COURTS:
            return f"It spends {self._courts()} to take the trick: {why}."
        if len(self._left) < len(position.plan):
            return f"It beats the trick and breaks up nothing: {rest}."
        return f"It takes a combination apart to beat the trick: {why}."

    def _courts(self) -> str:
        number = (self._play.cards & COURTS).bit_count()
        return "a court card" if number == 1 else f"{number} court cards"

    def _is_lowest(self) -> bool:
        own = unpack(suit_cards(self._position.view.hand))
        return bool(own) and any(card.rank == own[0].rank for card in unpack(suit_cards(self._play.cards)))


def _strength(position: Position) -> str:
    """How good the hand is: in how many plays it goes, and how many of them nobody can beat."""
    plan = position.plan
    safe = sum(map(position.counter.is_unbeatable, plan))
    beaten = f", {safe} of which nobody can beat" if safe else ""
    return f"Your suit cards go in {pluralize(len(plan), 'play')}{beaten}, which is good enough on average"


def _not_bidding(position: Position) -> str:
    plays = pluralize(len(position.plan), "play")
    bid = position.view.state.table.variant.betting.shepherd(position.view.state.betting)
    against = f" to bid more than {position.name(bid.seat)}" if bid else " to bid"
    return f"Your suit cards go in {plays}, too many on average{against}."


def _giving(position: Position, cards: Cards) -> str:
    whole = add(position.view.hand, pack(position.view.drawn))
    before, after = len(position.best_plan(whole)), len(position.best_plan(remove(whole, cards)))
    which = "this card" if cards.bit_count() == 1 else "these cards"
    return f"Without {which} your suit cards go in {pluralize(after, 'play')}, with {which} in {before}."


def _giving_the_lead(position: Position, partner: int) -> str:
    sizes = position.view.state.sizes
    own, theirs = sizes[position.view.seat], sizes[partner]
    held = f"{position.name(partner)} holds {pluralize(theirs, 'card')}, you hold {own}"
    return f"{held}; in the deals that fit what you have seen your side does better so."


# Why a player passes: there is no answer, the partner is winning, or an answer costs too much.


_MOST_ANSWERS = 40  # that are weighed


def explain_pass(position: Position) -> str:
    """What answering would cost."""
    view, state = position.view, position.view.state
    table = state.table
    answers = playable(state, view.hand)
    if not answers:
        return "Nothing in your hand beats it."
    winner = state.trick[-1].seat
    if winner in table.partners(view.seat):
        return f"{position.name(winner)} is winning the trick for your side."
    points = f"the trick is worth {pluralize(position.trick_points, 'point')} so far"
    plain = [cards for cards, reading in answers if reading.kind is not Kind.BOMB]
    if not plain:
        return f"Only a bomb would beat it, and it is kept: {points}."
    suited = [cards for cards in plain if not cards & COURTS]
    if not suited:
        seat, held = position.nearest
        what = "court cards" if all(cards & COURTS for cards, _ in answers) else "court cards or a bomb"
        still = f"{position.name(seat)} still holds {pluralize(held, 'card')}"
        return f"Only {what} would beat it, and they are kept: {still}."
    return _explain_suited(position, suited[:_MOST_ANSWERS], points)


def _explain_suited(position: Position, answers: list[Cards], points: str) -> str:
    """Of the answers that cost no court card the one after which the hand is shed soonest."""
    before = len(position.plan)
    after, cards = min((len(position.best_plan(remove(position.view.hand, each))), each) for each in answers)
    shown = position.view.state.table.deck.cards_text(cards)
    if after < before:
        return f"{shown} would beat it, but it pays more to keep {'it' if count(cards) == 1 else 'them'}: {points}."
    then = f"{pluralize(after, 'play')}, not {before}" if after > before else f"{pluralize(after, 'play')} all the same"
    return f"{shown} would take a combination apart: after it the hand takes {then}."


# What an event brings more than the next best.


_SHARE = 0.4  # of the effort is for the search that compares
_MUCH_MORE_OFTEN = 0.05  # of the deals
_REASON_SECONDS = 1.0  # for each line; positions so small take hundredths


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
        if gap < max(0.5, CLEARLY * error):
            return f"{where}, nothing else does clearly better" if gap > -CLEARLY * error else ""
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
    search.find_best_play(Effort(seconds))
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
