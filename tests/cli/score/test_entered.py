"""Entries of `haggis score`: for several players, for an older round, from a sheet filled in with a pen."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.rules.variant import Variant, seat_players
from haggis_cli.sheets.columns import blocks
from haggis_cli.sheets.sheet import blank_sheet
from tests.support.haggis import Haggis, header, refused
from tests.support.sheets import EXAMPLES
from tests.support.tables import VARIANTS
from tests.support.terminal import Terminal, unwrapped


def start(haggis: Haggis, variant: str, *players: str) -> None:
    """Start a match; a word with a dash begins further options."""
    at = next((place for place, word in enumerate(players) if word.startswith("-")), len(players))
    names = [*(word for player in players[:at] for word in ("-p", player)), *players[at:]]
    haggis.ok("new", "--variant", variant, *names, "--rounds", "4", "--name", "friday")


class TestThreePlayers:
    ROUND = (
        "\n[[rounds]]\n[rounds.table]\n"
        'out = ["Noah", "Isla"]\n'
        "hands = { Noah = 9, Isla = 5 }\n"
        "captured = { Noah = 20, Jamie = 11, Isla = 19 }\n"
        "bets = { Noah = 30, Jamie = 15 }\n"
    )

    @pytest.mark.parametrize(
        "entries",
        [
            ("Noah: out 9, cards 20, bet big", "Isla: out 5, cards 19", "Jamie: bet little"),
            ("Isla: out2 5, cards 19", "Noah: out1 9, cards 20, bet big", "Jamie: cards 11, bet little"),
            ("Isla: out2 5, cards 19", "Noah: out 9, cards 20, bet big", "Jamie: bet little"),
            ("Isla: out 5, cards 19", "Noah: out1 9, cards 20, bet big", "Jamie: bet little"),
        ],
    )
    def test_the_order_of_going_out_is_that_of_the_entries_or_said_outright(
        self, haggis: Haggis, entries: tuple[str, ...]
    ) -> None:
        """Contract, Match file: the example's second round; its scores by rules B3 and the scoring table."""
        start(haggis, "three-player", "Noah", "Jamie", "Isla")
        out = haggis.ok("score", *entries)
        assert haggis.text().endswith(self.ROUND)
        assert [line.split() for line in out.splitlines()[2:5]] == [
            ["Noah", "9×5", "=", "45", "20", "30", "45", "110", "110"],
            ["Jamie", "0", "11", "15", "0", "11", "11"],
            ["Isla", "5×5", "=", "25", "19", "-", "15", "59", "59"],
        ]

    @pytest.mark.parametrize(
        ("entries", "beginning", "clause"),
        [
            (
                ("Noah: out 9, cards 20", "Isla: cards 19"),
                "The round is not over with only Noah out:",
                "Ending the Round",
            ),
            (
                ("Noah: out 5, cards 20", "Isla: out 6, cards 19"),
                "Isla went out after Noah and cannot have recorded more cards (6 after 5):",
                "Going Out",
            ),
        ],
    )
    def test_what_cannot_have_happened(
        self, haggis: Haggis, entries: tuple[str, ...], beginning: str, clause: str
    ) -> None:
        start(haggis, "three-player", "Noah", "Jamie", "Isla")
        ran = haggis("score", *entries)
        assert (ran.code, ran.out) == (1, "")
        refusal = ran.err.splitlines()[-1]
        assert refusal.startswith(f"haggis: not saved: {beginning} ")
        assert refusal.endswith(f" (Rulebook 2.1, Haggis (3-Player), {clause})")

    def test_two_who_say_the_same_place(self, haggis: Haggis) -> None:
        start(haggis, "three-player", "Noah", "Jamie", "Isla")
        ran = haggis("score", "Noah: out1 9, cards 20", "Isla: out1 5, cards 19")
        assert ran == refused(2, "two players cannot both be out 1")

    def test_the_beginning_of_a_name_must_fit_one_player(self, haggis: Haggis) -> None:
        start(haggis, "three-player", "Isla", "Isobel", "Noah")
        ran = haggis("score", "Is: out 5, cards 19")
        assert ran == refused(2, "'Is' can be Isla or Isobel: write more of the name")


class TestTheShepherd:
    def test_a_bid_is_kept_and_scored(self, haggis: Haggis) -> None:
        """Rules T6: the Shepherd is not first out, so the first sheep out scores 2/3 of the bid and the other 1/3."""
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        out = haggis.ok("score", "Noah: out 9, cards 20", "Isla: out 5, cards 19", "Jamie: bid 30, cards 12")
        assert haggis.text().endswith('shepherd = "Jamie"\nbid = 30\n')
        assert [line.split()[-4:-1] for line in out.splitlines()[2:5]] == [
            ["-", "20", "85"],
            ["30", "0", "12"],
            ["-", "10", "54"],
        ]

    @pytest.mark.parametrize(
        ("entries", "message"),
        [
            (("Jamie: bid 30", "Isla: bid 15"), "Isla: there is one Shepherd, and Jamie bid already"),
            (("Jamie: bet little", "Isla: bid 15"), "Isla: there is one Shepherd, and Jamie bid already"),
            (("Jamie: bid 30, bet big",), "Jamie: there is one Shepherd, and Jamie bid already"),
        ],
    )
    def test_there_is_one_bid(self, haggis: Haggis, entries: tuple[str, ...], message: str) -> None:
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        assert haggis("score", *entries) == refused(2, message)

    def test_what_is_left_is_without_the_haggis(self, haggis: Haggis) -> None:
        """Rules, Capture: in Haggis and Tatties the haggis is nobody's; 54 cards less its 3 are captured."""
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        ran = haggis("score", "Noah: out 9, cards 20", "Isla: out 5, cards 19")
        assert (ran.code, ran.err) == (0, "Jamie captured 12: what is left.\n")


class TestOnlyTheFirstOutRecords:
    """Taylor, Scoring: only the player who manages to go out first scores the cards of the fullest hand."""

    ENTRIES = ("Adam: out 8, cards 25, bet little", "Brenda: out, cards 15, bet little", "Carol: cards 10")

    @pytest.mark.parametrize("second", ["out", "out2", "OUT2"])
    def test_the_second_out_is_named_without_a_count(self, haggis: Haggis, second: str) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol")
        out = haggis.ok("score", self.ENTRIES[0], f"Brenda: {second}, cards 15, bet little")
        assert 'out = ["Adam", "Brenda"]\nhands = { Adam = 8 }\n' in haggis.text()
        assert [line.split() for line in out.splitlines()[2:5]] == [
            ["Adam", "8×5", "=", "40", "25", "5", "15", "30", "100", "100"],
            ["Brenda", "0", "15", "0", "15", "0", "15", "15"],
            ["Carol", "0", "10", "0", "-", "15", "25", "25"],
        ]

    def test_a_count_is_refused_with_the_option_that_allows_it_even_with_yes(self, haggis: Haggis) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol")
        assert haggis("score", "--yes", self.ENTRIES[0], "Brenda: out 3, cards 15") == refused(
            1,
            "not saved: Brenda went out after Adam and records nothing, for only the first player out scores an "
            'opponent\'s cards: leave the 3 out (with the option second_out = "scores" it counts). (Taylor, Scoring)',
        )
        assert "[[rounds]]" not in haggis.text()

    def test_with_the_option_both_are_recorded(self, haggis: Haggis) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol", "--option", "second_out=scores")
        ran = haggis("score", *self.ENTRIES)
        held = "Brenda: how many cards the fullest opponent's hand held then is missing: say 'out N'"
        assert ran == refused(2, held)
        haggis.ok("score", self.ENTRIES[0], "Brenda: out 3, cards 15", self.ENTRIES[2])
        assert "hands = { Adam = 8, Brenda = 3 }\n" in haggis.text()

    def test_a_file_with_a_count_is_read_and_warned_about_and_the_count_is_not_scored(self, haggis: Haggis) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol")
        haggis.ok("score", *self.ENTRIES)
        written = haggis.path().read_text("utf-8")
        haggis.path().write_text(written.replace("{ Adam = 8 }", "{ Adam = 8, Brenda = 3 }"), "utf-8", newline="")
        checked = haggis.json("check", str(haggis.path()))
        assert (checked["ok"], checked["totals"]) == (True, {"Adam": 100, "Brenda": 15, "Carol": 25})
        assert [(each["round"], each["code"]) for each in checked["warnings"]] == [(1, "count-not-scored")]
        haggis.ok("score", "Carol: out 4, cards 20", "Adam: out, cards 10")  # the match goes on


class TestTheNamesOfBids:
    @pytest.mark.parametrize("said", ["bid big", "bet big", "bet 45", "bid bi"])
    def test_they_are_those_of_the_auction(self, haggis: Haggis, said: str) -> None:
        """Rules T1: the bet cards lie on their Tatties side, where big is 45."""
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        haggis.ok("score", "Noah: out 9, cards 20", "Isla: out 5, cards 19", f"Jamie: {said}, cards 12")
        assert haggis.text().endswith('shepherd = "Jamie"\nbid = 45\n')


class TestTeams:
    def test_a_slam_ends_the_round_and_the_team_scores_together(self, haggis: Haggis) -> None:
        """Rules P5 and the scoring table: both partners out end the round, and both record the same count."""
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        out = haggis.ok(
            "score", "Isla: out 7, bet big, cards 30", "Rory: out 7, cards 20", "Jamie: cards 20", "Noah: cards 14"
        )
        assert [line.split() for line in out.splitlines()[2:8]] == [
            ["Isla", "7×5", "=", "35", "30", "65"],
            ["Rory", "7×5", "=", "35", "20", "55"],
            ["Isla", "&", "Rory", "30", "60", "180", "180"],
            ["Jamie", "0", "20", "20"],
            ["Noah", "0", "14", "14"],
            ["Jamie", "&", "Noah", "-", "0", "34", "34"],
        ]
        assert out.splitlines()[8:] == ["Jamie deals and leads round 2; everybody passes 2 cards to the partner first."]

    def test_what_is_left_with_the_first_player_s_partner_is_taken_off_what_is_filled_in(self, haggis: Haggis) -> None:
        """Isla's partner Rory still holds the 3 cards that Noah recorded: 81 of the 84 cards are captured."""
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        ran = haggis("score", "Isla: out 7, cards 30", "Rory: cards 20", "Jamie: out 5", "Noah: out 3, cards 10")
        assert (ran.code, ran.err) == (0, "Jamie captured 21: what is left.\n")

    def test_the_second_count_of_a_slam_need_not_be_said(self, haggis: Haggis) -> None:
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        haggis.ok("score", "Isla: out 7, cards 30", "Rory: out, cards 20", "Jamie: cards 20")
        assert "hands = { Isla = 7, Rory = 7 }\n" in haggis.text()

    def test_both_of_a_team_cannot_have_bet(self, haggis: Haggis) -> None:
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        ran = haggis(
            "score",
            "Isla: out 7, bet 5, cards 20",
            "Rory: out 7, bet 15, cards 20",
            "Jamie: cards 20",
            "Noah: cards 24",
        )
        assert (ran.code, ran.out) == (1, "")
        assert "Isla & Rory have two bets: only the larger one" in ran.err


def test_a_bonus_has_a_column_of_its_own(haggis: Haggis) -> None:
    start(haggis, "classic", "Noah", "Jamie", "Isla")
    out = haggis.ok("score", "Noah: out 9, cards 20, bet 0", "Isla: out 5, cards 19")
    assert out.splitlines()[1].split() == ["hand", "cards", "bonus", "bet", "pts", "round", "game"]
    assert out.splitlines()[2].split()[-6:] == ["20", "5", "0", "0", "70", "70"]  # a bet of 0, as on the sheet


ROUND_1 = (
    '\n[[rounds]]\nnotes = "Late"\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\n'
    "captured = { Noah = 12, Isla = 24 }\nbets = { Isla = 5 }\n"
)
ROUND_2 = '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 3 }\ncaptured = { Noah = 16, Isla = 20 }\n'


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    """A match of four rounds with two typed in."""
    haggis.keep(header() + ROUND_1 + ROUND_2)
    return haggis


def test_entries_take_the_place_of_the_round_and_its_note_stays(friday: Haggis) -> None:
    out = friday.ok("score", "--round", "1", "Noah: out 9, cards 12", "Isla: bet 5")
    assert "Totals: Noah 73 → 78, Isla 59 → 59.\n" in out
    assert friday.text() == header() + ROUND_1.replace("Noah = 8", "Noah = 9") + ROUND_2
    assert friday.ok("undo").startswith("Taken back in friday: the correction of round 1")
    assert friday.text() == header() + ROUND_1 + ROUND_2


def test_comments_in_the_round_stay(friday: Haggis) -> None:
    text = friday.path().read_text(encoding="utf-8")
    friday.path().write_text(text.replace("hands = { Noah = 8 }", "hands = { Noah = 8 }  # counted twice"))
    friday.ok("score", "--round", "1", "Isla: out 3, cards 24")
    assert (
        'out = ["Isla"]\nhands = { Isla = 3 }  # counted twice\ncaptured = { Noah = 12, Isla = 24 }\n\n'
        in friday.text()
    )


def test_a_round_written_in_a_way_of_its_own_is_written_anew(friday: Haggis) -> None:
    inline = (
        'table = { out = ["Isla"], hands = { Isla = 3 }, captured = { Noah = 16, Isla = 20 }, bets = { Noah = 5 } }'
    )
    friday.keep(header() + f"\n[[rounds]]\n{inline}\n")
    friday.ok("score", "--round", "1", "Isla: out 4, cards 20")
    assert friday.text() == header() + ROUND_2.replace("Isla = 3", "Isla = 4")


def test_new_figures_and_a_new_note_get_their_lines(friday: Haggis) -> None:
    friday.ok("score", "--round", "2", "--notes", "Windy", "Isla: out 3, cards 20, bet big")
    added = ROUND_2.replace("[[rounds]]\n", '[[rounds]]\nnotes = "Windy"\n') + "bets = { Isla = 30 }\n"
    assert friday.text() == header() + ROUND_1 + added


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("3", "Noah: out 8"), "there is no round 3: the match has rounds 1 to 2"),
        (("2", "Noah: out 18, cards 4"), "a hand has"),
        (("2", "Noah: out 8, cards 37"), "all cards together are worth 36"),
    ],
)
def test_what_cannot_be_is_refused(friday: Haggis, words: tuple[str, ...], message: str) -> None:
    before = friday.path().read_bytes()
    ran = friday("score", "--round", *words)
    assert ran.code in (1, 2)
    assert message in ran.err
    assert friday.path().read_bytes() == before


def test_what_looks_wrong_needs_a_yes(friday: Haggis) -> None:
    before = friday.path().read_bytes()
    entries = ("--round", "1", "Noah: out 8, cards 10", "Isla: cards 20, bet 5")
    ran = friday("score", *entries)
    assert (ran.code, friday.path().read_bytes()) == (1, before)
    assert "warning: round 1: the captured totals 10 + 20 make 30" in ran.err
    assert friday.json("score", *entries, "--yes")["saved"] == 1
    assert friday("score", *entries).err == "Nothing was changed.\n"


def test_a_script_is_told_of_a_bet_that_its_entries_leave_out(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12, bet little")
    assert "is not among them" in haggis("score", "--round", "1", "Noah: out 7, cards 12").err
    assert "bets" not in haggis.text()


def test_a_recorded_round_is_left_to_record(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r")
    message = "round 1 is recorded play by play: 'haggis record --round 1' puts it right"
    assert haggis("score", "--round", "1") == refused(2, message)
    assert haggis("score", "--round", "1", "Noah: out 8") == refused(2, message)


def test_without_a_terminal_the_entries_are_missed(friday: Haggis) -> None:
    ran = friday("score", "--round", "1")
    assert (ran.code, ran.err.startswith("haggis: the entries of the round are missing")) == (2, True)


@pytest.mark.parametrize("columns", [80, 50])
def test_a_stored_figure_that_cannot_be_is_named_and_must_be_typed(haggis: Haggis, columns: int) -> None:
    """Captured totals above what the cards of the round are worth cannot have happened."""
    haggis.keep(header() + ROUND_1.replace("Noah = 12", "Noah = 20"))
    with Terminal(haggis, "score", "--round", "1", columns=columns) as screen:
        shown = unwrapped(screen.answer("first [Noah]: ", ""))
        assert "warning: round 1: the captured totals 20 + 24 make 44" in shown
        screen.answer("hold then [8]: ", "")
        screen.answer("Noah capture [20]: ", "")
        shown = unwrapped(screen.answer("Isla capture: ", ""))
        assert "The answer was 24. Isla cannot have captured 24: 16 are left, and" in shown
        assert "say how many points" in unwrapped(screen.answer("Isla capture: ", "<"))
        screen.answer("Noah capture [20]: ", "12")
        screen.answer("Isla capture [24]: ", "")
        screen.answer("Noah bet [none]: ", "")
        screen.answer("Isla bet [baby]: ", "")
        screen.answer("Save this correction? [Y/n]: ", "")
        assert screen.end()[0] == 0
    assert haggis.text() == header() + ROUND_1


@pytest.mark.slow
def test_an_edited_round_that_looks_wrong_is_asked_about(friday: Haggis, tmp_path: object) -> None:
    friday.variables["EDITOR"] = "sed -i s/Isla.=.24/Isla\\ =\\ 20/"
    before = friday.path().read_bytes()
    ran = friday.process("edit", "--round", "1")
    assert (ran.code, friday.path().read_bytes()) == (1, before)
    assert "warning: round 1: the captured totals 12 + 20 make 32" in ran.err
    assert friday.process("edit", "--round", "1", "--yes").code == 0
    assert "Isla = 20 }\nbets" in friday.text()


SUMS = {"bonus", "total", "pts", "round", "game"}
"""Boxes that only help to reckon: the program fills them in by itself."""


def boxes(match: dict[str, Any]) -> set[str]:
    """The headings on the blank sheet for such a match, but for sums."""
    table = seat_players(VARIANTS[match["variant"]], tuple(match["players"]))
    groups = (group for block in blocks(blank_sheet(table)) for group in block)
    return {each.column.name for group in groups for each in group.columns} - SUMS


def entries_of(played: dict[str, Any], written: set[str], bet: str) -> list[str]:
    """What is typed in for one round, as far as there are boxes for it, in the order of the seats."""
    typed = []
    for name, mine in played["players"].items():
        went_out = f"out{mine['went_out'] if 'out' in written else ''} {mine['hand'] or ''}"
        parts = {
            "hand": went_out if mine["went_out"] else "",
            "cards": f"cards {mine['captured']}",
            "bet": "" if mine["bet"] is None else f"{bet} {mine['bet']}",
        }
        typed.append(f"{name}: " + ", ".join(part for box, part in parts.items() if part and box in written))
    return typed


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_a_blank_sheet_holds_is_all_that_must_be_typed_in(haggis: Haggis, path: Path) -> None:
    match, sheet = tomllib.loads(path.read_text()), json.loads(haggis.ok("sheet", str(path), "--json"))
    written = boxes(match)
    begun = "dealer" if "dealer" in match else "lead"
    players = [word for name in match["players"] for word in ("-p", name)]
    teams = [word for name in match.get("teams", ()) for word in ("--team", name)]
    goal = [f"--{kind}={number}" for kind, number in match["goal"].items()]
    options = [f"--option={name}={str(value).lower()}" for name, value in match.get("options", {}).items()]
    first = [f"--{begun}", match[begun], "--date", sheet["date"], "--name", "typed"]
    haggis.ok("new", "--variant", match["variant"], *players, *teams, *goal, *options, *first)
    scored = [played for played in sheet["rounds"] if played["players"]]
    for played in scored:
        bet = "bid" if VARIANTS[match["variant"]].betting.by_auction else "bet"
        haggis.ok("score", "typed", "--yes", *entries_of(played, written, bet))
    typed = json.loads(haggis.ok("sheet", "typed", "--json"))
    for played in scored:
        played["kind"] = "typed"
    assert typed["rounds"] == scored
    assert (typed["date"], typed["totals"], typed["winner"]) == (sheet["date"], sheet["totals"], sheet["winner"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_box_is_a_sum_or_has_its_word(variant: Variant) -> None:
    for players in variant.players:
        match = {"variant": variant.id, "players": [f"Player {seat}" for seat in range(players)]}
        assert boxes(match) == {"hand", "cards", "bet"} | ({"out"} if players > 2 else set())
