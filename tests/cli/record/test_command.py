"""`haggis record`: events as words, from a file, from standard input."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis, header, refused, start_table

CARDS = """
[[rounds]]
events = [
  "Noah: bet baby",
  "Noah: 4r 4g",
  "Isla: pass",
]
"""
SUITS = "r (red), g (green), b (blue), y (yellow)"
PURPLE = "purple is in the deck of tatties and three-player, and of classic, revised and taylor with 3 players"


@pytest.mark.parametrize(
    ("event", "code", "message"),
    [
        ("Rory: 7r", 2, "nobody called 'Rory' plays here: the players are Noah, Isla"),
        ("Noah:", 2, "Noah's action is missing: write cards, 'pass' or 'bet'"),
        ("Noah: seven", 2, "'seven' has no suit: write it with one, like 7r"),
        ("Noah: 7r as", 2, "the reading after 'as' is missing: write set, run"),
        ("Noah: 7\x1b[2J", 2, "'7\\x1b' is not a card"),
        ("Noah: bet", 2, "the amount is missing: bet baby (5), little (15) or big (30)"),
        ("Noah: bet 7", 1, "Noah: bet 7: "),
        ("Noah: bid 15", 1, "Noah: bid 15: There is no auction in this variant: use 'bet'. (Rulebook 2.1, Betting)"),
        ("Noah: 7r 7r", 1, "Noah: 7r 7r: 7r is named 2 times, but the deck has only 1. (Rulebook 2.1, Setup)"),
        ("Noah: 4p", 1, f"Noah: '4p': there is no suit 'p' in this deck, only {SUITS}; {PURPLE}. (Rulebook 2.1, "),
        ("Noah: 4z", 1, f"Noah: '4z': there is no suit 'z' in this deck, only {SUITS}. (Rulebook 2.1, Setup)"),
        ("Noah: 12r", 1, "Noah: '12r': there is no 12r, suit cards are 2 to 10; the queen is Q. (Rulebook 2.1, S"),
        ("Noah: award Isla", 1, "Noah: award Isla: No trick won by a bomb is waiting to be awarded."),
        ("Isla: 7r", 1, "Isla: 7r: It is Noah's turn, not Isla's. (Rulebook 2.1, Ending the Trick"),
    ],
)
def test_refusals_say_which_event_and_why(haggis: Haggis, event: str, code: int, message: str) -> None:
    before = haggis.new().read_bytes()
    ran = haggis("record", event)
    assert ran.code == code
    assert ran.err.casefold().startswith(f"haggis: event 1: {message}".casefold())
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err
    assert haggis.path().read_bytes() == before


def test_standard_input_may_hold_comments_blank_lines_and_events_without_a_name(haggis: Haggis) -> None:
    haggis.new()
    text = "# Friday\n\nnoah: bet baby   # bold\n\t4r 4g\r\n   # hm\npass\n"
    assert haggis("record", "-", stdin=text).code == 0
    assert haggis.text() == header() + CARDS


@pytest.mark.parametrize("option", ["--file", "-f"])
def test_a_file_of_events(haggis: Haggis, tmp_path: Path, option: str) -> None:
    haggis.new()
    events = tmp_path / "round1.txt"
    events.write_bytes("\ufeffNoah: bet baby # no hope\r\n4rg\r\n# Isla thinks\r\nIsla: pass".encode())
    haggis.ok("record", "friday", option, str(events))
    assert haggis.text() == header() + CARDS


@pytest.mark.parametrize("content", [b"\xff\xfe", b"Noah: 4r\n\xe4\n"])
def test_a_file_that_is_no_text(haggis: Haggis, tmp_path: Path, content: bytes) -> None:
    before = haggis.new().read_bytes()
    (tmp_path / "events").write_bytes(content)
    assert haggis("record", "-f", "events") == refused(3, "events cannot be read: it is not UTF-8 text")
    assert haggis.path().read_bytes() == before


def test_a_file_that_is_not_there(haggis: Haggis, tmp_path: Path) -> None:
    haggis.new()
    assert haggis("record", "-f", "no\x07pe") == refused(3, "no\\x07pe cannot be read: No such file or directory")
    assert haggis("record", "-f", str(tmp_path)).code == 3


@pytest.mark.slow
def test_the_line_editor_is_loaded_only_for_the_dialogue(haggis: Haggis) -> None:
    haggis.new()
    loaded = haggis.loaded("record", "Noah: 4r")
    assert "haggis_cli.book.recording" in loaded
    assert not {name for name in loaded if name.split(".")[0] in ("prompt_toolkit", "asyncio")}


def tatties(haggis: Haggis, *events: str) -> None:
    """Noah, Jamie and Isla, Noah to lead, with these events recorded."""
    start_table(haggis, "tatties", "Noah", "Jamie", "Isla", lead="Noah")
    if events:
        haggis.ok("record", *events)
