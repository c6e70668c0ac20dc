"""Matches that computer players play against each other, and what such a match came to. Pure: chance is a seed."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from haggis_cli.players.levels import Effort, LeadGiver, Player, load_lead_giver, load_player
from haggis_cli.players.view import view_of
from haggis_cli.rules.cards import pack, unpack
from haggis_cli.rules.rounds.events import Event, Lead
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.round import Deal, Round, begin_due
from haggis_cli.rules.scoring.goal import Goal, winner
from haggis_cli.rules.scoring.scores import Score, after_round, first_standing, score
from haggis_cli.rules.table import Table

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
    cards = unpack(table.deck.suit_cards)
    chance.shuffle(cards)
    dealt = table.setup.dealt
    hands = tuple(pack(cards[seat * dealt : (seat + 1) * dealt]) for seat in table.seats)
    return Deal(hands, tuple(cards[len(hands) * dealt :]))


def deal_of(table: Table, seed: str, number: int) -> Deal:
    """The cards of the round of this number; the same seed deals the same cards."""
    return random_deal(table, Random(f"{seed}, round {number}, deal"))


def choose_event(state: Round, decide: Player, effort: Effort, seed: str, number: int, before: int) -> Event:
    """What a computer player whose turn it is does, `before` events into round `number`.

    The chance of a decision hangs on its place in the match alone, so that what is taken back comes again. CannotPlay
    for what is not legal.
    """
    seat = state.turn
    event = decide(view_of(state, seat), _chance_of(seat, seed, number, before), effort)
    _check_legal(state, seat, event)
    return event


def choose_offered_lead(
    state: Round, seat: int, decide: LeadGiver, effort: Effort, seed: str, number: int, before: int
) -> Lead | None:
    """Whether a computer player who has won a trick with a bomb and is out gives the lead away; None where not.

    The other arguments, and the error, are those of `choose_event`.
    """
    lead = decide(view_of(state, seat), _chance_of(seat, seed, number, before), effort)
    if lead is not None:
        _check_legal(state, seat, lead)
    return lead


def find_absent_giver(state: Round) -> int | None:
    """Who is to be asked who leads though it is not their turn: a winner of a bombed trick who is out (rules K2)."""
    offer = find_lead_offer(state)
    return offer.giver if offer and offer.giver != state.turn else None


def _chance_of(seat: int, seed: str, number: int, before: int) -> Random:
    return Random(f"{seed}, round {number}, event {before}, seat {seat}")


def _check_legal(state: Round, seat: int, event: Event) -> None:
    """CannotPlay for an event that the player may not do now."""
    breach = judge(state, event)
    if event.seat != seat or breach:
        why = breach.message if event.seat == seat and breach else "It speaks for another player."
        raise CannotPlay(f"{state.table.names[seat]} wants to do what is not legal: {why}")


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
        events, last = _play_round(start, players, effort, seed, number)
        scores = score(last.table, last.outcome())
        standing = after_round(table, standing, last.out, last.first_lead, scores)
        rounds.append(PlayedRound(deal, events, scores))
        won = winner(goal, standing.totals, number, standing.wins)
    return PlayedMatch(tuple(rounds), standing.totals, won, sum(len(each.events) for each in rounds))


def _play_round(
    state: Round, players: Sequence[tuple[Player, LeadGiver]], effort: Effort, seed: str, number: int
) -> tuple[tuple[Event, ...], Round]:
    """The events of a round, and its end."""
    events: list[Event] = []
    asked = 0  # the tricks that had ended when a player who is out was asked who leads
    while not state.over:
        if len(events) == MOST_EVENTS:
            raise CannotPlay(f"a round has not ended after {MOST_EVENTS} events")
        giver = find_absent_giver(state)
        event: Event | None = None
        if giver is not None and asked != len(state.tricks):
            asked = len(state.tricks)
            event = choose_offered_lead(state, giver, players[giver][1], effort, seed, number, len(events))
        if event is None:
            event = choose_event(state, players[state.turn][0], effort, seed, number, len(events))
        state = state.after(event)
        events.append(event)
    return tuple(events), state
