"""Events as they are typed: words that nobody quoted, cards in every form, and players who are called like cards."""

import pytest

from haggis_cli.book.recording import expand_shorthand, is_bare_event, join_events, join_names, parse_line
from haggis_cli.plugins.registry import load
from haggis_cli.rules.events import Bet, Event, Pass, Phase, Play
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import AmbiguousError, NotationError


def start(*names: str, variant: str = "two-player") -> Round:
    return begin(seat_players(load(variant), names), 0)


def cards_of(event: Event, state: Round) -> tuple[int, str]:
    assert isinstance(event, Play)
    return event.seat, state.table.deck.cards_text(event.cards)


@pytest.mark.parametrize(
    "word", ["7r", "3-6r", "JQ", "4r4g", "8b9bQ", "456r", "4r-6r", "4..6r", "J-K", "J+Q", "4r/4g", "4\u2665", "4red"]
)
def test_a_word_of_cards_is_an_event(word: str) -> None:
    assert is_bare_event(word)


@pytest.mark.parametrize(
    "word", ["friday", "2026-11-21-noah", "red", "jack", "4", "noah-2", "10-3", "final-4", "a" * 500]
)
def test_what_can_be_the_name_of_a_match_is_none(word: str) -> None:
    assert not is_bare_event(word)


@pytest.mark.parametrize(
    ("words", "events"),
    [
        ("Noah: red 4 green 4 Isla: pass", ["Noah: red 4 green 4", "Isla: pass"]),
        ("4r 5r 6r as run pass", ["4r 5r 6r as run", "pass"]),
        ("Noah: 4 of red and 4 of green", ["Noah: 4 of red and 4 of green"]),
        ("8b9b 10b", ["8b9b 10b"]),
        ("Noah: 4r + 4g pass", ["Noah: 4r + 4g", "pass"]),
        ("Noah: give red 4 Isla: lead Rory pass", ["Noah: give red 4", "Isla: lead Rory", "pass"]),
        ("Noah: bet big Isla: 4r", ["Noah: bet big", "Isla: 4r"]),
    ],
)
def test_words_that_nobody_quoted_are_put_together(words: str, events: list[str]) -> None:
    assert join_events(words.split()) == events


@pytest.mark.parametrize(
    ("text", "seat", "event"),
    [
        ("Noah bets big", 0, Bet(0, 30)),
        ("ann 2 passes", 2, Pass(2)),
        ("a passed", 2, Pass(2)),
        ("Jamie: bets little", 1, Bet(1, 15)),
        ("passes", 0, Pass(0)),
        ("Jamie bet bi", 1, Bet(1, 30)),
    ],
)
def test_what_people_say_of_a_player_is_understood(text: str, seat: int, event: Event) -> None:
    state = start("Noah", "Jamie", "Ann 2", variant="three-player")
    assert parse_line(text, state) == event


@pytest.mark.parametrize("text", ["Jamie plays 7r 8r", "jam leads 7-8r", "Jamie: lead 7r 8r", "jamie play 7r8r"])
def test_cards_are_played_or_led(text: str) -> None:
    state = start("Noah", "Jamie", "Jack", variant="three-player")
    assert cards_of(parse_line(text, state), state) == (1, "7r 8r")


def test_what_is_said_of_a_beginning_of_several_names_is_refused_with_both() -> None:
    state = start("Noah", "Jamie", "Jack", variant="three-player")
    for text in ("j passes", "j: bets big", "ja plays 4r"):
        with pytest.raises(AmbiguousError, match="can be Jamie or Jack"):
            parse_line(text, state)


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        (["Noah", "passes"], ["Noah: passes"]),
        (["friday", "Noah", "bets", "big"], ["friday", "Noah: bets", "big"]),
        (["Noah: 4r", "passes"], ["Noah: 4r", "passes"]),
        (["7r", "passes"], ["7r", "passes"]),
    ],
)
def test_a_name_that_nobody_quoted_belongs_to_what_is_said_of_it(words: list[str], joined: list[str]) -> None:
    assert join_names(words) == joined


def test_words_that_somebody_quoted_are_events_of_their_own() -> None:
    quoted = ["4r 4g", "5r 5g", "red 6 green 6", "pass", "Noah: 4r", "8b 9b"]
    assert join_events(quoted) == quoted
    assert join_events(["4r 4g", "5r"]) == ["4r 4g", "5r"]


def test_a_player_may_be_called_like_a_card() -> None:
    state = start("Isla", "Jack")
    assert cards_of(parse_line("Jack 4r", state), state) == (1, "4r")
    assert cards_of(parse_line("jack queen", state), state) == (1, "Q")
    assert cards_of(parse_line("queen", state), state) == (0, "Q")
    assert cards_of(parse_line("Isla: jack", state), state) == (0, "J")
    with pytest.raises(NotationError, match=r"^'Jack' is a player here: write what Jack does, or J, Q, K$"):
        parse_line("Jack", state)


def test_a_letter_that_is_a_card_stays_one_whatever_the_players_are_called() -> None:
    state = start("Isla", "J")
    assert cards_of(parse_line("J Q", state), state) == (0, "J Q")


def test_cards_to_give_are_understood_as_they_are_typed() -> None:
    state = start("Noah", "Isla", "Jamie", "Rory", variant="neeps")._replace(phase=Phase.PASSING)
    assert expand_shorthand("red 4", state) == "give red 4"
    assert expand_shorthand("Isla: 4 of green", state) == "Isla: give 4 of green"
