"""The pages of the server without a server or a socket: who asks for them, fills in their forms and reads them."""

import asyncio
import html
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

from haggis_cli.matches.notation import parse_event, render_claim
from haggis_cli.matches.store.folder import Store
from haggis_cli.rules.cards import unpack
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.table import Table
from haggis_cli.web.access.device import DEVICE_COOKIE
from haggis_cli.web.access.keys import make_keys
from haggis_cli.web.addresses import local_names
from haggis_cli.web.app import build_app
from haggis_cli.web.settings import Settings
from tests.support.haggis import PATIENCE, Haggis

HOST = "127.0.0.1:8321"
DEVICE = "0123456789abcdef"
Headers = Sequence[tuple[str, str]]


class Answer(NamedTuple):
    """What a page answers; headers with the same name as often as they are sent."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def header(self, name: str) -> str:
        """A header that is sent once; empty if it is not."""
        found = [value for key, value in self.headers if key == name]
        assert len(found) <= 1, found
        return found[0] if found else ""


class Caller:
    """Somebody who asks for pages of a computer's matches."""

    def __init__(self, haggis: Haggis, *, lan: bool = False, **settings: Any) -> None:
        """settings: fields of Settings that are not as usual."""
        usual: dict[str, Any] = {
            "store": Store(haggis.home),
            "keys": make_keys(),
            "hosts": local_names(None),
            "address": "http://192.168.1.5:8321" if lan else f"http://{HOST}",
            "lan": lan,
        }
        self.settings = Settings(**(usual | settings))
        self.mistakes: list[str] = []
        self.app = build_app(self.settings, self.mistakes.append)

    @property
    def writer(self) -> str:
        """The cookies of a phone that may write."""
        return f"{self.settings.keys.cookie}={self.settings.keys.write}; {DEVICE_COOKIE}={DEVICE}"

    @property
    def other_writer(self) -> str:
        """The cookies of another phone that may write."""
        return self.writer.replace(DEVICE, "fedcba9876543210")

    @property
    def watcher(self) -> str:
        """The cookies of a phone that may watch."""
        return f"{self.settings.keys.cookie}={self.settings.keys.watch}; {DEVICE_COOKIE}={DEVICE}"

    @property
    def token(self) -> str:
        """What forms of the phone carry."""
        return self.settings.keys.form_token(DEVICE)

    def get(self, path: str, cookie: str | None = None, headers: Headers = ()) -> Answer:
        """Ask for a page, as a phone that may write unless other cookies are given."""
        return self.ask("GET", path, [("cookie", self.writer if cookie is None else cookie), *headers])

    def post(self, path: str, fields: dict[str, str], cookie: str | None = None, headers: Headers = ()) -> Answer:
        """Send a form, with the phone's token unless it has another."""
        cookies = ("cookie", self.writer if cookie is None else cookie)
        sent = urlencode({"token": self.token} | fields).encode()
        return self.ask("POST", path, [cookies, ("content-type", "application/x-www-form-urlencoded"), *headers], sent)

    def ask(
        self,
        method: str,
        path: str,
        headers: Headers = (),
        body: bytes | Iterable[bytes] = b"",
        *,
        host: str | None = HOST,
        client: str = "127.0.0.1",
        server: str = "127.0.0.1",
        ends: bool = True,
    ) -> Answer:
        """Ask for anything; a mistake of the program fails the test with its traceback.

        path: as it stands in the request, with the query.
        body: its pieces, in which it comes.
        ends: whether all of the body comes.
        """
        return asyncio.run(self._ask(method, path, headers, body, host, client, server, ends))

    async def _ask(
        self,
        method: str,
        path: str,
        headers: Headers,
        body: bytes | Iterable[bytes],
        host: str | None,
        client: str,
        server: str,
        ends: bool,
    ) -> Answer:
        raw, _, query = path.partition("?")
        usual = [] if any(name == "accept" for name, _ in headers) else [("accept", "text/html")]
        sent = [*([("host", host)] if host is not None else []), *usual, *headers]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(raw),
            "raw_path": raw.encode("utf-8", "surrogatepass"),
            "root_path": "",
            "query_string": query.encode("utf-8", "surrogatepass"),
            "headers": [(name.lower().encode("latin-1"), value.encode("utf-8")) for name, value in sent],
            "client": (client, 50_000),
            "server": (server, 8321),
        }
        pieces = [body] if isinstance(body, bytes) else list(body)
        coming = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
        coming[-1]["more_body"] = not ends
        answered: list[Any] = []

        async def receive() -> Any:
            return coming.pop(0) if coming else await asyncio.sleep(3600)

        async def send(message: Any) -> None:
            answered.append(message)

        async with asyncio.timeout(PATIENCE):
            await self.app(scope, receive, send)
        got = [(name.decode().lower(), value.decode("latin-1")) for name, value in answered[0]["headers"]]
        return Answer(answered[0]["status"], got, b"".join(message.get("body", b"") for message in answered[1:]))


def said(answer: Answer) -> str:
    """The sentence of a page that says no."""
    found = re.search(r'<p role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    assert found, answer.text
    return found[1]


_VOID = {"meta", "input"}
_CELLS = {"td", "th"}
_ENDS = {
    "li": {"li"},
    "td": _CELLS,
    "th": _CELLS,
    "tr": {*_CELLS, "tr"},
    "tbody": {*_CELLS, "tr", "thead"},
}
"""What a start tag ends, innermost first: HTML needs no end tags of these."""
_IMPLIED = {*_CELLS, "li", "tr", "thead", "tbody"}


class Element(NamedTuple):
    """A start tag."""

    name: str
    attributes: dict[str, str | None]


class Page(HTMLParser):
    """A page that has been read; every element must be closed in its place, but those that HTML closes itself.

    tables: rows of texts by what the caption names, or says; all_tables: those without a caption, too.
    texts: what stands in each element, by its name.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.all_tables: list[list[list[str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[tuple[str, list[str]]] = []
        self._rows: list[list[str]] = []
        self._caption = ""
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        while self._open and self._open[-1][0] in _ENDS.get(tag, ()):
            self._close(self._open[-1][0])
        if tag == "table":
            self._rows, self._caption = [], ""
        if tag == "tr":
            self._rows.append([])
        if tag not in _VOID:
            self._open.append((tag, []))

    def handle_data(self, data: str) -> None:
        for _, texts in self._open:
            texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self._open[-1][0] != tag and self._open[-1][0] in _IMPLIED:
            self._close(self._open[-1][0])
        self._close(tag)

    def _close(self, tag: str) -> None:
        name, parts = self._open.pop()
        assert name == tag
        text = "".join(parts)
        self.texts.setdefault(tag, []).append(text)
        if tag in ("td", "th"):
            self._rows[-1].append(text)
        elif (tag == "bdi" and self._open[-1][0] == "caption") or (tag == "caption" and not self._caption):
            self._caption = text
        elif tag == "table":
            self.tables[self._caption] = self._rows
            self.all_tables.append(self._rows)

    def named(self, name: str) -> list[Element]:
        """All elements of this name."""
        return [element for element in self.elements if element.name == name]


_EMPTY = frozenset({"meta", "link", "input", "br", "hr", "img"})


class Seen(HTMLParser):
    """What a page says."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.links: dict[str, str] = {}
        """Where each link leads, by what it is called."""
        self.fields: dict[str, str] = {}
        """What each field of the forms would send."""
        self.tags: list[tuple[str, dict[str, str]]] = []
        """Every element, with its attributes."""
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self._words: list[str] = []
        self.feed(markup)
        self.close()

    @property
    def words(self) -> str:
        """All that it says, in a line."""
        return " ".join("".join(self._words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag == "input" and given.get("name"):
            chosen = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if chosen:
                self.fields[given["name"]] = given.get("value", "")
        if tag not in _EMPTY:
            self._open.append((tag, given, []))
        self._words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, given, words = self._open.pop()
            if self._open:
                self._open[-1][2].extend(words)
            text = " ".join("".join(words).split())
            if name == "a":
                self.links[text] = given.get("href", "")
            if name == "textarea" and given.get("name"):
                self.fields[given["name"]] = text
            if name == tag:
                break
        self._words.append(" ")

    def handle_data(self, data: str) -> None:
        self._words.append(data)
        if self._open:
            self._open[-1][2].append(data)


def part(markup: str, name: str) -> str:
    """The words of the element of this id, which holds no other element of its own kind."""
    found = re.search(rf'<(\w+)[^>]* id="{name}"[^>]*>(.*?)</\1>', markup, re.DOTALL)
    assert found, name
    return " ".join(unescape(re.sub("<[^>]*>", " ", found[2])).split())


class _Form(HTMLParser):
    """The fields of the form of a page, and the sentences that stand at them."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: list[str] = []
        self.faults: dict[str, str] = {}
        self._at = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name, value = found.get("name"), found.get("value") or ""
        if tag == "input" and name and (found.get("type") != "radio" or "checked" in found):
            self.fields[name] = value
        elif tag == "button" and name == "do":
            self.buttons.append(value)
        elif tag == "p" and (found.get("id") or "").startswith("fault-"):
            self._at = (found["id"] or "").removeprefix("fault-")

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._at = ""

    def handle_data(self, data: str) -> None:
        if self._at:
            self.faults[self._at] = self.faults.get(self._at, "") + data


def form_of(text: str) -> dict[str, str]:
    """The fields of a page's form as they are filled in."""
    form = _Form()
    form.feed(text)
    return form.fields


class Pad:
    """A phone with the form of a round before it; each deed shows the page that comes of it."""

    def __init__(self, caller: Caller, match: str = "friday", number: int | None = None, cookie: str = "") -> None:
        """number: the number of the round that is corrected; cookie: of another phone than the caller's own."""
        self._caller, self._cookie = caller, cookie or caller.writer
        self.address = f"/m/{quote(match)}/" + ("score" if number is None else f"rounds/{number}")
        self.answer: Answer
        self.load()

    def load(self) -> "Pad":
        """Ask for the page anew."""
        return self._show(self._caller.get(self.address, self._cookie))

    def _show(self, answer: Answer) -> "Pad":
        self.answer = answer
        form = _Form()
        form.feed(answer.text)
        self.fields, self.buttons, self.faults = form.fields, form.buttons, form.faults
        return self

    @property
    def text(self) -> str:
        """What the page says, without its markup, in one line."""
        return words(self.answer.text)

    def fill(self, **figures: Any) -> "Pad":
        """Fill in figures, nothing is sent."""
        self.fields |= {name: str(value) for name, value in figures.items()}
        return self

    def press(self, deed: str) -> "Pad":
        """Send the form with a button; where that leads to another page, that is shown."""
        answer = self._caller.post(self.address, {**self.fields, "do": deed}, self._cookie)
        if answer.status == 303:
            where = answer.header("location")
            answer = self._caller.get(where, self._cookie)
            self.address = self.address if "/result" in where else where
        return self._show(answer)


def words(html: str) -> str:
    """The text of a page in one line."""

    class Text(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.said: list[str] = []

        def handle_data(self, data: str) -> None:
            self.said.append(data)

    text = Text()
    text.feed(html)
    return " ".join(" ".join(text.said).split())


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
