"""Reading and judging cards, and lists of plays, without a match."""

from dataclasses import replace

import pytest

from haggis_cli import (
    AmbiguousEventError,
    Combination,
    IllegalEventError,
    Kind,
    NotationError,
    Reading,
    RulesError,
    UsageError,
    deal,
    judge,
    legal_plays,
    load_variant,
    read_cards,
    variant_ids,
)


def test_cards_are_read_as_people_write_them() -> None:
    assert read_cards("JQ 4-5rg, Ty") == ("4r", "4g", "5r", "5g", "10y", "J", "Q")
    assert read_cards("2p", variant="three-player") == ("2p",)
    assert read_cards("2v", suits="vrgb") == ("2v",)
    assert read_cards("2r 2r", variant="neeps") == ("2r", "2r")
    for text in ("", "7", "2v", "2r 2r", "11r"):
        with pytest.raises(NotationError):
            read_cards(text)


def test_a_legal_play_has_its_readings_best_first() -> None:
    judgement = judge("9r 10r J", "8b 9b 10b")
    assert judgement
    assert judgement.readings == (Reading(Kind.SEQUENCE, 1, 3, 11),)
    assert str(judgement) == "legal: a sequence of 3 cards up to J"
    assert (judgement.cards, judgement.code, judgement.message, judgement.rule) == (
        ("9r", "10r", "J"),
        None,
        None,
        None,
    )
    several = judge("J 5r Q")
    assert several.words == ("a set of three 5s", *(f"a sequence of 3 cards up to {rank}" for rank in (7, 6, 5)))
    assert judge("5r J Q as run@6").words == ("a sequence of 3 cards up to 6",)


def test_an_illegal_play_has_the_reason_and_the_rule() -> None:
    judgement = judge("9r 9g", over="10r 10g")
    assert not judgement
    assert judgement.code == "not-higher"
    assert judgement.readings == ()
    assert str(judgement) == f"illegal: {judgement.message} ({judgement.rule})"
    assert judge("2p").code == "no-such-card"
    assert judge("2p", players=3, variant="classic")
    assert judge("4r 4g 4b", "4r 3r 2r").code == "card-already-played"
    assert (
        judge("4r 4g", variant="rogers-neeps").message
        == "4r 4g is not a combination: sets are not played in this variant."
    )
    assert judge("4r 4g", variant="rogers-neeps", options={"sets": True})
    assert judge("4r 4g", variant="rogers-neeps", options={"sets": "true"})


def test_three_kinds_of_wrong_are_three_errors() -> None:
    with pytest.raises(NotationError):
        judge("seven")
    with pytest.raises(NotationError):
        judge("7r", over="six")
    with pytest.raises(IllegalEventError, match=r"^4r 6g is not a combination: .* \(Rulebook 2\.1, Sequences\)"):
        judge("7r 8r", over="4r 6g")
    with pytest.raises(AmbiguousEventError):
        judge("7r 8r 9r", over="5r J Q")
    with pytest.raises(UsageError):
        judge("7r", players=9)


def test_the_plays_of_a_hand() -> None:
    found = legal_plays("4-6r 5g J", "3b 4b 5b")
    assert found[0] == Combination(("4r", "5r", "6r"), Reading(Kind.SEQUENCE, 1, 3, 6), "a sequence of 3 cards up to 6")
    assert str(found[0]) == "4r 5r 6r: a sequence of 3 cards up to 6"
    assert len(found) == 5
    assert len(legal_plays("4-6r 5g J")) > len(found)
    assert legal_plays("4r", "5r") == []


@pytest.mark.parametrize("variant", variant_ids())
def test_every_play_of_a_list_is_legal(variant: str) -> None:
    over = "3r 4r 5r"
    for play in legal_plays("4-7g 6b 7b JQK", over, variant=variant):
        judgement = judge(" ".join(play.cards), over, variant=variant)
        assert judgement
        assert play.reading in judgement.readings


def test_a_variant_need_not_be_installed() -> None:
    long = replace(load_variant(), combinations=load_variant().combinations._replace(sequence=4))
    assert judge("7r 8r 9r")
    assert judge("7r 8r 9r", variant=long).message == "7r 8r 9r is not a combination: a sequence has at least 4 cards."


@pytest.mark.parametrize(
    ("hand", "over", "said"),
    [
        ("2-10rg", None, r"No hand has 18 suit cards\. \(Rulebook 2\.1, Setup\)"),
        ("4r 5r", "4r", r"4r is already in the combination to beat\."),
    ],
)
def test_a_hand_that_nobody_can_hold_has_no_plays(hand: str, over: str | None, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        legal_plays(hand, over)
    assert legal_plays("2-9rg", variant="neeps")
    with pytest.raises(NotationError, match="4r is named 2 times"):
        legal_plays("4rr")
    with pytest.raises(UsageError, match="has 18 suit cards, not 14"):
        deal("two-player", hands={"Noah": "2-10rg", "Isla": "2-10b"})
