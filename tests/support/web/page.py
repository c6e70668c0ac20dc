"""A page as those see it who do not see it: its words, its links, the fields of its forms."""

import re
from html import unescape
from html.parser import HTMLParser

_VOID = frozenset({"meta", "link", "input", "br", "hr", "img"})


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
        if tag not in _VOID:
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
