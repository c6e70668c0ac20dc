"""What others have done tells on the hands they are guessed to hold."""

from random import Random

import pytest

from haggis_cli.matches.notation import parse_event
from haggis_cli.players.candidate_plays import TableContext
from haggis_cli.players.hand_plan import SINGLE, as_cards
from haggis_cli.players.inference import ExplainedDeals, Observation, log_likelihood, observe
from haggis_cli.players.levels import view_of
from haggis_cli.rules.cards import COURTS, suit_cards, unpack
from haggis_cli.rules.events import Pass, Phase
from haggis_cli.rules.round import Round
from tests.players.games import TABLES, every_table, moments
from tests.players.test_policies import holding
from tests.players.test_reasons import TABLE, hand, position

CONTEXT = TableContext(TABLE)


def likelihood(state: Round, held: str) -> float:
    """How likely what Noah did is, as Isla sees it, if he held these cards before."""
    view = view_of(state, 1)
    played = suit_cards(sum(play.cards for trick in state.tricks for play in trick.plays if play.seat == 0))
    played |= suit_cards(sum(play.cards for play in state.trick if play.seat == 0))
    assert not played & ~hand(held)
    return log_likelihood(CONTEXT, observe(view), [hand(held) & ~played, view.hand])


def after(*events: str) -> Round:
    return position("2r 3r 4r 5r 5g 7g 7b 7y 9b 10y", "3y 4y 5y 6y 6g 6b 8r 8g 10b", *events)


def test_plays_are_seen_with_what_their_hand_has_shed_since() -> None:
    view = view_of(after("Noah: 5r 5g", "Isla: 6g 6b", "Noah: 7g 7b", "Isla: pass", "Noah: 9b"), 1)
    pair = 0x21
    assert observe(view) == [
        Observation(0, None, SINGLE, 9, hand("9b"), hand("9b")),
        Observation(0, (pair, 6), pair, 7, hand("7g 7b"), hand("7g 7b 9b")),
        Observation(0, None, pair, 5, hand("5r 5g"), hand("5r 5g 7g 7b 9b")),
    ]


def test_passes_are_seen() -> None:
    view = view_of(after("Noah: 9b", "Isla: 10b", "Noah: pass", "Isla: 8r"), 1)
    assert observe(view) == [
        Observation(0, (SINGLE, 10), None, 0, 0, 0),
        Observation(0, None, SINGLE, 9, hand("9b"), hand("9b")),
    ]


def test_nothing_is_made_of_a_pass_on_the_partners_trick() -> None:
    table = TABLES["neeps 4"]
    state = holding(table, "4r 10r", "6r 6g 7b 9b", "8g 9g 10b 2y", "3r 3g 4b 5b")
    state = state.after(parse_event(f"{table.names[0]}: 4r", table)).after(Pass(1)).after(Pass(2))
    assert [(seen.seat, seen.shape) for seen in observe(view_of(state, 3))] == [(1, None), (0, SINGLE)]


@pytest.mark.parametrize(
    ("events", "likely", "unlikely"),
    [
        (("Noah: 5r 5g",), "5r 5g 8b", "5r 5g 5b"),  # a third one would have been led, too
        (("Noah: 7g",), "7g 9b 10y", "7g 7b 10y"),
        (("Noah: 7g",), "7g 9b 10y", "7g 8g 9g"),  # part of a sequence
        (("Noah: 3r 4r 5r",), "3r 4r 5r 9b", "3r 4r 5r 2r"),  # a longer one
        (("Noah: 9b",), "9b 10y", "9b 4y"),  # a lower one first
        (("Noah: 7g", "Isla: 8r", "Noah: 10y"), "7g 10y 8b", "7g 10y 9b"),  # the lowest that beats
        (("Noah: 5r 5g", "Isla: 6g 6b", "Noah: pass"), "5r 5g 9b 10y", "5r 5g 7b 7y"),  # a pair to beat it with
        (("Noah: 5r 5g", "Isla: 6g 6b", "Noah: 7g 7b"), "5r 5g 7g 7b 9b", "5r 5g 7g 7b 7y"),
        (("Noah: 2r 3r 4r", "Isla: 4y 5y 6y", "Noah: pass"), "2r 3r 4r 5b 6b 8b", "2r 3r 4r 5b 6b 7b"),
    ],
)
def test_what_breaks_a_habit_is_less_likely(events: tuple[str, ...], likely: str, unlikely: str) -> None:
    state = after(*events)
    assert likelihood(state, unlikely) < likelihood(state, likely) == 0


@every_table
@pytest.mark.sample(8)
def test_explained_deals_fit_and_come_again_from_the_same_chance(name: str) -> None:
    context = TableContext(TABLES[name])
    for state in moments(name)[::12]:
        for seat in state.table.seats:
            view = view_of(state, seat)
            one, two = ExplainedDeals(view, context), ExplainedDeals(view, context)
            first, second = Random(3), Random(3)
            for _ in range(2):
                hands, _ = deal = one.sample(first)
                assert deal == two.sample(second)
                assert hands[seat] == view.hand
                assert [held.bit_count() for held in hands] == list(state.sizes)
                assert [held & COURTS for held in hands] == list(state.courts)


def test_deals_that_explain_little_come_up_seldom() -> None:
    """After a pair of 5s was led, a third 5 is guessed in the hand far less often than its share of cards."""
    view = view_of(after("Noah: 5r 5g"), 1)
    assert view.state.phase is Phase.PLAY
    (third,) = unpack(hand("5b"))
    deals, chance = ExplainedDeals(view, CONTEXT), Random(1)
    drawn = [as_cards(deals.sample(chance)[0][0]) for _ in range(300)]
    other = sum(bool(cards & hand("8b")) for cards in drawn)
    assert sum(bool(cards & third.packed) for cards in drawn) < other / 3
