"""The rules on every phone: those of a match with its options, or of any variant, with a field to search in."""

import re

import pytest

from haggis_cli.library.judging import build_table
from haggis_cli.plugins.registry import own_ids
from haggis_cli.rules.rulebook import tell_rules
from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad, Page


@pytest.mark.parametrize("variant_id", own_ids())
def test_every_sentence_and_card_is_there_for_whoever_only_watches(caller: Caller, variant_id: str) -> None:
    page = caller.get(f"/rules?variant={variant_id}.0", caller.watcher).seen
    words = re.sub(r" (?=[.,;:])", "", page.words)  # behind a card that is drawn
    for topic in tell_rules(build_table(variant_id, None)):
        assert f"#{topic.name}" in page.links.values()
        for line in topic.lines:
            assert f"{line.says} {line.cards}".strip() in words


def test_a_match_has_the_rules_of_its_options(caller: Caller, haggis: Haggis) -> None:
    haggis.new("--option", "scoring=cards", name="cards")
    assert "from tricks, hands or the haggis: every card is 1 point." in caller.get("/m/cards/rules").seen.words
    assert (
        "from tricks, hands or the haggis: 3, 5, 7 and 9 count 1 point each" in caller.get("/m/friday/rules").seen.words
    )


@pytest.mark.parametrize("path", ["/m/friday/score", "/m/friday/record", "/m/friday/referee?ask=lead"])
def test_one_touch_leads_there_and_one_back(caller: Caller, path: str) -> None:
    address = caller.get(path).seen.links["Rules"]
    here = "http://127.0.0.1:8321"
    page = caller.get(address, headers=[("referer", f"{here}{path}")]).seen
    assert page.links["Back"] == path
    for elsewhere in ("http://evil.example/m/friday", f"{here}{address}", "javascript:alert(1)", ""):
        assert "Back" not in caller.get(address, headers=[("referer", elsewhere)]).seen.links


def test_a_refusal_leads_to_the_topic_that_tells_its_rule(caller: Caller, haggis: Haggis) -> None:
    def follow(page: Page) -> str:
        rule = next(words for words in page.links if words.lower() == "the rule" or words.startswith("(Rulebook"))
        address, _, topic = page.links[rule].partition("#")
        found = caller.get(address).seen
        assert f"#{topic}" in found.links.values()
        return f"{found.texts['h1'][0]} {topic}"

    of_tatties = caller.get("/referee?variant=tatties.0&c.7r=1&c.8r=1").seen
    assert follow(of_tatties) == "Haggis and Tatties: the rules combinations"
    assert follow(caller.get("/m/friday/referee?ask=lead&c.3r=1&c.5r=1").seen).endswith("combinations")
    assert follow(Pad(caller).fill(out1="Noah", count1=8, captured1=37).press("save").answer.seen).endswith("scoring")
    haggis("record", "friday", "Noah: 9r")
    haggis("record", "friday", "--amend", "1", "Noah: 9r 10r", "--yes")
    assert follow(caller.get("/m/friday/record").seen).endswith("combinations")
    assert follow(caller.get("/m/friday/record/1").seen).endswith("combinations")
