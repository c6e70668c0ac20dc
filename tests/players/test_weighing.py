"""Why a play is advised, in figures: what is told of solved and of played out deals is true of them."""

import re
from statistics import fmean

import pytest

from haggis_cli.analysis.solver import Solver
from haggis_cli.library.judging import build_table
from haggis_cli.matches.notation import parse_event
from haggis_cli.players.levels import Effort, load_player, view_of
from haggis_cli.players.reasons import explain, explain_and_weigh
from haggis_cli.players.tournament import choose_event, deal_of
from haggis_cli.rules.cards import card_bits, unpack
from haggis_cli.rules.events import Bet, Event
from haggis_cli.rules.round import Round, begin
from tests.players.test_reasons import GAMES, TABLE, hand, position

EFFORT = Effort(playouts=30)


def event_of(state: Round, text: str) -> Event:
    return parse_event(f"{TABLE.names[state.turn]}: {text}", TABLE)


def figures(state: Round, text: str) -> str:
    """What is told besides what the event does."""
    event, view = event_of(state, text), view_of(state, state.turn)
    said, whole = explain(view, event), explain_and_weigh(view, event, EFFORT)
    assert whole.startswith(said.removesuffix("."))
    assert whole.endswith(".")
    return whole[len(said) :].strip()


def unseen_but(state: Round, left: str) -> Round:
    """The position where Noah has seen all but his own hand, court cards and these."""
    return state._replace(seen=state.table.deck.suit_cards & ~hand(left))


def test_where_all_hands_are_known_it_tells_what_the_next_best_leads_to() -> None:
    state = unseen_but(position("9r 4g", "5g", courts=""), "9r 4g 5g")
    assert figures(state, "9r") == (
        "with all hands now known, 4g brings 14 points less: after 4g Isla goes out at once, after 9r Noah does; 4g "
        "costs 10 points for cards left in hands and 4 for captured cards."
    )


def test_what_it_brings_more_in_all_deals_that_fit_is_their_mean() -> None:
    left = "5g 6g 10b"
    state = unseen_but(position("9r 9g 4g", "5g", courts=""), f"9r 9g 4g {left}")
    values: dict[Event, list[int]] = {}
    for card in card_bits(hand(left)):
        deal = state._replace(hands=(state.hands[0], card), haggis=tuple(unpack(hand(left) ^ card)))  # type: ignore[index]
        for play in Solver(deal).solve(deal).plays:
            values.setdefault(play.event, []).append(play.low)
    means = sorted((fmean(found) for found in values.values()), reverse=True)
    best = next(event for event, found in values.items() if fmean(found) == means[0])
    second = next(mean for mean in means if mean < means[0])
    said = explain_and_weigh(view_of(state, 0), best, EFFORT)
    told = re.search(r"; solved in all 3 deals that fit, \S+(?: \S+)* brings (\d+) points? less on average\.$", said)
    assert told, said
    assert int(told[1]) == round(means[0] - second)


def test_of_guessed_deals_it_is_told_only_for_what_brings_most() -> None:
    state = position("9r 9g 4g 6b", "5g 5b 10r", courts="")
    said = [explain_and_weigh(view_of(state, 0), event_of(state, text), EFFORT) for text in ("9r 9g", "9r", "4g", "6b")]
    solved = [each for each in said if re.search(r"; solved in 8 guessed deals, .* brings .* less on average\.$", each)]
    assert len(solved) == 1, said


def test_far_from_the_end_deals_are_played_out() -> None:
    state = position("2r 3r 4r 5r 9g 9b 10b 10y 8y 7b", "2g 3g 4g 5g 6g 7g 8g 6y 7y 8b")
    said = figures(state, "2r 3r 4r 5r")
    assert re.fullmatch(
        r"played out in \d+ guessed deals, (nothing else does clearly better|.* does about \d+ points? worse.*)\.", said
    )


def test_a_waste_is_not_said_to_be_better_than_what_beats_it() -> None:
    state = position("2r 3r 9g 9b 10b 10y 8y", "2g 3g 4g", courts="J")
    waste, said = event_of(state, "J"), view_of(state, 0)
    assert "worse" not in explain_and_weigh(said, waste, Effort(playouts=400))
    events = [event_of(state, text) for text in ("9g 9b", "10b 10y", "2r 3r J")]
    told = [explain_and_weigh(said, event, Effort(playouts=400)) for event in events]
    assert any(re.search(r"; played out in \d+ guessed deals, .*(worse|better)", each) for each in told), told


def test_a_bet_tells_how_often_one_goes_out_first() -> None:
    state = begin(TABLE, 0, (0, 0), deal_of(TABLE, "b", 1))
    said = explain_and_weigh(view_of(state, 0), Bet(0, 15), EFFORT)
    told = re.search(r"; played out in 30 guessed deals, you go out first in (\d+)%\.$", said)
    assert told
    assert 0 <= int(told[1]) <= 100


def test_where_nothing_is_to_be_chosen_there_is_nothing_to_weigh() -> None:
    state = position("10b 2b", "5r 6r", "Noah: 10b", courts="")
    assert figures(state, "pass") == ""


def test_it_is_told_from_what_the_seat_sees_alone() -> None:
    state = position("9r 9g 4g 6b", "5g 5b 10r", courts="J")
    other = state._replace(hands=(state.hands[0], hand("2g 2b 3r") | state.courts[1]))  # type: ignore[index]
    event = event_of(state, "9r 9g")
    assert explain_and_weigh(view_of(state, 0), event, EFFORT) == explain_and_weigh(view_of(other, 0), event, EFFORT)


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_every_event_of_a_whole_round_can_be_weighed(variant_id: str, players: int) -> None:
    table, number, weighed = build_table(variant_id, players), 0, 0
    state = begin(table, 0, tuple(range(players)), deal_of(table, "a", 1))
    while not state.over:
        event = choose_event(state, load_player("normal"), Effort(), "a", 1, number)
        number += 1
        said = explain_and_weigh(view_of(state, state.turn), event, Effort(playouts=5))
        assert re.fullmatch(r"[A-Z0-9][^\n]*[^.]\.", said)
        weighed += "deals" in said
        state = state.after(event)
    assert weighed
