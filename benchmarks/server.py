"""The cost of `haggis serve`: pages, saved rounds, watchers, memory during long use. Linux only.

Usage: python -m benchmarks.server [ROUNDS]

It starts a server with a match of 30 rounds and calls it over the loopback interface. ROUNDS (300 by default) is the
number of rounds that are saved and taken back to measure the memory at the end: 10,000 take some ten minutes. A
browser's first paint is timed if Playwright and a Chromium are installed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.clock import Row, print_rows
from tests.support.browser import PROGRAM, browser
from tests.support.haggis import Haggis
from tests.support.served import Served, Visitor, Watching

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROUNDS, WATCHERS = 30, 200
SCORE, UNDO, MATCH = "/m/friday/score", "/m/friday/undo", "/m/friday"
FIGURES = {"out1": "1", "count1": "8", "captured1": "12", "captured2": "24", "bet1": "15", "bet2": "5"}
NEXT = {"out1": "2", "count1": "5", "captured1": "20", "captured2": "16", "bet1": "none", "bet2": "none"}
ROUNDS_IN_TURN = cycle([FIGURES, NEXT])
"""Two different rounds, because the same round twice in a row would need confirmation."""
TAKEN_BACK = FIGURES | {"count1": "9"}
PLAYED = ("--variant", "two-player", "--bot", "Noah=easy", "--bot", "Isla=easy", "--seed", "1", "--save")
"""The recorded matches of the list, the season and the replay."""
_OFTEN = 500
"""The number of rounds between measurements of the memory."""
PARTS = ("/static/sheet+phone+parts+result+won.css", "/static/live+touch+share.js", "/static/icon.svg")
"""The files that a page loads."""


def rows(uses: int = 300) -> Iterator[Row]:
    """Every figure, on a match of 30 rounds."""
    with TemporaryDirectory() as folder, ExitStack() as ends:
        haggis = Haggis(Path(folder))
        os.environ |= haggis.variables
        haggis.ok("play", "--simulate", "40", *PLAYED)
        recorded = haggis.json("list")["matches"][0]["id"]
        haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday", "--rounds", "90")
        server = ends.enter_context(Served(haggis))
        visitor = Visitor(server.port, server.key)
        for _ in range(ROUNDS):
            save(visitor, next(ROUNDS_IN_TURN))
        yield Row(f"page of a match of {ROUNDS} rounds", 1000 * median(timed(visitor, MATCH) for _ in range(50)), "ms")
        yield Row("the same with all it loads, nothing kept", 1000 * median(page(visitor) for _ in range(30)), "ms")
        yield from paints(server, recorded)
        yield Row("score pad of its next round", 1000 * median(timed(visitor, SCORE) for _ in range(50)), "ms")
        saved = [save_and_undo(visitor) for _ in range(60)]
        yield Row("a saved round answered, median", 1000 * median(saved), "ms")
        yield Row("a saved round answered, 95 of 100", 1000 * quantiles(saved, n=20)[-1], "ms")
        yield from watched(visitor)
        yield from stormed(visitor)
        yield from used(server, visitor, uses)


_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def timed(visitor: Visitor, path: str) -> float:
    """The seconds until a page is loaded."""
    started = time.perf_counter()
    answer = visitor.get(path)
    assert answer.status == 200, answer
    return time.perf_counter() - started


def page(visitor: Visitor) -> float:
    """The seconds until a page and all its files are loaded, one after another."""
    return timed(visitor, MATCH) + sum(timed(visitor, part) for part in PARTS)


def _first_paint(shown: "Page", address: str) -> float:
    """The milliseconds until the first paint of an address; read late, so that reading does not disturb it."""
    shown.goto(address)
    shown.wait_for_timeout(400)
    return float(shown.evaluate(_PAINT))


def paints(server: Served, recorded: str) -> Iterator[Row]:
    """The first contentful paint in a real browser: of its first page, and of the pages of an evening and a season.

    recorded: the id of a recorded match. A new browser first finds its fonts and warms up. People go from page to page,
    so the pages follow one another; for comparison, a file with one word follows itself in a tab of its own, because a
    browser starts a process for a page from elsewhere.
    """
    if PROGRAM is None:
        return
    first: list[float] = []
    with browser() as running, TemporaryDirectory() as folder:
        file = Path(folder, "word.html")
        file.write_text("<!DOCTYPE html><p>word", encoding="utf-8")
        addresses = {
            "the match, between two rounds": server.address + MATCH,
            "the score pad": server.address + SCORE,
            "the list": f"{server.address}/?all=1",
            "the season": f"{server.address}/season",
            "a replay": f"{server.address}/m/{recorded}/replay",
            "the rules": f"{server.address}/rules",
        }
        word = "a file of one word"
        taken: dict[str, list[float]] = {name: [] for name in (*addresses, word)}
        for _ in range(10):
            context = running.new_context(viewport={"width": 375, "height": 812})
            shown = context.new_page()
            shown.goto(server.link)
            shown.wait_for_selector("main")
            first.append(_first_paint(shown, server.address + MATCH))
            for _ in range(2):
                for name, address in addresses.items():
                    taken[name].append(_first_paint(shown, address))
            context.close()
            context = running.new_context(viewport={"width": 375, "height": 812})
            other = context.new_page()
            other.goto(file.as_uri())
            taken[word] += [_first_paint(other, file.as_uri()) for _ in range(2)]
            context.close()
    for name, times in taken.items():
        yield Row(f"first contentful paint in Chromium at 375 px: {name}", median(times), "ms")
    yield Row("the match right after the browser was opened", median(first), "ms")


def save(visitor: Visitor, figures: dict[str, str]) -> float:
    """The seconds until a saved round is acknowledged."""
    form = visitor.get(SCORE).seen.fields
    started = time.perf_counter()
    answer = visitor.post(SCORE, form | figures | {"do": "save"})
    taken = time.perf_counter() - started
    assert answer.status == 303, answer.text
    return taken


def save_and_undo(visitor: Visitor) -> float:
    """The same, after which the round is taken back."""
    taken = save(visitor, TAKEN_BACK)
    answer = visitor.post(UNDO, visitor.get(MATCH).seen.fields)
    assert answer.status == 303, answer.text
    return taken


def watched(visitor: Visitor) -> Iterator[Row]:
    """What 200 watchers receive, and how much they slow down saving."""
    with ExitStack() as pages:
        watching = [pages.enter_context(Watching(visitor)) for _ in range(WATCHERS)]
        heard, saved = [], []
        for _ in range(10):
            saved.append(save(visitor, TAKEN_BACK))
            started = time.perf_counter()
            for each in watching:
                each.hear()
            heard.append(time.perf_counter() - started)
            visitor.post(UNDO, visitor.get(MATCH).seen.fields)
            for each in watching:
                each.hear()
        yield Row(f"a saved round answered with {WATCHERS} watchers", 1000 * median(saved), "ms")
        yield Row(f"until the last of {WATCHERS} watchers has heard", 1000 * max(heard), "ms")
        started = time.perf_counter()
        for _ in watching:
            timed(visitor, MATCH)
        yield Row(f"{WATCHERS} pages one after another", 1000 * (time.perf_counter() - started), "ms")


def stormed(visitor: Visitor) -> Iterator[Row]:
    """The cost of a save while 200 phones reload their page because of the previous one."""
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    words = [sys.executable, "-m", "benchmarks.phones", str(visitor.port), cookies, "friday", str(WATCHERS)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as phones:
        assert phones.stdin
        assert phones.stdout
        assert phones.stdout.readline() == "ready\n"
        saved = []
        for _ in range(20):
            saved.append(save_and_undo(visitor))
            time.sleep(0.2)
        time.sleep(1)
        phones.stdin.close()
        pages, taken = phones.stdout.readline().split()
    yield Row(f"a saved round answered while {WATCHERS} phones load the page, median", 1000 * median(saved), "ms")
    yield Row("the same, 95 of 100", 1000 * quantiles(saved, n=20)[-1], "ms")
    yield Row("pages that were loaded meanwhile", int(pages), "pages")
    yield Row("from a change heard to the page, with a wait of 0 to 200 ms, median", 1000 * float(taken), "ms")


def used(server: Served, visitor: Visitor, uses: int) -> Iterator[Row]:
    """The memory of the server before and after a long use."""
    for _ in range(50):
        save_and_undo(visitor)
    yield Row("memory of the server after 50 rounds", memory(server), "MiB")
    for number in range(1, uses + 1):
        due = time.perf_counter() + 0.1  # the limit is 20 forms per second
        save_and_undo(visitor)
        time.sleep(max(0, due - time.perf_counter()))
        if number % _OFTEN == 0:
            yield Row(f"memory after {number} more, each saved and taken back", memory(server), "MiB")
    if uses % _OFTEN:
        yield Row(f"memory after {uses} more, each saved and taken back", memory(server), "MiB")


def memory(server: Served) -> float:
    """The memory of the server in MiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    print_rows(rows(*map(int, sys.argv[1:])))
