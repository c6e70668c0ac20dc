"""What nobody at the table may see is on no page of a phone that only watches."""

import re
from collections.abc import Iterator

import pytest

from tests.support.haggis import ROOT, Haggis
from tests.support.pages import Caller

EXAMPLE = (ROOT / "examples" / "matches" / "tatties-known-hands.toml").read_text("utf-8")
AUCTION = ["Noah: pass", "Jamie: bid 15", "Isla: pass"]
"""After it Jamie has drawn the haggis, and is to put three cards away face down."""
DISCARDS = "2p 3p 4r", "2p 3p 4p"
LATER = "Jamie: 9r 9g 9b 9y"
PAGES = (
    "",
    "/board",
    "/record?event=9r",
    "/referee",
    "/replay",
    *(f"/sheet.{name}" for name in ("text", "markdown", "csv", "json", "html", "svg")),
)


def put_match(haggis: Haggis, text: str, events: list[str]) -> None:
    """The first round of the example as far as these events, with its deal."""
    head, _, rounds = text.partition("[[rounds]]")
    deal = "[rounds.deal]" + rounds.partition("[[rounds]]")[0].partition("[rounds.deal]")[2]
    folder = haggis.home / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    played = f"{head}[[rounds]]\nevents = {events!r}\n{deal}".replace('"tatties-known-hands"', '"web"')
    (folder / "web.toml").write_text(played, "utf-8")


def what_a_watcher_sees(haggis: Haggis) -> Iterator[str]:
    """Every page of the match but for what tells its states apart."""
    caller = Caller(haggis)
    for page in PAGES:
        answer = caller.get(f"/m/web{page}", caller.watcher)
        assert answer.status == 200, (page, answer.text)
        yield re.sub(r"[0-9a-f]{16}", "", answer.text)


def test_cards_that_are_drawn_in_an_exchange_are_shown_to_who_enters_alone(haggis: Haggis) -> None:
    put_match(haggis, EXAMPLE, AUCTION)
    caller = Caller(haggis)
    writers = caller.get("/m/web/record").text
    assert "Drawn:" in writers
    seen = list(what_a_watcher_sees(haggis))
    assert not [page for page in seen if "Drawn" in page]
    # The same round with another haggis: Noah has the 3p, and a 3r lies in it.
    put_match(haggis, swap(EXAMPLE, "3r", "3p"), AUCTION)
    assert Caller(haggis).get("/m/web/record").text != writers
    assert list(what_a_watcher_sees(haggis)) == seen


@pytest.mark.parametrize("later", [[], [LATER]], ids=["at once", "later"])
def test_cards_that_are_put_away_face_down_stay_hidden_while_the_round_goes_on(
    haggis: Haggis, later: list[str]
) -> None:
    seen = []
    for discards in DISCARDS:
        put_match(haggis, EXAMPLE, [*AUCTION, f"Jamie: exchange {discards}", *later])
        seen.append(list(what_a_watcher_sees(haggis)))
    assert seen[0] == seen[1]


def swap(text: str, one: str, other: str) -> str:
    """The first round with two of its cards changed for each other in the deal."""
    head, mark, rounds = text.partition("[rounds.deal]")
    first, more, rest = rounds.partition("[[rounds]]")
    swapped = re.sub(rf"\b({one}|{other})\b", lambda found: other if found[0] == one else one, first)
    return head + mark + swapped + more + rest
