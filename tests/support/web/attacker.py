"""Somebody with a key who sends whatever comes to mind: every page and form of the server, bent."""

import re
from html import unescape
from random import Random
from typing import NamedTuple
from urllib.parse import quote, urlencode

from tests.support.web.caller import HOST, Answer, Caller

TEXTS = (
    "", " ", "0", "-1", "1", "7", "99", "999999999999", "9" * 5_000, "1.5", "1e9", "NaN", "٣", "½", "½½", "+3", "0x10",
    "on", "none", "Noah", "Isla", "noah", "nobody", "friday", "two-player", "first", "7r 8r 9r", "JQK", "J", "4r",
    "pass", "bet baby", "Noah: pass", "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "{{ 7 * 7 }}",
    "{% raw %}", "%s%n", "${x}", "\0", "\x1b[2J", "\r\nSet-Cookie: a=b", "\u202e\u200b", "\ud7ff\ufffe", "👩‍👩‍👧" * 30,
    "é" * 300, "a" * 20_000, "../../etc/passwd", "..", ".", "/", "\\", "%2e%2e%2f", "friday.toml", "CON", "~", "-h",
    "--",
    "=", "&", ";", "[]", "{}", '{"a":1}', "null", "true", "2026-13-45", "🂡", "Ⅷ", "ﬀ", "ẞ", "İ",
)  # fmt: skip
"""What fields are filled with."""
HOSTS = (HOST, "localhost", "evil.example", "", "127.0.0.1@evil", "[::1]", "127.0.0.1:99999", "a" * 300)
HEADERS = (
    ("accept", "*/*"), ("accept", "text/html;q=x"), ("accept-language", "\x00"), ("range", "bytes=0-"),
    ("cookie", "a=b; ;=; haggis_look=<x>"), ("origin", "null"), ("sec-fetch-site", "cross-site"), ("referer", "//"),
    ("content-type", "multipart/form-data; boundary=x"), ("content-type", "application/json"), ("content-type", "\xff"),
    ("if-none-match", "*"), ("if-modified-since", "never"), ("last-event-id", "\xff"),
    ("x-haggis-token", "é"),
    ("content-length", "x"), ("transfer-encoding", "chunked"), ("expect", "100-continue"),
    ("x-forwarded-for", "1.1.1.1"),
)  # fmt: skip


class Form(NamedTuple):
    """A form as a page shows it."""

    action: str
    """Where it is sent."""
    fields: dict[str, str]
    """What it is filled with."""


class Attacker:
    """Asks for pages and sends forms, each a little or very wrong; the same seed does the same."""

    def __init__(self, caller: Caller, seed: int) -> None:
        self._caller, self._random = caller, Random(seed)
        self.pages: list[str] = ["/", "/?all=1", "/share"]
        self.forms: list[Form] = []

    def look_around(self, most: int = 300) -> None:
        """Follow the links there are, to so many pages at most, and remember every form."""
        for page in self.pages:  # grows while it is gone through
            answer = self._caller.get(page)
            text = answer.text if answer.header("content-type").startswith("text/html") else ""
            for link in re.findall(r'(?:href|src|data-[a-z]+)="(/[^"#]*)"', text):
                link = unescape(link)
                if link not in self.pages and len(self.pages) < most and not _is_endless(link):
                    self.pages.append(link)
            for action, inside in re.findall(r'<form[^>]*\baction="([^"]*)"[^>]*>(.*?)</form>', text, re.DOTALL):
                self.forms.append(Form(unescape(action).partition("?")[0], fields_of(inside)))

    def attack(self) -> Answer:
        """Send one request."""
        cookies = self._random.choices(
            [self._caller.writer, self._caller.watcher, "", f"{self._caller.settings.keys.cookie}=x"], [16, 2, 1, 1]
        )[0]
        headers = [("cookie", cookies), *self._random.sample(HEADERS, self._random.choice([0, 0, 1, 2]))]
        host = self._random.choices(HOSTS, [60, 5, 1, 1, 1, 1, 1, 1])[0]
        method = self._random.choices(["POST", "GET", "HEAD", "PUT", "\x00"], [10, 6, 1, 1, 1])[0]
        if method != "POST":
            return self._caller.ask(method, self._bend_path(self._random.choice(self.pages)), headers, host=host)
        form = self._random.choice(self.forms)
        body = self._bend_body(form)
        pieces = [body[:10], body[10:]] if self._random.random() < 0.1 else body
        return self._caller.ask("POST", self._bend_path(form.action), headers, pieces, host=host)

    def _bend_path(self, path: str) -> str:
        way = self._random.random()
        if way < 0.6:
            return path
        parts = path.partition("?")[0].split("/")
        spoiled = self._random.randrange(1, len(parts))
        text = self._random.choice(TEXTS)[:1_500]
        parts[spoiled] = quote(text, safe="") if way < 0.9 else text.replace("?", "").replace("#", "")
        name, value = (quote(self._random.choice(TEXTS)[:500]) for _ in range(2))
        query = f"?{name}={value}" if way < 0.7 else ""
        bent = "/".join(parts) + query
        return path if _is_endless(bent) else bent

    def _bend_body(self, form: Form) -> bytes:
        fields = dict(form.fields)
        for name in list(fields):
            if name not in ("token", "version") and self._random.random() < 0.4:
                fields[name] = self._random.choice(TEXTS)
        if fields and self._random.random() < 0.2:
            fields.pop(self._random.choice(list(fields)))
        if self._random.random() < 0.2:
            fields[self._random.choice(TEXTS)[:100]] = self._random.choice(TEXTS)
        body = urlencode(fields, errors="surrogatepass").encode()
        return body if self._random.random() < 0.9 else self._spoil(body)

    def _spoil(self, body: bytes) -> bytes:
        place = self._random.randrange(len(body) + 1)
        return (
            body[:place]
            + self._random.choice([b"\xff", b"%ff", b"&" * 1_000, b"x" * 70_000, b"%", b"\0"])
            + body[place:]
        )


def _is_endless(path: str) -> bool:
    """Whether an address answers until the browser goes."""
    return path.partition("?")[0].rstrip("/").endswith("/events")


def fields_of(markup: str) -> dict[str, str]:
    """The fields of a form as a browser would send them unchanged, hidden ones and texts; of choices the first."""
    fields: dict[str, str] = {}
    for tag, inside in re.findall(r"<(input|select|textarea|button)\b([^>]*)>", markup):
        named = dict(re.findall(r'([a-z-]+)="([^"]*)"', inside))
        if "name" in named:
            fields.setdefault(unescape(named["name"]), unescape(named.get("value", "on" if tag == "input" else "")))
    return fields
