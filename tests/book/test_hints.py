"""What is said of a line while it is typed, and the words it may go on with."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.book.typed_lines import expand_shorthand
from haggis_cli.cli.terminal.prompts import find_completions
from haggis_cli.matches.notation import parse_event
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import pack, unpack
from haggis_cli.rules.events import RoundView, Trick
from haggis_cli.rules.judge import replay
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.variant import Table, seat_players
from haggis_cli.support.errors import VariantError

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


@pytest.mark.parametrize(
    ("events", "text", "said"),
    [
        (LEAD, "", "cards"),
        (LEAD, "4", "..."),
        (LEAD, "p", "Noah passes"),
        (LEAD, "4rg", "Noah plays a pair of 4s"),
        (LEAD, "4r 4g 4", "Noah plays a pair of 4s ..."),
        (LEAD, "4r 5r", "not yet: a sequence has at least 3 cards."),
        (LEAD, "5r J Q", "Noah plays a set of three 5s or a sequence of 3 up to 7: Enter asks which"),
        (LEAD, "5r J Q as run", "Noah plays a sequence of 3 up to 7"),
        (LEAD, "5r J Q as r", "Noah plays a set of three 5s or a sequence of 3 up to 7: Enter asks which ..."),
        (LEAD, "JQ", "Noah plays a bomb (J-Q)"),
        (LEAD, "jamie: bet b", "..."),
        (LEAD, "8b9b10b", "Noah plays a sequence of 3 up to 10"),
        (LEAD, "8b9", "..."),
        (LEAD, "4r-", "..."),
        (LEAD, "gree", "..."),
        (LEAD, "red 4 gr", "Noah plays a single 4 ..."),
        (LEAD, "red 4 green 4", "Noah plays a pair of 4s"),
        (LEAD, "4r BK ", "'4r BK' can be 4r 4b K or 4r J K: write the one that is meant"),
        (LEAD, "jamie: bet big", "Jamie bets big (30)"),
        (LEAD, "Jam", "..."),
        (LEAD, "Rory: pass", "nobody called 'Rory' plays here: the players are Noah, Jamie, Isla"),
        (LEAD, "foo", "'foo' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        (LEAD, "4r 5rr ", "5r is named 2 times, and the deck has 1"),
        (LEAD, "bet ", "how much is missing: bet baby (5), little (15) or big (30)"),
        (LEAD, "4r as ", "after 'as' the reading is missing: write set, run, stair2 or the like"),
        (LEAD, "\x1b[2J", "'\\x1b' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        (PAIR, "", "cards, or pass"),
        (PAIR, "pass", "Jamie passes"),
        (PAIR, "5r", "not yet: 1 of 2 cards, to beat a pair of 4s"),
        (PAIR, "5rg", "Jamie plays a pair of 5s"),
        (PAIR, "3rg", "no: A pair of 3s does not beat a pair of 4s: it must be higher."),
        (PAIR, "4r", "no: 4r has already been played this round."),
        (PAIR, "isla: 5rg", "no: It is Jamie's turn, not Isla's."),
        (RUN, "5g 6g", "not yet: 2 of 3 cards, to beat a sequence of 3 up to 6"),
        (BOMBED, "", "1 Noah, 3 Isla"),
        (BOMBED, "3", "Jamie lets Isla capture the trick"),
        (BOMBED, "noah", "Jamie lets Noah capture the trick"),
        (BOMBED, "Jamie", "no: Jamie cannot capture the trick: an opponent must."),
    ],
)  # fmt: skip
def test_what_is_said_of_a_line(events: tuple[str, ...], text: str, said: str) -> None:
    shown = line_hint(text, after("three-player", 3, *events))
    assert shown == (said if text != "p" else "no: Noah leads the trick and must play.")


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
    passing = "no: Everybody passes 2 cards to the partner now, one after the other; nothing is entered for it."
    for cards in ("", " 2r"):
        assert line_hint(f"exchange{cards}", tatties).startswith("no: Jamie exchanges 2 cards now; nothing is entered")
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


@pytest.mark.parametrize(
    ("events", "text", "words"),
    [
        (LEAD, "ja", ["Jamie: "]),
        (LEAD, "pa", ["pass"]),
        (LEAD, "is", ["Isla: "]),
        (LEAD, "Isla: b", ["bet "]),
        (LEAD, "Isla: bet ", ["baby", "little", "big"]),
        (LEAD, "4", ["4r", "4g", "4b", "4y", "4p"]),
        (LEAD, "4r 4", ["4g", "4b", "4y", "4p"]),
        (LEAD, "4-6r 6", ["6g", "6b", "6y", "6p"]),
        (PAIR, "4", ["4b", "4y", "4p"]),
        (BOMBED, "I", ["Isla: ", "Isla"]),
        (LEAD, "5r J Q as ", ["set", "sequence"]),
        (LEAD, "5r J Q as se", ["set", "sequence"]),
        (LEAD, "Nobody: ", []),
    ],
)
def test_the_words_that_may_follow(events: tuple[str, ...], text: str, words: list[str]) -> None:
    assert offered(text, after("three-player", 3, *events)) == words


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
