"""Cards as people type them: what is read, what can mean two things, and what is said of the rest."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.notation import card_list, parse_cards, parse_cards_in_order, parse_play
from haggis_cli.matches.notation.card_signs import COURT_WORDS, SUIT_SIGNS, SUIT_WORDS
from haggis_cli.rules.cards import Deck
from haggis_cli.support.errors import NoSuchSuit, NotationError
from haggis_cli.support.escaping import escape_text
from tests.support.haggis import ROOT


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


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        # No gaps
        ("4r4g", "4r 4g"),
        ("8b9b10b", "8b 9b 10b"),
        ("8b9bQ", "8b 9b Q"),
        ("8B9BTB", "8b 9b 10b"),
        ("8r9rtr", "8r 9r 10r"),
        ("JQ8b9b", "8b 9b J Q"),
        ("4rJ5r", "4r 5r J"),
        ("4rJQK", "4r J Q K"),
        ("4rg5rg", "4r 4g 5r 5g"),
        ("r4g4", "4r 4g"),
        ("r10g10", "10r 10g"),
        # Ranges
        ("3\u20136r", "3r 4r 5r 6r"),
        ("3\u20146r", "3r 4r 5r 6r"),
        ("3\u22126r", "3r 4r 5r 6r"),
        ("4..6r", "4r 5r 6r"),
        ("4\u20266r", "4r 5r 6r"),
        ("4r-6r", "4r 5r 6r"),
        ("4r..6r", "4r 5r 6r"),
        ("4r - 6r", "4r 5r 6r"),
        ("4r-6", "4r 5r 6r"),
        ("r4-6", "4r 5r 6r"),
        ("r4-r6", "4r 5r 6r"),
        ("4rg-5rg", "4r 4g 5r 5g"),
        ("4 - 6 r", "4r 5r 6r"),
        ("4 to 6 red", "4r 5r 6r"),
        ("4 bis 6 rot", "4r 5r 6r"),
        ("4r to 6r", "4r 5r 6r"),
        ("9-Tr J", "9r 10r J"),
        ("J..K", "J Q K"),
        ("9r..J", "9r 10r J"),
        ("10r-J", "10r J"),
        # Ranks, then their suit; a suit, then its ranks
        ("456r", "4r 5r 6r"),
        ("3579r", "3r 5r 7r 9r"),
        ("45r", "4r 5r"),
        ("8910r", "8r 9r 10r"),
        ("89Tr", "8r 9r 10r"),
        ("456rg", "4r 4g 5r 5g 6r 6g"),
        ("4,5,6r", "4r 5r 6r"),
        ("4 5 6 r", "4r 5r 6r"),
        ("4+5+6r", "4r 5r 6r"),
        ("3-5-7-9r", "3r 5r 7r 9r"),
        ("r4,5,6", "4r 5r 6r"),
        ("red 456", "4r 5r 6r"),
        ("4 r g", "4r 4g"),
        ("4r g", "4r 4g"),
        ("4 r g 5 6 b", "4r 4g 5b 6b"),
        # What stands between cards
        ("J-Q", "J Q"),
        ("J-Q-K", "J Q K"),
        ("Q-K", "Q K"),
        ("4r-4g", "4r 4g"),
        ("9r-10r-J", "9r 10r J"),
        ("4r+4g", "4r 4g"),
        ("4r/4g", "4r 4g"),
        ("4r & 4g", "4r 4g"),
        ("4r|4g", "4r 4g"),
        ("4r; 4g", "4r 4g"),
        ("4r and 4g", "4r 4g"),
        ("4r und 4g.", "4r 4g"),
        ("(4r 4g)", "4r 4g"),
        ("10 r", "10r"),
        ("T r", "10r"),
        # Words
        ("red 4 green 4", "4r 4g"),
        ("RED 4, GREEN 4", "4r 4g"),
        ("4 red 4 green", "4r 4g"),
        ("4 red and green", "4r 4g"),
        ("4 of red", "4r"),
        ("4 of red and 5 of red and 6 of red", "4r 5r 6r"),
        ("red 4, 5 green", "4r 5g"),
        ("4red5red", "4r 5r"),
        ("4-6red", "4r 5r 6r"),
        ("4rot", "4r"),
        ("4rot 4gr\xfcn 4blau 4gelb", "4r 4g 4b 4y"),
        ("4gru\u0308n", "4g"),
        ("4 rouge 4 verte", "4r 4g"),
        ("4 rojo, 4 azul", "4r 4b"),
        ("4gre 4yel", "4g 4y"),
        ("ten red", "10r"),
        ("four red", "4r"),
        ("four of red", "4r"),
        ("vier rot, f\xfcnf rot", "4r 5r"),
        ("red seven", "7r"),
        ("10-red", "10r"),
        ("red-10", "10r"),
        ("4-r", "4r"),
        ("10-red 9-red 8-red", "8r 9r 10r"),
        ("4-rg", "4r 4g"),
        ("4r~6r", "4r 5r 6r"),
        ("4r->6r", "4r 5r 6r"),
        ("4r\u21926r", "4r 5r 6r"),
        ("8..Qb", "8b 9b 10b J Q"),
        ("[4r,4g]", "4r 4g"),
        ("\uff14\uff52", "4r"),
        ("\uff14\uff52\u3000\uff2a", "4r J"),
        ("jack", "J"),
        ("9r 10r jack", "9r 10r J"),
        ("queen king", "Q K"),
        ("Bube Dame K\xf6nig", "J Q K"),
        ("8b 9b Bube", "8b 9b J"),
        ("D", "Q"),
        ("BDK", "J Q K"),
        ("BD", "J Q"),
        ("8b 9b D", "8b 9b Q"),
        ("4 B", "4b"),
        ("8b9bD", "8b 9b Q"),
        ("8b9bDK", "8b 9b Q K"),
        ("8b9bBD", "8b 9b J Q"),
        ("9r10rBube", "9r 10r J"),
        ("9rJack", "9r J"),
        ("8bBube", "8b J"),
        ("9rot10rotK\xf6nig", "9r 10r K"),
        # Signs
        ("\U0001f534 4, \U0001f7e2 4", "4r 4g"),
        ("4\U0001f534\U0001f7e2", "4r 4g"),
    ],
)
def test_cards_are_read_as_people_type_them(text: str, cards: str) -> None:
    assert read(text) == cards


@pytest.mark.parametrize(
    ("deck", "text", "cards"),
    [
        (FIVE, "4 purple 4 red", "4r 4p"),
        (FIVE, "4lila", "4p"),
        (DOUBLE, "4r4r", "4r 4r"),
        (DOUBLE, "44r", "4r 4r"),
        (DOUBLE, "red 4 red 4", "4r 4r"),
        (NO_BLUE, "B", "J"),
        (NO_BLUE, "9r 10r B", "9r 10r J"),
        (ORDINARY, "4\u2665 4\u2666", "4h 4d"),
        (ORDINARY, "4\u2661 4\u2662 4\u2667 4\u2664", "4h 4d 4c 4s"),
        (ORDINARY, "\u26654\u26664", "4h 4d"),
        (ORDINARY, "4\u2665\ufe0f 5\u2665\ufe0f 6\u2665\ufe0e", "4h 5h 6h"),
        (ORDINARY, "4-6\u2665", "4h 5h 6h"),
        (ORDINARY, "4\u2665\u2666", "4h 4d"),
        (ORDINARY, "10 of hearts, 10 of spades", "10h 10s"),
        (ORDINARY, "Herz 4 Pik 4 Karo 4 Kreuz 4", "4h 4d 4c 4s"),
        (ORDINARY, "4 tr\xe8fle 4 c\u0153ur", "4h 4c"),
        (ORDINARY, "BDK", "J Q K"),
        (Deck("hdcsx"), "4\u2605 4\u2660", "4s 4x"),
    ],
)
def test_words_and_signs_are_those_of_the_deck(deck: Deck, text: str, cards: str) -> None:
    assert read(text, deck) == cards


@pytest.mark.parametrize(
    ("deck", "text", "complaint"),
    [
        (FOUR, "4r-5g", "'4r-5g' can be 4r 5g or 4r 4g 5r 5g: write the one that is meant"),
        (FOUR, "J-K", "'J-K' can be J K or J Q K: write the one that is meant"),
        (FOUR, "9r-J", "'9r-J' can be 9r J or 9r 10r J: write the one that is meant"),
        (FOUR, "8b9bB", "'8b9bB' names a card twice, or Bube at its end: write 8b 9b J for that"),
        (FOUR, "Bj", "'Bj' is not a card: write its rank, too, like 4b J"),
        (FOUR, "8-Qb", "'8-Qb' can be 8b Q or 8b 9b 10b J Q: write the one that is meant"),
        (FOUR, "9-J r", "'9-J r' can be 9r J or 9r 10r J: write the one that is meant"),
        (FOUR, "4r B", "'4r B' can be 4r 4b or 4r J: write the one that is meant"),
        (FOUR, "4r BK", "'4r BK' can be 4r 4b K or 4r J K: write the one that is meant"),
        (DOUBLE, "8b 9b B", "'8b 9b B' can be 8b 9b 9b or 8b 9b J: write the one that is meant"),
        (FOUR, "B", "'B' can be J (Bube) or blue without a rank: write J, or a card like 4b"),
        (FOUR, "8b 9b B", "'B' can be J (Bube) or blue without a rank: write J, or a card like 4b"),
        (ORDINARY, "D", "'D' can be Q (Dame) or diamonds without a rank: write Q, or a card like 4d"),
        (ORDINARY, "4h D", "'4h D' can be 4h 4d or 4h Q: write the one that is meant"),
    ],
)
def test_what_can_mean_two_things_is_not_guessed_and_both_are_named(deck: Deck, text: str, complaint: str) -> None:
    error = refused(text, deck)
    assert (str(error), error.code) == (complaint, "syntax")


@pytest.mark.parametrize(
    ("deck", "text", "complaint"),
    [
        (FOUR, "8b 9bB", "9b is named 2 times, and the deck has 1; if the second B is the Bube, write 8b 9b J"),
        (FOUR, "8b 9bb", "9b is named 2 times, and the deck has 1"),
        (ORDINARY, "10dD J", "10d is named 2 times, and the deck has 1; if the second D is the Dame, write 10d J Q"),
    ],
)
def test_a_card_named_twice_may_be_meant_as_a_german_court_card(deck: Deck, text: str, complaint: str) -> None:
    error = refused(text, deck)
    assert (str(error), error.code) == (complaint, "no-such-card")


SUITS = "r (red), g (green), b (blue), y (yellow)"
OTHER_DECK = "ordinary cards are another deck, --suits \u2665\u2666\u2663\u2660"


@pytest.mark.parametrize(
    ("text", "code", "complaint"),
    [
        ("4r 5 6", "syntax", "'5' has no suit: write 4r 5r 6r"),
        ("4r5", "syntax", "'5' has no suit: write 4r 5r"),
        ("444", "syntax", "'444' has no suit: write it with one, like 4r 4g 4b"),
        ("10 10", "syntax", "'10' has no suit: write it with one, like 10r 10g"),
        ("44444", "syntax", "'44444' has no suit: write it with one, like 4r 4g 4b 4y"),
        ("4 J 4 J", "syntax", "'4' has no suit: write it with one, like 4r J 4g"),
        ("4r4", "syntax", "'4' has no suit: write it with one, like 4r 4g"),
        ("4r 4", "syntax", "'4' has no suit: write it with one, like 4r 4g"),
        ("5r 4b 4", "syntax", "'4' has no suit: write it with one, like 5r 4b 4r"),
        ("4r5 6g", "syntax", "'5' has no suit: write 4r 5g 6g"),
        ("456", "syntax", "'456' has no suit: write it with one, like 4r 5r 6r"),
        ("4 J r", "syntax", "'4' has no suit: write it with one, like 4r J"),
        ("r", "syntax", "'r' is not a card: write its rank, too, like 4r"),
        ("4r Kr", "syntax", "'Kr': J, Q and K have no suit: write 4r K"),
        ("6r-4r", "syntax", "'6r-4r' runs downwards: write the lower rank first, like 4-6r"),
        ("6-4", "syntax", "'6-4' runs downwards: write the lower rank first, like 4-6r"),
        ("grean 4", "syntax", "'grean' is not a card: did you mean 'green'?"),
        ("4r kinng", "syntax", "'kinng' is not a card: did you mean 'king'?"),
        ("4 purple", "no-such-card", f"'purple': this deck has no purple, only {SUITS}"),
        ("4\u2665", "no-such-card", f"'4\u2665': this deck has no hearts, only {SUITS}; {OTHER_DECK}"),
        ("8b9b4p", "no-such-card", f"'8b9b4p': there is no suit 'p' in this deck, only {SUITS}"),
        ("4ro", "no-such-card", f"'4ro': there is no suit 'o' in this deck, only {SUITS}"),
        ("12r", "no-such-card", "'12r': there is no 12r, suit cards are 2 to 10; the queen is Q"),
        ("8r 1r", "no-such-card", "'1r': there is no 1r, suit cards are 2 to 10"),
        ("4r4r", "no-such-card", "4r is named 2 times, and the deck has 1"),
        ("4r\udcff", "syntax", "'4r\ufffd' holds a byte that is no text in UTF-8 (FF): write cards like 7r or 10g"),
        ("4r -", "syntax", "'-' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        ("4..5..6r", "syntax", "'4..5..6r' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        ("J-Q..K", "syntax", "'J-Q..K' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        ("34-6r", "syntax", "'34-6r' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        (
            "4r! " * 300,
            "syntax",
            f"'{('4r! ' * 20)[:57]}...' is too long to be read: write cards like 7r, apart by blanks",
        ),
    ],
)
def test_what_is_refused_shows_the_nearest_right_form(text: str, code: str, complaint: str) -> None:
    error = refused(text)
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
    rows = [line.split("|")[1:3] for line in page.partition("Words of suits")[0].splitlines() if line.startswith("| `")]
    assert len(rows) == 11
    for forms, meanings in rows:
        typed, wanted = (re.findall("`([^`]+)`", cell) for cell in (forms, meanings))
        deck = ORDINARY if "\u2665" in meanings else FOUR
        read_so = [read(form, deck) for form in typed]
        assert all(each in [*wanted, "J Q K"] for each in read_so), (forms, read_so)
        assert set(wanted) - {"J..K", "J Q K", "\u2665\u2666\u2663\u2660"} <= set(read_so)
    listed = page.partition("Words of suits")[2].partition("What can mean")[0].casefold()
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
