"""A match that is won: the page and the board say so first, and the result is sent as text, picture and link."""

import re
import sys

import pytest

from haggis_cli.sheets.standing import TROPHY
from tests.support.haggis import ROOT, Haggis
from tests.support.pages import Caller

ROUND = ("Noah: out 8, cards 20, bet big", "Isla: cards 16")


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new("--rounds", "2")
    haggis.ok("score", "--yes", *ROUND)
    return Caller(haggis, lan=True)


@pytest.fixture
def won(caller: Caller, haggis: Haggis) -> Caller:
    haggis.ok("score", "--yes", *ROUND)
    return caller


def previewed(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("path", ["/m/friday", "/m/friday/board", "/m/friday/rounds/2/result"])
def test_who_has_won_is_said_first_then_the_score_and_what_will_be_remembered(won: Caller, path: str) -> None:
    words = won.get(path).seen.words
    told = ["Noah has won", "180", "32", "Best round"]
    assert [words.index(each) for each in told] == sorted(words.index(each) for each in told)
    assert "Bet of the night" not in words  # two are equal


def test_below_a_round_who_has_won_is_said_only_where_it_is_not_said_above(won: Caller) -> None:
    results = [won.get(f"/m/friday/rounds/{number}/result").seen for number in (1, 2)]
    assert ["Noah has won" in each.part("won") for each in results] == [False, True]
    assert ["Noah has won" in each.part("result") for each in results] == [True, False]


def test_who_plays_for_a_team_with_a_name_of_its_own_stands_above_the_rows_of_badges(haggis: Haggis) -> None:
    example = (ROOT / "examples" / "matches" / "neeps-known-hands.toml").read_text()
    haggis.keep(example)
    haggis.keep(example.replace("High Rollas", "Isla & Rory").replace("Slam Jamma", "Jamie & Noah"), "unnamed")
    caller = Caller(haggis)
    members = [
        re.findall('class="members"[^>]*>(.*?)</p>', caller.get(f"/m/{name}/rounds/1/result").text, re.DOTALL)
        for name in ("friday", "unnamed")
    ]
    assert [re.findall("<bdi>(.*?)</bdi>", each) for each in members[0]] == [["Isla", "Jamie", "Rory", "Noah"]]
    assert members[1] == []


@pytest.mark.parametrize(
    ("name", "told"),
    [("Isla & Rory", "Isla\u00a0&amp;\u00a0Rory"), ("Mohammed & Alexandra", "Mohammed\u00a0&amp; Alexandra")],
)
def test_a_highlight_breaks_between_partners_only_if_their_names_are_long(haggis: Haggis, name: str, told: str) -> None:
    example = (ROOT / "examples" / "matches" / "neeps-known-hands.toml").read_text()
    haggis.keep(example.replace("High Rollas", name))
    for path in ("/m/friday", "/m/friday/board"):
        assert f"<dd>{told}, ".encode() in Caller(haggis).get(path).body


def test_the_text_to_send_has_names_and_signs_as_the_terminal_has_them(haggis: Haggis) -> None:
    haggis.begin("two-player", ("O'Connor", "Gwendolyn"), "--rounds", "1")
    haggis.ok("score", "--yes", "O'Connor: out 8, cards 20, bet big", "Gwendolyn: cards 16, bet big")
    sent = Caller(haggis).get("/m/friday").seen.part("share-text")
    for line in haggis.ok("show", "--share").splitlines():
        assert line.strip() in " ".join(sent.replace("\u00a0", " ").split())


def test_what_comes_next_is_a_rematch_or_to_share(won: Caller) -> None:
    phones = ["", "/rounds/2/result", "/record", "/score", "/score?round=2"]
    pages = {**dict.fromkeys(phones, ""), "/board": "/m/friday#share-text"}
    for below, share in pages.items():
        page = won.get(f"/m/friday{below}")
        assert page.seen.links["Rematch"] == "/m/friday/rematch"
        assert page.seen.links.get("Share", "") == share
        assert ('id="share-text"' in page.text) is not bool(share)  # the text to send, or the way to it
        assert bool(re.search(r"\+share[+a-z]*\.js", page.text)) is not bool(share)
    assert won.get("/m/friday/record", won.watcher).seen.part("share-text")


def test_while_the_match_goes_on_nobody_is_called_the_winner(caller: Caller) -> None:
    assert all("has won" not in caller.get(f"/m/friday{below}").seen.words for below in ("", "/board"))


def test_the_text_that_is_sent_is_that_of_the_command(caller: Caller, haggis: Haggis) -> None:
    told = []
    for number in range(2):
        told.append(caller.get("/m/friday", caller.watcher).seen.part("share-text"))
        assert told[number].split() == haggis.ok("show", "--share").split()
        if not number:
            haggis.ok("score", "--yes", *ROUND)
    assert [each.partition(" 90 ")[0].partition(":")[0] for each in told] == ["Noah leads", f"{TROPHY}Noah has won"]


def test_pictures_are_offered_where_they_can_be_drawn(won: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typst")
    links = won.get("/m/friday", won.watcher).seen.links
    assert [links[name] for name in ("Wide picture", "Tall picture")] == [
        "/m/friday/sheet.png",
        "/m/friday/sheet.png?portrait",
    ]
    assert won.get(links["Tall picture"]).body[16:24] == bytes.fromhex("00000438 00000780")
    monkeypatch.setitem(sys.modules, "typst", None)
    assert "Wide picture" not in won.get("/m/friday").seen.links


class TestTheLinkToAllMatches:
    def test_a_chat_is_told_what_it_does_and_nothing_of_any_match(self, won: Caller) -> None:
        for key, allowed in zip(won.settings.keys[:2], ("enter scores and watch", "watch"), strict=True):
            text = won.get(f"/k/{key}", "").text
            assert previewed(text) == {
                "og:type": "website",
                "og:site_name": "Haggis",
                "og:title": "Haggis",
                "og:description": f"With this link a phone can {allowed}.",
            }
            assert not {"Noah", "friday", *won.settings.keys[:2]} & {*re.findall(r"[\w-]+", text)}

    def test_the_preview_is_that_of_the_match_that_is_served(self, won: Caller, haggis: Haggis) -> None:
        served = Caller(haggis, lan=True, match_id="friday")
        own = previewed(served.get(f"/k/{served.settings.keys.watch}/m/friday", "").text)
        del own["og:url"]
        for key in served.settings.keys[:2]:
            assert previewed(served.get(f"/k/{key}", "").text) == own
            assert served.settings.keys.write not in served.get(f"/k/{key}", "").text
        haggis.keep("broken = [")
        assert previewed(served.get(f"/k/{served.settings.keys.watch}", "").text)["og:title"] == "Haggis"


class TestTheLinkToAMatch:
    def test_a_chat_that_has_no_key_of_its_own_gets_a_preview_with_the_picture(self, won: Caller) -> None:
        pytest.importorskip("typst")
        link = f"{won.settings.watch_link}/m/friday"
        assert link in won.get("/m/friday").text
        path = link.removeprefix(won.settings.address)
        told = previewed(won.get(path, "").text)
        assert told["og:title"] == f"{TROPHY}Noah has won: 180 to 32"
        assert (
            told["og:description"].partition("; ")[2].startswith("Haggis (2-Player), goal 2 rounds · Best round: Noah")
        )
        assert told["og:image"] == f"{link}/sheet.png"
        assert told == previewed(won.get("/m/friday").text)
        picture = won.get(told["og:image"].removeprefix(won.settings.address), "")
        assert (picture.status, picture.header("content-type")) == (200, "image/png")

    def test_it_lets_in_to_watch_and_leads_to_the_match(self, won: Caller) -> None:
        page = won.get(f"/k/{won.settings.keys.watch}/m/friday", "")
        assert 'content="0; url=/m/friday"' in page.text
        cookies = "; ".join(value.partition(";")[0] for name, value in page.headers if name == "set-cookie")
        assert won.get("/m/friday", cookies).status == 200
        assert won.post("/m/friday/undo", {}, cookies).status == 403

    def test_a_phone_that_may_write_still_may(self, won: Caller) -> None:
        answer = won.get(f"/k/{won.settings.keys.watch}/m/friday")
        assert (answer.status, answer.header("location")) == (303, "/m/friday")
        assert not [name for name, _ in answer.headers if name == "set-cookie"]

    @pytest.mark.parametrize("path", ["/k/{0}/m/friday", "/k//m/friday", "/k/{0}/m/friday/sheet.png", "/m/friday"])
    def test_without_the_key_nothing_is_told(self, won: Caller, path: str) -> None:
        wrong = "x" * len(won.settings.keys.watch)
        answer = won.get(path.format(wrong), "")
        assert answer.status == 403
        assert "Noah" not in answer.text

    def test_a_key_opens_no_other_page_by_its_address(self, won: Caller) -> None:
        key = won.settings.keys.write
        paths = ("m/friday/score", "new", "m/none", "m/friday/sheet.csv")
        assert [won.get(f"/k/{key}/{below}", "").status for below in paths] == [404] * len(paths)

    def test_where_phones_cannot_come_no_address_is_given(self, won: Caller, haggis: Haggis) -> None:
        text = Caller(haggis).get("/m/friday").text
        assert "/k/" not in text
        assert set(previewed(text)) == {"og:type", "og:site_name", "og:title", "og:description"}
