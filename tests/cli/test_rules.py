"""`haggis rules`: which variant and topic are meant, and what is shown where."""

import json

import pytest

from haggis_cli.plugins.registry import own_ids
from tests.support.haggis import Haggis


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
        (["tatties", "exchange"], "The auction"),
        (["tatties", "bids"], "The auction"),
        (["neeps", "teams"], "The aim, and what you need"),
        (["classic", "e"], "The next round and the end of the match"),
        (["neeps"], "Haggis and Neeps: Two teams of two with a double deck: partners pass each other"),
    ],
)
def test_a_beginning_names_a_variant_or_a_topic(haggis: Haggis, words: list[str], first_line: str) -> None:
    assert haggis.ok("rules", *words).splitlines()[0].startswith(first_line)


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
