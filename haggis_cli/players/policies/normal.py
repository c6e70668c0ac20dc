"""The player who plans the hand, counts cards and keeps bombs and court cards for when they decide."""

from random import Random

from haggis_cli.players.candidate_plays import candidate_answers, candidate_leads, whole_hand_plays
from haggis_cli.players.decisions import choose_lead, decide_before_play
from haggis_cli.players.hand_plan import BOMB, SINGLE, CandidatePlay, HandPlan, as_event, shape_of
from haggis_cli.players.levels import Effort
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.search.rollout import Rollout
from haggis_cli.players.search.rollout_policy import PolicyWeights, choose_play
from haggis_cli.players.table_context import TableContext, table_context
from haggis_cli.players.view import View
from haggis_cli.rules.cards import COURTS, JACK, card_bits
from haggis_cli.rules.rounds.events import Event, Lead

ROLLOUTS = 40  # how many deals are guessed for a bet or a bid
SPLITS = 12
WEIGHTS = PolicyWeights(noise=0)


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """A bet on a strong hand, a play that cannot be beaten where the rest then goes, else what the plan says."""
    context = table_context(view.state.table)
    return decide_before_play(view, context, chance, ROLLOUTS) or as_event(view, plan_play(view, context, chance))


def decide_lead(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for the partner, where the deals that fit end better so."""
    return choose_lead(view, table_context(view.state.table), chance, ROLLOUTS)


def plan_play(view: View, context: TableContext, chance: Random) -> CandidatePlay | None:
    """What to play by plan and by counting cards; None for a pass."""
    plan = context.splitter.find_best(view.hand, chance, SPLITS)
    candidate = _find_winning_play(view, context, plan, chance)
    if candidate:
        return candidate
    rollout = Rollout(context, view.state, chance)
    rollout.hands[view.seat], rollout.plans[view.seat] = view.hand, plan
    return choose_play(rollout, WEIGHTS)


def _find_winning_play(view: View, context: TableContext, plan: HandPlan, chance: Random) -> CandidatePlay | None:
    """A play that nobody can beat, if all that is left after it cannot be beaten either, but for one last play."""
    count, over = CardCounter(view, context), view.state.reading_to_beat
    if over is None:
        at_once: list[CandidatePlay] = whole_hand_plays(context, view.hand)
        plays = candidate_leads(context, view.hand, chance)
    else:
        at_once = [
            candidate
            for candidate in candidate_answers(context, view.hand, shape_of(over), over.rank, plan)
            if candidate.cards == view.hand
        ]
        plays = candidate_answers(context, view.hand, shape_of(over), over.rank, plan)
    if at_once:
        return at_once[0]
    for candidate in plays:
        if count.is_unbeatable(candidate):
            rest = view.hand & ~candidate.cards
            left = [*context.splitter.split(rest, chance), *count.court_plays(rest & COURTS)]
            if sum(not count.is_unbeatable(each) for each in left) <= 1:
                return candidate
    return None


class CardCounter:
    """What a seat knows about the cards still out against it."""

    def __init__(self, view: View, context: TableContext) -> None:
        state = view.state
        self.context = context
        unseen = sum(UnseenCards(view).cards)
        self.opposing_hands = [
            (state.sizes[seat], unseen | state.courts[seat])
            for seat in context.opponents[view.seat]
            if state.sizes[seat]
        ]
        self._unbeatable: dict[CandidatePlay, bool] = {}

    def is_unbeatable(self, candidate: CandidatePlay) -> bool:
        """Whether no opponent can have an answer, a bomb included; all unseen cards may be in one hand."""
        found = self._unbeatable.get(candidate)
        if found is None:
            found = self._unbeatable[candidate] = not any(
                self._can_be_beaten(candidate, size, cards) for size, cards in self.opposing_hands
            )
        return found

    def _can_be_beaten(self, candidate: CandidatePlay, size: int, cards: int) -> bool:
        return any(
            answer.size <= size
            for answer in candidate_answers(self.context, cards, candidate.shape, candidate.rank, [])
        )

    def court_plays(self, courts: int) -> list[CandidatePlay]:
        """Court cards left over, as the fewest plays: a bomb, or singles."""
        place = self.context.bombs.get(courts)
        if place is not None:
            return [CandidatePlay(BOMB, place, courts, courts.bit_count())]
        return [CandidatePlay(SINGLE, JACK - 1 + bit.bit_length(), bit, 1) for bit in card_bits(courts)]
