"""The pages of the server without a server or a socket: who asks for them, fills in their forms and reads them."""

import asyncio
import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

from haggis_cli.matches.notation import parse_event, render_claim
from haggis_cli.matches.store.folder import Store
from haggis_cli.rules.cards import unpack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.variant import Table
from haggis_cli.web.access import DEVICE_COOKIE, Access, Devices, Settings
from haggis_cli.web.app import build_app
from haggis_cli.web.server import local_names
from tests.support.haggis import PATIENCE, Haggis

HOST = "127.0.0.1:8321"
DEVICE = "0123456789abcdef"
OTHER = DEVICE[::-1]
"""What another phone is called."""
Headers = Sequence[tuple[str, str]]


_VOID = {"meta", "link", "input", "br", "hr", "img", "col"}
_CELLS = {"td", "th"}
_ENDS = {"li": {"li"}, "td": _CELLS, "th": _CELLS, "tr": {*_CELLS, "tr"}, "tbody": {*_CELLS, "tr", "thead"}}
"""What a start tag ends, innermost first: HTML needs no end tags of these."""
_IMPLIED = {*_CELLS, "li", "tr", "thead", "tbody"}


class Element:
    """A start tag, and what stands between it and its end."""

    def __init__(self, name: str, attributes: dict[str, str | None], inside: str, flow: list[str]) -> None:
        """inside: the name of the element around it; flow: the texts of the page so far, an empty one for each tag."""
        self.name, self.attributes, self.inside = name, attributes, inside
        self._flow, self._begin, self.end = flow, len(flow), len(flow)

    def __getitem__(self, name: str) -> str:
        """An attribute; empty if it has no value, or is not there."""
        return self.attributes.get(name) or ""

    @property
    def text(self) -> str:
        """What stands in it, as it is written."""
        return "".join(self._flow[self._begin : self.end])

    @property
    def words(self) -> str:
        """What it says, in a line."""
        return " ".join("".join(each or " " for each in self._flow[self._begin : self.end]).split())


class Page(HTMLParser):
    """A page as its reader gets it; every element must be closed in its place, but those that HTML closes itself.

    texts: what stands in each element, by its name; tables: rows of texts by what the caption names, or says;
    all_tables: those without a caption, too; links: where each leads, by what it is called; fields: what the forms
    would send; buttons: by name and value; hidden, free, greyed, ticked: fields that nobody sees, and boxes.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._flow: list[str] = []
        self._open: list[Element] = []
        self._closed: list[Element] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self._open and self._open[-1].name in _ENDS.get(tag, ()):
            self._close(self._open[-1].name)
        self._flow.append("")
        self.elements.append(Element(tag, dict(attrs), self._open[-1].name if self._open else "", self._flow))
        if tag not in _VOID:
            self._open.append(self.elements[-1])

    def handle_data(self, data: str) -> None:
        if not any(each.name == "svg" and each["aria-hidden"] == "true" for each in self._open):  # a monogram
            self._flow.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self._open[-1].name != tag and self._open[-1].name in _IMPLIED:
            self._close(self._open[-1].name)
        self._close(tag)

    def _close(self, tag: str) -> None:
        ended = self._open.pop()
        assert ended.name == tag
        ended.end = len(self._flow)
        self._flow.append("")
        self._closed.append(ended)

    def named(self, name: str) -> list[Element]:
        """All elements of this name."""
        return [element for element in self.elements if element.name == name]

    def part(self, name: str) -> str:
        """The words of the element of this id."""
        (found,) = (element for element in self.elements if element["id"] == name)
        return found.words

    @property
    def words(self) -> str:
        """All that it says, in a line."""
        return " ".join("".join(each or " " for each in self._flow).split())

    @cached_property
    def texts(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for element in self._closed:
            found.setdefault(element.name, []).append(element.text)
        return found

    @cached_property
    def all_tables(self) -> list[list[list[str]]]:
        found: list[list[list[str]]] = []
        for element in self.elements:
            if element.name == "table":
                found.append([])
            elif element.name == "tr":
                found[-1].append([])
            elif element.name in _CELLS:
                found[-1][-1].append(element.text)
        return found

    @cached_property
    def tables(self) -> dict[str, list[list[str]]]:
        captions: list[str] = []
        for element in self.elements:
            if element.name == "table":
                captions.append("")
            elif element.name == "caption" or (element.inside == "caption" and element.name == "bdi"):
                captions[-1] = element.text
        return dict(zip(captions, self.all_tables, strict=True))

    @cached_property
    def links(self) -> dict[str, str]:
        return {" ".join(element.text.split()): element["href"] for element in self.named("a")}

    @property
    def fields(self) -> dict[str, str]:
        found = {}
        for element in self.elements:
            left_out = element["type"] in ("radio", "checkbox") and "checked" not in element.attributes
            if element.name == "input" and element["name"] and not left_out:
                found[element["name"]] = element["value"]
            elif element.name == "textarea":
                found[element["name"]] = element.text
        return found

    @cached_property
    def buttons(self) -> set[tuple[str, str]]:
        return {(element["name"], element["value"]) for element in self.named("button")}

    @property
    def hidden(self) -> dict[str, str]:
        return {element["name"]: element["value"] for element in self.named("input") if element["type"] == "hidden"}

    @property
    def free(self) -> set[str]:
        return {box["name"] for box in self._boxes if "disabled" not in box.attributes}

    @property
    def greyed(self) -> set[str]:
        return {box["name"] for box in self._boxes if "disabled" in box.attributes}

    @property
    def ticked(self) -> set[str]:
        return {box["name"] for box in self._boxes if "checked" in box.attributes}

    @cached_property
    def _boxes(self) -> list[Element]:
        return [element for element in self.named("input") if element["type"] == "checkbox"]


@lru_cache(maxsize=4)
def _text(body: bytes) -> str:
    return body.decode().replace("\u2018", "'").replace("\u2019", "'").replace("\u00a0", " ").replace("\u2011", "-")


@lru_cache(maxsize=4)
def _page(body: bytes) -> Page:
    return Page(_text(body))


class Answer(NamedTuple):
    """What a page answers; headers with the same name as often as they are sent."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text, with the quotes and blanks of a keyboard, however a sentence is set."""
        return _text(self.body)

    @property
    def seen(self) -> Page:
        """The body as a page; those read last are kept, for it is asked about one thing after another."""
        return _page(self.body)

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
            "devices": Devices(haggis.home),
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
        return self.cookies(Access.WRITE)

    @property
    def other_writer(self) -> str:
        """The cookies of another phone that may write."""
        return self.cookies(Access.WRITE, OTHER)

    @property
    def watcher(self) -> str:
        """The cookies of a phone that may watch."""
        return self.cookies(Access.WATCH)

    def cookies(self, access: Access, device: str = DEVICE) -> str:
        """The cookies of a device that is let in."""
        keys = self.settings.keys
        return f"{keys.cookie}={keys.device_key(access, device)}; {DEVICE_COOKIE}={device}"

    @property
    def token(self) -> str:
        """What forms of the phone carry."""
        return self.settings.keys.form_token(DEVICE)

    def get(self, path: str, cookie: str | None = None, headers: Headers = ()) -> Answer:
        """Ask for a page, as a phone that may write unless other cookies are given."""
        return self.ask("GET", path, [("cookie", self.writer if cookie is None else cookie), *headers])

    def weight(self, path: str) -> int:
        """How many bytes the scripts and styles of a page have, where scripts run."""
        page = re.sub("<noscript>.*?</noscript>", "", self.get(path).text)
        loaded = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', page)
        return sum(len(self.get(each, "").body) for each in loaded)

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
    found = re.search(r'role="alert"[^>]*>(?:<p>)?(.*?)</p>', answer.text, re.DOTALL)
    assert found, answer.text
    return found[1]


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
        self.answer, page = answer, answer.seen
        self.fields, self.buttons = dict(page.fields), [value for name, value in page.buttons if name == "do"]
        places = {element["id"]: element.text for element in page.named("p") if element.text}
        self.faults = {place[6:]: said for place, said in places.items() if place.startswith("fault-")}
        return self

    @property
    def text(self) -> str:
        """What the page says, without its markup, in one line."""
        return self.answer.seen.words

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


_DEEDS: dict[type[Event], str] = {Bet: "bet", Bid: "bid", Award: "award", Lead: "lead"}


class Recorder:
    """Somebody who records a match by phone."""

    def __init__(self, caller: Caller, match: str, cookie: str | None = None) -> None:
        self.caller, self.cookie, self.path = caller, cookie, f"/m/{match}/record"
        self.page = self.load()

    @property
    def form(self) -> Page:
        """The page as it was shown last."""
        return self.page.seen

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
        return self.form.part("verdict")

    @property
    def news(self) -> str:
        """What the page says has happened meanwhile, or is wrong."""
        return self.form.part("news")
