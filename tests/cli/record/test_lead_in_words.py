"""What `record` says of giving the lead away: in its help, and below the line while it is typed (rules K2)."""

import pytest

from haggis_cli.book.hints import line_hint
from haggis_cli.cli.record.dialogue import CORRECTION_HELP, recording_help
from haggis_cli.matches.notation import parse_event
from haggis_cli.plugins.registry import load
from haggis_cli.rules.judge import replay
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import NotationError

BOMBED = ("Noah: 7r", "Jamie: J Q", "Isla: pass", "Rory: pass", "Noah: pass")


def bombed(variant: str = "neeps") -> Round:
    at = seat_players(load(variant), ("Noah", "Jamie", "Isla", "Rory"))
    return replay(begin(at, 0), [parse_event(event, at) for event in BOMBED]).last


def test_the_help_says_what_lead_does_and_its_form_is_understood() -> None:
    assert "  lead NAME        a partner leads after a bomb\n" in recording_help(bombed().table)
    assert line_hint("lead Rory", bombed()) == "Jamie lets Rory lead"


def test_before_typing_the_winner_of_a_bombed_trick_is_told_of_the_lead() -> None:
    assert line_hint("", bombed()) == "cards, or 'lead' for Rory to lead"
    led = bombed().after(parse_event("Jamie: lead Rory", bombed().table))
    assert line_hint("", led) == "cards"


def test_a_lead_for_an_opponent_is_refused_below_the_line() -> None:
    assert line_hint("lead Isla", bombed()) == "no: The lead can only be given to the partner, not to Isla."


@pytest.mark.parametrize(
    ("variant", "names", "deeds"),
    [
        ("two-player", "Noah Isla", ["Noah: bet big"]),
        ("three-player", "Noah Jamie Isla", ["Noah: bet big", "award NAME"]),
        ("tatties", "Noah Jamie Isla", ["bid 45   45"]),
        ("neeps", "Noah Jamie Isla Rory", ["Noah: bet big", "award NAME", "lead NAME"]),
    ],
)
def test_the_help_lists_what_can_be_done_at_the_table_and_fits_a_narrow_terminal(
    variant: str, names: str, deeds: list[str]
) -> None:
    said = recording_help(seat_players(load(variant), tuple(names.split())))
    known = ("Noah: bet big", "bid 45   45", "award NAME", "lead NAME")
    assert [deed for deed in known if f"\n  {deed} " in said] == deeds
    assert max(map(len, f"{said}\n{CORRECTION_HELP}".splitlines())) <= 50


@pytest.mark.parametrize("verb", ["award", "lead"])
def test_a_deed_for_somebody_without_a_name_is_told_the_names(verb: str) -> None:
    state = bombed()
    said = f"'{verb}' needs a name: {verb} Noah, Jamie, Isla or Rory"
    with pytest.raises(NotationError, match=f"^{said}$"):
        parse_event(f"Noah: {verb}", state.table)
