"""Phones at the table: browsers with a small screen that is touched, each let in by the code that it scanned."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser

from tests.support.browser import PATIENCE, Page
from tests.support.web.served import Served

PHONE, TABLET, DESK = (375, 812), (768, 1024), (1280, 800)


class Phone(Page):
    """A browser that has followed the code of a server."""

    def __init__(self, browser: Browser, server: Served, size: tuple[int, int], *, dark: bool, scripts: bool) -> None:
        """scripts: whether it runs JavaScript."""
        width, height = size
        self._context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=width < 500,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        super().__init__(self._context.new_page())
        self.server = server
        self.touches = 0
        """How often the screen was touched."""
        self._context.request.get(server.link)  # the cookies are the page's, too

    def go(self, path: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.server.address + path)

    def touch(self, what: str) -> None:
        """Touch the one element that a selector of Playwright finds, once it can be touched."""
        self.page.locator(what).tap()
        self.touches += 1

    def see(self, text: str) -> None:
        """Wait until a text is in sight."""
        self.page.get_by_text(text).first.wait_for(state="visible", timeout=PATIENCE * 1000)

    def slow_down(self, milliseconds: int, *, offline: bool = False) -> None:
        """Have a network in which every answer takes so much longer, or none at all."""
        session = self._context.new_cdp_session(self.page)
        conditions = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1, "offline": offline}
        session.send("Network.emulateNetworkConditions", conditions)

    def close(self) -> None:
        """Put it away."""
        self._context.close()


@contextmanager
def phone(
    browser: Browser, server: Served, size: tuple[int, int] = PHONE, *, dark: bool = False, scripts: bool = True
) -> Iterator[Phone]:
    """A phone for the time of the block, which the browser must not have complained of."""
    opened = Phone(browser, server, size, dark=dark, scripts=scripts)
    try:
        yield opened
        # That somebody else was faster (409) is told on the page, and is the one trouble that there may be.
        troubles = [each for each in opened.troubles if "status of 409" not in each]
        assert not troubles, troubles
        assert {address.split("/")[2] for address in opened.asked if not address.startswith("data:")} == {
            opened.server.address.split("/")[2]
        }
    finally:
        opened.close()
