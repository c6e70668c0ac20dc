"""The reference's combinations against the rulebooks' examples, and its rounds against plain sums."""

from random import Random

import pytest

from tests.rules.reference.combos import Reading, beats, moves, readings
from tests.rules.reference.referee import Round, random_deal, random_event
from tests.support.reference import VARIANTS, deck


def hand(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("2b", {("single", 1, 1, 2)}),
        ("K", {("single", 1, 1, 13)}),
        ("4r 4g", {("set", 2, 1, 4)}),
        ("4r K", {("set", 2, 1, 4)}),
        ("4r 5r", set()),
        ("3r 4r 5r", {("sequence", 1, 3, 5)}),
        ("3r 4g 5r", set()),
        ("4r 4g 5r 5g", {("stair", 2, 2, 5)}),
        ("4r 4g 5r 5b", set()),
        ("4r 4g 6r 6g", set()),
        ("2y 3y J 5y", {("sequence", 1, 4, 5)}),
        ("7r 8r Q 10r", {("sequence", 1, 4, 10)}),
        ("9r 10r J", {("sequence", 1, 3, 10), ("sequence", 1, 3, 11)}),
        ("10r J Q", {("set", 3, 1, 10), *(("sequence", 1, 3, top) for top in (10, 11, 12))}),
        ("8r 10r J K", {("sequence", 1, 4, 10), ("sequence", 1, 4, 11)}),
        ("10r 10g J Q", {("set", 4, 1, 10), ("stair", 2, 2, 10), ("stair", 2, 2, 11)}),
        ("5r J Q", {("set", 3, 1, 5), ("sequence", 1, 3, 5), ("sequence", 1, 3, 6), ("sequence", 1, 3, 7)}),
        ("4r J 5g", set()),
        ("4r J 5g K", {("stair", 2, 2, 5)}),
        ("4r 5r J Q", {("stair", 2, 2, 5), *(("sequence", 1, 4, top) for top in (5, 6, 7))}),
        ("3r 5g 7b 9y", {("bomb", 1, 4, 1)}),
        ("J Q", {("bomb", 1, 2, 2)}),
        ("K J", {("bomb", 1, 2, 3)}),
        ("Q K", {("bomb", 1, 2, 4)}),
        ("J Q K", {("bomb", 1, 3, 5)}),
        ("3r 5r 7r 9r", {("bomb", 1, 4, 6)}),
        ("3r 5r 7b 9y", set()),
        ("3r 5g 7b J", set()),
        ("2r 2g 2b 2y J Q K", {("set", 7, 1, 2)}),
    ],
)
def test_readings(cards: str, expected: set[Reading]) -> None:
    assert readings(hand(cards)) == expected


def test_wide_stairs() -> None:
    triples = hand("10r 10g 10b J Q K")
    assert readings(triples) == {("set", 6, 1, 10), ("stair", 3, 2, 10), ("stair", 3, 2, 11)}
    assert readings(hand("4r 4g 4b 4y J 5r 5g 5b 5y Q")) == {("stair", 5, 2, 5)}
    assert readings(hand("4r 4g 4b 4y 5r 5g 5b K")) == {("stair", 4, 2, 5)}
    assert readings(hand("4r 4g 4b 5b 5y J")) == set()
    assert readings(hand("2r 2g 2b 2y 2p J Q K"), suits="rgbyp") == {("set", 8, 1, 2)}
    assert ("bomb", 1, 4, 1) in readings(hand("3r 5g 7b 9p"), suits="rgbyp")


def test_two_copies() -> None:
    assert readings(hand("4r 4r 5r 5r"), copies=2) == {("stair", 2, 2, 5)}
    assert readings(hand("4r 4r 5r 5g"), copies=2) == set()
    assert readings(hand("4r 4r"), copies=2) == {("set", 2, 1, 4)}
    assert readings(hand("4r 4r 4g 5r 5g K"), copies=2) == {("stair", 3, 2, 5)}
    assert readings(hand("4r 4r J 5r 5g 5b"), copies=2) == set()
    with pytest.raises(AssertionError):
        readings(hand("4r 4r"))
    with pytest.raises(AssertionError):
        readings(hand("J J"), copies=2)


def test_rogers_rules() -> None:
    def roger(text: str) -> set[Reading]:
        return readings(hand(text), copies=2, climb=False, sets=False)

    assert roger("9r 10r J") == {("sequence", 1, 3, 10)}
    assert roger("J") == {("single", 1, 1, 11)}
    assert roger("4r 4g") == set()
    assert roger("10r 10g J Q") == {("stair", 2, 2, 10)}
    assert roger("J Q") == {("bomb", 1, 2, 2)}


@pytest.mark.slow
def test_any_card_is_no_more_than_own_rank_or_lower() -> None:
    rng = Random(3)
    pool = deck("rgb", 1)
    for _ in range(1500):
        cards = rng.sample(pool, rng.randint(1, 6)) + rng.sample(["J", "Q", "K"], rng.randint(1, 3))
        assert readings(cards) == readings(cards, face_any=True)


@pytest.mark.parametrize(
    ("cards", "over", "expected"),
    [
        ("9r 10r J", "8b 9b 10b", True),
        ("10r 10g J Q", "9b 9y 10b 10y", True),
        ("4r 4g 5r 5g 6r 6g", "2r 2g 2b 3r 3g 3b", False),
        ("J", "10r", True),
        ("4r 4g", "3r", False),
        ("5g 6g 7g", "5r 6r 7r", False),
        ("3r 5g 7b 9y", "K", True),
        ("3g 5r 7b 9y", "3r 5g 7b 9y", False),
        ("3r 5r 7r 9r", "J Q K", True),
        ("J Q K", "Q K", True),
        ("K", "J Q", False),
    ],
)
def test_beats(cards: str, over: str, expected: bool) -> None:
    assert any(beats(a, b) for a in readings(hand(cards)) for b in readings(hand(over))) is expected


def test_moves() -> None:
    held = hand("4r K 4b Q")
    assert moves(held, ("set", 2, 1, 3)) == {
        (("4r", "4b"), "set", 2, 1, 4),
        (("4r", "K"), "set", 2, 1, 4),
        (("4r", "Q"), "set", 2, 1, 4),
        (("4b", "K"), "set", 2, 1, 4),
        (("4b", "Q"), "set", 2, 1, 4),
        (("Q", "K"), "bomb", 1, 2, 4),
    }
    assert moves(held, ("bomb", 1, 2, 4)) == set()
    assert len({move[0] for move in moves(hand("4r 4r 4r"), copies=3)}) == 3


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("variant", "players", "scored"),
    [
        ("two-player", 2, 36),
        ("three-player", 3, 50),
        ("tatties", 3, 51),
        ("neeps", 4, 84),
        ("rogers-neeps", 4, 84),
        *((variant, 2, 36) for variant in ("classic", "revised", "taylor")),
        *((variant, 3, 50) for variant in ("classic", "revised", "taylor")),
    ],
)
def test_random_rounds(variant: str, players: int, scored: int) -> None:
    for seed in range(2):
        rng = Random(f"{variant} {players} {seed}")
        names = ["A", "B", "C", "D"][:players]
        hands, haggis = random_deal(variant, players, rng)
        played = Round(variant, names, dict(zip(names, hands, strict=True)), haggis, leader="B")
        while not played.over:
            played.apply(random_event(played, rng))
        lines = played.scores()
        lost = len(played.nobody) if variant == "neeps" else 0
        assert sum(line.captured for line in lines.values()) == scored - lost
        leader, dealer = played.next_round()
        assert leader in names
        assert (leader == dealer) or VARIANTS[variant].dealer
