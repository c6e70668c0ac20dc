"""What is said of a line while it is typed, and the words it may go on with."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.book.recording import expand_shorthand
from haggis_cli.cli.terminal.prompts import find_completions
from haggis_cli.matches.notation import parse_event
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import pack, unpack
from haggis_cli.rules.events import RoundView, Trick
from haggis_cli.rules.judge import replay
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.variant import Table, seat_players
from haggis_cli.support.errors import VariantError
from tests.support.rows import read_rows

NAMES = ("Noah", "Jamie", "Isla", "Rory")


def table(variant: str, players: int) -> Table:
    return seat_players(load(variant), NAMES[:players])


def after(variant: str, players: int, *events: str, dealt: bool = False) -> Round:
    """A round in which Noah was to lead, after these events; dealt in order: the deck's first cards to the first."""
    at = table(variant, players)
    deal = None
    if dealt:
        cards = unpack(at.deck.suit_cards)
        size = at.setup.dealt
        hands = tuple(pack(cards[seat * size : (seat + 1) * size]) for seat in at.seats)
        deal = Deal(hands, tuple(cards[players * size :]))
    played = replay(begin(at, 0, deal=deal), [parse_event(event, at) for event in events])
    assert played.breach is None
    return played.last


LEAD = ()
PAIR = ("Noah: 4r 4g",)
RUN = ("Noah: 4r 5r 6r",)
BOMBED = ("Noah: 7r", "Jamie: J Q", "Isla: pass", "Noah: pass")


@pytest.mark.parametrize(("played", "text", "said"), read_rows(__file__, "hints.txt"))
def test_what_is_said_of_a_line(played: str, text: str, said: str) -> None:
    assert line_hint(text, after("three-player", 3, *filter(None, played.split(", ")))) == said


def test_going_out_is_said() -> None:
    state = after("two-player", 2, "Noah: 2-10r", "Jamie: pass", "Noah: 2-6g", "Jamie: pass")
    assert line_hint("J Q K", state) == "Noah plays a bomb (J-Q-K) and goes out"


def test_an_auction_and_an_exchange() -> None:
    state = after("tatties", 3, dealt=True)
    assert line_hint("", state) == "baby (15), little (30), big (45) or pass"
    for typed in ("30", "little", "bid little", "bet little", "bet 30"):
        assert line_hint(typed, state) == "Jamie bids little (30)"
    state = after("tatties", 3, "Jamie: bid 30", dealt=True)
    assert line_hint("", state) == "big (45) or pass"
    assert line_hint("15", state) == "no: Jamie has bid 30: a bid must be higher."
    state = after("tatties", 3, "Jamie: bid 30", "Isla: pass", "Noah: pass", dealt=True)
    drawn = [state.table.deck.card_text(card) for card in state.drawn()]
    assert line_hint("", state) == "2 cards to discard"
    assert line_hint("exchange", state) == "not yet: 0 of 2 cards to discard"
    assert line_hint(drawn[0], state) == "not yet: 1 of 2 cards to discard"
    assert line_hint(" ".join(drawn), state).startswith("Jamie discards ")


def test_with_hands_unknown_exchange_and_give_get_the_sentence_of_what_the_table_does_now() -> None:
    """Ruling R8, with cards and without."""
    tatties = after("tatties", 3, "Jamie: bid 30", "Isla: pass", "Noah: pass")
    neeps = after("neeps", 4)
    passing = "no: Everybody passes 2 cards to their partner now, one after the other; no entry is needed."
    for cards in ("", " 2r"):
        assert line_hint(f"exchange{cards}", tatties).startswith("no: Jamie exchanges 2 cards now; no entry")
        assert line_hint(f"give{cards}", neeps).startswith(passing)


def test_a_variant_that_fails_is_told_and_not_a_traceback() -> None:
    def broken(state: RoundView, trick: Trick) -> None:
        raise ZeroDivisionError

    state = after("three-player", 3, *BOMBED)
    worse = replace(state.table.variant, bomb_taker=broken)  # type: ignore[arg-type]
    with pytest.raises(VariantError, match="the variant 'three-player' fails: ZeroDivisionError"):
        line_hint("", state._replace(table=state.table._replace(variant=worse)))


@pytest.mark.parametrize(
    ("events", "text", "full"),
    [
        (LEAD, " 4r 4g ", "4r 4g"),
        (LEAD, "30", "30"),
        (LEAD, "lead", "lead"),
        (BOMBED, "1", "award Noah"),
        (BOMBED, "Jamie: 3", "Jamie: award Isla"),
        (BOMBED, "2", "award Jamie"),  # the winner, who is told that it cannot be
        (BOMBED, "4", "4"),
    ],
)
def test_a_line_is_filled_up_only_where_the_moment_makes_it_plain(
    events: tuple[str, ...], text: str, full: str
) -> None:
    assert expand_shorthand(text, after("three-player", 3, *events)) == full


def offered(text: str, state: Round) -> list[str]:
    return [word for word, _ in find_completions(text, next_words(text, state))]


@pytest.mark.parametrize(("played", "text", "words"), read_rows(__file__, "next_words.txt"))
def test_the_words_that_may_follow(played: str, text: str, words: str) -> None:
    assert ", ".join(offered(text, after("three-player", 3, *filter(None, played.split(", "))))) == words


def test_with_hands_known_only_the_cards_held_are_offered() -> None:
    state = after("two-player", 2, dealt=True)
    assert state.hands is not None
    held = {state.table.deck.card_text(card) for card in unpack(state.hands[0])}
    assert set(offered("7", state)) <= held


@pytest.mark.parametrize("text", ["", " ", ":", "Noah:", "as", "4r as", "4r as ", "@", "é", "4r 4r", "bet", "a b"])
@pytest.mark.parametrize("ask", [line_hint, next_words])
def test_no_line_is_too_odd(ask: Callable[[str, Round], object], text: str) -> None:
    for events in (LEAD, PAIR, BOMBED):
        ask(text, after("three-player", 3, *events))
    for state in (after("tatties", 3, dealt=True), after("neeps", 4, dealt=True)):
        ask(text, state)
