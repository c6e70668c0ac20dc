"""A browser without a window: Debian's chromium, or another Chrome that is on the PATH, driven by Playwright."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, sync_playwright
from playwright.sync_api import Page as PlaywrightPage

PROGRAM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := which(name))), None
)
NO_BROWSER = "needs Chromium or Chrome, and none is on the PATH"
PATIENCE = 30.0
"""Seconds that a loaded machine may take for one step."""
# Nothing is fetched but what a page asks for.
_FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic")
# What fades in is looked at when it is there. Only what is told comes out of the browser: all that axe has found takes
# as long as finding it.
_RUN_AXE = """
async options => {
    const moving = document.getAnimations().filter(each => each.effect.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(each => each.finished));
    const {violations} = await axe.run(document, options);
    return violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 160)}`));
}
"""


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that is started, and ended afterwards."""
    assert PROGRAM is not None
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=PROGRAM, args=[*_FLAGS, *as_root])
        try:
            yield running
        finally:
            running.close()


class Page:
    """A page, and what the browser says of it."""

    def __init__(self, page: PlaywrightPage) -> None:
        """page: a page on which nothing is open yet."""
        self.page = page
        self.troubles: list[str] = []
        """Everything that the browser has complained of."""
        self.asked: list[str] = []
        """Every address that it has asked for."""
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._hear)
        page.on("pageerror", self._hear)
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, told: ConsoleMessage | Error) -> None:
        self.troubles.append(told.text if isinstance(told, ConsoleMessage) else str(told))

    def open(self, path: Path) -> None:
        """Show a file and wait until it is all there."""
        self.page.goto(path.as_uri())

    def says(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self.page.evaluate(script)

    def press(self, key: str) -> None:
        """Press a key, wherever the focus is."""
        self.page.keyboard.press(key)

    def screen(self, width: int, height: int, *, dark: bool = False) -> None:
        """Have a screen of this size, light or dark."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(media="null", color_scheme="dark" if dark else "light")

    def find_barriers(self, *rules: str) -> list[str]:
        """What axe finds in the way of people who cannot see, hear or use a pointer well, by all its rules or these."""
        if not self.says("'axe' in window"):
            self.says(Axe().axe_script)
        options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
        found: list[str] = self.page.evaluate(_RUN_AXE, options)
        return found
