"""`record` in a real terminal, as at the table: prompts, hints and help."""

import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.cli.round_dialogue import COMMANDS, render_help
from haggis_cli.matches.notation import parse_event
from haggis_cli.plugins.registry import load
from haggis_cli.rules.api import BlindBets
from haggis_cli.rules.judge import replay
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import NotationError
from tests.support.haggis import Haggis, header
from tests.support.plugins import MOOR, begin_on_the_moor, plugged
from tests.support.tables import after
from tests.support.terminal import DrawnTerminal, Terminal, unwrapped


class TestRecord:
    @pytest.mark.slow
    def test_with_hands_known_the_moves_are_listed(self, haggis: Haggis) -> None:
        haggis.keep(
            header() + '\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = "6b 7b 8b 9b 10b 2y 3y 4y"\n'
            '[rounds.deal.hands]\nNoah = "2-10r 2-5b 9y"\nIsla = "2-10g 5-8y 10y"\n'
        )
        with Terminal(haggis, "record", "friday") as screen:
            screen.answer("Noah> ", "2r")
            screen.answer("Isla> ", "moves")
            assert "10y  a single 10\n" in screen.answer("Isla> ", "quit")
            assert screen.end()[0] == 0

    @pytest.mark.slow
    def test_a_file_that_cannot_be_read_for_a_moment_does_not_end_the_sitting(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.expect("Isla> ")
            good = haggis.path().read_text(encoding="utf-8")
            haggis.path().write_text(good.replace("variant =", "varant ="), encoding="utf-8")
            screen.type("5r")
            assert unwrapped(screen.expect("Isla> ")).count("unknown key 'varant'") == 1
            screen.type("amend 1 6r")
            refused = unwrapped(screen.expect("Isla> "))
            assert "nothing was saved" in refused
            assert "unknown key 'varant'" in refused
            haggis.path().write_text(good, encoding="utf-8")
            screen.type("5r")
            screen.answer("Noah> ", "quit")
            assert screen.end()[0] == 0
        assert '  "Noah: 4r",\n  "Isla: 5r",\n' in haggis.text()

    @pytest.mark.slow
    def test_a_match_that_is_taken_away_ends_the_sitting(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.expect("Isla> ")
            haggis.ok("remove", "friday", "--yes")
            screen.type("5r")
            code, said = screen.end()
        words = unwrapped(said)
        assert (code, words.count("haggis: "), words.count("friday.toml: there is no such file")) == (3, 1, 1)


@pytest.mark.parametrize(("words", "coloured"), [((), True), (("--no-color",), False)])
def test_suits_have_colours_in_a_terminal_that_has_them(haggis: Haggis, words: tuple[str, ...], coloured: bool) -> None:
    haggis.variables.pop("NO_COLOR")
    with Terminal(haggis, "moves", "4r", "--variant", "neeps", *words, TERM="xterm-256color") as screen:
        assert screen.end() == (
            0,
            "Singles (1)\n  4r  a single 4\nThe leader of a trick must play: no pass.\n1 legal play\n",
        )
        assert ("\x1b[38;5;160m4r\x1b[0m" in screen.raw) is coloured


@pytest.mark.slow
def test_an_editor_in_a_terminal_can_be_tried_again(haggis: Haggis) -> None:
    path = haggis.keep(header())
    script = haggis.folder / "ed.py"
    script.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "text = path.read_text()\n"
        "wrong = text.replace('goal', 'gaol') + '# mine'\n"
        "path.write_text(text.replace('gaol', 'goal') if 'gaol' in text else wrong)\n",
        encoding="utf-8",
    )
    with Terminal(haggis, "edit", EDITOR=f"{sys.executable} {script}") as screen:
        assert "unknown key 'gaol'" in screen.answer("Edit it again? [Y/n]: ", "")
        code, said = screen.end()
    assert code == 0
    assert "Saved friday." in said
    assert path.read_text(encoding="utf-8") == header() + "# mine"


BOMBED = ("Noah: 7r", "Jamie: J Q", "Isla: pass", "Rory: pass", "Noah: pass")


def bombed(variant: str = "neeps") -> Round:
    at = seat_players(load(variant), ("Noah", "Jamie", "Isla", "Rory"))
    return replay(begin(at, 0), [parse_event(event, at) for event in BOMBED]).last


def test_the_help_says_what_lead_does_and_its_form_is_understood() -> None:
    assert "  lead NAME        partner NAME leads after a bomb\n" in render_help(bombed().table, COMMANDS)
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
    said = render_help(seat_players(load(variant), tuple(names.split())), {})
    known = ("Noah: bet big", "bid 45   45", "award NAME", "lead NAME")
    assert [deed for deed in known if f"\n  {deed} " in said] == deeds
    assert max(map(len, said.splitlines())) <= 50


@pytest.mark.parametrize("verb", ["award", "lead"])
def test_a_deed_for_somebody_without_a_name_is_told_the_names(verb: str) -> None:
    state = bombed()
    said = f"'{verb}' needs a name: {verb} Noah, Jamie, Isla or Rory"
    with pytest.raises(NotationError, match=f"^{said}$"):
        parse_event(f"Noah: {verb}", state.table)


GRAND = replace(load("two-player"), id="grand", betting=BlindBets(), options=())


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis)
        yield haggis


@pytest.fixture
def start() -> Round:
    return begin(seat_players(GRAND, ("Noah", "Isla")), 0)


def test_what_is_shown_below_the_line_and_on_tab(moor: Haggis) -> None:
    with DrawnTerminal(moor, "record") as screen:
        screen.see("cards; blind bets come first, like 'Noah: bet grand'")
        screen.press("bet g")
        screen.press("\t")
        screen.see("Noah> bet grand")
        screen.see("Noah bets grand (60) blind")


def test_completion_has_them_as_long_as_they_can_be_made(start: Round) -> None:
    assert next_words("", start)[2:4] == ["bet blind", "bet "]
    assert next_words("Isla: ", start)[:1] == ["bet blind"]
    assert next_words("bet ", start) == ["baby", "little", "big", "blind"]
    for later in (after(start, "Noah: bet baby"), after(start, "Noah: 2r")):
        assert "bet blind" not in next_words("", later)
        assert next_words("Isla: bet ", later) == ["baby", "little", "big"]
    assert "bet blind" not in next_words("", start, all_seen=True)
    assert next_words("bet ", start, all_seen=True) == ["baby", "little", "big"]


def test_who_has_seen_all_cards_is_told_that_it_is_too_late(start: Round) -> None:
    assert line_hint("", start) == "cards; blind bets come first, like 'Noah: bet blind'"
    assert line_hint("", start, all_seen=True) == "cards"
    assert line_hint("bet blind", start) == "Noah bets blind (60)"
    assert line_hint("bet blind", start, all_seen=True).startswith(
        "no: A bet of blind (60) is made blind, with 8 cards"
    )
    assert line_hint("bet baby", start, all_seen=True) == "Noah bets baby (5)"


def test_elsewhere_nothing_is_said_of_them() -> None:
    state = begin(seat_players(load("two-player"), ("Noah", "Isla")), 0)
    assert line_hint("", state) == "cards"
    assert next_words("", state)[2:3] == ["bet "]
