"""Whatever stands in a field of a variant, the complaint about it names the field, and nothing is ever raised."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.rules.bets import Auction, BlindBets, TeamBets
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.readings import BOMBS, Combinations
from haggis_cli.rules.scoring import EVERY_CARD, Goal
from haggis_cli.rules.variant import Choice, Option, Ruling, Variant


def says_nothing(*asked: object) -> None:
    """Nobody knows."""


ODD: tuple[object, ...] = (
    None, 3, 0, -1, 2.5, True, "x", "", "a\nb", [], (), {}, [1], (1,), ("x",), {"x": 1}, {1: "x"}, ((1, 2),), object(),
    says_nothing, lambda: None, Goal(points=5), BOMBS, (BOMBS,), BOMBS[0],
)  # fmt: skip
THREE, FOUR, AUCTION = (
    replace(variant, options=(), setups={number: setup._replace(dealt=4) for number, setup in variant.setups.items()})
    for variant in (THREE_PLAYER, NEEPS, TATTIES)
)
"""Played with a few cards each: what is accepted is played, time and again."""
DANCE = Option("dance", "What is danced.", {"jig": Choice("a jig"), "reel": Choice("a reel")}, "jig")


def reel(changes: Mapping[str, Any]) -> Variant:
    choices: dict[bool | str, Choice] = {"jig": Choice("a jig"), "reel": Choice("a reel")._replace(**changes)}
    return replace(THREE, options=(DANCE._replace(choices=choices),))


PARTS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any]], Variant]]] = {
    "combinations": (Combinations._fields, lambda odd: replace(THREE, combinations=Combinations(**odd))),
    "bomb": (
        ("ranks", "one_suit"),
        lambda odd: replace(THREE, combinations=Combinations(bombs=(BOMBS[0]._replace(**odd),))),
    ),
    "blind bets": (
        tuple(each.name for each in fields(BlindBets)),
        lambda odd: replace(THREE, betting=BlindBets(**odd)),
    ),
    "team bets": (tuple(each.name for each in fields(TeamBets)), lambda odd: replace(FOUR, betting=TeamBets(**odd))),
    "auction": (("amounts", "names"), lambda odd: replace(AUCTION, betting=Auction(**odd))),
    "exchange": (("exchange",), lambda odd: replace(AUCTION, betting=Auction(**odd))),
    "setup": (Setup._fields, lambda odd: replace(THREE, setups={3: THREE.setups[3]._replace(**odd)})),
    "card values": (EVERY_CARD._fields, lambda odd: replace(THREE, card_values=EVERY_CARD._replace(**odd))),
    "option": (Option._fields, lambda odd: replace(THREE, options=(DANCE._replace(**odd),))),
    "choice": (Choice._fields, reel),
    "ruling": (Ruling._fields, lambda odd: replace(THREE, rulings=(Ruling("Yes.", "Us")._replace(**odd),))),
}
"""The values that a variant is made of: their fields, and a variant with something else in one of them."""
FIELDS_OF = {
    "combinations": "combinations.", "bomb": "combinations.bombs", "blind bets": "betting", "team bets": "betting",
    "auction": "betting", "exchange": "betting.", "setup": "setup", "card values": "card_values", "option": "option",
    "choice": "option", "ruling": "rulings",
}  # fmt: skip
"""What a complaint about them names."""


def check_named(variant: Variant, name: str) -> None:
    for fault in list(check_variant(variant, rounds=1))[:1]:
        assert name in str(fault).casefold()
        assert "\n" not in str(fault)


@pytest.mark.parametrize("name", [field.name for field in fields(Variant) if field.name != "api"])
def test_what_is_odd_in_a_field_of_a_variant_is_told_with_the_field(name: str) -> None:
    for odd in ODD:
        changes: dict[str, Any] = {name: odd}
        check_named(replace(THREE, **changes), name.removesuffix("s"))


@pytest.mark.parametrize(
    ("part", "name"), [(part, name) for part, (names, _) in PARTS.items() for name in names], ids=str
)
def test_what_is_odd_in_a_part_of_a_variant_is_told_with_the_field(part: str, name: str) -> None:
    make = PARTS[part][1]
    for odd in ODD:
        check_named(make({name: odd}), FIELDS_OF[part])
