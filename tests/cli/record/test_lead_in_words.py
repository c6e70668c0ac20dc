"""What `record` says of giving the lead away: in its help, and below the line while it is typed (rules K2)."""

from haggis_cli.book.typed_lines.hints import line_hint
from haggis_cli.cli.record.help_texts import HELP
from haggis_cli.matches.notation import parse_event
from haggis_cli.plugins.registry import load
from haggis_cli.rules.rounds.replay import replay
from haggis_cli.rules.rounds.round import Round, begin
from haggis_cli.rules.table import seat_players

BOMBED = ("Noah: 7r", "Jamie: J Q", "Isla: pass", "Rory: pass", "Noah: pass")


def bombed(variant: str = "neeps") -> Round:
    at = seat_players(load(variant), ("Noah", "Jamie", "Isla", "Rory"))
    return replay(begin(at, 0), [parse_event(event, at) for event in BOMBED]).last


def test_the_help_says_what_lead_does_and_its_form_is_understood() -> None:
    assert "  lead NAME        lets a partner lead after a bomb\n" in HELP
    assert line_hint("lead Rory", bombed()) == "Jamie lets Rory lead"


def test_before_typing_the_winner_of_a_bombed_trick_is_told_of_the_lead() -> None:
    assert line_hint("", bombed()) == "cards, or 'lead' for Rory to lead"
    led = bombed().after(parse_event("Jamie: lead Rory", bombed().table))
    assert line_hint("", led) == "cards"


def test_a_lead_for_an_opponent_is_refused_below_the_line() -> None:
    assert line_hint("lead Isla", bombed()) == "no: The lead can only be given to the partner, not to Isla."
