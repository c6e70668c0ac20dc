"""What a good player would laugh at: the levels do not do it."""

from random import Random

import pytest

from haggis_cli.matches.notation import parse_cards, parse_event
from haggis_cli.players.levels import LEVELS, Effort, load_lead_giver, load_player, view_of
from haggis_cli.rules.cards import COURTS, count, unpack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Lead, Pass, Phase, Play
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import Table
from tests.players.games import TABLES, started

PLANNING = ("easy", "normal")


def holding(table: Table, *hands: str, turn: int = 0) -> Round:
    """A round near its end in which somebody leads; no bet can be made any more."""
    held = tuple(parse_cards(hand, table.deck) for hand in hands)
    return begin(table, turn)._replace(
        hands=held, courts=tuple(hand & COURTS for hand in held), sizes=tuple(map(count, held))
    )


def done_by(level: str, state: Round, seed: int = 1) -> Event:
    return load_player(level)(view_of(state, state.turn), Random(seed), Effort(playouts=100))


def cards(event: Event, table: Table) -> str:
    assert isinstance(event, Play)
    return table.deck.cards_text(event.cards)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_an_opponent_with_one_card_is_not_led_a_low_single(level: str) -> None:
    table = TABLES["two-player 2"]
    for seed in range(5):
        event = done_by(level, holding(table, "3b 5g 9r 9y K", "8r"), seed)
        assert cards(event, table) not in ("3b", "5g")


@pytest.mark.parametrize("level", PLANNING)
def test_a_pair_with_a_court_card_is_led_to_an_opponent_with_one_card(level: str) -> None:
    table = TABLES["two-player 2"]
    for seed in range(5):
        led = cards(done_by(level, holding(table, "3b 5g 7r J", "8r"), seed), table)
        assert len(led.split()) == 2


def test_what_nobody_can_beat_is_led_before_the_last_card_also_with_a_court_card() -> None:
    table = TABLES["two-player 2"]
    for seed in range(5):
        assert cards(done_by("normal", holding(table, "3b 4r 6r J", "8r 9r"), seed), table) == "4r 6r J"


@pytest.mark.parametrize("level", PLANNING)
def test_a_partners_trick_is_left_alone(level: str) -> None:
    table = TABLES["neeps 4"]
    state = holding(table, "4r 10r", "6r 6g 7b 9b", "8g 9g 10b 2y", "3r 3g 4b 5b")
    state = state.after(parse_event("Ailsa: 4r", table)).after(Pass(1))
    for seed in range(5):
        assert done_by(level, state, seed) == Pass(2)


def test_the_trick_of_a_partner_who_is_out_is_taken_over() -> None:
    """The lead would go to the opponent on the partner's left."""
    table = TABLES["neeps 4"]
    state = holding(table, "4r", "6r 6g 7b 9b", "8g 9g 10b 2y", "3r 3g 4b 5b")
    state = state.after(parse_event("Ailsa: 4r", table)).after(Pass(1))
    for seed in range(5):
        assert isinstance(done_by("normal", state, seed), Play)


def won_by_who_is_out(table: Table, partner: str, opponent: str) -> Round:
    """Seat 0 has gone out with a bomb that nobody beats; the opponent on the left is to lead."""
    state = holding(table, "J Q", opponent, partner, "2r 3g 5b 6y 8r")
    for event in (parse_event(f"{table.names[0]}: J Q", table), Pass(1), Pass(2), Pass(3)):
        state = state.after(event)
    assert (state.turn, state.out) == (1, (0,))
    return state


def lead_given(level: str, state: Round, seed: int) -> Event | None:
    return load_lead_giver(level)(view_of(state, 0), Random(seed), Effort(playouts=100))


MANY, TO_PARTNER = "2g 3b 4y 6g 7b 9y", Lead(0, 2)


@pytest.mark.parametrize(
    ("level", "partner", "opponent", "given"),
    [
        *((level, "9r", MANY, {TO_PARTNER}) for level in ("easy", "normal", "hard")),
        ("easy", MANY, "9r", {None}),
        ("random", "9r", "2g 3b", {None, TO_PARTNER}),
    ],
)
def test_k2_who_is_out_gives_the_lead_to_a_partner_who_is_nearer_to_going_out(
    level: str, partner: str, opponent: str, given: set[Lead | None]
) -> None:
    state = won_by_who_is_out(TABLES["neeps 4"], partner, opponent)
    assert {lead_given(level, state, seed) for seed in range(20 if level == "random" else 5)} == given


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_gives_away_a_lead_that_is_not_offered(level: str) -> None:
    state = holding(TABLES["neeps 4"], "4r", "6r 6g 7b 9b", "8g 9g 10b 2y", "3r 3g 4b 5b")
    assert lead_given(level, state, 1) is None


def strong(table: Table, seat: int) -> Round:
    """A new round in which this seat holds three long sequences."""
    state = started(table, Random(1))
    suits = table.deck.letters[:3]
    hand = parse_cards(" ".join(f"2-10{suit}" for suit in suits), table.deck)
    assert state.hands is not None
    size = table.setup.dealt
    while count(hand) > size:
        hand &= hand - 1
    hands = tuple(hand | COURTS if each == seat else held for each, held in enumerate(state.hands))
    return state._replace(hands=hands, turn=seat)


def test_the_easy_player_bids_on_a_strong_hand_also_after_others() -> None:
    table = TABLES["tatties 3"]
    for log, amount in (((Pass(0),), 15), ((Bid(0, 15),), 30)):
        state = strong(table, 1)._replace(phase=Phase.AUCTION, betting=log, totals=(0, 9, 0))
        assert done_by("easy", state) == Bid(1, amount)


def test_the_easy_player_bets_once_and_does_not_overwrite_the_partner() -> None:
    table = TABLES["neeps 4"]
    state = strong(table, 1)._replace(phase=Phase.PLAY)
    assert done_by("easy", state) == Bet(1, 5)
    assert done_by("easy", state._replace(betting=(Bet(0, 15),))) == Bet(1, 5)
    for made in (Bet(1, 5), Bet(3, 5)):
        assert isinstance(done_by("easy", state._replace(betting=(made,))), Play)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_bet_is_made_on_a_strong_hand_and_not_on_a_hopeless_one(level: str) -> None:
    table = TABLES["two-player 2"]
    state = strong(table, 0)
    assert isinstance(done_by(level, state), Bet)
    hands = (parse_cards(hand, table.deck) for hand in ("7-9rgb 10r 2-5r J Q K", "2-6g 2b 4b 3-6y 7y 8y 10y J Q K"))
    state = state._replace(hands=tuple(hands)).after(parse_event("Ailsa: 7-9rgb", table))
    assert not isinstance(done_by(level, state), Bet)


def test_a_strong_player_bids_where_there_is_too_little_to_draw() -> None:
    table = TABLES["auction with two cards 2"]
    event = done_by("normal", strong(table, 1)._replace(phase=Phase.AUCTION))
    assert isinstance(event, Bid)


def test_a_shepherd_keeps_what_goes_together() -> None:
    table = TABLES["tatties 3"]
    state = strong(table, 1)._replace(phase=Phase.EXCHANGE, betting=(Bid(1, 30), Pass(2), Pass(0)))
    drawn = parse_cards("3y 6p", table.deck)
    state = state._replace(haggis=(*unpack(drawn), state.haggis[0]))
    assert done_by("easy", state) == Exchange(1, drawn)


@pytest.mark.parametrize("level", PLANNING)
def test_the_lowest_answer_is_played(level: str) -> None:
    table = TABLES["two-player 2"]
    state = holding(table, "4r 10r 10g 9b 2y 2g 8b", "5r 8g 10b 3y 3g 2b 2r 9y")
    for seed in range(5):
        assert cards(done_by(level, state.after(parse_event("Ailsa: 4r", table)), seed), table) == "5r"


@pytest.mark.parametrize(
    ("led", "own", "other", "answer"),
    [
        ("4r 5r 6r", "8b 10b 4g 4y 9y 2g J", "2r 4r 5r 6r 3y 3b 10y K", "8b 10b J"),
        ("10r", "4g 4y 9y 2g 2b J K", "2r 10r 3y 3b 5y 6y 7b Q", "K"),
    ],
)
def test_court_cards_fill_a_sequence_and_do_not_go_under_a_higher_one(
    led: str, own: str, other: str, answer: str
) -> None:
    table = TABLES["two-player 2"]
    state = holding(table, other, own).after(parse_event(f"Ailsa: {led}", table))
    for seed in range(5):
        assert cards(done_by("normal", state, seed), table) == answer


@pytest.mark.parametrize("level", PLANNING)
def test_a_bomb_is_answered_by_a_higher_bomb_or_not_at_all(level: str) -> None:
    table = TABLES["two-player 2"]
    state = holding(table, "3r Q K", "3y 5g J Q").after(parse_event("Ailsa: Q K", table))
    assert done_by(level, state) == Pass(1)


@pytest.mark.parametrize(("name", "taker"), [("three-player 3", 2), ("anybody captures 3", 0)])
def test_a_bombed_trick_is_awarded_to_the_own_side_or_else_to_who_is_furthest_behind(name: str, taker: int) -> None:
    table = TABLES[name]
    state = holding(table, "3r 4g 6y Q K", "3y 5g", "8r 9g")._replace(totals=(50, 40, 10))
    state = state.after(parse_event("Ailsa: Q K", table)).after(Pass(1)).after(Pass(2))
    assert state.phase is Phase.AWARD
    assert done_by("normal", state) == Award(0, taker)
