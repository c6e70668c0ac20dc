"""What the players of each level but `hard` do, and what they share: bets and bids, discards, and who gets the lead."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations as choose
from random import Random
from typing import TypeAlias

from haggis_cli.players.candidate_plays import (
    RolloutResult,
    TableContext,
    candidate_answers,
    candidate_leads,
    table_context,
    whole_hand_plays,
)
from haggis_cli.players.hand_plan import BOMB, SINGLE, CandidatePlay, HandPlan, as_cards, as_event, plan_cost, shape_of
from haggis_cli.players.levels import Effort, UnseenCards, View, view_of
from haggis_cli.players.match_equity import win_chance
from haggis_cli.players.rollout import PolicyWeights, Rollout, choose_play, play_to_end
from haggis_cli.rules.betting import Stakes
from haggis_cli.rules.cards import COURTS, JACK, Cards, add, card_bits, pack, suit_cards, unpack
from haggis_cli.rules.choices import Choices, choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.moves import playable
from haggis_cli.rules.round import PLAY, Round, unambiguous_play

# Easy: sheds cards sensibly, large low plays first, the lowest answer that beats, and looks no further.


EASY_WEIGHTS = PolicyWeights(noise=3, danger_size=4, spend_rate=0.05)
STRONG_PLAYS_PER_CARD = 0.42  # plays a card of the hand: below that a hand is thought to be strong


def decide_easy(view: View, chance: Random, effort: Effort) -> Event:
    """What comes to mind first."""
    context, now = table_context(view.state.table), choices(view.state)
    plan = context.splitter.split(view.hand, chance)
    if now.event in NEEDING_NO_GUESS:
        return NEEDING_NO_GUESS[now.event](view, context, chance)
    bid_or_bet = _lowest_bet_or_bid(view, plan)
    if now.event is Bid:
        return bid_or_bet or Pass(view.seat)
    return bid_or_bet or as_event(view, _choose_by_plan(view, context, plan, EASY_WEIGHTS, chance))


def decide_lead_easy(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for a partner who holds no more cards than the opponent who would lead."""
    state = view.state
    offer = choices(state).lead_offer()
    return offer if offer and state.sizes[offer.to] <= state.sizes[state.turn] else None


def _lowest_bet_or_bid(view: View, plan: HandPlan) -> Event | None:
    """The lowest bet or bid that may be made, if the hand looks strong and the own side has made none."""
    opponents = view.state.table.opponents(view.seat)
    made = any(event.seat not in opponents for event in view.state.betting)
    if made or len(plan) > STRONG_PLAYS_PER_CARD * suit_cards(view.hand).bit_count():
        return None
    events: list[Event] = [*choices(view.state).bids(), *offered_bets(view)]
    return events[0] if events else None


def _choose_by_plan(
    view: View, context: TableContext, plan: HandPlan, weights: PolicyWeights, chance: Random
) -> CandidatePlay | None:
    """What the policy of rollouts plays here with these weights; None for a pass."""
    rollout = Rollout(context, view.state, chance)
    rollout.hands = list(view.state.courts)
    rollout.hands[view.seat], rollout.plans[view.seat] = view.hand, plan
    return choose_play(rollout, weights)


# Normal: plans the hand, counts cards, and keeps bombs and court cards for when they decide.


ROLLOUTS = 40  # how many deals are guessed for a bet or a bid
PLAN_SPLITS = 12
NORMAL_WEIGHTS = PolicyWeights(noise=0)


def decide_normal(view: View, chance: Random, effort: Effort) -> Event:
    """A bet on a strong hand, a play that cannot be beaten where the rest then goes, else what the plan says."""
    context = table_context(view.state.table)
    event = decide_before_play(view, context, chance, ROLLOUTS)
    if event is None and (offered := offered_bets(view)):
        deals = sample_determinizations(view, chance, ROLLOUTS)
        event = choose_bet(view, context, offered, run_rollouts(context, view.state, deals, chance))
    return event or as_event(view, plan_play(view, context, chance))


def decide_lead_normal(view: View, chance: Random, effort: Effort) -> Lead | None:
    """The lead for the partner, where the deals that fit end better so."""
    return choose_lead(view, table_context(view.state.table), chance, ROLLOUTS)


def plan_play(view: View, context: TableContext, chance: Random) -> CandidatePlay | None:
    """What to play by plan and by counting cards; None for a pass."""
    plan = context.splitter.find_best(view.hand, chance, PLAN_SPLITS)
    winning = _find_winning_play(view, context, plan, chance)
    return winning or _choose_by_plan(view, context, plan, NORMAL_WEIGHTS, chance)


def _find_winning_play(view: View, context: TableContext, plan: HandPlan, chance: Random) -> CandidatePlay | None:
    """A play that nobody can beat, if all that is left after it cannot be beaten either, but for one last play."""
    count, over = CardCounter(view, context), view.state.reading_to_beat
    if over is None:
        at_once = whole_hand_plays(context, view.hand)
        plays = candidate_leads(context, view.hand, chance)
    else:
        plays = candidate_answers(context, view.hand, shape_of(over), over.rank, plan)
        at_once = [candidate for candidate in plays if candidate.cards == view.hand]
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
        opposing = [seat for seat in context.opponents[view.seat] if state.sizes[seat]]
        self.opposing_hands = [(state.sizes[seat], unseen | state.courts[seat]) for seat in opposing]
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


# Random: anything that is legal, by chance alone.


Seats: TypeAlias = range | tuple[int, ...]
BET_RATE = 0.05  # how often a player considers a bet
AWARD_OR_LEAD_RATE = 0.5  # how often the winner of a bombed trick considers awarding it or giving the lead away


def decide_random(view: View, chance: Random, effort: Effort | None = None) -> Event:
    """Something legal of the seat's own: mostly what the round waits for, now and then a bet."""
    return _random_event_of(view.state, (view.seat,), view, chance)


def decide_lead_random(view: View, chance: Random, effort: Effort | None = None) -> Lead | None:
    """Heads or tails."""
    offer = choices(view.state).lead_offer()
    return offer if offer and chance.random() < AWARD_OR_LEAD_RATE else None


def random_event(state: Round, chance: Random) -> Event:
    """A legal event that may happen next, by any player who may act; hands must be known."""
    return _random_event_of(state, state.table.seats, view_of(state, state.turn), chance)


def _random_event_of(state: Round, seats: Seats, view: View, chance: Random) -> Event:
    now = choices(state)
    bet = _random_bet(now, seats, chance)
    return bet or _random_award_or_lead(now, seats, chance) or _random_due_event(now, view, chance)


def _random_bet(now: Choices, seats: Seats, chance: Random) -> Event | None:
    if chance.random() > BET_RATE:
        return None
    bets = now.bets(chance.choice(seats))
    return chance.choice(bets) if bets else None


def _random_award_or_lead(now: Choices, seats: Seats, chance: Random) -> Event | None:
    """Who captures a bombed trick, or leads after it, where one of these seats may say it."""
    state = now.state
    if now.event is not Play or state.trick or not state.tricks or chance.random() > AWARD_OR_LEAD_RATE:
        return None
    last = state.tricks[-1]
    if last.winner not in seats:
        return None
    events: list[Event] = [award for award in sorted(now.awards()) if award.to != last.taker]
    events += [lead for lead in now.leads() if lead.to != state.turn]
    return chance.choice(events) if events else None


def _random_due_event(now: Choices, view: View, chance: Random) -> Event:
    if now.event is Play:
        state, moves = view.state, playable(view.state, view.hand)
        if state.trick and chance.random() * (len(moves) + 1) < 1:
            return Pass(view.seat)
        cards, reading = chance.choice(moves)
        return unambiguous_play(state.table, view.seat, cards, reading, state.reading_to_beat)
    if now.event is Exchange:
        return Exchange(view.seat, _random_cards(add(view.hand, pack(view.drawn)), len(view.drawn), chance))
    if now.event is Give:
        return Give(view.seat, _random_cards(view.hand, 1, chance))
    events: list[Event] = [*now.passes(), *now.bids(), *sorted(now.awards())]
    return chance.choice(events)


def _random_cards(cards: Cards, number: int, chance: Random) -> Cards:
    return pack(chance.sample(unpack(suit_cards(cards)), number))


# What a computer player does besides playing cards: bid, bet, exchange, pass cards to the partner, award a trick.


def decide_before_play(view: View, context: TableContext, chance: Random, rollouts: int) -> Event | None:
    """What is to be done before a card is played: what the round waits for, or the lead given away.

    rollouts: how many deals are guessed to weigh it.
    """
    now = choices(view.state)
    if now.event in NEEDING_NO_GUESS:
        return NEEDING_NO_GUESS[now.event](view, context, chance)
    if now.event is Bid:
        return choose_bid(view, context, chance, rollouts)
    return choose_lead(view, context, chance, rollouts)


def choose_award(view: View, context: TableContext, chance: Random) -> Award:
    """Let the opponent with the lowest total capture the trick, or the own side where a variant allows it."""
    totals, opponents = view.state.totals, view.state.table.opponents(view.seat)
    return min(choices(view.state).awards(), key=lambda award: (award.to in opponents, totals[award.to]))


def choose_lead(view: View, context: TableContext, chance: Random, rollouts: int) -> Lead | None:
    """Give the lead to the partner after a bombed trick, where that tends to end better; also by a winner who is out.

    rollouts: how many deals are guessed to weigh it.
    """
    state, seat = view.state, view.seat
    legal = [lead for lead in choices(state).leads() if lead.seat == seat]
    if not legal:
        return None
    determinizations = sample_determinizations(view, chance, rollouts)
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    kept = mean_gain(context, run_rollouts(context, state, determinizations, chance), stakes, seat)
    given = mean_gain(context, run_rollouts(context, state.after(legal[0]), determinizations, chance), stakes, seat)
    return legal[0] if given > kept else None


# Bets and bids: an amount is risked if guessed deals say that it pays; between two, that it helps to win the match.


Determinization = tuple[list[int], int]
"""All hands and the haggis, as bits."""
OPTIMISM = 0.1  # how much less often players go out first than in their own guesses; measured in 560 decisions
REQUIRED_SHARE = 0.25  # of a bid that it must bring on average: guesses err, and a lost bid is worse than none


def choose_bet(view: View, context: TableContext, offered: Sequence[Bet], results: list[RolloutResult]) -> Bet | None:
    """The one of the offered bets that pays best now; None if none does.

    results: how the round ends in guessed deals.
    """
    state, seat = view.state, view.seat
    betting = state.table.variant.betting
    opponents = context.opponents[seat]
    first, later = ([each for each in results if (each.out[0] in opponents) is lost] for lost in (False, True))
    chance = len(first) / len(results) - OPTIMISM if first and later else bool(first)

    def value(*log: Bet) -> float:
        stakes = betting.stakes(state.table, (*state.betting, *log))
        won, lost = (_mean_value(view, context, each, stakes) for each in (first, later))
        return chance * won + (1 - chance) * lost

    values = {bet: value(bet) for bet in offered}
    best = max(values, key=lambda bet: values[bet])
    return best if values[best] > value() else None


def _mean_value(view: View, context: TableContext, results: list[RolloutResult], stakes: Stakes) -> float:
    """What these ends are worth on average: the chance to win the match where that is known, else points."""
    goal, seat, totals = view.goal, view.seat, view.state.totals
    if goal is None or goal.round_wins or context.players != 2 or not results:
        return mean_gain(context, results, stakes, seat) if results else 0.0
    after = goal._replace(rounds=goal.rounds - 1) if goal.rounds else goal
    chances = 0.0
    for result in results:
        bets = context.bonus_and_bet_points(stakes, result.out)
        own, other = (totals[each] + result.points[each] + bets[each] for each in (seat, 1 - seat))
        chances += win_chance(after, own, other)
    return chances / len(results)


def offered_bets(view: View) -> list[Bet]:
    """The bets that may be made now by who has seen all cards."""
    return [bet for bet in choices(view.state).bets(view.seat, blind=False) if bet.amount]


def choose_bid(view: View, context: TableContext, chance: Random, rollouts: int) -> Event:
    """The bid that pays best against leaving the hand to the last bidder, or a pass."""
    state, seat = view.state, view.seat
    betting = state.table.variant.betting
    determinizations = sample_determinizations(view, chance, rollouts)
    stakes = betting.stakes(state.table, state.betting)
    shepherd = betting.shepherd(state.betting)
    left_to = shepherd.seat if shepherd else state.leader
    started = state._replace(phase=PLAY, turn=left_to)
    best: Event = Pass(seat)
    best_gain = mean_gain(context, run_rollouts(context, started, determinizations, chance), stakes, seat)
    for bid in choices(state).bids():
        log, number = (*state.betting, bid), betting.draws(bid.amount)
        bought = [_after_exchange(context, guess, seat, number, chance) for guess in determinizations]
        results = run_rollouts(context, state._replace(phase=PLAY, turn=seat, betting=log), bought, chance)
        gain = mean_gain(context, results, betting.stakes(state.table, log), seat) - REQUIRED_SHARE * bid.amount
        if gain > best_gain:
            best, best_gain = bid, gain
    return best


def _after_exchange(
    context: TableContext, guess: Determinization, seat: int, number: int, chance: Random
) -> Determinization:
    """The guessed deal after the seat has exchanged so many cards with the haggis, or as many as there are."""
    hands, haggis = guess
    number = min(number, haggis.bit_count())
    drawn = sum(chance.sample(card_bits(haggis), number))
    hand = hands[seat] | drawn
    # One quick plan says what to drop: many hands are looked at.
    dropped = sum(_loose_cards(context.splitter.split(hand & ~COURTS, chance))[:number])
    changed = hands[:]
    changed[seat] = hand & ~dropped
    return changed, haggis & ~drawn | dropped


# How the round tends to end from here, over deals that fit what a seat has seen.


def sample_determinizations(view: View, chance: Random, number: int) -> list[Determinization]:
    """So many guesses of what everybody holds; the same one may come twice."""
    unseen = UnseenCards(view)
    return [unseen.sample_determinization(chance) for _ in range(number)]


def run_rollouts(
    context: TableContext, start: Round, determinizations: list[Determinization], chance: Random
) -> list[RolloutResult]:
    """How the round ends from `start` with each guess of the hands."""
    template = Rollout(context, start, chance)
    results = []
    for hands, haggis in determinizations:
        rollout = template.with_hands(hands[:], haggis)
        play_to_end(rollout)
        results.append(rollout.result())
    return results


def mean_gain(context: TableContext, results: list[RolloutResult], stakes: Stakes, seat: int) -> float:
    """What a seat's side gains on average with these bets."""
    return sum(context.gains(result, stakes)[seat] for result in results) / len(results)


# Suit cards that a hand can do without: the Shepherd's discards, and cards passed to the partner.


CANDIDATE_CARDS = 8  # the cards of the smallest and lowest groups
DISCARD_SPLITS = 3


def choose_exchange(view: View, context: TableContext, chance: Random) -> Exchange:
    """Keep the cards that are shed in the fewest plays."""
    cards = suit_cards(add(view.hand, pack(view.drawn)))
    return Exchange(view.seat, as_cards(least_useful(context, cards, len(view.drawn), chance)))


def choose_give(view: View, context: TableContext, chance: Random) -> Give:
    """Pass the card that the own hand can do without best."""
    return Give(view.seat, as_cards(least_useful(context, suit_cards(view.hand), 1, chance)))


NEEDING_NO_GUESS: Mapping[type[Event] | None, Callable[[View, TableContext, Random], Event]] = {
    Exchange: choose_exchange,
    Give: choose_give,
    Award: choose_award,
}
"""What all levels but `random` do alike, without guessing the cards of others."""


def least_useful(context: TableContext, cards: int, number: int, chance: Random) -> int:
    """The suit cards, as bits, without which the rest is shed in the fewest and highest plays."""
    loose = _loose_cards(_best_plan(context, cards, chance))[: max(CANDIDATE_CARDS, number)]
    choices = [sum(chosen) for chosen in choose(loose, number)]
    return min(choices, key=lambda dropped: plan_cost(_best_plan(context, cards & ~dropped, chance)))


def _loose_cards(plan: HandPlan) -> list[int]:
    """The cards of a plan, those of the smallest and lowest groups first."""
    plan.sort(key=lambda group: (group.size, group.rank))
    return [bit for group in plan for bit in card_bits(group.cards)]


def _best_plan(context: TableContext, cards: int, chance: Random) -> HandPlan:
    return context.splitter.find_best(cards, chance, DISCARD_SPLITS)
