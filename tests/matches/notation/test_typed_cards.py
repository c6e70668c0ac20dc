"""Cards as people type them: what is read, what can mean two things, and what is said of the rest."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.notation import card_list, parse_cards, parse_cards_in_order, parse_play
from haggis_cli.matches.notation.card_signs import COURT_WORDS, SUIT_SIGNS, SUIT_WORDS
from haggis_cli.matches.notation.typed_cards import looks_like_cards
from haggis_cli.rules.cards import Deck
from haggis_cli.support.errors import NoSuchSuit, NotationError
from haggis_cli.support.escaping import escape_text
from tests.support.haggis import ROOT
from tests.support.rows import read_rows


def shorthand_cards(text: str, deck: Deck) -> list[str] | None:
    """The cards of a text in the contract's own forms, in the order they are named; None if it has another form."""
    cards: list[str] = []
    for word in re.split(r"[\s,]+", text.strip().lower()):
        if re.fullmatch("[jqk]+", word):
            cards += word.upper()
            continue
        suit_first = re.fullmatch(r"([a-z])(10|[2-9]|t)", word)
        rank_first = re.fullmatch(r"(10|[2-9]|t)(?:-(10|[2-9]|t))?([a-z]+)", word)
        if suit_first:
            suits, low, high = suit_first[1], suit_first[2], None
        elif rank_first:
            low, high, suits = rank_first.groups()
        else:
            return None
        first, last = (10 if rank == "t" else int(rank) for rank in (low, high or low))
        if first > last or not set(suits) <= set(deck.letters):
            return None
        cards += [f"{rank}{suit}" for rank in range(first, last + 1) for suit in suits]
    return cards


FOUR, FIVE, DOUBLE, ORDINARY = Deck("rgby"), Deck("rgbyp"), Deck("rgby", 2), Deck("hdcs")
NO_BLUE = Deck("rgyp")


def read(text: str, deck: Deck = FOUR) -> str:
    return deck.cards_text(parse_cards(text, deck))


def answer(text: str, deck: Deck) -> tuple[int, str]:
    """The cards, or the complaint."""
    try:
        return parse_cards(text, deck), ""
    except NotationError as error:
        return 0, str(error)


def refused(text: str, deck: Deck = FOUR) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_cards(text, deck)
    return caught.value


def deck_of(suits: str) -> Deck:
    """The deck of a heading in the files of examples: its suits, and whether it has them twice."""
    letters, _, twice = suits.partition(" ")
    return Deck(letters, 2 if twice else 1)


@pytest.mark.parametrize(("suits", "text", "cards"), read_rows(__file__, "typed_cards.txt"))
def test_cards_are_read_as_people_type_them(suits: str, text: str, cards: str) -> None:
    assert read(text, deck_of(suits)) == cards


TOO_LONG = f"'{('4r! ' * 20)[:57]}...' is too long: write cards like 7r, separated by spaces"
NO_TEXT = "'4r\ufffd' contains a byte that is not UTF-8 (FF): write cards like 7r or 10g"


@pytest.mark.usefixtures("as_command")
@pytest.mark.parametrize(
    ("suits", "text", "code", "complaint"),
    [
        *read_rows(__file__, "refused_cards.txt"),
        ("rgby", "4r\udcff", "syntax", NO_TEXT),
        ("rgby", "4r! " * 300, "syntax", TOO_LONG),
        ("rgby", "4r " * 1001, "no-such-card", "more than 1000 cards are named, but no deck has that many"),
    ],
)
def test_what_is_refused_shows_the_nearest_right_form(suits: str, text: str, code: str, complaint: str) -> None:
    error = refused(text, deck_of(suits))
    assert (str(error), error.code) == (complaint, code)


def test_a_card_without_a_suit_is_offered_as_often_as_the_deck_has_it() -> None:
    assert str(refused("4r4", DOUBLE)) == "'4' has no suit: write 4r 4r"
    assert str(refused("444", DOUBLE)) == "'444' has no suit: write it with one, like 4r 4r 4g"


def test_a_suit_that_the_deck_has_not_is_told_apart() -> None:
    for text in ("4p", "4 purple", "4\U0001f7e3", "8b9b4p"):
        error = refused(text)
        assert isinstance(error, NoSuchSuit)
        assert error.letter == "p"


def test_every_word_of_the_lists_names_its_suit_or_court_card() -> None:
    for letter, words in SUIT_WORDS.items():
        deck = Deck(letter)
        for word in words.split():
            assert read(f"4 {word}", deck) == f"4{letter}", word
            assert read(f"{word.upper()}4", deck) == f"4{letter}", word
    for sign, letter in SUIT_SIGNS.items():
        assert read(f"4{sign}", Deck(letter)) == f"4{letter}"
    for rank, words in COURT_WORDS.items():
        for word in words.split():
            assert read(word) == "JQK"[rank - 11], word


def test_a_beginning_that_two_suits_share_is_not_guessed() -> None:
    assert read("4blu", Deck("rgbw")) == "4b"
    assert str(refused("4bl", Deck("rgbw"))).startswith("'4bl': there is no suit 'l' in this deck")


def test_letters_of_suits_mean_suits_before_words() -> None:
    """A deck whose letters spell a word reads them as it always has."""
    assert read("4red", Deck("redg")) == "4r 4e 4d"
    assert read("8g4red", Deck("redg")) == "4r 4e 4d 8g"


def test_words_that_name_cards_of_one_meaning_look_like_cards() -> None:
    for text in ("4r4g", "456r", "4-6r", "r4", "9bd", "4x", "J-Q", "jqk", "8b9bQ"):
        assert looks_like_cards(text), text
    for text in ("8b9bB", "red", "44", "Bube", "6-4r", "4z", "noah", "4r" * 51):
        assert not looks_like_cards(text), text


def test_a_reading_stands_behind_typed_cards_too() -> None:
    cards, claim = parse_play("5rJQ as run@6", FOUR)
    assert (FOUR.cards_text(cards), str(claim and claim.kind)) == ("5r J Q", "sequence")


@pytest.mark.parametrize(
    ("text", "same"),
    [("bomb JQK", "JQK as bomb"), ("run@6 5r J Q", "5rJQ as run@6"), ("Stair2 4rg5rg", "4rg5rg as stair2")],
)
def test_a_reading_may_stand_before_the_cards(text: str, same: str) -> None:
    assert parse_play(text, FOUR) == parse_play(same, FOUR)


@pytest.mark.parametrize(
    ("word", "nearest"), [("pair", "set"), ("Triple", "set"), ("straight", "run"), ("pairs", "stair")]
)
def test_what_other_games_call_a_reading_is_told_its_name_here(word: str, nearest: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_play(f"4r4g as {word}", FOUR)
    assert str(caught.value) == f"'{word}' is not a reading: write 'as {nearest}'"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("2r 9b 10y", "2r 9b 10y"),
        ("10y 4gr 2r", "10y 4r 4g 2r"),
        ("10y4g4r", "10y 4g 4r"),
        ("red 9, green 2", "9r 2g"),
        ("", ""),
    ],
)
def test_the_order_of_cards_is_kept_where_it_counts(text: str, cards: str) -> None:
    assert " ".join(map(FOUR.card_text, parse_cards_in_order(text, FOUR))) == cards


def test_what_the_reference_shows_is_read_so() -> None:
    """Each form of the table gives what stands beside it, one for all of them or one for each."""
    page = (ROOT / "docs/reference.md").read_text(encoding="utf-8").partition("### Cards as people type them")[2]
    table = page.partition("Suits can be typed as")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")]
    assert len(rows) == 11
    for forms, meanings in rows:
        typed, wanted = (re.findall("`([^`]+)`", cell) for cell in (forms, meanings))
        deck = ORDINARY if "\u2665" in meanings else FOUR
        read_so = [read(form, deck) for form in typed]
        assert all(each in [*wanted, "J Q K"] for each in read_so), (forms, read_so)
        assert set(wanted) - {"J..K", "J Q K", "\u2665\u2666\u2663\u2660"} <= set(read_so)
    listed = page.partition("Suits can be typed as")[2].partition("If what you type can")[0].casefold()
    for words in (*SUIT_WORDS.values(), *COURT_WORDS.values()):
        assert all(re.search(rf"\b{word.casefold()}\b", listed) for word in words.split()), words


decks = st.sampled_from([FOUR, FIVE, DOUBLE, ORDINARY, NO_BLUE, Deck("redg"), Deck("abcd")])
PIECES = [
    *("4", "5", "10", "t", "6", "11", "456", "r", "g", "b", "p", "d", "h", "J", "q", "K", "B", "red", "green", "rot"),
    *("-", "..", "\u2013", "+", "/", ",", " ", " ", " ", "of", "and", "to", "jack", "\u2665", "\u2663\ufe0f"),
    *("as", "e", "!", "\x1b", "\u20ac", "\xdf", "\u0663", "\U0001f534"),
]
typed = st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=40)


@given(typed, decks)
def test_whatever_is_typed_is_read_or_refused_in_one_harmless_sentence(text: str, deck: Deck) -> None:
    cards, complaint = answer(text, deck)
    assert escape_text(complaint) == complaint
    assert bool(cards) != bool(complaint)
    assert not cards or parse_cards(deck.cards_text(cards), deck) == cards


WORDS = st.sampled_from(["4", "T", "10", "2-5", "9-t", "7-3"]).flatmap(
    lambda ranks: st.text("rgbypdhcsea", min_size=1, max_size=3).map(lambda suits: ranks + suits)
) | st.sampled_from(["J", "kq", "JQK", "r4", "TG", "gt", "b10"])


@given(st.lists(WORDS, min_size=1, max_size=5), st.sampled_from([" ", ",", " , "]), decks)
def test_the_contracts_shorthand_means_what_it_always_has(words: list[str], gap: str, deck: Deck) -> None:
    text = gap.join(words)
    wanted = shorthand_cards(text, deck)
    try:
        cards = parse_cards(text, deck)
    except NotationError:
        assert wanted is None or max(Counter(wanted).values()) > 1
    else:
        assert wanted is None or Counter(card_list(cards, deck)) == Counter(wanted)


@given(st.lists(st.sampled_from(["4r", "5g", "10b", "J", "7y", "Q"]), min_size=1, unique=True), st.data())
def test_gaps_of_every_kind_change_nothing(cards: list[str], data: st.DataObject) -> None:
    gaps = [data.draw(st.sampled_from(["", " ", ",", "+", " / ", " & ", " and ", "; "])) for _ in cards]
    text = "".join(card + gap for card, gap in zip(cards, gaps, strict=True))
    assert read(text) == read(" ".join(cards))


@given(st.integers(2, 9), st.integers(1, 8), st.sampled_from("rgby"))
def test_every_way_to_write_a_run_is_the_same_run(low: int, more: int, suit: str) -> None:
    high = min(low + more, 10)
    wanted = read(f"{low}-{high}{suit}")
    name = FOUR.suit_name(FOUR.letters.index(suit))
    ranks = [str(rank) for rank in range(low, high + 1)]
    for text in (
        f"{low}{suit}-{high}{suit}",
        f"{low}..{high} {name}",
        f"{name} {low}\u2013{high}",
        f"{suit}{low}-{suit}{high}",
        "".join(ranks) + suit,
        ",".join(ranks) + suit,
        " ".join(f"{rank} of {name}" for rank in ranks),
        "".join(f"{rank}{suit}" for rank in ranks),
    ):
        assert read(text) == wanted, text


def test_a_long_text_of_signs_is_answered_at_once() -> None:
    for text in ("4 r " * 100, "4 r g 5 " * 40, "bk " * 100, "4-" * 200, "r" * 900):
        assert len(answer(text, FOUR)[1]) < 600
