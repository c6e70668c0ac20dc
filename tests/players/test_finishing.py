"""Hands that go in two plays are seen to, court cards filling in."""

from random import Random

import pytest

from haggis_cli.matches.notation import parse_event
from haggis_cli.players.candidate_plays import TableContext
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.rollout import MOST_CARDS, Rollout, find_finish, play_to_end
from haggis_cli.rules.cards import COURTS, suit_cards
from haggis_cli.rules.events import Event, Phase
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from tests.players.games import TABLES, plays
from tests.players.test_policies import holding
from tests.players.test_reasons import TABLE, position


def rollout_of(state: Round) -> Rollout:
    assert state.hands is not None
    return Rollout(TableContext(state.table), state, Random(1)).with_hands(list(state.hands), 0)


def event_of(text: str, table: Table = TABLE) -> Event:
    return parse_event(f"{table.names[0]}: {text}", table)


def finish(state: Round) -> str | None:
    found = find_finish(rollout_of(state))
    return state.table.deck.cards_text(as_cards(found.cards)) if found else None


def test_a_hand_that_is_one_play_goes_at_once() -> None:
    assert finish(holding(TABLE, "6r 6g 7r Q", "5b 9b 10r")) == "6r 6g 7r Q"


def test_a_hand_that_is_two_plays_begins_with_the_larger() -> None:
    assert finish(holding(TABLE, "3b 6r 6g 7r Q", "5b 9b 10r")) == "6r 6g 7r Q"


def test_an_answer_that_leaves_one_play_is_found() -> None:
    state = position("9r 9g 10b", "8y 4g 4b 6y", "Noah: 9r", courts="")
    assert finish(state) is None, "without court cards the plan says all there is to say"
    state = holding(TABLE, "8b 2g 3y", "9b 6r 7r 8r K").after(event_of("8b"))
    assert finish(state) == "9b"


def test_a_hand_that_takes_three_plays_or_many_cards_is_left_to_the_policy() -> None:
    assert finish(holding(TABLE, "2b 4r 6g 8y J", "9b")) is None
    long = "2r 3r 4r 5r 6r 7r 8r 9r J"
    assert len(long.split()) > MOST_CARDS
    assert finish(holding(TABLE, long, "9b")) is None


def test_where_more_than_two_play_it_is_left_to_the_policy() -> None:
    assert finish(holding(TABLES["three-player 3"], "6r 6g 7r Q", "5b 9b 10r", "3b 4y 8r")) is None


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if len(table.names) == 2])
def test_plans_hold_the_suit_cards_that_are_left(name: str) -> None:
    for state in plays(name):
        assert state.hands is not None
        if state.phase is not Phase.PLAY:
            continue
        rollout = rollout_of(state)
        found = find_finish(rollout)
        if not found:
            continue
        seat, plan = rollout.turn, rollout.plans[rollout.turn]
        assert not found.cards & ~rollout.hands[seat]
        if plan is not None:
            assert sum(group.cards for group in plan) == suit_cards(rollout.hands[seat] & ~found.cards)
        play_to_end(rollout.with_hands(list(state.hands), 0))
        assert rollout.hands[seat] & COURTS
