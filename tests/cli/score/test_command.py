"""`haggis score`: rounds typed in from the table, on the command line."""

import json
from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis, Ran, header, no_variant, refused
from tests.support.plugins import COPY, plugged

ONE = """
[[rounds]]
[rounds.table]
out = ["Noah"]
hands = { Noah = 8 }
captured = { Noah = 12, Isla = 24 }
bets = { Noah = 15, Isla = 5 }
"""
TWO = """
[[rounds]]
[rounds.table]
out = ["Isla"]
hands = { Isla = 6 }
captured = { Noah = 23, Isla = 13 }
bets = { Isla = 15 }
"""
FIRST = ("Noah: out 8, cards 12, bet little", "Isla: bet baby")


def test_the_rulebooks_example_sheet(haggis: Haggis) -> None:
    """Rulebook 2.1, scoresheet example: 72 and then 95 for Noah, with 8 × 5, 12 cards, bet 15, bet points 20."""
    haggis.new()
    assert haggis("score", *FIRST) == Ran(
        0,
        "friday, round 1\n"
        "            hand  cards  bet  pts  round  game\n"
        "  Noah  8×5 = 40     12   15   20     72    72\n"
        "  Isla         0     24    5    0     24    24\n"
        "Isla deals and leads round 2.\n",
        "Isla captured 24: what is left.\n",
    )
    out = haggis.ok("score", "Isla: out 6, bet 15", "Noah: cards 23")
    assert out.splitlines()[2].split() == ["Noah", "0", "23", "-", "0", "23", "95"]
    assert haggis.text() == header() + ONE + TWO


def test_entries_are_read_in_capitals_and_with_any_blanks(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", " noah:OUT1\t8 , Captured  12,BET\u2003Little", "Isla: bet baby")
    assert haggis.text() == header() + ONE


def test_as_json_it_is_the_report_and_that_it_is_saved(haggis: Haggis) -> None:
    haggis.new()
    report = haggis.json("score", *FIRST)
    assert report["saved"] == 1
    assert report["totals"] == {"Noah": 72, "Isla": 24}
    assert report["rounds"][0]["scores"]["Noah"] == {
        "hand": 8, "hand_points": 40, "captured": 12, "bonus": 0, "bet": 15, "bet_points": 20, "total": 72,
    }  # fmt: skip
    assert report["next"] == {"leader": "Isla", "dealer": "Isla"}
    del report["saved"]
    del report["file"]
    assert report.items() <= haggis.json("show").items()


@pytest.mark.parametrize(
    "entries",
    [
        ("Noah: out 8, cards 12, bet 15", "Isla: cards 24, bet 5"),
        ("noah:out1 8,cards 12,bet LITTLE", "ISLA: captured 24", "i: bet Baby"),
        ("N: bet little", "I: bet baby", "N: out 8", "I: points 24"),
        ("Isla: bet baby, cards 10+15-1", "Noah: out 3+5, cards 4 + 4+4, bet 15"),
        ("Noah: , out 8, , bet 10+5, ", "Isla:bet 5,cards  24"),
    ],
)
def test_a_round_can_be_said_in_many_ways(haggis: Haggis, entries: tuple[str, ...]) -> None:
    haggis.new()
    haggis.ok("score", *entries)
    assert haggis.text() == header() + ONE


def test_the_match_is_named_by_its_id_a_part_of_it_or_its_file(haggis: Haggis) -> None:
    haggis.new()
    haggis.new(name="saturday")
    for match in ("friday", "fri", "FRIDAY", str(haggis.path()), "home/matches/friday.toml"):
        haggis.ok("score", match, "Noah: out 8, cards 12")
        haggis.ok("undo", match)
    haggis.ok("score", "Noah: out 8, cards 12", "--home", str(haggis.home))
    assert "[[rounds]]" in haggis.text() or "[[rounds]]" in haggis.text("saturday")


def test_a_note_is_kept_with_the_round(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("score", *FIRST, "--notes", "Late.\n[[rounds]]")
    assert haggis.text() == header() + ONE.replace("[[rounds]]\n", '[[rounds]]\nnotes = "Late.\\n[[rounds]]"\n')


def test_the_last_round_tells_the_winner(haggis: Haggis) -> None:
    haggis.new("--points", "60")
    assert haggis.ok("score", *FIRST).endswith("\nNoah has won: 72 to 24.\n")
    over = "the match is over, Noah has won it: start the next one with 'haggis new'"
    assert haggis("score", *FIRST) == refused(1, over)


def test_a_closed_match_takes_no_more_rounds(haggis: Haggis) -> None:
    haggis.keep(header() + "closed = true\n")
    assert haggis("score", *FIRST) == refused(
        1, "the match is over, it is closed: start the next one with 'haggis new'"
    )


NUMBER = "write one like 12, or a sum like 10+15+8"
SAY = "say out N, cards N, bet N or bid N, with commas between them"
HELD = "how many cards the fullest opponent's hand held then"
OUT = "the opponents' cards when Noah went out"
NOBODY = "who went out is missing: say 'out N', with the opponents' cards at that moment"
SHRINK = "Noah went out after Isla and cannot have recorded more cards (8 after 5): hands only shrink."
GOING_OUT = "Rulebook 2.1, Ending the Trick, Capturing Cards, & Going Out"
EXAMPLE = "write 'NAME: …', like 'Noah: out 9, cards 20, bet big'"


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (("Noah: out 8", "Isla out 5"), f"'Isla out 5' is not an entry: {EXAMPLE}"),
        (("Rory: out 8",), "nobody called 'Rory' plays here: the players are Noah, Isla"),
        ((": out 8",), "nobody called '' plays here: the players are Noah, Isla"),
        (("Noah: out 8",), "what Noah and Isla captured is missing: say 'cards N' for each"),
        (("Noah: cards 12", "Isla: cards 24"), NOBODY),
        (("Noah:",), NOBODY),
        (("Noah: out",), f"Noah: {HELD} is missing: say 'out N'"),
        (("Noah: out1", "Isla: cards 3"), f"Noah: {HELD} is missing: say 'out N'"),
        (("Noah: out, out 8",), "'Noah: out' is said twice"),
        (("Noah: out0 5",), f"Noah: 'out0 5' is not understood: {SAY}"),
        (("Noah: out10 5",), f"Noah: 'out10 5' is not understood: {SAY}"),
        (("Noah: cards20",), f"Noah: 'cards20' is not understood: {SAY}"),
        (("Noah: won \x1b[2J",), f"Noah: 'won \\x1b[2J' is not understood: {SAY}"),
        (("Noah: out x",), f"'x' is no number for {OUT}: {NUMBER}"),
        (("Noah: out -1",), f"'-1' is less than nothing for {OUT}"),
        (("Noah: out \u0663",), f"'\u0663' is no number for {OUT}: {NUMBER}"),
        (("Noah: out 8, cards 5-9",), "'5-9' is less than nothing for what Noah captured"),
        (("Noah: out 8, cards 9999+2",), "'9999+2' is too much for what Noah captured: at most 10000"),
        (("Noah: out 99999, cards 2",), f"'99999' is too much for {OUT}: at most 10000"),
        (("Noah: out 8, bet 99999",), "'99999' is too much for a bet: at most 10000"),
        (("Noah: out 8, bet huge",), "'huge' is no bet: it is baby (5), little (15) or big (30), or none"),
        (("Noah: out 8, bid 15",), "Noah: there is no auction in this variant: say 'bet N'"),
        (("Noah: out 8, out 9",), "'Noah: out' is said twice"),
        (("Noah: out 8, cards 9", "n: cards 8"), "'Noah: cards' is said twice"),
        (("Noah: bet 5, bet 5",), "'Noah: bet' is said twice"),
        (("Noah: out1 8", "Isla: out1 8"), "two players cannot both be out 1"),
        (("Noah: out2 8, cards 3",), "Noah: out2 cannot be, where one player went out"),
    ],
)
def test_an_entry_that_cannot_be_understood_is_a_wrong_usage(
    haggis: Haggis, entries: tuple[str, ...], message: str
) -> None:
    before = haggis.new().read_bytes()
    assert haggis("score", *entries) == refused(2, message)
    assert haggis.path().read_bytes() == before


@pytest.mark.parametrize(
    ("entries", "messages"),
    [
        (("Noah: out 18, cards 9",), ["Noah cannot have recorded 18 cards: a hand has 17. (Rulebook 2.1, Setup)"]),
        (
            ("Noah: out 0, cards 9",),
            [f"Noah went out: the opponents' cards at that moment are missing or 0; they are 1 to 17. ({GOING_OUT})"],
        ),
        (
            ("Noah: out 5, cards 9, bet 20",),
            ["Noah cannot have bet 20: it is baby (5), little (15) or big (30). (Rulebook 2.1, Betting)"],
        ),
        (
            ("Isla: out 5, cards 10", "Noah: out 8, cards 26"),
            [
                "The round ended when Isla went out: nobody goes out after that. (Rulebook 2.1, Ending the Round)",
                f"{SHRINK} ({GOING_OUT})",
            ],
        ),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_rule_even_with_yes(
    haggis: Haggis, entries: tuple[str, ...], messages: list[str]
) -> None:
    before = haggis.new().read_bytes()
    for options in ((), ("--yes",)):
        ran = haggis("score", *entries, *options)
        assert (ran.code, ran.out) == (1, "")
        refusals = [line for line in ran.err.splitlines() if line.startswith("haggis: ")]
        assert refusals == [f"haggis: not saved: {message}" for message in messages]
    assert haggis.path().read_bytes() == before


def test_captured_cards_that_do_not_add_up_are_warned_about_and_saved_with_yes(haggis: Haggis) -> None:
    before = haggis.new().read_bytes()
    warning = "warning: round 1: the captured totals 12 + 23 make 35, and all cards together are worth 36\n"
    ran = haggis("score", "Noah: out 8, cards 12", "Isla: cards 23")
    refusal = "haggis: not saved because of the warning: correct the round, or save it as it is with --yes\n"
    assert ran == (1, "", warning + refusal)
    assert haggis.path().read_bytes() == before
    ran = haggis("score", "Noah: out 8, cards 12", "Isla: cards 23", "-y", "--json")
    assert (ran.code, ran.err) == (0, warning)
    assert json.loads(ran.out)["warnings"] == [
        {
            "round": 1,
            "code": "captured-total",
            "message": "the captured totals 12 + 23 make 35, and all cards together are worth 36",
        }
    ]
    assert haggis.json("check", str(haggis.path()))["ok"]


@pytest.mark.parametrize("yes", [(), ("--yes",)])
@pytest.mark.parametrize(
    ("entries", "totals"),
    [
        (("Noah: out 8, cards 12", "Isla: cards 25"), "12 + 25 make 37"),
        (("Noah: out 8, cards 40",), "40 + 0 make 40"),
    ],
)
def test_more_captured_than_there_is_cannot_have_happened_and_is_refused_even_with_yes(
    haggis: Haggis, entries: tuple[str, ...], totals: str, yes: tuple[str, ...]
) -> None:
    before = haggis.new().read_bytes()
    message = f"not saved: The captured totals {totals}, which cannot be: all cards together are worth 36."
    assert haggis("score", *entries, *yes) == refused(1, f"{message} (Rulebook 2.1, Scoring)")
    assert haggis.path().read_bytes() == before


def test_more_captured_than_there_is_in_a_match_file_is_a_warning(haggis: Haggis) -> None:
    table = 'out = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 25 }\n'
    haggis.keep(header() + f"[[rounds]]\n[rounds.table]\n{table}")
    checked = haggis.json("check", str(haggis.path()))
    assert (checked["ok"], checked["totals"]) == (True, {"Noah": 52, "Isla": 25})
    assert [each["code"] for each in checked["warnings"]] == ["captured-total"]
    haggis.ok("score", "Noah: out 8, cards 12", "Isla: cards 24")  # the match goes on


def test_with_every_card_a_point_what_is_left_is_counted_so(haggis: Haggis) -> None:
    haggis.new("--option", "scoring=cards")
    ran = haggis("score", "Noah: out 8, cards 12")
    assert ran.err == "Isla captured 30: what is left.\n"


def test_what_a_pile_in_an_entry_was_counted_as_is_told(haggis: Haggis) -> None:
    """Somebody who means the J and the 3 reads that three cards were counted."""
    haggis.new()
    ran = haggis("score", "Noah: out 8, cards j 3")
    assert ran.err == "Noah captured 5: J 2, 3 cards.\nIsla captured 31: what is left.\n"
    ran = haggis("score", "--round", "1", "Noah: out 8, cards q 3", "--yes")
    assert ran.err.startswith("Noah captured 6: Q 3, 3 cards.\nIsla captured 30: what is left.\n")


def test_without_entries_and_without_a_terminal_nothing_is_asked(haggis: Haggis) -> None:
    haggis.new()
    for words in ((), ("friday",)):
        ran = haggis("score", *words, stdin="Noah\n8\n")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == (
            "haggis: the entries of the round are missing, like 'Noah: out 9, cards 20, bet big' "
            "(nothing is asked, because this is not a terminal)\n"
        )


def test_a_match_that_is_not_there(haggis: Haggis) -> None:
    assert haggis("score", *FIRST) == refused(3, "no match yet: start one with 'haggis new'")
    haggis.new()
    haggis.new(name="saturday")
    assert haggis("score", "nope", *FIRST) == refused(3, "no match fits 'nope': 'haggis list' shows the matches")
    assert haggis("score", "day", *FIRST) == refused(3, "2 matches fit 'day': type more of one of friday, saturday")
    assert haggis("score", "./nope.toml", *FIRST) == refused(3, "./nope.toml: there is no such file")


def test_a_file_that_cannot_be_read_stays_as_it_is(haggis: Haggis) -> None:
    text = header().replace("goal", "gaol") + "# mine\n"
    haggis.keep(text)
    assert haggis("score", *FIRST) == refused(
        3,
        "friday.toml: line 1: the key 'goal' is missing",
        "friday.toml: line 6: unknown key 'gaol': did you mean 'goal'?",
    )
    assert haggis.path().read_text(encoding="utf-8") == text


def test_a_variant_that_is_not_installed_stops_before_anything_is_changed(haggis: Haggis) -> None:
    text = header(variant="whist")
    haggis.keep(text)
    assert haggis("score", *FIRST) == refused(3, no_variant("whist"))
    assert haggis.path().read_text(encoding="utf-8") == text


def test_a_match_that_breaks_the_rules_must_be_put_right_first(haggis: Haggis) -> None:
    haggis.keep(header() + ONE.replace("Noah = 8", "Noah = 18"))
    assert haggis("score", *FIRST) == refused(
        1,
        "the match breaks the rules in round 1: Noah cannot have recorded 18 cards: a hand has 17. "
        "Put it right with 'haggis score --round 1' or 'haggis undo' first.",
    )


def test_a_round_that_is_being_recorded_comes_first(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 7r")
    assert haggis("score", *FIRST) == refused(
        1,
        "round 1 is being recorded play by play: finish it with 'haggis record', or take it back with "
        "'haggis undo --round'",
    )


def test_what_a_person_wrote_into_the_file_stays_byte_for_byte(haggis: Haggis) -> None:
    mine = (
        "# The Friday match\r\n" + header().replace("\n", "\r\n").replace("rounds = 4", "rounds=4") + "\r\n"
        "[[rounds]] # the first\r\n[rounds.table]\r\n  out = ['Noah'] # at last\r\n  hands.Noah = 8\r\n"
        "  captured = {Noah=12,Isla=24}\r\n# and so to bed\r\n"
    )
    haggis.keep(mine)
    haggis.ok("score", "Isla: out 6, bet 15", "Noah: cards 23")
    assert haggis.path().read_bytes().decode() == mine + TWO.replace("\n", "\r\n")
    haggis.ok("undo")
    assert haggis.path().read_bytes().decode() == mine


def test_help_tells_how_an_entry_is_written(haggis: Haggis) -> None:
    out = haggis.ok("score", "-h")
    assert out.startswith("Usage: haggis score [OPTIONS] [MATCH] [ENTRY]...\n\n  Add rounds typed in from the table.\n")
    assert 'haggis score "Noah: out 8, cards 12, bet little" "Isla: bet baby"' in out
    assert "-y, --yes" in out


THISTLE = COPY + (
    "from haggis_cli.rules.api import CardValues\n"
    'VALUES = CardValues("each 10 is -3, each 9 -1, a K 4", (0,) * 7 + (-1, -3), (0, 0, 4))\n'
    'V = replace(TWO_PLAYER, id="thistle", options=(), card_values=VALUES, hand_points=0)\n'
)
NEW_THISTLE = ("new", "--variant", "thistle", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "pricks")


@pytest.fixture
def pricking(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"thistle": THISTLE}):
        haggis.ok(*NEW_THISTLE)
        yield haggis


def test_a_figure_below_zero_is_typed_and_what_is_left_follows(pricking: Haggis) -> None:
    assert "-8" in pricking.ok("score", "Noah: out 8, cards -10+2", "Isla: cards -")
    pricking.ok("score", "Isla: out 3, cards -12", "Noah: cards 4")
    assert pricking.json("show")["totals"] == {"Noah": -4, "Isla": -12}
    assert "captured = { Noah = -8, Isla = 0 }" in pricking.text("pricks")
    for command in ("show", "sheet", "list", "stats", "check"):
        pricking.ok(command)


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        (("Noah: out 8, cards -20", "Isla: cards 8"), "all cards worth less than nothing make -16"),
        (("Noah: out 8, cards 10", "Isla: cards 0"), "all cards together are worth -8"),
    ],
)
def test_what_cannot_have_been_captured_is_refused(pricking: Haggis, figures: tuple[str, str], why: str) -> None:
    ran = pricking("score", *figures, "--yes")
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err


@pytest.mark.parametrize("form", ["json", "csv", "text", "toml", "bgg", "bgstats"])
def test_it_is_exported_and_read_back(pricking: Haggis, form: str) -> None:
    pricking.ok("score", "Noah: out 8, cards -8", "Isla: cards 0")
    written = pricking.ok("export", "pricks", "--format", form)
    file = pricking.folder / f"out.{form}"
    file.write_text(written, encoding="utf-8")
    pricking.ok("remove", "pricks", "--yes")
    pricking.ok("import", str(file))
    assert pricking.json("list")["matches"][0]["totals"] == {"Noah": -8, "Isla": 0}


def test_where_no_card_is_worth_less_a_figure_below_zero_is_refused(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday")
    ran = haggis("score", "Noah: out 8, cards -8", "Isla: cards 12")
    assert (ran.code, ran.err) == (2, "haggis: '-8' is less than nothing for what Noah captured\n")
    path = haggis.path("friday")
    rounds = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = -8, Isla = 12 }\n'
    path.write_text(path.read_text().replace("\n# end", rounds + "\n# end"), encoding="utf-8")
    ran = haggis("check", "friday")
    assert ran.code == 1
    assert "Noah cannot have captured -8: no card is worth less than nothing." in ran.out
