"""The notation of cards, plays and events (contract, Cards and notation; Events)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.notation import (
    RESERVED_LETTERS,
    card_list,
    parse_action,
    parse_cards,
    parse_claim,
    parse_event,
    parse_name,
    parse_play,
    parse_seat,
    render_claim,
    render_event,
    split_answer,
    tell_action,
)
from haggis_cli.rules.betting import FreeBets
from haggis_cli.rules.cards import COURTS, Card, Deck, count, pack
from haggis_cli.rules.events import Award, Bet, Bid, Claim, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.support.errors import AmbiguousError, NotationError
from tests.support.rows import read_rows
from tests.support.tables import claim_of, table

DECK = Deck("rgby")
DOUBLE = Deck("rgby", 2)
LETTERS = sorted(set("abcdefghijklmnopqrstuvwxyz") - set(RESERVED_LETTERS))

decks = st.builds(
    Deck, st.lists(st.sampled_from(LETTERS), min_size=1, max_size=8, unique=True).map("".join), st.sampled_from([1, 2])
)


@st.composite
def handfuls(draw: st.DrawFn, deck: Deck, least: int = 1) -> int:
    """Some cards of the deck, up to its copies of each, and court cards."""
    suited = [Card(rank, suit) for rank in range(2, 11) for suit in range(len(deck.letters))] * deck.copies
    courts = [Card(rank, None) for rank in (11, 12, 13)]
    places = st.lists(st.integers(0, len(suited + courts) - 1), min_size=least, max_size=20, unique=True)
    return pack([(suited + courts)[place] for place in draw(places)])


ranks = st.none() | st.integers(2, 13)
claims = st.one_of(
    st.builds(
        Claim, st.sampled_from([Kind.SINGLE, Kind.SET, Kind.SEQUENCE]), st.none(), st.none() | st.integers(2, 13)
    ),
    st.builds(Claim, st.just(Kind.STAIR), st.none() | st.integers(2, 8), st.none() | st.integers(2, 13)),
    st.builds(Claim, st.just(Kind.BOMB), st.none(), st.none() | st.integers(1, 6)),
)


@pytest.mark.parametrize(
    ("text", "code", "complaint"),
    [
        *read_rows(__file__, "refused_events.txt"),
        (f"Noah: {'4r ' * 1000}", "no-such-card", "4r is named 1000 times, but the deck has only 1"),
        (f"Noah: {'4r ' * 1001}", "no-such-card", "more than 1000 cards are named, but no deck has that many"),
    ],
)
def test_a_complaint_says_what_would_be_right(text: str, code: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_event(text, table("two-player"))
    assert (str(caught.value), caught.value.code) == (complaint, code)


def test_the_second_copy_is_named_twice() -> None:
    assert DOUBLE.cards_text(parse_cards("4r 5g 4r", DOUBLE)) == "4r 4r 5g"
    assert DOUBLE.cards_text(parse_cards("4rr", DOUBLE)) == "4r 4r"


@given(st.data())
def test_what_is_written_is_read_as_the_same_cards(data: st.DataObject) -> None:
    deck = data.draw(decks)
    cards = data.draw(handfuls(deck))
    text = deck.cards_text(cards)
    assert parse_cards(text, deck) == cards
    assert parse_cards(text.upper().replace(" ", " , "), deck) == cards
    words = card_list(cards, deck)
    assert " ".join(words) == text
    assert len(words) == count(cards)
    assert parse_cards(" ".join(reversed(words)), deck) == cards


@given(st.text())
def test_no_text_is_more_than_refused(text: str) -> None:
    at = table("two-player")
    for event in (text, f"Noah: {text}", f"Noah: 4r as {text}", f"Noah: bet {text}"):
        said = ""
        try:
            parse_event(event, at)
        except NotationError as error:
            said = str(error)
        assert not any(char < " " or char == "\x7f" for char in said)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("single", Claim(Kind.SINGLE)),
        ("set", Claim(Kind.SET)),
        ("SET@5", Claim(Kind.SET, None, 5)),
        ("sequence", Claim(Kind.SEQUENCE)),
        ("run@6", Claim(Kind.SEQUENCE, None, 6)),
        ("run@T", Claim(Kind.SEQUENCE, None, 10)),
        ("stair", Claim(Kind.STAIR)),
        ("stair2@7", Claim(Kind.STAIR, 2, 7)),
        ("stair3@K", Claim(Kind.STAIR, 3, 13)),
        ("bomb", Claim(Kind.BOMB)),
    ],
)
def test_readings_can_be_named(text: str, claim: Claim) -> None:
    assert parse_claim(f" {text} ") == claim


@pytest.mark.parametrize("text", ["", "heap", "set2", "run3@5", "run@", "run@x", "@5", "set 5", "stair2@", "run@200"])
def test_what_is_no_reading_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_claim(text)
    assert caught.value.code == "syntax"


@given(claims)
def test_a_claim_that_is_written_is_read_as_the_same(claim: Claim) -> None:
    assert parse_claim(render_claim(claim)) == claim


@pytest.mark.parametrize("reading", ["stair0", "stair1", "Stair00@7"])
def test_a_stair_has_two_suits_or_more(reading: str) -> None:
    """Found by fuzzing: `stair0` was taken, and written as `stair`."""
    with pytest.raises(NotationError, match=f"^'{reading}': a stair has two suits or more, as in stair2$"):
        parse_claim(reading)


def test_what_is_no_reading_is_shown_without_the_blanks_around_it() -> None:
    with pytest.raises(NotationError, match=r"^'heap' is not a reading: "):
        parse_claim(" heap ")


def test_only_of_a_stair_the_width_is_written() -> None:
    assert render_claim(Claim(Kind.STAIR, 2, 7)) == "stair2@7"
    assert render_claim(Claim(Kind.SET, 2, 7)) == "set@7"


@given(
    st.builds(
        Reading,
        st.sampled_from([kind for kind in Kind if kind is not Kind.BOMB]),
        st.integers(2, 8),
        st.integers(1, 12),
        st.integers(2, 13),
    )
)
def test_the_claim_of_a_reading_fits_it(reading: Reading) -> None:
    assert parse_claim(render_claim(claim_of(reading))).fits(reading)


@pytest.mark.parametrize("text", ["5r J Q as run@6", "5R j q  AS  Run@6", "Q,J,5r as\tsequence@6"])
def test_a_play_names_its_reading_after_as(text: str) -> None:
    cards, claim = parse_play(text, DECK)
    assert DECK.cards_text(cards) == "5r J Q"
    assert claim == Claim(Kind.SEQUENCE, None, 6)


NAMES = ("Noah", "Jamie", "Isla", "Isobel")


@pytest.mark.parametrize(
    ("text", "seat"), [("Noah", 0), (" noah ", 0), ("NO", 0), ("j", 1), ("isl", 2), ("iso", 3), ("Isla", 2)]
)
def test_an_unambiguous_beginning_of_a_name_does(text: str, seat: int) -> None:
    assert parse_name(text, NAMES) == seat


def test_a_whole_name_wins_over_a_longer_one_that_begins_so() -> None:
    assert parse_name("ann", ("Anna", "Ann", "Annabel")) == 1


def test_a_name_may_be_typed_with_its_accents_apart() -> None:
    assert parse_name("Zoe\u0308", ("Noah", "Zo\u00eb")) == 1
    assert parse_name("STRASSE", ("Noah", "Stra\u00dfe")) == 1


@pytest.mark.parametrize("text", ["", " ", "x", "is", "Noah!", "\x1b[2J"])
def test_a_name_that_is_none_or_several_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_name(text, NAMES)
    assert caught.value.code == "unknown-player"
    assert "\x1b" not in str(caught.value)


def test_a_beginning_of_several_names_tells_whose() -> None:
    with pytest.raises(NotationError) as caught:
        parse_name("is ", NAMES)
    assert str(caught.value) == "'is' can be Isla or Isobel: write more of the name"


def test_a_player_may_be_named_by_the_seat() -> None:
    assert [parse_seat(text, NAMES) for text in ("1", "4", "isl")] == [0, 3, 2]
    for text in ("0", "5", "is"):
        with pytest.raises(NotationError):
            parse_seat(text, NAMES)


@pytest.mark.parametrize(("names", "text", "meant"), read_rows(__file__, "answers.txt"))
def test_a_player_and_a_bid_are_told_apart(names: str, text: str, meant: str) -> None:
    at, (who, either, _) = table("tatties"), names.partition(" in either order")
    try:
        both = split_answer(
            text, who.split(", "), lambda bid: parse_action(f"bid {bid}", 0, at), either_order=bool(either)
        )
        said = " with ".join(both or ())
    except AmbiguousError as error:
        said = str(error)
    assert said == meant


@pytest.mark.parametrize(
    ("variant", "text", "event"),
    [
        ("two-player", "Noah: 4r 5r 6r", Play(0, parse_cards("4-6r", DECK))),
        ("two-player", "i: 5r j q as run", Play(1, parse_cards("5r JQ", DECK), Claim(Kind.SEQUENCE))),
        ("two-player", "noah:PASS", Pass(0)),
        ("two-player", "Noah: P", Pass(0)),
        ("two-player", "Noah: bet baby", Bet(0, 5)),
        ("two-player", "Noah: BET  Little", Bet(0, 15)),
        ("two-player", "Noah: bet big", Bet(0, 30)),
        ("two-player", "Noah:\tBET\t big ", Bet(0, 30)),
        ("two-player", " Noah :\tPass\t", Pass(0)),
        ("two-player", "Noah: bet 7", Bet(0, 7)),
        ("two-player", "Noah: bid 15", Bid(0, 15)),
        ("three-player", "Jamie: award isla", Award(1, 2)),
        ("neeps", "Isla: give 4r", Give(0, parse_cards("4r", DECK))),
        ("neeps", "Isla: lead Rory", Lead(0, 2)),
        ("tatties", "Noah: exchange 4r 5g", Exchange(0, parse_cards("4r 5g", DECK))),
    ],
)
def test_events_are_read(variant: str, text: str, event: Event) -> None:
    assert parse_event(text, table(variant)) == event


def test_a_variant_names_its_bets_and_in_an_auction_they_are_bids() -> None:
    at = table("two-player")
    wee = at._replace(variant=replace(at.variant, betting=FreeBets(names={"wee": 5})))
    assert parse_event("Noah: bet Wee", wee) == Bet(0, 5)
    with pytest.raises(NotationError, match="'baby' is not an amount: bet wee"):
        parse_event("Noah: bet baby", wee)
    assert parse_event("Noah: bet baby", table("tatties")) == Bid(0, 15)
    with pytest.raises(NotationError, match=r"^a player who does not bid writes 'pass'; a bid is baby"):
        parse_event("Noah: bid none", table("tatties"))


def test_cards_that_move_need_not_be_named_to_be_read() -> None:
    """Where hands are unknown nobody could (ruling R8); the rules refuse it, and say why."""
    at = table("two-player")
    for text, event in (("Noah: exchange", Exchange(0, 0)), ("Noah: give ", Give(0, 0))):
        assert parse_event(text, at) == event
        assert render_event(event, at) == text.strip()


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Play(0, parse_cards("6r 4-5r", DECK)), "Noah: 4r 5r 6r"),
        (Play(0, parse_cards("5r JQ", DECK), Claim(Kind.SEQUENCE, rank=11)), "Noah: 5r J Q as sequence@J"),
        (Play(0, parse_cards("JQ", DECK), Claim(Kind.BOMB, rank=11)), "Noah: J Q as bomb@11"),
        (Pass(1), "Isla: pass"),
        (Bet(1, 15), "Isla: bet little"),
        (Bet(1, 7), "Isla: bet 7"),
        (Bid(1, 30), "Isla: bid 30"),
        (Exchange(0, parse_cards("5g 4r", DECK)), "Noah: exchange 4r 5g"),
        (Give(0, parse_cards("4r", DECK)), "Noah: give 4r"),
        (Award(0, 1), "Noah: award Isla"),
        (Lead(0, 1), "Noah: lead Isla"),
    ],
)
def test_every_event_has_one_canonical_form(event: Event, text: str) -> None:
    assert render_event(event, table("two-player")) == text


def test_in_a_sentence_a_reading_is_told_in_words() -> None:
    play = Play(0, parse_cards("5r JQ", DECK), Claim(Kind.SEQUENCE, rank=11))
    assert tell_action(play, table("two-player")) == "5r J Q as a sequence up to J"
    assert tell_action(play._replace(claim=None), table("two-player")) == "5r J Q"
    assert tell_action(Bet(1, 15), table("two-player")) == "bet little"


@given(st.data())
def test_an_event_that_is_written_is_read_as_the_same(data: st.DataObject) -> None:
    at = table(data.draw(st.sampled_from(["two-player", "three-player", "tatties", "neeps"])))
    seats = st.sampled_from(list(at.seats))
    cards = handfuls(at.deck)
    suited = cards.map(lambda some: some & ~COURTS).filter(bool)
    event = data.draw(
        st.one_of(
            st.builds(Play, seats, cards, st.none() | claims),
            st.builds(Pass, seats),
            st.builds(Bid if at.variant.betting.by_auction else Bet, seats, st.sampled_from([5, 15, 30, 7])),
            st.builds(Bid, seats, st.sampled_from([15, 30, 45])),
            st.builds(Exchange, seats, suited),
            st.builds(Give, seats, suited),
            st.builds(Award, seats, seats),
            st.builds(Lead, seats, seats),
        )
    )
    text = render_event(event, at)
    assert parse_event(text, at) == event
    assert render_event(parse_event(text.upper(), at), at) == text
