"""A thumb on the score pad of a phone: names, numbers and bets are touched, and every touch counts."""

from playwright.sync_api import expect

from tests.support.browser import PATIENCE
from tests.support.web.phones import Phone


class Thumb:
    """A person who enters a round with one thumb, and waits for nothing but what is to be touched."""

    def __init__(self, phone: Phone, address: str) -> None:
        """address: the page of the score pad."""
        self.phone = phone
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

    def save(self) -> int:
        """Touch the one button that saves, and see the result; how often the screen was touched."""
        self.phone.touch("#actions .primary")
        self.phone.page.wait_for_url("**/result?saved=*")
        return self.phone.touches
