"""The referee on every phone: the sentences of `haggis judge`, about any game, and about the match as it stands."""

import html
import re
from urllib.parse import urlencode

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, said


def ask(caller: Caller, path: str, **fields: str) -> str:
    """What the referee says; asked by a phone that only watches."""
    answer = caller.get(
        f"{path}?{urlencode({name.replace('_', '.'): value for name, value in fields.items()})}", caller.watcher
    )
    assert answer.status == 200, answer.text
    return answer.seen.part("verdict")


def cards(text: str, prefix: str = "c") -> dict[str, str]:
    return {f"{prefix}.{card}": "1" for card in text.split()}


class TestTheSentencesAreThoseOfJudge:
    @pytest.mark.parametrize(
        ("variant", "play", "over"),
        [
            ("two-player", "9r 10r J", "8b 9b 10b"),
            ("two-player", "5r J Q", ""),
            ("two-player", "7r 8r", ""),
            ("two-player", "3r 5g 7b 9y", "J Q"),
            ("three-player", "10p 10g", "9r 9b"),
            ("rogers-neeps", "4r 4g", ""),
            ("rogers-neeps", "9r 10r J", "8b 9b 10b"),
            ("taylor", "J Q", "3r 5g 7b 9y"),
            ("neeps", "4r 4r 5r 5r", "3r 3g 4r 4g"),
        ],
    )
    def test_with_cards_touched(self, caller: Caller, haggis: Haggis, variant: str, play: str, over: str) -> None:
        told = haggis("judge", play, "--variant", variant, *(("--over", over) if over else ()))
        fields = {"ask": "over"} | cards(over, "o") if over else {"ask": "lead"}
        played = cards(play)
        if play == "4r 4r 5r 5r":
            played |= {"c.4r.2": "1", "c.5r.2": "1"}
        answer = ask(caller, "/referee", variant=f"{variant}.0", **fields, **played)
        verdict, _, sentence = " ".join(told.out.split()).partition(": ")
        if verdict == "legal":
            assert answer == f"Legal {sentence}."
        else:
            sentence, rule = sentence.split(" rule: ")
            assert answer == f"Illegal {sentence} ({rule})"

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("5r J Q as set", "Legal a set of three 5s."),
            ("7p", "Illegal"),
            ("nonsense", "'nonsense'"),
            ("<b>", "'<b>'"),
            ("", "Choose the cards to check."),
        ],
    )
    def test_and_typed(self, caller: Caller, line: str, answer: str) -> None:
        assert ask(caller, "/referee", line=line).startswith(answer)

    def test_typed_cards_are_marked_where_they_could_be_touched(self, caller: Caller) -> None:
        page = caller.get("/referee?ask=over&over=8b+9b&line=Noah:+7r+J").text
        assert re.findall(r' said"><input type="checkbox" name="([^"]+)"', page) == ["o.8b", "o.9b", "c.7r", "c.J"]

    def test_options_of_the_variant_are_rules_too(self, caller: Caller) -> None:
        asked = {"variant": "rogers-neeps.4"} | cards("4r 4g")
        assert ask(caller, "/referee", **asked).startswith("Illegal")
        assert ask(caller, "/referee", **asked, option_sets="true") == "Legal a pair of 4s."

    def test_what_is_to_beat_may_have_to_be_named(self, caller: Caller) -> None:
        asked = {"ask": "over"} | cards("5r J Q", "o") | cards("6g 7g 8g")
        page = caller.get(f"/referee?{urlencode(asked)}")
        assert "choose the one you mean" in page.seen.part("verdict")
        assert re.findall(r'name="oas" value="([^"]*)"', page.text) == ["set", "sequence", "sequence@6", "sequence@5"]
        assert ask(caller, "/referee", **asked, oas="sequence@7") == "Legal a sequence of 3 cards up to 8."
        assert ask(caller, "/referee", **asked, oas="set").startswith("Illegal")

    def test_what_is_to_beat_must_be_a_combination(self, caller: Caller) -> None:
        answer = ask(caller, "/referee", **{"ask": "over"} | cards("4r 5g", "o") | cards("7r"))
        assert answer.startswith("Illegal The combination to beat: 4r 5g is not a combination")

    @pytest.mark.parametrize(
        "fields", [{"variant": "nothing.2"}, {"variant": "../x.2"}, {"line": "x" * 501}, {"variant": "."}]
    )
    def test_what_no_page_asks_is_answered_in_a_sentence(self, caller: Caller, fields: dict[str, str]) -> None:
        answer = caller.get(f"/referee?{urlencode(fields)}")
        assert answer.status in (200, 422, 500)
        assert answer.status == 200 or said(answer)


class TestInAMatch:
    def test_the_rules_are_those_of_the_match(self, haggis: Haggis) -> None:
        haggis.ok(
            *("new", "--name", "friday", "--variant", "rogers-neeps", "--option", "sets=true", "--rounds", "4"),
            *(word for name in "ABCD" for word in ("--player", name)),
        )
        assert ask(Caller(haggis), "/m/friday/referee", **cards("4r 4g")) == "Legal a pair of 4s."

    @pytest.mark.parametrize(
        ("fields", "answer"),
        [
            (cards("8b 9b 10b"), "Legal Isla plays a sequence of 3 cards up to 10."),
            (cards("7r"), "Illegal 7r has already been played this round. (Rulebook 2.1, Setup)"),
            (cards("8b"), "Illegal A single 8 cannot answer a sequence of 3 cards up to 9"),
            (cards("8b 9b 10b") | {"who": "0"}, "Illegal It is Isla's turn, not Noah's."),
            ({"line": "pass"}, "Legal Isla passes."),
            ({"line": "Noah: bet big"}, "Illegal Noah has already played a card this round."),
            ({"line": "bet big"}, "Legal Isla bets big (30)."),
            ({"line": "exchange 2r"}, "These cards are passed face down"),
            ({"line": "Zoë: pass"}, "nobody called 'Zoë' plays here"),
            ({"line": "7r"} | cards("8r"), "Cards are chosen and a line is typed"),
            ({"who": "9"} | cards("8b 9b 10b"), "Legal Isla"),
            ({"ask": "lead"} | cards("7r"), "Legal a single 7."),
        ],
    )
    def test_is_this_legal_now(self, caller: Caller, haggis: Haggis, fields: dict[str, str], answer: str) -> None:
        haggis.ok("record", "friday", "Noah: 7r 8r 9r")
        before = haggis.text()
        assert ask(caller, "/m/friday/referee", **fields).startswith(answer)
        assert haggis.text() == before

    def test_between_rounds_nothing_lies_on_the_table(self, caller: Caller) -> None:
        assert 'value="now"' not in caller.get("/m/friday/referee").text
        assert ask(caller, "/m/friday/referee", ask="now", **cards("7r")) == "Legal a single 7."

    def test_hands_that_were_dealt_stay_hidden(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("deal", "friday", "--cards", "--save", "--seed", "1")
        hand = re.findall(r'^Isla = "(\w+) ', haggis.text(), re.MULTILINE)
        assert ask(caller, "/m/friday/referee", **cards(hand[0])).startswith("Legal Noah plays a single")

    def test_the_trick_is_in_sight_and_follows_the_match(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("record", "friday", "Noah: 7r 8r 9r")
        text = caller.get("/m/friday/referee", caller.watcher).text
        shown = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
        assert "Noah 7r 8r 9r a sequence of 3 cards up to 9" in shown
        assert 'data-events="/m/friday/events"' in text
