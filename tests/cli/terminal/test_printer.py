"""What is printed, where it goes, and when it is coloured."""

import io
import json
from collections.abc import Callable
from typing import TextIO

import pytest

from haggis_cli.cli.terminal.printer import Page, Printer, wants_color
from haggis_cli.support.design import LOOKS, TERMINAL, TERMINAL_GOLD, TERMINAL_LOOKS
from haggis_cli.support.text import pad, render_table, shorten, strip_colors, width


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "HAGGIS_NO_COLOR", "FORCE_COLOR", "COLORTERM", "WT_SESSION", "TERM_PROGRAM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize(
    ("environment", "stream", "no_color", "wanted"),
    [
        ({}, Terminal(), False, True),
        ({}, io.StringIO(), False, False),
        ({}, Terminal(), True, False),
        ({"NO_COLOR": "1"}, Terminal(), False, False),
        ({"NO_COLOR": ""}, Terminal(), False, True),
        ({"HAGGIS_NO_COLOR": "1"}, Terminal(), False, False),
        ({"TERM": "dumb"}, Terminal(), False, False),
        ({"FORCE_COLOR": "1"}, io.StringIO(), False, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, io.StringIO(), False, True),
        ({"FORCE_COLOR": "0"}, Terminal(), False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, Terminal(), False, False),
        ({"FORCE_COLOR": "1"}, Terminal(), True, False),
    ],
)
def test_colours_are_for_terminals_unless_someone_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], stream: TextIO, no_color: bool, wanted: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_color(stream, no_color) is wanted


def test_a_card_has_the_colour_of_its_suit_and_its_letter_still() -> None:
    cards = Printer(out=Terminal()).render_cards(["10r", "2g", "J"])
    assert cards == "\x1b[38;5;160m10r\x1b[0m \x1b[38;5;29m2g\x1b[0m \x1b[1mJ\x1b[0m"
    assert strip_colors(cards) == Printer(out=io.StringIO()).render_cards(["10r", "2g", "J"]) == "10r 2g J"


def test_a_terminal_of_eight_colours_gets_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "vt220")
    assert Printer(out=Terminal()).render_cards(["2b"]) == "\x1b[36m2b\x1b[0m"
    assert Printer(out=Terminal()).in_color_of(3, "Isla") == "Isla"


def test_a_player_has_one_colour_and_there_are_as_many_as_on_pages() -> None:
    assert len(TERMINAL_LOOKS) == len(LOOKS) == len({*TERMINAL_LOOKS})
    assert TERMINAL_GOLD not in TERMINAL_LOOKS
    assert Printer(out=Terminal()).in_color_of(len(LOOKS) + 1, "Isla") == f"\x1b[38;5;{TERMINAL_LOOKS[1]}mIsla\x1b[0m"
    assert Printer(out=Terminal(), no_color=True).in_color_of(1, "Isla") == "Isla"


@pytest.mark.parametrize("code", sorted({*TERMINAL.values(), TERMINAL_GOLD, *TERMINAL_LOOKS}))
def test_the_colours_can_be_read_on_black_and_on_white(code: int) -> None:
    """Contrast of 3:1 and more (WCAG 2.2, 1.4.11), computed from the standard palette: 6×6×6 colours, then greys."""
    steps, grey = (0, 95, 135, 175, 215, 255), 10 * (code - 232) + 8
    color = [steps[(code - 16) // 36 % 6], steps[(code - 16) // 6 % 6], steps[(code - 16) % 6]]
    channels = color if code < 232 else [grey] * 3
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    assert 1.05 / (luminance + 0.05) >= 3
    assert (luminance + 0.05) / 0.05 >= 3


def test_results_and_talk_go_separate_ways() -> None:
    printer = Printer(out=io.StringIO(), err=io.StringIO())
    printer.print_json({"name": "Zo\u00eb \u202e", "totals": None})
    printer.print_message("saved")
    printer.print_warning("sum is 3\x1b")
    printer.print_error("no match yet")
    assert isinstance(printer.out, io.StringIO)
    assert isinstance(printer.err, io.StringIO)
    out = printer.out.getvalue()
    assert out.isascii()
    assert out.count("\n") == 1
    assert json.loads(out) == {"name": "Zo\u00eb \u202e", "totals": None}
    assert printer.err.getvalue() == "saved\nwarning: sum is 3\\x1b\nhaggis: no match yet\n"


@pytest.mark.parametrize("out", [io.StringIO, Terminal])
def test_a_name_cannot_steer_the_terminal(out: Callable[[], io.StringIO]) -> None:
    """Whatever prints it, beside a style or in one; only the codes of the styles are left."""
    name, shown = "Noah\x1b[2J\n", "Noah\\x1b[2J\\n"
    printer = Printer(out=out(), err=out())
    printer.print_line(name, printer.styled(name, "bold"), " ", printer.render_event(name))
    printer.print_message(printer.styled("Isla", "dim"), name)
    printer.print_warning(name)
    printer.print_error(name.strip())
    printer.print_table([[name, printer.styled(name, "good")]], "<<")
    page = Page(printer)
    page.print_text(name, printer.styled(name, "bad"), hanging="  ")
    page.print_rows([[name, "1"]], "<>")
    assert isinstance(printer.out, io.StringIO)
    assert isinstance(printer.err, io.StringIO)
    results = [f"{shown}{shown} {shown}", f"{shown}  {shown}", f"{shown}{shown}", f"{shown}  1", ""]
    assert strip_colors(printer.out.getvalue()).split("\n") == results
    talk = [f"Isla{shown}", f"warning: {shown}", f"haggis: {shown[:-2]}", ""]
    assert strip_colors(printer.err.getvalue()).split("\n") == talk


def test_a_number_that_json_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        Printer(out=io.StringIO()).print_json(float("nan"))


def test_width_counts_what_a_terminal_shows() -> None:
    assert width("Noah") == 4
    assert width("Zoe\u0308") == 3
    assert width("\u5c0f\u660e") == 4
    assert width("\x1b[1;31mNoah\x1b[0m") == 4
    assert [width(emoji) for emoji in ("👩‍👩‍👧", "👍🏽", "❤️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿")] == [2, 2, 2, 2]


def test_padding_is_by_width() -> None:
    assert pad("\u5c0f", 4) == "\u5c0f  "
    assert pad("\x1b[1m5r\x1b[0m", 4, ">") == "  \x1b[1m5r\x1b[0m"
    assert pad("ab", 5, "^") == " ab  "
    assert pad("abc", 2) == "abc"


@pytest.mark.parametrize(
    ("text", "columns", "short"),
    [
        ("Noah", 4, "Noah"),
        ("Noah", 3, "No…"),
        ("Noah", 1, "…"),
        ("Noah", 0, ""),
        ("\u5c0f\u660e\u5c0f", 4, "\u5c0f…"),
        ("a bcd", 3, "a…"),
        ("\x1b[1mNoah\x1b[0m", 3, "No…"),
    ],
)
def test_a_long_text_ends_in_an_ellipsis(text: str, columns: int, short: str) -> None:
    assert shorten(text, columns) == short
    assert width(shorten(text, columns)) <= columns


def test_a_table_lines_up_whatever_the_names_are() -> None:
    rows = [["", "round", "total"], ["\u5c0f\u660e", "72", "72"], ["Zoe\u0308", "95", "1100"], ["J"]]
    assert render_table(rows, "<>>").splitlines() == [
        "      round  total",
        "\u5c0f\u660e     72     72",
        "Zoe\u0308      95   1100",
        "J",
    ]


def test_a_narrow_terminal_cuts_names_and_never_numbers() -> None:
    rows = [["Bartholomew", "Slam Jamma", "110"], ["Isla", "High Rollas", "95"]]
    narrow = render_table(rows, "<<>", 20)
    assert narrow.splitlines() == ["Barth…  Slam J…  110", "Isla    High R…   95"]
    assert all(width(line) <= 20 for line in narrow.splitlines())
    assert render_table([["Noah", "1234567"]], "<>", 5) == "Noah  1234567"
    assert render_table([], "<>") == ""


def test_nothing_is_cut_in_a_pipe_and_the_width_is_kept_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    row = ["Bartholomew", "110"]
    piped, shown = io.StringIO(), Terminal()
    Printer(out=piped).print_table([row], "<>")
    Printer(out=shown).print_table([row], "<>")
    assert piped.getvalue() == "Bartholomew  110\n"
    assert shown.getvalue() == "Bart…  110\n"


def test_a_closed_stream_is_no_terminal() -> None:
    stream = io.StringIO()
    stream.close()
    assert not wants_color(stream)
