"""`haggis judge`: one play adjudicated, by the rules in force; the examples are those of the rulebooks."""

import json

import pytest

from tests.support.haggis import USUAL_RULES, Haggis, header, no_variant
from tests.support.terminal import Terminal, unwrapped


def test_help(haggis: Haggis) -> None:
    out = haggis.ok("judge", "--help")
    assert out.startswith("Usage: haggis judge [OPTIONS] CARDS\n\n  Check whether a play is legal, and why; or settle ")
    assert '  haggis judge 9r 10r J --over "8b 9b 10b"\n' in out


def test_in_a_narrow_terminal_sentences_are_broken_at_blanks(haggis: Haggis) -> None:
    with Terminal(haggis, "judge", "4p", columns=50) as screen:
        code, said = screen.end()
    assert code == 1
    verdict = said.partition("illegal: ")[2].splitlines()
    assert len(verdict) > 4
    assert all(len(line) <= 50 for line in verdict)
    assert "purple is in the deck of tatties and three-player, and of classic" in unwrapped(said)


def test_on_a_terminal_a_refusal_names_the_command_that_tells_its_rule(haggis: Haggis) -> None:
    played = ["--players", "3", "--option", "tournament=true"]
    with Terminal(haggis, "judge", "7r 8r", "--variant", "classic", *played) as screen:
        said = unwrapped(screen.end()[1])
    words = ["rules", "classic", "combinations", *played]
    assert said.endswith(f"see 'haggis {' '.join(words)}'")
    assert "three or more ranks in a row" in haggis.ok(*words)


CANNOT = "warning: the current match cannot be used: "


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = [", "friday.toml: "),
        ("\x00", "friday.toml: "),
        ("format = 1\n", "friday.toml: 'variant', 'players' or 'suits' is missing or not text"),
        (header(variant="whist"), no_variant("whist")),
        (header(variant="three-player"), "Haggis (3-Player) is for 3 players, not 2"),
        (header() + '[options]\nscoring = "gold"\n', "the option 'scoring' can be points or cards, not gold"),
        (header() + "options = 7\n", "friday.toml: 'options' is not a table of options"),
    ],
)
def test_a_match_that_cannot_be_followed_is_told_and_the_usual_variant_judges(
    haggis: Haggis, text: str, why: str
) -> None:
    haggis.keep(text)
    ran = haggis("judge", "4r 4g")
    assert (ran.code, ran.out) == (0, "legal: a pair of 4s\n")
    warning, rules = ran.err.splitlines(keepends=True)
    assert warning.startswith(CANNOT + why)
    assert rules == USUAL_RULES
    ran = haggis("moves", "4r", "--json")
    assert json.loads(ran.out)["match"] is None
    assert ran.err == warning
    assert haggis("judge", "4r 4g", "--variant", "two-player").err == ""


@pytest.mark.parametrize(
    "text",
    [
        header() + '\n[[rounds]]\nevents = []\n\n[options]\nscoring = "cards"\n',
        header().replace("\n", "\r\n") + 'notes = """\r\n[[rounds]]\r\n"""\r\n[options]\r\nscoring = "cards"\r\n',
        "\ufeff" + header() + 'options = { scoring = "cards" }\n',
    ],
)
def test_options_are_found_wherever_a_file_has_them(haggis: Haggis, text: str) -> None:
    haggis.keep(text)
    assert haggis("judge", "4r").err == "Rules: Haggis (2-Player) with scoring cards, as in friday\n"
