"""`haggis judge`: one play adjudicated; the examples are those of the rulebooks."""

import json

import pytest

from tests.support.haggis import USUAL_KEYS, USUAL_RULES, Haggis, Ran, no_variant, refused
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
