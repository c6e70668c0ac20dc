"""A browser without a window, Debian's chromium or another Chrome on the PATH, driven by Playwright; and phones at the
table: browsers with a small screen that is touched, each let in by the code that it scanned."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Request, Route, expect, sync_playwright
from playwright.sync_api import Page as PlaywrightPage

from haggis_cli.rules.variant import Outcome
from tests.support.served import Served

PROGRAM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := which(name))), None
)
NO_BROWSER = "needs Chromium or Chrome, and none is on the PATH"
PATIENCE = 30.0
"""Seconds that a loaded machine may take for one step."""
# Nothing is fetched but what a page asks for. Behind the address bar, which nobody sees here, every window has pages of
# its own: without them it takes half the time. Nor is a process begun for the next site that may be asked for. The list
# takes the place of Playwright's, whose other features stay off.
_OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "AimEnabled", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "OptimizationHints", "PaintHolding", "PreconnectToSearch", "SpareRendererForSitePerProcess",
)  # fmt: skip
_FLAGS = (
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
    "--js-flags=--single-threaded,--max-lazy", f"--disable-features={','.join(_OFF)}",
)  # fmt: skip
# What fades in is looked at when it is there; what moves with the page never ends. Only what is told comes out of the
# browser: all that axe has found takes as long as finding it.
_RUN_AXE = """
async options => {
    const ends = ({effect, timeline}) =>
        timeline === document.timeline && effect.getComputedTiming().iterations !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(each => each.finished));
    const {violations} = await axe.run(document, options);
    return violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 160)}`));
}
"""


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that is started, and ended afterwards."""
    assert PROGRAM is not None
    expect.set_options(PATIENCE * 1000)
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=PROGRAM, args=[*_FLAGS, *as_root])
        try:
            yield running
        finally:
            running.close()


class SharedBrowser:
    """The browser of all tests that follow one another and need one; others could not use asyncio meanwhile."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._running: Browser | None = None

    def start(self) -> Browser:
        """The one that runs, or a new one."""
        self._running = self._running or self._open.enter_context(browser())
        return self._running

    def end(self) -> None:
        """End it, if one runs."""
        _idle.clear()
        self._open.close()
        self._running = None


shared_browser = SharedBrowser()


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
        self._heard: dict[Any, Any] = {"console": self._hear, "pageerror": self._hear, "request": self._hear_request}
        for event, heard in self._heard.items():
            page.on(event, heard)

    def _hear(self, told: ConsoleMessage | Error) -> None:
        self.troubles.append(told.text if isinstance(told, ConsoleMessage) else str(told))

    def _hear_request(self, asked: Request) -> None:
        self.asked.append(asked.url)

    def open(self, path: Path) -> None:
        """Show a file and wait until it is all there."""
        self.arrive(path.as_uri())

    def arrive(self, address: str) -> None:
        """Open an address, and wait for what its scripts do after the first picture."""
        self.page.goto(address)
        drawn = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
        self.page.evaluate(f"matchMedia('(scripting: enabled)').matches && {drawn}")

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

    def find_torn(self, within: str = "body") -> list[str]:
        """The words in sight that are in two lines without a hyphen, and the texts that end in an ellipsis.

        within: a selector of what is looked at.
        """
        found: list[str] = self.page.evaluate(_FIND_TORN, within)
        return found


_FIND_TORN = """(within) => {
    const torn = new Set(), range = document.createRange();
    for (const whole of document.querySelectorAll(within)) {
        const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode, around = text.parentElement;
            if (around.closest(".unseen, svg, script, noscript, details:not([open]) > :not(summary)")) continue;
            if (!around.checkVisibility({ visibilityProperty: true })) continue;
            if (getComputedStyle(around).clipPath !== "none") continue; // it is only heard
            for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00ad\\u2011\\u2013\\u2014\\/-]+/g)) {
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const tops = [...range.getClientRects()].map(({ top }) => top);
                if (Math.max(...tops) - Math.min(...tops) > 4) torn.add(word);
            }
            for (let box = around, depth = 0; depth < 3 && box; box = box.parentElement, depth++)
                if (getComputedStyle(box).textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth)
                    torn.add(box.textContent.trim());
        }
    }
    return [...torn];
}"""

PHONE, TABLET, DESK = (375, 812), (768, 1024), (1280, 800)


_idle: dict[tuple[Browser, bool, bool], list[PlaywrightPage]] = {}
"""Windows that phones have put away, by their browser, whether they are a phone's, and whether they run JavaScript."""


class Phone(Page):
    """A browser that has followed the code of a server."""

    def __init__(self, browser: Browser, server: Served, size: tuple[int, int], *, dark: bool, scripts: bool) -> None:
        """scripts: whether it runs JavaScript."""
        kind = (browser, size[0] < 500, scripts)
        self._like_it = _idle.setdefault(kind, [])
        super().__init__(self._like_it.pop() if self._like_it else self._open_window(*kind))
        self.screen(*size, dark=dark)
        self.page.emulate_media(reduced_motion="reduce")
        self.server = server
        self.touches = 0
        """How often the screen was touched."""
        self.is_odd = False
        """Whether something was done to its window that cannot be undone."""
        self.page.context.request.get(server.link)  # the cookies are the page's, too

    @staticmethod
    def _open_window(browser: Browser, is_mobile: bool, scripts: bool) -> PlaywrightPage:
        return browser.new_context(has_touch=True, is_mobile=is_mobile, java_script_enabled=scripts).new_page()

    @property
    def clock(self) -> Any:
        """The time of its pages: whoever holds it has this window alone."""
        self.is_odd = True
        return self.page.clock

    def go(self, path: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.server.address + path)

    def touch(self, what: str) -> None:
        """Touch the one element that a selector of Playwright finds, once it can be touched."""
        self.page.locator(what).tap()
        self.touches += 1

    def see(self, text: str) -> None:
        """Wait until a text is in sight."""
        self.page.get_by_text(text).first.wait_for()

    def delay(self, script: str, until: str) -> None:
        """Have a script come only when a selector finds something: whoever is fast has touched it by then."""

        def carry(asked: Route) -> None:
            self.page.locator(until).wait_for(state="attached")
            asked.continue_()

        self.page.route(f"**/static/*{script}*", carry)

    def slow_down(self, milliseconds: int) -> None:
        """Have a network in which every answer takes so much longer."""
        self.is_odd = True
        session = self.page.context.new_cdp_session(self.page)
        conditions = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1, "offline": False}
        session.send("Network.emulateNetworkConditions", conditions)

    def put_away(self) -> None:
        """Keep its window, as it was before, for the next phone: to open another takes five times as long."""
        self.page.unroute_all()
        try:
            self.page.goto(f"{self.server.address}/static/icon.svg")  # of the same site, for which the process stays
        except Error:  # the server has ended first
            return
        self.page.context.clear_cookies()
        for event, heard in self._heard.items():
            self.page.remove_listener(event, heard)
        self._like_it.append(self.page)

    def close(self) -> None:
        """Close its window, if it is not kept."""
        if self.page not in self._like_it:
            self.page.context.close()


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
        if not opened.is_odd:
            opened.put_away()
    finally:
        opened.close()


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
        """Touch a figure, whose keys come up then; figures move until all is answered that was touched before."""
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
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
        expect(self.phone.page.locator("#foot")).to_contain_text(text)
        return self

    def at(self, field: str) -> "Thumb":
        """Wait until the keys of a field are up, and all is answered that was touched."""
        self.phone.page.locator(f"[data-field='{field}'].is-open").wait_for()
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
        return self

    def save(self) -> int:
        """Touch the one button that saves, and see the result; how often the screen was touched.

        While something is answered, the button may rest just when it is touched, as when new keys come up.
        """
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
        self.phone.touch("#actions .primary")
        self.phone.page.wait_for_url("**/result?saved=*")
        return self.phone.touches

    def score(self, outcome: Outcome, until: str = "") -> None:
        """Answer what the pad asks for, one figure after another, make the bets, and save the round.

        until: the last figure that the thumb answers; nothing is saved then.
        """
        bets_first = not until and self._figure_after("") in ("out1", "count1")
        if bets_first:
            self._bet(outcome)
        figure = ""
        while not self._is_complete() and (figure := self._figure_after("")) not in ("", "stakes"):
            kind, place = figure.rstrip("0123456789"), int(re.sub(r"\D", "", figure)) - 1
            if kind == "out":
                seat = outcome.out[place]
                both = f"{seat + 1}-{outcome.counts[seat]}"
                is_double = self.phone.page.locator(f"[id='{figure}-{both}']").count()
                self.choose(figure, both if is_double else seat + 1)
            elif kind == "count":
                self.choose(figure, outcome.counts[outcome.out[place]])
            else:
                self.type(figure, str(outcome.captured[place]))
                if not self._is_complete() and str(self.phone.says(_OPEN)) == figure:
                    self.type(figure, "!")
            if figure == until:
                self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
                return
            if not self._is_complete():
                self._figure_after(figure)
        if not bets_first:
            if figure.startswith("captured") and any(stake is not None for stake in outcome.stakes):
                self.type(figure, "!")
            self._bet(outcome)
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()  # what is saved is what has been seen
        self.phone.touch("#actions button.primary")

    def _bet(self, outcome: Outcome) -> None:
        for seat, stake in enumerate(outcome.stakes, 1):
            if stake is not None:
                self.phone.touch(f"[data-field=stakes] input[id$='-{seat}-{stake}']")

    def _is_complete(self) -> bool:
        """Whether the round can be saved, once everything is answered that was touched."""
        self.phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()
        return bool(self.phone.page.locator("#scorepad.is-complete").count())

    def _figure_after(self, answered: str) -> str:
        """The figure whose keys are shown, once they are not those of the one that was answered."""
        moved_on = f".guided .figure.is-open:not([data-field='{answered}']), .guided:not(:has(.figure.is-open))"
        self.phone.page.locator(moved_on).first.wait_for(state="attached")
        return str(self.phone.says(_OPEN))


def score_rounds(phone: Phone, rounds: Sequence[Outcome], name: str) -> list[int]:
    """Score the rounds of a match; how many touches each took, the one that asked for it included."""
    counts = []
    phone.go(f"/m/{name}")
    for number, outcome in enumerate(rounds, 1):
        phone.touches = 0
        phone.touch(f".faces a >> nth={outcome.out[0]}" if number > 1 else "main a[href*='/score?']")
        Thumb(phone).score(outcome)
        phone.see(f"Round {number} is saved")
        counts.append(phone.touches)
    return counts
