"""What cannot matter does not: which suit is which, who sits where, and how often one asks."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cli.matches.notation import parse_event
from haggis_cli.rules.cards import Card, Cards, pack, unpack
from haggis_cli.rules.events import Award, Event, Exchange, Give, Lead, Play
from haggis_cli.rules.judge import replay
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import find_readings
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.variant import Table, after_round, score
from tests.rules.decks import GAMES, Game
from tests.rules.duel import Duel
from tests.support.tables import VARIANTS

SEATS = [(name, players) for name, variant in VARIANTS.items() for players in variant.players]


def swap_suits(cards: Cards, order: list[int]) -> Cards:
    """The same cards with every suit replaced by another."""
    return pack(Card(rank, None if suit is None else order[suit]) for rank, suit in unpack(cards))


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_suits_are_all_alike_to_readings_and_moves(game: Game) -> None:
    rng = Random(f"suits {game.name}")
    rules = game.combinations
    for _ in range(20):
        hand = game.pack(game.hand(rng, 10))
        order = rng.sample(range(len(game.suits)), len(game.suits))
        plays = legal_plays(rules, game.deck, hand)
        expected = {(swap_suits(cards, order), reading) for cards, reading in plays}
        assert set(legal_plays(rules, game.deck, swap_suits(hand, order))) == expected
        for cards, _ in plays[::7]:
            assert find_readings(rules, swap_suits(cards, order)) == find_readings(rules, cards)


def again(start: Round, events: list[Event], change: Callable[[Event], Event]) -> Round:
    """The round played once more from another start, every event changed in the same way."""
    found = replay(start, map(change, events))
    assert found.breach is None
    return found.last


def with_other_suits(duel: Duel, events: list[Event]) -> None:
    """Dealt and played with the suits changed round it scores the same."""
    order = duel.rng.sample(range(len(duel.at.deck.letters)), len(duel.at.deck.letters))

    def change(event: Event) -> Event:
        match event:
            case Play() | Exchange() | Give():
                return event._replace(cards=swap_suits(event.cards, order))
            case _:
                return event

    hands = tuple(swap_suits(hand, order) for hand in duel.deal.hands)
    haggis = tuple(Card(rank, order[suit]) for rank, suit in duel.deal.haggis if suit is not None)
    state = begin(duel.at, duel.open.leader, duel.open.totals, Deal(hands, haggis))
    assert again(state, events, change).outcome() == duel.open.outcome()


def with_other_seats(duel: Duel, events: list[Event]) -> None:
    """Dealt and played with everybody one or more seats further on it scores the same."""
    for steps in range(1, len(duel.at.names)):

        def moved(seat: int, steps: int = steps) -> int:
            return (seat + steps) % len(duel.at.names)

        def change(event: Event) -> Event:
            event = event._replace(seat=moved(event.seat))
            return event._replace(to=moved(event.to)) if isinstance(event, Award | Lead) else event

        def turned(values: tuple[int, ...], steps: int = steps) -> tuple[int, ...]:
            return (*values[-steps:], *values[:-steps])

        hands = turned(duel.deal.hands)
        start = begin(duel.at, moved(duel.open.leader), turned(duel.open.totals), Deal(hands, duel.deal.haggis))
        state = again(start, events, change)
        here, there = duel.open.outcome(), state.outcome()
        assert there.out == tuple(map(moved, here.out))
        assert (there.counts, there.captured) == (turned(here.counts), turned(here.captured))
        assert ended(duel.at, state).leader == moved(ended(duel.at, duel.open).leader)
        sides = [duel.at.side(moved(side[0])) for side in duel.at.sides]
        totals = ended(duel.at, state).totals
        assert tuple(totals[side] for side in sides) == ended(duel.at, duel.open).totals


def taken_back(duel: Duel, events: list[Event]) -> None:
    """With every event taken back in turn, and played on, every state is the one it was."""
    start = begin(duel.at, duel.open.leader, duel.open.totals, duel.deal)
    states = replay(start, events).states
    assert states[-1] == duel.open
    for number in duel.rng.sample(range(len(events)), min(5, len(events))):
        before = replay(start, events[:number]).last
        assert before == states[number]
        assert before.after(events[number]) == states[number + 1]
        assert before == states[number]


def ended(at: Table, state: Round) -> Standing:
    """The standing after the round, from the totals before it."""
    before = tuple(state.totals[side[0]] for side in at.sides)
    standing = Standing(at, before, state.leader, state.leader, None)
    return after_round(at, standing, state.out, state.first_lead, score(at, state.outcome()))


@pytest.mark.sample(9)
@pytest.mark.parametrize(("name", "players"), SEATS)
@pytest.mark.parametrize("check", [with_other_suits, with_other_seats, taken_back])
def test_random_rounds_are_the_same(
    check: Callable[[Duel, list[Event]], None], name: str, players: int, rounds: int
) -> None:
    @settings(max_examples=rounds, deadline=None)
    @given(st.integers(0, 10**9))
    def check_one(number: int) -> None:
        duel = Duel(name, players, {}, f"symmetry {name} {players} {number}")
        duel.play_out()
        check(duel, [parse_event(text, duel.at) for text in duel.log])

    check_one()
