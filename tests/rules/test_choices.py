"""What `choices` offers is exactly what `judge` lets through: random rounds of every variant, against brute force."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from haggis_cli.players.policies import random_event
from haggis_cli.players.tournament import random_deal
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.cards import Cards, card_bits, count, pack, unpack
from haggis_cli.rules.choices import Choices, choices
from haggis_cli.rules.events import Award, Bet, Bid, Claim, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import find_readings
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players

GAMES = [(variant, players) for variant in installed_claims() for players in load(variant).players]
SMALL = 7  # cards of a hand of which every handful is tried


def rounds_of(variant: str, players: int, rounds: int) -> Iterator[Round]:
    """Every moment of random rounds."""
    table = seat_players(load(variant), ("Noah", "Jamie", "Isla", "Rory")[:players])
    for seed in range(rounds):
        chance = Random(f"{variant} {players} {seed}")
        state = begin(table, seed % players, deal=random_deal(table, chance))
        yield state
        while not state.over:
            state = state.after(random_event(state, chance))
            yield state


def without_cards(state: Round) -> Iterator[Event]:
    """Everything that anybody could do but plays and exchanges."""
    table = state.table
    assert state.hands is not None
    for seat in table.seats:
        yield Pass(seat)
        for amount in (*table.variant.betting.amounts, 7):
            yield from (Bet(seat, amount), Bid(seat, amount))
        for other in table.seats:
            yield from (Award(seat, other), Lead(seat, other))
        for card in card_bits(table.deck.suit_cards):
            yield Give(seat, pack(unpack(card)))


def handfuls(cards: Cards, sizes: range) -> set[Cards]:
    """All that can be taken of some cards."""
    return {pack(chosen) for size in sizes for chosen in combinations(unpack(cards), size)}


def legal_plays(state: Round) -> set[tuple[Cards, object]]:
    """Every handful with every reading that the player may give it."""
    assert state.hands is not None
    found = set[tuple[Cards, object]]()
    for cards in handfuls(state.hands[state.turn], range(1, SMALL + 1)):
        for reading in find_readings(state.table.variant.combinations, cards):
            claim = Claim(reading.kind, reading.width, reading.rank)
            if judge(state, Play(state.turn, cards, claim)) is None:
                found.add((cards, reading))
    return found


def check_words(now: Choices) -> None:
    """Who is to do something stands in the sentence, unless cards are played, of which each face tells more."""
    names, name = now.state.table.names, now.state.table.names[now.state.turn]
    assert now.due(names).startswith(f"{name} ") == (now.event not in (Play, None))
    assert now.state.over or now.hint(names)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_exactly_what_the_rules_allow_is_offered(variant: str, players: int, rounds: int) -> None:
    small = 0
    for state in rounds_of(variant, players, rounds):
        now = choices(state)
        offered = list(now.others())
        assert len(offered) == len(set(offered))
        assert set(offered) == {event for event in without_cards(state) if judge(state, event) is None}
        for seat in state.table.seats:
            blind = state.table.variant.betting.blind
            assert set(now.bets(seat, blind=False)) == {
                event
                for event in offered
                if isinstance(event, Bet) and event.seat == seat and event.amount not in blind
            }
        if now.event is Play and state.hands and count(state.hands[state.turn]) <= SMALL:
            small += 1
            assert set(now.plays()) == legal_plays(state)
        elif now.event is Exchange and state.hands is not None:
            for cards in handfuls(now.held(state.turn), range(now.number, now.number + 1)):
                is_offered = cards & ~now.cards(state.turn) == 0
                assert (judge(state, now.with_cards(cards)) is None) == is_offered
        check_words(now)
    assert small
