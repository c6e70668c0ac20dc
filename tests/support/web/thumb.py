"""A thumb on the score pad of a phone: names, numbers and bets are touched, and every touch counts."""

import re

from playwright.sync_api import expect

from haggis_cli.rules.scoring.scores import Outcome
from tests.support.browser import PATIENCE
from tests.support.evenings import Evening
from tests.support.web.phones import Phone

_OPEN = "(document.querySelector('.guided .figure.is-open')?.dataset.field ?? '')"
"""The figure whose keys are shown."""


class Thumb:
    """A person who enters a round with one thumb, and waits for nothing but what is to be touched."""

    def __init__(self, phone: Phone, address: str = "") -> None:
        """address: the page of the score pad, unless the phone shows it already."""
        self.phone = phone
        if address:
            phone.go(address)
            phone.touches = 0

    def choose(self, field: str, answer: object) -> "Thumb":
        """Touch an answer of a field, such as a name, a count or a bet."""
        self.phone.touch(f"[id='{field}-{answer}']")
        return self

    def open(self, field: str) -> "Thumb":
        """Touch a figure, whose keys come up then."""
        self.phone.touch(f"[data-open='{field}']")
        return self

    def type(self, field: str, keys: str) -> "Thumb":
        """Touch keys of the number pad, once it is up for this field; `!` says that it is done, `<` deletes."""
        for key in keys:
            name = {"!": "✓", "<": "⌫"}.get(key, key)
            self.phone.touch(f"[data-field='{field}'].is-open [data-key='{name}']")
        return self

    def sees(self, text: str) -> "Thumb":
        """Wait until what would come of the round says this."""
        expect(self.phone.page.locator("#foot")).to_contain_text(text, timeout=PATIENCE * 1000)
        return self

    def at(self, field: str) -> "Thumb":
        """Wait until the keys of a field are up, and all is answered that was touched."""
        self.phone.page.locator(f"[data-field='{field}'].is-open").wait_for()
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
        return self

    def save(self) -> int:
        """Touch the one button that saves, and see the result; how often the screen was touched."""
        self.phone.touch("#actions .primary")
        self.phone.page.wait_for_url("**/result?saved=*")
        return self.phone.touches

    def score(self, outcome: Outcome) -> None:
        """Answer what the pad asks for, one figure after another, make the bets, and save the round."""
        figure = ""
        while not self._is_complete() and (figure := self._figure_after("")) not in ("", "stakes"):
            kind, place = figure.rstrip("0123456789"), int(re.sub(r"\D", "", figure)) - 1
            if kind == "out":
                self.choose(figure, outcome.out[place] + 1)
            elif kind == "count":
                self.choose(figure, outcome.counts[outcome.out[place]])
            else:
                self.type(figure, str(outcome.captured[place]))
                if not self._is_complete() and str(self.phone.says(_OPEN)) == figure:
                    self.type(figure, "!")
            if not self._is_complete():
                self._figure_after(figure)
        if figure.startswith("captured") and any(stake is not None for stake in outcome.stakes):
            self.type(figure, "!")
        for seat, stake in enumerate(outcome.stakes, 1):
            if stake is not None:
                self.phone.touch(f"[data-field=stakes] input[value='{seat}-{stake}']")
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()  # what is saved is what has been seen
        self.phone.touch("#actions button.primary")
        if self.phone.page.locator("#actions button[value=save_anyway]").count():  # it looks odd, and is asked about
            self.phone.touch("#actions button[value=save_anyway]")

    def _is_complete(self) -> bool:
        """Whether the round can be saved, once everything is answered that was touched."""
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
        return bool(self.phone.page.locator("#scorepad.is-complete").count())

    def _figure_after(self, answered: str) -> str:
        """The figure whose keys are shown, once they are not those of the one that was answered."""
        moved_on = f".guided .figure.is-open:not([data-field='{answered}']), .guided:not(:has(.figure.is-open))"
        self.phone.page.locator(moved_on).first.wait_for(state="attached")
        return str(self.phone.says(_OPEN))


def score_match(phone: Phone, evening: Evening, name: str) -> list[int]:
    """Score all rounds of a match; how many touches each took, the one that asked for it included."""
    counts = []
    phone.go(f"/m/{name}")
    for number, outcome in enumerate(evening.rounds, 1):
        phone.touches = 0
        phone.touch("a.primary" if number > 1 else "main a[href*='/score?']")
        Thumb(phone).score(outcome)
        phone.see(f"Round {number} is saved")
        counts.append(phone.touches)
    return counts
