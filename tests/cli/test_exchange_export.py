"""`haggis export`: matches written for other programs and people, as a code on a terminal, too."""

import json
import os
import re

import pytest

from tests.support.haggis import Haggis, Ran, header, refused
from tests.support.terminal import Terminal, code_lines, picture, scan, unwrapped

ROUND = (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    "bets = { Noah = 15, Isla = 5 }\n"
)
TEXT = """\
Haggis match, written as text 1
id: friday
variant: two-player
created: 2026-11-21T19:30:00Z
player: Noah
player: Isla
goal: 4 rounds
lead: Noah

Round 1, typed in
- Noah: out1, hand 8, cards 12, bet 15
- Isla: cards 24, bet 5

End of match
"""


def friday() -> str:
    return header() + "# kept\n" + ROUND


def test_text_and_json_and_a_link(haggis: Haggis) -> None:
    haggis.keep(friday())
    assert haggis.ok("export", "--format", "text") == TEXT
    written = json.loads(haggis.ok("export", "--json"))
    assert (written["format"], written["id"], written["rounds"][0]["table"]["out"]) == (1, "friday", ["Noah"])
    assert haggis.ok("export", "-f", "link").startswith("https://app.bgstatsapp.com/createPlay.html?data=")


@pytest.mark.parametrize("name", ["all.json", "all.txt", "all.csv", "all.bgsplay", "all.xml"])
def test_all_into_one_file(haggis: Haggis, name: str) -> None:
    haggis.keep(friday())
    haggis.keep(friday().replace('"friday"', '"saturday"'), "saturday")
    assert haggis("export", "--all", "-o", name) == Ran(0, "", f"2 matches: written to {name}.\n")
    assert len(haggis.json("import", "--dry-run", name)["matches"]) == 2


@pytest.mark.parametrize("form", ["csv", "bgstats", "bgg"])
def test_a_round_without_figures_is_told_where_figures_alone_go_out(haggis: Haggis, form: str) -> None:
    haggis.keep(friday() + '\n[[rounds]]\nevents = ["Isla: 2r"]\n')
    said = "warning: friday: round 2 is not over or breaks a rule, so its figures are missing\n"
    assert haggis("export", "--format", form).err == said
    assert haggis("export", "--format", "json").err == ""
    assert haggis("export", "--format", "link").err == ""


def test_a_file_too_large_to_be_read_back_is_told(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.keep(friday())
    monkeypatch.setattr("haggis_cli.exchange.files.MAX_BYTES", 100)
    ran = haggis("export", "--all", "-o", "all.json")
    assert ran.code == 0
    assert "the most that 'haggis import' reads" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["friday", "--all"], "--all and a match contradict each other"),
        (["--all"], "toml holds one match, not all: name a folder with -o"),
        (["--all", "-f", "link"], "link holds one match, not all"),
        (["--all", "-f", "csv", "--wide", "-o", "x.csv"], "a wide table holds one match, not all"),
        (["--wide"], "--wide is for csv"),
        (["--json", "-f", "csv"], "--json and --format csv contradict each other"),
        (["-f", "doc"], "'doc' is not a format that can be written"),
    ],
)
def test_wrong_usage(haggis: Haggis, arguments: list[str], said: str) -> None:
    haggis.keep(friday())
    ran = haggis("export", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.skipif(os.name == "nt", reason="needs FIFOs")
def test_odd_files_in_the_folder_keep_nobody_waiting(haggis: Haggis) -> None:
    haggis.keep(friday())
    haggis.keep(friday().replace('"friday"', '"saturday"'), "saturday")
    (haggis.folder / "backup").mkdir()
    os.mkfifo(haggis.folder / "backup" / "friday.toml")
    (haggis.folder / "backup" / "saturday.toml").symlink_to("/dev/zero")
    ran = haggis("export", "--all", "-o", "backup")
    assert ran.code == 3
    assert ran.err.count("exists already and is not a file") == 2


def test_a_match_of_the_history_is_not_written_over(haggis: Haggis) -> None:
    path = haggis.keep(header())
    before = path.read_bytes()
    for command in (["sheet", "friday", "--format", "text"], ["export", "friday", "--format", "json"]):
        ran = haggis(*command, "-o", str(path), "--force")
        assert ran == refused(3, f"{path} is a saved match: --force does not replace it")
        moved = haggis.folder / "elsewhere" / "matches" / path.name
        moved.parent.mkdir(parents=True, exist_ok=True)
        moved.write_bytes(before)
        ran = haggis(*command, "--home", "elsewhere", "-o", str(moved), "--force")
        assert ran == refused(3, f"{moved} is a saved match: --force does not replace it")
        assert moved.read_bytes() == before
        linked = path.with_name("linked.toml")
        linked.unlink(missing_ok=True)
        linked.symlink_to(haggis.folder / "kept-elsewhere.toml")
        linked.write_bytes(before)
        ran = haggis(*command, "-o", str(linked), "--force")
        assert ran == refused(3, f"{linked} is a saved match: --force does not replace it")
        assert linked.read_bytes() == before
    assert path.read_bytes() == before


segno = pytest.importorskip("segno", reason="needs the extra 'qr'")
pytest.importorskip("zxingcpp", reason="scans the drawings")


def drawn_on_terminal(haggis: Haggis, columns: int = 110, rows: int = 60, **variables: str) -> Terminal:
    with Terminal(haggis, "export", "friday", "-f", "qr", columns=columns, rows=rows, **variables) as terminal:
        code, _ = terminal.end()
        assert code == 0, terminal.shown
        return terminal


def link(haggis: Haggis) -> str:
    return haggis.ok("export", "friday", "-f", "link").strip()


def test_without_colors_the_light_is_drawn_and_the_code_is_scanned(haggis: Haggis) -> None:
    haggis.keep(header())
    terminal = drawn_on_terminal(haggis)
    shown, lines = terminal.shown, code_lines(terminal)
    assert "\x1b" not in terminal.raw
    dark_terminal = picture(lines, ink_is_dark=False)
    assert scan(dark_terminal) == link(haggis)
    assert scan([[not dark for dark in row] for row in dark_terminal]) == link(haggis)  # a light terminal inverts it
    matrix = [[bool(module) for module in row] for row in segno.make(link(haggis), error="l", micro=False).matrix]
    inner = [row[4:-4] for row in dark_terminal[4 : 4 + len(matrix)]]
    assert inner == matrix
    around = (*dark_terminal[:4], *dark_terminal[4 + len(matrix) :])
    assert not any(map(any, around)), "four modules around the code are light"
    assert "If a phone cannot read it on a light background: '-o code.svg'" in unwrapped(shown)


@pytest.mark.sample(1)
@pytest.mark.parametrize("term", ["xterm-256color", "xterm"])
def test_with_colors_it_is_black_on_white_whatever_the_terminal_is(haggis: Haggis, term: str) -> None:
    haggis.keep(header())
    haggis.variables.pop("NO_COLOR")
    terminal = drawn_on_terminal(haggis, TERM=term)
    assert scan(picture(code_lines(terminal), ink_is_dark=True)) == link(haggis)
    drawn = [line for line in terminal.raw.splitlines() if set(line) & set("▄▀█")]
    begins = r"\x1b\[38;5;16;48;5;231m" if "256" in term else r"\x1b\[30;47m"
    assert all(re.fullmatch(rf"{begins}[ ▄▀█]+\x1b\[0m", line.rstrip("\r")) for line in drawn)
    assert "light background" not in terminal.shown


@pytest.mark.slow
def test_where_there_is_little_room_the_margin_is_narrower_and_it_is_scanned_still(haggis: Haggis) -> None:
    haggis.keep(header())
    wide = len(code_lines(drawn_on_terminal(haggis))[0])
    lines = code_lines(drawn_on_terminal(haggis, columns=wide - 4))
    assert len(lines[0]) == wide - 4
    assert scan(picture(lines, ink_is_dark=False)) == link(haggis)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("columns", [80, 50])
def test_a_terminal_that_is_too_narrow_is_told_what_it_takes(haggis: Haggis, columns: int) -> None:
    haggis.keep(header())
    with Terminal(haggis, "export", "friday", "-f", "qr", columns=columns) as terminal:
        code, shown = terminal.end()
    assert code == 3
    assert "▀" not in shown
    assert re.search(
        rf"this QR code is \d+ columns wide and \d+ lines high, but the terminal has {columns} columns: make the "
        r"terminal wider or its letters smaller, or '-o code.svg' writes it to a file, '--format link' "
        r"prints the link itself",
        unwrapped(shown),
    )


@pytest.mark.slow
def test_a_code_higher_than_the_terminal_is_drawn_and_told(haggis: Haggis) -> None:
    haggis.keep(header())
    shown = drawn_on_terminal(haggis, rows=24).shown
    assert re.search(
        r"The code is \d+ lines high, but the terminal shows only 24: make the terminal higher", unwrapped(shown)
    )


@pytest.mark.slow
def test_a_terminal_without_block_characters_is_told(haggis: Haggis) -> None:
    haggis.keep(header())
    with Terminal(haggis, "export", "friday", "-f", "qr", columns=120, PYTHONIOENCODING="ascii") as terminal:
        code, shown = terminal.end()
    assert (code, "cannot show the block characters" in unwrapped(shown)) == (3, True)


@pytest.mark.slow
def test_files_and_pipes_get_svg(haggis: Haggis) -> None:
    haggis.keep(header())
    haggis.ok("export", "friday", "-o", "code.svg")
    assert (haggis.folder / "code.svg").read_text(encoding="utf-8").startswith("<svg")
    assert haggis.process("export", "friday", "-f", "qr").out.startswith("<svg")
