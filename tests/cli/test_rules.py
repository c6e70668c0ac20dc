"""`haggis rules`: which variant and topic are meant, and what is shown where."""

import json

import pytest

from haggis_cli.plugins.registry import own_ids
from haggis_cli.rules.rulebook import TOPICS
from tests.support.haggis import Haggis, refused

USUAL = "by Haggis (2-Player), the usual variant: --variant names another\n"


@pytest.mark.parametrize(
    ("words", "first_line"),
    [
        (["bombs"], "Bombs"),
        (["two", "bomb"], "Bombs"),
        (["BOMBS", "two-player"], "Bombs"),
        (["tatties", "auction"], "The auction"),
        (["neeps", "bid"], "Bets"),
        (["nee", "pass"], "Passing cards"),
        (["two-player", "wild"], "Court cards"),
        (["classic", "e"], "The next round and the end of the match"),
        (
            ["neeps"],
            "Haggis and Neeps: Two teams of two with a double deck: cards are passed",
        ),
    ],
)
def test_a_beginning_names_a_variant_or_a_topic(haggis: Haggis, words: list[str], first_line: str) -> None:
    assert haggis.ok("rules", *words).splitlines()[0].startswith(first_line)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["ta"], 2, "'ta' can be tatties or taylor: write more of it"),
        (["xyz"], 2, "'xyz' is neither a variant ('haggis variants' lists them) nor a topic: " + ", ".join(TOPICS)),
        (["neeps", "bombs", "now"], 2, "name a variant and a topic, no more: 'haggis rules neeps bombs'"),
        (["two-player", "passing"], 2, "Haggis (2-Player) has nothing to say about 'passing'"),
        (["neeps", "--variant", "classic"], 2, "'neeps' and --variant classic contradict each other: name one variant"),
        (["neeps", "--players", "3"], 2, "Haggis and Neeps is for 4 players, not 3"),
    ],
)
def test_what_names_nothing_is_refused(haggis: Haggis, words: list[str], code: int, message: str) -> None:
    assert haggis("rules", *words) == refused(code, message)


def test_the_match_last_worked_on_says_which_rules_and_options(haggis: Haggis) -> None:
    assert haggis("rules", "scoring").err == USUAL
    haggis.new("--option", "scoring=cards")
    ran = haggis("rules", "scoring")
    assert "Captured cards: every card is 1 point." in ran.out
    assert ran.err == "by Haggis (2-Player) with scoring cards, as in friday\n"
    assert "Captured cards: 3, 5, 7, 9 are 1 point each" in haggis.ok("rules", "two-player", "scoring")


@pytest.mark.parametrize("variant_id", own_ids())
def test_json_has_every_line_with_its_cards(haggis: Haggis, variant_id: str) -> None:
    found = haggis.json("rules", variant_id)
    assert found["variant"] == variant_id
    text = haggis.ok("rules", variant_id)
    for topic in found["topics"]:
        assert f"{topic['title']} ({topic['name']})" in text
        for line in topic["lines"]:
            assert line["text"] in text
            assert " ".join(line["cards"]) in text
    assert json.loads(haggis.ok("rules", variant_id, "bombs", "--json"))["topics"][0]["name"] == "bombs"


def test_a_play_that_is_illegal_says_which_topic_tells_the_rule(haggis: Haggis) -> None:
    assert json.loads(haggis("judge", "4r", "5g", "--json").out)["topic"] == "combinations"
    assert json.loads(haggis("judge", "4r", "--json").out)["topic"] is None
