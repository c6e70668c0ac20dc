"""A phone that records a round: it touches only buttons that its page has, and sends what they stand for."""

import html
import re
from functools import lru_cache
from html.parser import HTMLParser
from urllib.parse import urlencode

from haggis_cli.matches.notation import parse_event, render_claim
from haggis_cli.rules.cards import unpack
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.table import Table
from tests.support.web.caller import Answer, Caller

_DEEDS: dict[type[Event], str] = {Bet: "bet", Bid: "bid", Award: "award", Lead: "lead"}


class Form(HTMLParser):
    """The form of a page: its hidden fields, its boxes, and its buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hidden: dict[str, str] = {}
        self.free: set[str] = set()
        """The boxes that can be ticked."""
        self.greyed: set[str] = set()
        """The boxes that cannot."""
        self.ticked: set[str] = set()
        self.buttons: set[tuple[str, str]] = set()
        """The buttons, by name and value."""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in a field."""
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "button":
            self.buttons.add((name, value))
        elif given.get("type") == "hidden":
            self.hidden[name] = value
        elif given.get("type") == "checkbox":
            (self.greyed if "disabled" in given else self.free).add(name)
            if "checked" in given:
                self.ticked.add(name)


@lru_cache(maxsize=4)
def _parse(text: str) -> Form:
    return Form(text)


class Recorder:
    """Somebody who records a match by phone."""

    def __init__(self, caller: Caller, match: str, cookie: str | None = None) -> None:
        self.caller, self.cookie, self.path = caller, cookie, f"/m/{match}/record"
        self.page = self.load()

    @property
    def form(self) -> Form:
        """The form as it was shown last."""
        return _parse(self.page.text)

    @property
    def table(self) -> Table:
        """Who plays what."""
        found: Table = self.caller.app.state.matches.open(self.path.split("/")[2]).report.table
        return found

    def load(self, **chosen: str) -> Answer:
        """Look at the page, with what is chosen already."""
        query = f"?{urlencode(chosen)}" if chosen else ""
        self.page = self.caller.get(self.path + query, self.cookie)
        assert self.page.status == 200, self.page.text
        return self.page

    def send(self, fields: dict[str, str]) -> Answer:
        """Send the form with these fields, and look at what comes of it."""
        answer = self.caller.post(self.path, self.form.hidden | fields, self.cookie)
        if answer.status == 303:
            self.page = self.caller.get(answer.header("location"), self.cookie)
        elif answer.text.startswith("<!DOCTYPE"):
            self.page = answer
        return answer

    def enter(self, text: str) -> Answer:
        """Record an event of a match file with the buttons of the page."""
        return self.send(self.fields_for(text))

    def fields_for(self, text: str) -> dict[str, str]:
        """What is sent for an event; every button must be there."""
        event = parse_event(text, self.table)
        match event:
            case Pass():
                fields = {"deed": f"pass.{event.seat}"}
            case Bet() | Bid():
                fields = {"deed": f"{_DEEDS[type(event)]}.{event.seat}.{event.amount}"}
            case Award() | Lead():
                fields = {"deed": f"{_DEEDS[type(event)]}.{event.seat}.{event.to}"}
            case Play() | Exchange() | Give():
                fields = self._card_fields(event)
        for name, value in fields.items():
            assert name in self.form.free or (name, value) in self.form.buttons or name == "as", (text, name, value)
        return fields

    def _card_fields(self, event: Play | Exchange | Give) -> dict[str, str]:
        deck, form, fields = self.table.deck, self.form, {}
        for card in map(deck.card_text, unpack(event.cards)):
            copies = [f"c.{card}", f"c.{card}.2"]
            fields[next(each for each in copies if each in form.free and each not in fields)] = "1"
        if isinstance(event, Play) and event.claim:
            return fields | {"as": render_claim(event.claim)}
        return fields | {"do": "play"}

    @property
    def verdict(self) -> str:
        """What the page says of the cards that are chosen."""
        return words_of(self.page.text, "verdict")

    @property
    def news(self) -> str:
        """What the page says has happened meanwhile, or is wrong."""
        return words_of(self.page.text, "news")


def words_of(text: str, place: str) -> str:
    """The words in the paragraph or the part of that id, without its tags."""
    ends = {"verdict": "</p>", "line-said": "</div>"}.get(place, "</div>\n<form")
    pattern = rf'<(?:p|div) id="{place}"[^>]*>(.*?){ends}'
    found = re.search(pattern, text, re.DOTALL)
    assert found, text
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", found[1])).split())
