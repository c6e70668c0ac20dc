"""The form of a round as somebody without a script fills it in."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

from tests.support.web.caller import Answer, Caller


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
