"""A page as its reader gets it: tables by their captions, elements with their attributes, and all the text."""

from html.parser import HTMLParser
from typing import NamedTuple

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
