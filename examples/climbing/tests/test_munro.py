"""The tests of the plugin itself: the conformance class, and its own rules in rounds that are played."""

import pytest
from haggis_munro import MUNRO

from haggis_cli import IllegalEventError, VariantConformance, deal

HANDS = {
    "Rab": "4rgbyp 2-3r 6-10r 2g 6g 10g",
    "Una": "5rgby 3g 7-9g 2b 6-10b 9y",
    "Kit": "3b 2-3y 6-8y 10y 2-3p 5-10p",
}


class TestMunro(VariantConformance):
    variant = MUNRO
    rounds = 40


def test_a_bomb_answers_and_is_never_led() -> None:
    state = deal(MUNRO, hands=HANDS, lead="Rab")
    with pytest.raises(IllegalEventError, match="Rab cannot lead a bomb: bombs only answer") as refused:
        state.play("Rab: 4r 4g 4b 4y")
    assert refused.value.code == "bomb-led"
    assert not any(event.reading and event.reading.kind == "bomb" for event in state.legal_events)
    answered = state.play("Rab: 2r").play("Una: 5r 5g 5b 5y").play("Kit: pass")
    assert "Rab: 4r 4g 4b 4y" not in answered.legal_events
    assert "Rab: 4r 4g 4b 4y 4p" in answered.legal_events
