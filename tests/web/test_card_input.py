"""Cards as buttons: every deck has a button for each copy, and what is touched is what is chosen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.rules.cards import COURTS, SUIT_NAMES, Cards, Deck, add, card_bits, count, holds
from haggis_cli.web.round_view import BEATEN, CardButton, EventInput, fields_of, make_picker, read_chosen

LETTERS = "".join(SUIT_NAMES)


@st.composite
def decks_with_cards(draw: st.DrawFn) -> tuple[Deck, Cards]:
    deck = Deck(LETTERS[: draw(st.integers(1, 8))], draw(st.integers(1, 2)))
    chosen: Cards = 0
    for bit in draw(st.lists(st.sampled_from(card_bits(deck.suit_cards | COURTS)), max_size=12)):
        one = bit if not bit >> 75 else bit >> 75
        more = add(chosen, one)
        if holds(deck.suit_cards | COURTS, more) and count(more) == count(chosen) + 1:
            chosen = more
    return deck, chosen


def buttons(deck: Deck, free: Cards, chosen: Cards = 0) -> list[CardButton]:
    picker = make_picker(deck, free, EventInput(chosen))
    return [button for row in (*picker.rows, picker.courts) for button in row]


@given(decks_with_cards())
def test_what_is_touched_is_what_is_chosen(case: tuple[Deck, Cards]) -> None:
    deck, chosen = case
    assert read_chosen(fields_of(chosen, deck), deck) == chosen
    assert read_chosen(fields_of(chosen, deck, BEATEN), deck) == 0


@given(decks_with_cards())
def test_every_copy_has_a_button_of_its_own_and_is_free_as_long_as_one_is_left(case: tuple[Deck, Cards]) -> None:
    deck, free = case
    every = buttons(deck, free)
    assert len({button.field for button in every}) == len(every) == count(deck.suit_cards) + 3
    assert sum(button.is_free for button in every) == count(free)


@pytest.mark.parametrize(
    ("fields", "found"),
    [({"c.7r": "", "c.7r.2": "1"}, 2), ({"c.7r.3": "1", "c.7R": "1", "c.07r": "1", "7r": "1", "c.": "1"}, 0)],
)
def test_what_is_no_button_is_nothing(fields: dict[str, str], found: int) -> None:
    assert count(read_chosen(fields, Deck("rgby", 2))) == found


def test_cards_are_named_for_those_who_hear_them() -> None:
    words = [button.words for button in buttons(Deck("rz", 2), 0)]
    assert words[:3] == ["2 of red", "2 of red, second copy", "2 of 'z'"]
    assert words[-3:] == ["Jack", "Queen", "King"]
