"""Matches between computer players: one, from a seed (`play_match`), and many on all cores, with who wins how often.

A match is pure: its deals and all chance come from the seed.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from random import Random
from typing import NamedTuple

from haggis_cli.players.levels import Effort, LeadGiver, Player, load_lead_giver, load_player, view_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import FIRST_COPIES, SECOND_COPY, Cards, add, card_bits, card_of
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Event, Lead
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Deal, Round, begin_due
from haggis_cli.rules.scoring import Goal, winner
from haggis_cli.rules.variant import OptionValue, Score, Table, after_round, first_standing, score, seat_players
from haggis_cli.support.jobs import Workers, parallel_map

MOST_EVENTS = 2_000  # of a round, as a match file holds at most
MOST_ROUNDS = 1_000


class CannotPlay(RuntimeError):
    """A computer player that does what is not legal, or a variant whose rounds or matches do not end."""


class PlayedRound(NamedTuple):
    """A round that is over.

    deal: the cards dealt.
    events: what happened.
    scores: everybody's scores.
    """

    deal: Deal
    events: tuple[Event, ...]
    scores: tuple[Score, ...]


class PlayedMatch(NamedTuple):
    """A match that is over.

    rounds: its rounds.
    totals: the total of each side.
    winner: the side that has won.
    decisions: how many decisions the players took.
    """

    rounds: tuple[PlayedRound, ...]
    totals: tuple[int, ...]
    winner: int
    decisions: int


def random_deal(table: Table, chance: Random) -> Deal:
    """Shuffled cards for everybody, and the haggis."""
    cards = list(_unshuffled(table.deck.suit_cards))
    chance.shuffle(cards)
    dealt = table.setup.dealt
    hands = tuple([_as_hand(cards[seat * dealt : (seat + 1) * dealt]) for seat in table.seats])
    return Deal(hands, tuple(map(card_of, cards[len(hands) * dealt :])))


def _as_hand(bits: list[Cards]) -> Cards:
    """These cards as a handful, in which a second copy stands beside the first."""
    cards = sum(bits)
    return add(cards & FIRST_COPIES, cards >> SECOND_COPY)


@cache
def _unshuffled(deck: Cards) -> tuple[Cards, ...]:
    """The cards of a deck in canonical order, each as its bit."""
    return tuple(sorted(card_bits(deck), key=card_of))


def deal_of(table: Table, seed: str, number: int) -> Deal:
    """The cards of the round of this number; the same seed deals the same cards."""
    return random_deal(table, Random(f"{seed}, round {number}, deal"))


def choose_event(
    state: Round, decide: Player, effort: Effort, seed: str, number: int, before: int, goal: Goal | None = None
) -> Event:
    """What a computer player whose turn it is does, `before` events into round `number` of a match to this goal.

    The chance of a decision hangs on its place in the match alone, so that what is taken back comes again. CannotPlay
    for what is not legal.
    """
    seat = state.turn
    if goal and goal.rounds:
        goal = Goal(rounds=max(goal.rounds + 1 - number, 1))  # a tie is played on
    event = decide(view_of(state, seat, goal), _chance_of(seat, seed, number, before), effort)
    _check_legal(state, seat, event)
    return event


def choose_offered_lead(
    state: Round, decide: LeadGiver, effort: Effort, seed: str, number: int, before: int
) -> Lead | None:
    """Whether the computer player who is out, and has an `absent_offer`, gives the lead away; None where not.

    The other arguments, and the error, are those of `choose_event`.
    """
    offer = choices(state).absent_offer()
    assert offer is not None
    lead = decide(view_of(state, offer.seat), _chance_of(offer.seat, seed, number, before), effort)
    if lead is not None:
        _check_legal(state, offer.seat, lead)
    return lead


def _chance_of(seat: int, seed: str, number: int, before: int) -> Random:
    return Random(f"{seed}, round {number}, event {before}, seat {seat}")


def _check_legal(state: Round, seat: int, event: Event) -> None:
    """CannotPlay for an event that the player may not do now."""
    breach = judge(state, event)
    if event.seat != seat or breach:
        why = breach.message if event.seat == seat and breach else "It speaks for another player."
        raise CannotPlay(f"{state.table.names[seat]} chose an illegal action: {why}")


def play_match(table: Table, goal: Goal, levels: Sequence[str], seed: str, effort: Effort) -> PlayedMatch:
    """Play a match to its goal; `levels` by seat, the first seat leads."""
    players = [(load_player(level), load_lead_giver(level)) for level in levels]
    standing = first_standing(table, 0)
    rounds: list[PlayedRound] = []
    won = None
    while won is None:
        if len(rounds) == MOST_ROUNDS:
            raise CannotPlay(f"a match has not ended after {MOST_ROUNDS} rounds")
        number = len(rounds) + 1
        deal = deal_of(table, seed, number)
        start = begin_due(table, standing, deal)
        events, last = _play_round(start, players, effort, seed, number, goal)
        scores = score(last.table, last.outcome())
        standing = after_round(table, standing, last.out, last.first_lead, scores)
        rounds.append(PlayedRound(deal, events, scores))
        won = winner(goal, standing.totals, number, standing.wins)
    return PlayedMatch(tuple(rounds), standing.totals, won, sum(len(each.events) for each in rounds))


def _play_round(
    state: Round, players: Sequence[tuple[Player, LeadGiver]], effort: Effort, seed: str, number: int, goal: Goal
) -> tuple[tuple[Event, ...], Round]:
    """The events of a round, and its end."""
    events: list[Event] = []
    asked = 0  # the tricks that had ended when a player who is out was asked who leads
    while not state.over:
        if len(events) == MOST_EVENTS:
            raise CannotPlay(f"a round has not ended after {MOST_EVENTS} events")
        offer = choices(state).absent_offer()
        event: Event | None = None
        if offer and asked != len(state.tricks):
            asked = len(state.tricks)
            event = choose_offered_lead(state, players[offer.seat][1], effort, seed, number, len(events))
        if event is None:
            decide = players[state.turn][0]
            event = choose_event(state, decide, effort, seed, number, len(events), goal)
        state = state.after(event)
        events.append(event)
    return tuple(events), state


class TournamentSettings(NamedTuple):
    """What all matches of a tournament share.

    variant: the id of the variant.
    players: the players' names and levels, clockwise.
    goal: when a match ends.
    options: the options chosen, by name.
    letters: the letters of the suits; None for the usual ones.
    seed: what all chance comes from.
    effort: how long the players think.
    """

    variant: str
    players: tuple[tuple[str, str], ...]
    goal: Goal
    options: Mapping[str, OptionValue]
    letters: str | None
    seed: str
    effort: Effort

    def seating(self, number: int) -> tuple[tuple[str, str], ...]:
        """The players of the match of this number, who move on by a seat each time: partners stay partners."""
        turn = number % len(self.players)
        return self.players[turn:] + self.players[:turn]

    def table(self, number: int) -> Table:
        """The table of the match of this number."""
        names = tuple(name for name, _ in self.seating(number))
        return seat_players(load(self.variant), names, options=self.options, letters=self.letters)


class MatchResult(NamedTuple):
    """A match of the tournament.

    number: which match it is, from 0.
    match: how it went.
    """

    number: int
    match: PlayedMatch


@dataclass
class Tally:
    """What a player has achieved: matches and rounds played, matches won, points scored by the player's side."""

    level: str
    matches: int = 0
    rounds: int = 0
    wins: int = 0
    points: int = 0

    @property
    def win_rate(self) -> float:
        """The share of the matches won."""
        return self.wins / max(self.matches, 1)

    @property
    def mean_points(self) -> float:
        """Points per match."""
        return self.points / max(self.matches, 1)

    @property
    def mean_round_points(self) -> float:
        """Points per round."""
        return self.points / max(self.rounds, 1)


class Tallies:
    """Everybody's tally, in the order of the settings, how many matches it is of, and how many decisions they took."""

    def __init__(self, settings: TournamentSettings) -> None:
        self._settings = settings
        self.players = {name: Tally(level) for name, level in settings.players}
        self.matches = self.decisions = 0

    def add(self, result: MatchResult) -> None:
        """Count one more match; a team's victory and points count for both partners."""
        match = result.match
        table = self._settings.table(result.number)
        self.matches += 1
        self.decisions += match.decisions
        for side, seats in enumerate(table.sides):
            for seat in seats:
                tally = self.players[table.names[seat]]
                tally.matches += 1
                tally.rounds += len(match.rounds)
                tally.wins += match.winner == side
                tally.points += match.totals[side]


def play_one(settings: TournamentSettings, number: int) -> MatchResult:
    """Play the match of this number."""
    levels = [level for _, level in settings.seating(number)]
    with guard_rules(settings.variant):
        match = play_match(
            settings.table(number), settings.goal, levels, f"{settings.seed}, match {number}", settings.effort
        )
    return MatchResult(number, match)


def play_all(settings: TournamentSettings, matches: int, workers: Workers) -> Generator[MatchResult, None, None]:
    """Play so many matches; each is given as it ends. Closing the iterator stops everybody who plays."""
    return parallel_map(partial(play_one, settings), range(matches), workers.for_pieces(matches), in_order=False)


def wilson_interval(wins: int, matches: int) -> tuple[float, float]:
    """Between which rates the true one lies with a probability of 95 % (E. B. Wilson 1927).

    >>> [round(rate, 3) for rate in wilson_interval(171, 200)]
    [0.8, 0.897]
    """
    if not matches:
        return 0.0, 1.0
    z, rate = 1.959964, wins / matches
    middle = rate + z * z / (2 * matches)
    spread = z * sqrt(rate * (1 - rate) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
