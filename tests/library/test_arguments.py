"""What a program hands over wrongly is told in a sentence about the argument, and is a HaggisError."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from haggis_cli import HaggisError, ScoreBook, deal, env, judge, legal_plays, load_variant, read_cards

STATE: Any = deal("two-player", seed=1)
WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: STATE.play(42), "what happens is an event, or a text like 'Isla: 7r 8r 9r', not int: 42"),
    (lambda: STATE.play(None), "what happens is an event, or a text like 'Isla: 7r 8r 9r', not NoneType: None"),
    (lambda: deal(42), "a variant is an id or a Variant, not int: 42"),  # type: ignore[arg-type]
    (lambda: env(42), "a variant is an id or a Variant, not int: 42"),  # type: ignore[arg-type]
    (lambda: deal("two-player", 2.5), "players are a number or a list of names, not float: 2.5"),  # type: ignore[arg-type]
    (lambda: deal("two-player", options=["x"]), "options are a mapping like {'scoring': 'cards'}, not list: ['x']"),  # type: ignore[arg-type]
    (lambda: deal("two-player", lead=3), "the leader is the name of a player, not int: 3"),  # type: ignore[arg-type]
    (lambda: judge(42), "cards are a text like '4r 4g', not int: 42"),  # type: ignore[arg-type]
    (lambda: judge("4r", over=3), "the combination to beat is a text like '4r 4g', not int: 3"),  # type: ignore[arg-type]
    (lambda: read_cards(4), "cards are a text like '4r 4g', not int: 4"),  # type: ignore[arg-type]
    (lambda: legal_plays(["4r"]), "a hand is a text like '4r 4g J', not list: ['4r']"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "sentence"), WRONG)
def test_a_wrong_argument_is_named(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(HaggisError) as refused:
        call()
    assert str(refused.value) == sentence


def test_a_match_is_started_with_what_deal_takes(tmp_path: Path) -> None:
    book, classic = ScoreBook(tmp_path), load_variant("classic")
    match = book.new(classic, ["Noah", "Isla", "Jamie"], points=250, options={"bonus": False})
    assert (match.settings.variant, match.settings.options) == ("classic", {"bonus": False})
    with pytest.raises(HaggisError, match="another 'classic' is installed than this one"):
        book.new(replace(classic, hand_points=6), ["Noah", "Isla"], points=250)
    with pytest.raises(HaggisError, match="a goal is points, rounds or rounds won: give one of them"):
        book.new("two-player", ["Noah", "Isla"], points=250, rounds=3)


def test_a_variant_is_loaded_by_its_id_or_comes_back() -> None:
    assert load_variant(load_variant("neeps")) is load_variant("neeps")
