"""A plan sheds the whole hand in legal plays, and what is worth a thought is legal."""

from random import Random

import pytest

from haggis_cli.analysis.solver import OpenPosition, open_round
from haggis_cli.matches.notation import parse_cards
from haggis_cli.players.candidate_plays import (
    TableContext,
    best_candidate_leads,
    candidate_answers,
    candidate_leads,
    whole_hand_plays,
    with_other_courts,
)
from haggis_cli.players.hand_plan import BOMB, CandidatePlay, as_cards, as_event, reading_of, shape_of
from haggis_cli.players.hard import MAX_LEADS
from haggis_cli.players.levels import UnseenCards, view_of
from haggis_cli.players.policies import CardCounter
from haggis_cli.rules.cards import COURTS, FIRST_COPIES, holds
from haggis_cli.rules.events import Play
from haggis_cli.rules.judge import judge
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Kind, Reading, find_readings
from haggis_cli.rules.round import read_play
from tests.players.games import TABLES, every_table, plays, started


@every_table
def test_a_plan_sheds_every_suit_card_once_in_combinations(name: str) -> None:
    table, chance = TABLES[name], Random(1)
    context = TableContext(table)
    for _ in range(20):
        state = started(table, chance)
        assert state.hands is not None
        plan = context.splitter.split(state.hands[0], chance)
        assert sum(group.cards for group in plan) == state.hands[0] & ~COURTS
        for group in plan:
            assert reading_of(group.shape, group.rank, group.cards) in find_readings(
                table.variant.combinations, as_cards(group.cards)
            )
            assert group.size == group.cards.bit_count()


@every_table
@pytest.mark.sample(8)
def test_what_is_worth_a_thought_is_legal(name: str) -> None:
    table, chance = TABLES[name], Random(2)
    context = TableContext(table)
    for state in plays(name):
        view, over = view_of(state, state.turn), state.reading_to_beat
        if over is None:
            candidates = best_candidate_leads(context, view.hand, chance, 1_000)  # all of them
        else:
            plan = context.splitter.split(view.hand, chance)
            candidates = candidate_answers(context, view.hand, shape_of(over), over.rank, plan)
        for candidate in candidates:
            assert judge(state, as_event(view, candidate)) is None
            assert candidate.size == candidate.cards.bit_count()
        assert candidates or over


@every_table
def test_an_answer_is_found_whenever_there_is_one(name: str) -> None:
    table = TABLES[name]
    context = TableContext(table)
    for state in plays(name):
        over = state.reading_to_beat
        if over is None or state.hands is None:
            continue
        hand = state.hands[state.turn]
        legal = legal_plays(table.variant.combinations, table.deck, hand, over)
        candidates = candidate_answers(context, hand, shape_of(over), over.rank, [])
        considered = [reading_of(candidate.shape, candidate.rank, candidate.cards) for candidate in candidates]
        assert highest(considered) == highest([reading for _, reading in legal])


def highest(readings: list[Reading]) -> dict[tuple[Kind, int, int], int]:
    """The highest rank of every shape."""
    best: dict[tuple[Kind, int, int], int] = {}
    for reading in readings:
        best[reading.shape] = max(reading.rank, best.get(reading.shape, 0))
    return best


@every_table
@pytest.mark.sample(8)
@pytest.mark.longest(20)
def test_a_hand_that_is_one_combination_is_led_whole(name: str) -> None:
    table, chance = TABLES[name], Random(4)
    context = TableContext(table)
    seen = 0
    for seed in (1, 2):
        for state in plays(name, seed):
            assert state.hands is not None
            hand = state.hands[state.turn]
            readings = find_readings(table.variant.combinations, hand)
            assert {candidate.shape for candidate in whole_hand_plays(context, hand)} == {
                shape_of(reading) for reading in readings
            }
            if readings and not state.trick:
                assert any(candidate.cards == hand for candidate in candidate_leads(context, hand, chance))
                seen += 1
    assert seen


@pytest.mark.sample(3)
@pytest.mark.longest(20)
@every_table
def test_a_sure_play_is_one_that_no_unseen_card_beats(name: str) -> None:
    table, chance = TABLES[name], Random(5)
    context = TableContext(table)
    for state in plays(name)[::3]:
        view = view_of(state, state.turn)
        count = CardCounter(view, context)
        unseen = sum(UnseenCards(view).cards)
        for candidate in candidate_leads(context, view.hand, chance):
            over = reading_of(candidate.shape, candidate.rank, candidate.cards)
            beaten = False
            for seat in table.opponents(state.turn):
                if state.sizes[seat]:
                    cards = as_cards(unseen) | state.courts[seat]
                    legal = legal_plays(table.variant.combinations, table.deck, cards, over)
                    beaten |= any(reading.size <= state.sizes[seat] for _, reading in legal)
            assert count.is_unbeatable(candidate) == (not beaten)


def test_second_copies_are_handfuls_again() -> None:
    second = 1 << 80
    assert as_cards(second) == 1 << 5
    assert as_cards(second | 1 << 5) == second | 1 << 5
    assert holds(FIRST_COPIES, as_cards(second))
    assert CandidatePlay(0x11, 4, second, 1).size == 1


@pytest.mark.parametrize(
    ("hand", "lead"), [("4g 4y 6g 7r Q K", "6g 7r Q K"), ("3g 5g 9y Q K", "3g 5g Q K"), ("2b 3b 3y 9g J", "2b 3b 3y J")]
)
def test_stairs_and_sequences_that_court_cards_fill_are_considered_as_leads(hand: str, lead: str) -> None:
    table = TABLES["two-player 2"]
    found = best_candidate_leads(TableContext(table), parse_cards(hand, table.deck), Random(1), MAX_LEADS)
    assert parse_cards(lead, table.deck) in [candidate.cards for candidate in found]


def test_answers_are_considered_with_every_choice_of_court_cards() -> None:
    table = TABLES["two-player 2"]
    context, hand = TableContext(table), parse_cards("9b 3r J Q K", table.deck)
    answers = candidate_answers(context, hand, 0x21, 8, [])
    considered = [*answers, *with_other_courts(hand, answers)]
    for pair in ("9b J", "9b Q", "9b K"):
        assert [each.cards for each in considered].count(parse_cards(pair, table.deck)) == 1
    assert all(each.rank > 8 or each.shape == BOMB for each in considered)


def test_a_set_is_considered_as_a_lead_though_all_plans_have_its_cards_in_sequences() -> None:
    table = TABLES["two-player 2"]
    context, hand = TableContext(table), parse_cards("3r 4r 5r 6r 3g 4g 5g 6g 3b", table.deck)
    found = best_candidate_leads(context, hand, Random(1), MAX_LEADS)
    assert parse_cards("3r 3g 3b", table.deck) in [candidate.cards for candidate in found]


@pytest.mark.parametrize(
    ("hand", "play", "named", "rank"),
    [
        ("3g 4g 5g 6g 9b J", CandidatePlay(0x14, 5, 0, 4), "3g 4g 5g J", 6),  # the jack stands beside the 6 held
        ("3g 4g 9b K", CandidatePlay(0x13, 4, 0, 3), "3g 4g K", 5),
    ],
)
def test_a_play_is_named_with_its_highest_reading(hand: str, play: CandidatePlay, named: str, rank: int) -> None:
    table = TABLES["two-player 2"]
    state = open_round(table, OpenPosition((parse_cards(hand, table.deck), parse_cards("7r 8r", table.deck))))
    event = as_event(view_of(state, 0), play._replace(cards=parse_cards(named, table.deck)))
    assert isinstance(event, Play)
    reading = read_play(table, event, None)
    assert isinstance(reading, Reading)
    assert reading.rank == rank
