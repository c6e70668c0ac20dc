"""`haggis judge`: one play adjudicated, by the rules in force; the examples are those of the rulebooks."""

import json
from pathlib import Path

import pytest

from tests.support.haggis import USUAL_KEYS, USUAL_RULES, Haggis, Ran, header, no_variant, refused
from tests.support.terminal import Terminal, unwrapped


@pytest.mark.parametrize(
    ("cards", "over", "words"),
    [
        ("10r 10g J Q", "9b 9y 10b 10y as stair2", "a stair of 2 pairs up to J"),  # rules C2
        ("9r 10r J", "8b 9b 10b", "a sequence of 3 up to J"),
        ("4r 4g 5r 5g J Q", "2r 2g 2b 3r 3g 3b", "a stair of 2 triples up to 5"),  # rules C7
        ("J Q", "10r 10g 10b 10y", "a bomb (J-Q)"),
        ("3r 5r 7r 9r", "J Q K", "a bomb (3-5-7-9 in one suit)"),
    ],
)
def test_a_legal_answer(haggis: Haggis, cards: str, over: str, words: str) -> None:
    assert haggis("judge", cards, "--over", over) == Ran(0, f"legal: {words}\n", USUAL_RULES)


@pytest.mark.parametrize(
    ("cards", "over", "code", "rule"),
    [
        ("4r 4g 5r 5b", None, "not-a-combination", "Stairs"),
        ("3r 5g 7b 9r", None, "not-a-combination", "Bombs"),
        ("7r 8r", None, "not-a-combination", "Sequences"),
        ("2r 2g 2b 3r 3g 3b", "4r 4g 5r 5g 6r 6g", "wrong-size", "Play a matching, higher-ranking combination"),
        ("4y", "4r 4g", "wrong-kind", "Play a matching, higher-ranking combination"),
        ("7r 7g", "8r 8g", "not-higher", "Play a matching, higher-ranking combination"),
        ("J Q", "J Q K", "not-higher", "Bombs"),
        ("10r 10g 10b", "J Q", "wrong-kind", "Bombs"),
        ("11r", None, "no-such-card", "Setup"),
        ("4p", None, "no-such-card", "Setup"),
        ("4r 4r", None, "no-such-card", "Setup"),
        ("5r J Q as bomb", None, "not-a-combination", "Bombs"),
    ],
)
def test_an_illegal_play_ends_with_1_and_names_the_rule(
    haggis: Haggis, cards: str, over: str | None, code: str, rule: str
) -> None:
    words = ["judge", cards, *(["--over", over] if over else [])]
    ran = haggis(*words)
    assert (ran.code, ran.err) == (1, USUAL_RULES)
    first, second = ran.out.splitlines()
    assert first.startswith("illegal: ")
    assert second == f"  rule: Rulebook 2.1, {rule}"
    ran = haggis(*words, "--json")
    answer = json.loads(ran.out)
    assert ran.code == 1
    assert answer == {
        "legal": False,
        "cards": answer["cards"],
        "code": code,
        "message": first.removeprefix("illegal: "),
        "rule": f"Rulebook 2.1, {rule}",
        "readings": [],
        **USUAL_KEYS,
    }


def test_all_readings_of_a_lead_best_first(haggis: Haggis) -> None:
    assert haggis("judge", "5r", "J", "Q").out == (
        "legal: a set of three 5s\n"
        "    or a sequence of 3 up to 7\n"
        "    or a sequence of 3 up to 6\n"
        "    or a sequence of 3 up to 5\n"
    )
    assert haggis.json("judge", "qj 5R") == {
        "legal": True,
        "cards": ["5r", "J", "Q"],
        "code": None,
        "message": None,
        "rule": None,
        "readings": [
            {"kind": "set", "width": 3, "length": 1, "rank": 5},
            {"kind": "sequence", "width": 1, "length": 3, "rank": 7},
            {"kind": "sequence", "width": 1, "length": 3, "rank": 6},
            {"kind": "sequence", "width": 1, "length": 3, "rank": 5},
        ],
        **USUAL_KEYS,
    }


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("7r", [("single", 1, 1, 7)]),
        ("K", [("single", 1, 1, 13)]),
        ("J Q", [("bomb", 1, 2, 2)]),  # the contract: a bomb's rank is 1-6 in the order of rule C5
        ("3y 5b 7g 9r", [("bomb", 1, 4, 1)]),
        ("5r J Q as set", [("set", 3, 1, 5)]),
        ("5r J Q as run@6", [("sequence", 1, 3, 6)]),
        ("5r J Q AS SEQUENCE", [("sequence", 1, 3, 7), ("sequence", 1, 3, 6), ("sequence", 1, 3, 5)]),
    ],
)
def test_readings_as_json(haggis: Haggis, cards: str, readings: list[tuple[str, int, int, int]]) -> None:
    found = haggis.json("judge", cards)["readings"]
    assert [tuple(reading.values()) for reading in found] == readings


def test_over_a_combination_only_the_readings_that_answer_it_count(haggis: Haggis) -> None:
    found = haggis.json("judge", "5r J Q", "--over", "4b 5b 6b")["readings"]
    assert [reading["rank"] for reading in found] == [7]


def test_other_suits(haggis: Haggis) -> None:
    assert haggis("judge", "5p", "--suits", "GBYP").code == 0
    assert haggis("judge", "5r", "--suits", "gbyp").code == 1


SEE = "(see 'haggis judge --help')"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["foo"], "'foo' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        ([""], "no cards are named: write them like '4r 5r 6r' or 'J'"),
        (["6-3r"], "'6-3r' runs downwards: write the lower rank first, like 3-6r"),
        (["5r", "--over", "foo"], "--over: 'foo' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"),
        (["5r", "--over", ""], "--over: no cards are named: write them like '4r 5r 6r' or 'J'"),
        (["5r", "--players", "3"], "Haggis (2-Player) is for 2 players, not 3"),
        (["5r", "--players", "x"], f"invalid value for '--players': 'x' is not a whole number {SEE}"),
        (["5r", "--suits", "rgb"], "'suits' needs 4 different letters, like rgby, not 'rgb'"),
        (["5r", "--option", "scoring=x"], "the option 'scoring' can be points or cards, not x"),
        ([], f"missing argument 'CARDS' {SEE}"),
    ],
)
def test_what_cannot_be_asked_is_a_wrong_usage(haggis: Haggis, words: list[str], message: str) -> None:
    assert haggis("judge", *words) == refused(2, message)
    assert haggis("judge", *words, "--json").out == ""


@pytest.mark.parametrize("over", ["3r 5g 7b 9r", "7r 8r", "5r J Q"])
def test_what_is_to_be_beaten_must_be_a_combination_and_of_one_kind(haggis: Haggis, over: str) -> None:
    ran = haggis("judge", "5g", "--over", over)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("haggis: --over: ")


def test_a_reading_that_is_none_is_quoted(haggis: Haggis) -> None:
    ran = haggis("judge", "5r J Q as  heap")
    assert ran.err.startswith("haggis: 'heap' is not a reading: write single, set, sequence (or run)")


def test_a_variant_that_is_not_there(haggis: Haggis) -> None:
    assert haggis("judge", "5r", "--variant", "whist") == refused(3, no_variant("whist"))


def test_the_deck_of_another_variant(haggis: Haggis) -> None:
    assert haggis("judge", "4r 4r 5r 5r", "--variant", "neeps").code == 0  # rules C4
    assert haggis("judge", "4r 4r 5r 5g", "--variant", "neeps").code == 1
    assert haggis("judge", "2rgbyp", "--variant", "three-player").code == 0
    assert haggis("judge", "2p", "--variant", "classic").code == 1
    assert haggis("judge", "2p", "--variant", "classic", "--players", "3").code == 0


def test_help(haggis: Haggis) -> None:
    out = haggis.ok("judge", "--help")
    assert out.startswith("Usage: haggis judge [OPTIONS] CARDS\n\n  Say whether a play is allowed, and why; or answer ")
    assert '  haggis judge 9r 10r J --over "8b 9b 10b"\n' in out


def test_in_a_narrow_terminal_sentences_are_broken_at_blanks(haggis: Haggis) -> None:
    with Terminal(haggis, "judge", "4p", columns=50) as screen:
        code, said = screen.end()
    assert code == 1
    verdict = said.partition("illegal: ")[2].splitlines()
    assert len(verdict) > 4
    assert all(len(line) <= 50 for line in verdict)
    assert "purple is in the deck of tatties and three-player, and of classic" in unwrapped(said)


CANNOT = "warning: the current match cannot be followed: "


def start(haggis: Haggis, variant: str, *more: str, name: str = "friday", players: int = 3) -> None:
    words = [word for player in ("Noah", "Isla", "Jamie", "Rory")[:players] for word in ("-p", player)]
    haggis.ok("new", "--variant", variant, *words, "--name", name, *more)


def test_the_variant_of_the_current_match_is_followed_and_named(haggis: Haggis) -> None:
    start(haggis, "three-player")
    said = "by Haggis (3-Player), as in friday\n"
    assert haggis("judge", "4p 5p 6p") == Ran(0, "legal: a sequence of 3 up to 6\n", said)
    assert haggis("moves", "4p") == Ran(
        0, "Singles (1)\n  4p  a single 4\nThe leader of a trick must play: no pass.\n", f"{said}1 legal play\n"
    )
    start(haggis, "two-player", name="saturday", players=2)
    assert haggis("judge", "4r").err == "by Haggis (2-Player), as in saturday\n"
    haggis.ok("record", "friday", "Noah: 4r")
    assert haggis("judge", "4p").err == said


def test_options_players_and_suits_of_the_match_hold(haggis: Haggis) -> None:
    start(haggis, "rogers-neeps", "--option", "sets=true", players=4)
    assert haggis("judge", "4r 4g").err == "by Haggis and Neeps (Roger's Rules) with sets true, as in friday\n"
    start(haggis, "classic", "--suits", "ogbyr", name="saturday")
    ran = haggis("judge", "4o 5o 6o")
    assert ran.err == "by Haggis (first edition) with 3 players, suits ogbyr, as in saturday\n"
    found = haggis.json("judge", "4o 5o 6o")
    assert [found[key] for key in ("variant", "players", "suits", "options", "match")] == [
        *("classic", 3, "ogbyr", {}, "saturday")
    ]
    assert haggis.json("moves", "4o")["match"] == "saturday"


def test_a_variant_that_is_named_is_played_as_it_is(haggis: Haggis) -> None:
    start(haggis, "rogers-neeps", "--option", "sets=true", players=4)
    ran = haggis("judge", "4r 4g", "--variant", "rogers-neeps")
    assert (ran.code, ran.err) == (1, "")
    assert haggis.json("judge", "4r 4g", "--variant", "two-player")["match"] is None


def test_what_is_said_beside_it_changes_the_game_of_the_match(haggis: Haggis) -> None:
    start(haggis, "rogers-neeps", players=4)
    assert haggis("judge", "4r 4g").code == 1
    ran = haggis("judge", "4r 4g", "--option", "sets=true")
    assert (ran.code, ran.err) == (0, "by Haggis and Neeps (Roger's Rules) with sets true, as in friday\n")
    assert haggis("judge", "4p", "--suits", "rgbp").code == 0
    start(haggis, "rogers-neeps", "--option", "sets=true", players=4, name="sunday")
    assert haggis.json("judge", "4p 4r", "--suits", "rgbp")["options"] == {"sets": True}
    start(haggis, "classic", "--suits", "ogbyr", name="saturday")
    ran = haggis("judge", "4p", "--players", "2")  # other players: another deck
    assert ran.code == 1
    assert ran.err == "by Haggis (first edition) with 2 players, as in saturday\n"


def test_what_the_game_of_the_match_cannot_be_names_the_match(haggis: Haggis) -> None:
    start(haggis, "three-player")
    current = "(the current match, friday, is played by three-player: --variant names another)"
    assert haggis("judge", "4r", "--players", "2") == refused(2, f"Haggis (3-Player) is for 3 players, not 2 {current}")
    assert haggis("moves", "4r", "--suits", "rgby") == refused(
        2, f"'suits' needs 5 different letters, like rgbyp, not 'rgby' {current}"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = [", "friday.toml: "),
        ("\x00", "friday.toml: "),
        ("format = 1\n", "friday.toml: 'variant', 'players' or 'suits' is missing or no text"),
        (header(variant="whist"), no_variant("whist")),
        (header(variant="three-player"), "Haggis (3-Player) is for 3 players, not 2"),
        (header() + '[options]\nscoring = "gold"\n', "the option 'scoring' can be points or cards, not gold"),
        (header() + "options = 7\n", "friday.toml: 'options' is no table of options"),
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


def test_a_match_whose_rounds_are_damaged_still_says_what_is_played(haggis: Haggis) -> None:
    haggis.keep(header('"A", "B", "C", "D"', variant="neeps") + '\n[[rounds]]\nevents = ["nonsense", ')
    assert haggis("judge", "4r 4r 5r 5r").err == "by Haggis and Neeps, as in friday\n"


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
    assert haggis("judge", "4r").err == "by Haggis (2-Player) with scoring cards, as in friday\n"


def test_another_home_has_another_match(haggis: Haggis, tmp_path: Path) -> None:
    start(haggis, "three-player")
    assert haggis("judge", "4r", "--home", str(tmp_path / "none")).err == USUAL_RULES


PURPLE = "purple is in the deck of tatties and three-player, and of classic, revised and taylor with 3 players"


def test_a_suit_that_is_not_in_the_deck_names_the_variants_that_have_it(haggis: Haggis) -> None:
    ran = haggis("judge", "4p 5p 6p")
    assert ran.code == 1
    assert f"; {PURPLE}.\n" in ran.out
    assert PURPLE in json.loads(haggis("judge", "4 purple", "--json").out)["message"]
    ran = haggis("moves", "4p")
    assert ran.code == 1
    assert f"; {PURPLE}.\n" in ran.out
    assert haggis("judge", "4r", "--over", "4p").err.endswith(f"; {PURPLE}\n")
    assert "is in the deck of" not in haggis("judge", "4o").out  # no variant has orange unless it is chosen


def test_a_suit_that_only_this_match_does_without_is_told_apart_from_one_of_other_variants(haggis: Haggis) -> None:
    for suits, shown in (("oygb", "o y g b"), ("\u2665\u2666\u2663\u2660", "h d c s")):
        out = haggis("judge", "4r", "--suits", suits).out
        assert f"; the suits of this match are {shown}.\n" in out
        assert "is in the deck of" not in out
    assert f"; {PURPLE}.\n" in haggis("judge", "4p", "--suits", "hdcs").out


class TestOrdinaryCards:
    def test_the_suits_are_named_by_their_signs_and_kept_as_letters(self, haggis: Haggis) -> None:
        start(haggis, "two-player", "--suits", "\u2665\ufe0f \u2666 \u2663 \u2660", players=2)
        assert 'suits = "hdcs"\n' in haggis.text()
        ran = haggis("judge", "4\u2665 4\u2660")
        assert ran == Ran(0, "legal: a pair of 4s\n", "by Haggis (2-Player) with suits hdcs, as in friday\n")
        haggis.ok("record", "Noah: 4\u26654\u2666", "Isla: 5h, 5 of clubs")
        assert '"Noah: 4h 4d",\n  "Isla: 5h 5c",\n' in haggis.text()

    def test_a_question_may_name_them(self, haggis: Haggis) -> None:
        signs = "\u2660\u2665\u2666\u2663"
        assert haggis.json("judge", "8\u26659\u266510\u2665", "--suits", signs)["cards"] == ["8h", "9h", "10h"]
        assert haggis.json("moves", "4\u2663", "--suits", "hdcs")["hand"] == ["4c"]

    def test_too_few_are_told_with_signs(self, haggis: Haggis) -> None:
        said = "'suits' needs 5 different letters, like \u2665\u2666\u2663\u2660\u2605, not '\u2665\u2666\u2663\u2660'"
        ran = haggis("judge", "4r", "--variant", "three-player", "--suits", "\u2665\u2666\u2663\u2660")
        assert ran == refused(2, said)

    def test_a_file_that_names_signs_is_read(self, haggis: Haggis) -> None:
        haggis.keep(header().replace("goal =", 'suits = "\u2665\u2666\u2663\u2660"\ngoal ='))
        assert haggis("judge", "4\u2660").err == "by Haggis (2-Player) with suits hdcs, as in friday\n"
        assert haggis("check") == Ran(0, "", "")

    def test_elsewhere_they_are_refused_with_the_way_to_play_with_them(self, haggis: Haggis) -> None:
        ran = haggis("judge", "4\u2665")
        assert ran.code == 1
        assert "ordinary cards are another deck, --suits \u2665\u2666\u2663\u2660" in ran.out
