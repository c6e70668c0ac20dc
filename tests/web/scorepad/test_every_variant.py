"""A round entered on a phone makes the very file that `haggis score` makes, whatever the variant asks for."""

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad
from tests.support.rows import read_rows

ROUNDS = {
    variant: (figures, entries) for variant, figures, entries in read_rows(__file__, "rounds_of_every_variant.txt")
}


def begin(haggis: Haggis, variant: str) -> dict[str, str]:
    """Start a match; the figures of its first round, by the names of their fields."""
    figures, entries = ROUNDS[variant]
    players = [word for entry in entries.split("; ") for word in ("-p", entry.partition(":")[0])]
    haggis.ok("new", "--variant", variant, *players, "--points", "350", "--name", "friday")
    return dict(figure.split("=") for figure in figures.split("; "))


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", ROUNDS)
def test_a_round_is_saved_as_haggis_score_saves_it(haggis: Haggis, variant: str) -> None:
    figures = begin(haggis, variant)
    haggis.ok("score", "friday", *(entry for entry in ROUNDS[variant][1].split("; ") if not entry.endswith(": -")))
    typed = haggis.text()
    haggis.ok("undo", "friday")
    before = haggis.text()
    pad = Pad(Caller(haggis)).fill(**figures).press("check")
    assert pad.faults == {}
    assert haggis.text() == before
    saved = pad.press("save")
    assert saved.answer.status == 200
    assert "Round 1 is saved" in saved.text
    assert haggis.text() == typed


@pytest.mark.parametrize("variant", ROUNDS)
def test_every_field_that_is_asked_can_be_answered_and_nothing_else_is_asked(haggis: Haggis, variant: str) -> None:
    """What a variant does not record is not asked for: taylor's second count, a bet beside an auction."""
    figures, known = begin(haggis, variant), {"count2", "out2", "out3", "shepherd", "bet1", "team1"}
    text = Pad(Caller(haggis)).answer.text
    asked = {name for name in known if f'name="{name}"' in text}
    assert asked >= figures.keys() & known
    assert ("count2" in asked) == (variant not in ("taylor", "two-player", "classic"))
    assert len(asked & {"shepherd", "bet1", "team1"}) == 1
