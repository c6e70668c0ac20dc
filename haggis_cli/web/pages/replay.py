"""The replay of recorded rounds, and the search for better plays, which runs in a separate process.

There is one search at a time, whoever started it. It goes on while somebody looks at its page; a phone that asks for
another one has left that page. Results are saved with those of `haggis review`. Phones that only watch see the saved
reviews.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.analysis.review import RoundReview, count_decisions
from haggis_cli.book.match import OpenMatch, find_round, read_match
from haggis_cli.history.reviews import Reviews, find_obstacle
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.sheets.renderers.html_replay import render_replay
from haggis_cli.sheets.renderers.html_review import render_reviews
from haggis_cli.sheets.review import sheet_reviews
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.worker_processes import start_apart
from haggis_cli.web.access import device_of
from haggis_cli.web.forms import read_number
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import (
    match_path,
    may_write,
    render_error,
    render_page,
    render_watch_only,
    title_of_record,
)

_SECONDS = 30.0
"""The time to search a round, as in `haggis review`."""
_REFRESH = 2
"""Seconds after which a browser asks for the progress again."""
_LEFT = 8.0
"""Seconds without a request after which the search ends: a browser waits for 2, and 6 are enough for a request of which
three packets in a row are lost in a network with answers after 300 ms."""


def show_replay(request: Request) -> Response:
    """The recorded rounds with the saved reviews: step by step with JavaScript, trick by trick without."""
    opened, reviews = open_asked(request), request.app.state.searches.reviews
    report = opened.report
    found = reviews.find_all(report)
    asked = read_number(request.query_params.get("round", ""))
    number = asked if any(each.number == asked for each in report.rounds) else None
    replay, review = request.app.state.matches.make_once(
        opened, ("replay", number, *found.items()), lambda: _render_rounds(report, found, number)
    )
    open_rounds = [
        each.number for each in report.rounds if each.number not in found and not find_obstacle(report, each)
    ]
    return render_page(
        request,
        "replay.html",
        replay=replay,
        review=review,
        asked=number,
        unreviewed=open_rounds if may_write(request) else [],
        recordable=0 if report.over or report.violations else len(report.rounds) + 1,
    )


def _render_rounds(report: Report, found: Mapping[int, RoundReview], number: int | None) -> tuple[str, str]:
    """The replay of the recorded rounds, and their reviews; empty for none."""
    sheet = scoresheet(report, plays=True)
    sheet = sheet._replace(reviews=sheet_reviews(report, found))
    return render_replay(sheet, number) if sheet.replays else "", render_reviews(sheet) if sheet.reviews else ""


# The search; a server runs one at a time.


class Search:
    """A review that another process makes and saves, so that the server stays responsive.

    done, of: the number of plays reviewed, and of all plays; 0 of 0 at the beginning.
    refusal: a sentence with the reason why the round cannot be searched; empty if there is none so far.
    looked_at: when each device has asked for its page last.
    """

    def __init__(self, match: OpenMatch, number: int, device: str) -> None:
        self.match, self.number = match.path.stem, number
        self.title = title_of_record(self.match, match.file.record)
        self.done, self.of, self.refusal = 0, 0, ""
        self.began = monotonic()
        self.looked_at = {device: self.began}
        self.worker = start_apart(partial(_search, match.store.home, match.path, number, _SECONDS))

    @property
    def part(self) -> float:
        """How much of it is done, from 0 to 1: of its plays or, as the last ones have little time left, of its time."""
        return max(self.done / max(1, self.of), min(1, (monotonic() - self.began) / _SECONDS))

    def goes_on(self) -> bool:
        """Whether it is still running; also updates its progress."""
        line = self.worker.connection
        try:
            while line.poll():
                self.done, self.of, self.refusal = line.recv()
        except (EOFError, OSError):
            return False
        return True

    def is_watched(self, *, but: str | None = None) -> bool:
        """Whether anybody looks at its page, besides this device."""
        now = monotonic()
        return any(device != but and now - looked_at <= _LEFT for device, looked_at in self.looked_at.items())

    def leave(self, device: str, looked: str) -> None:
        """Note that a device has left the page for which it asked then; it may have asked for it again."""
        if str(self.looked_at.get(device)) == looked:
            del self.looked_at[device]

    def stop(self) -> None:
        """End it at once."""
        self.worker.process.kill()
        self.worker.process.join()
        self.worker.connection.close()


def _search(home: Path, path: Path, number: int, seconds: float, tell: Callable[[tuple[int, int, str]], None]) -> None:
    """Review a round, and report the progress."""
    try:
        match = read_match(Store(home), path)
        with guard_rules(match.variant.id):
            played = find_round(match.report, number)
            tell((0, count_decisions(played.steps()), ""))
            reviews = Reviews(home)
            reviews.review(match.report, played, seconds, lambda done, of: tell((done, of, "")))
            if number not in reviews.find_all(match.report):
                raise StoreError("the better plays could not be saved: ask the host to check the computer")
    except HaggisError as error:
        tell((0, 0, str(error)))


class Searches:
    """The search in progress, if any, and the saved reviews."""

    def __init__(self, home: Path) -> None:
        self.reviews = Reviews(home)
        self.current: Search | None = None

    def start(self, match: OpenMatch, number: int, device: str) -> None:
        """Begin a search, or join the one for this round; raises UsageError if another device watches another one."""
        now = self.current
        if now and now.goes_on():
            if (now.match, now.number) == (match.path.stem, number):
                return
            if now.is_watched(but=device):
                raise UsageError(
                    f"only one round is searched at a time: try again when round {now.number} of {now.title} is done"
                )
        self.stop()
        self.current = Search(match, number, device)

    def stop(self) -> None:
        """End the search, if one is running."""
        if self.current:
            self.current.stop()
        self.current = None

    async def run(self) -> None:
        """End a search when nobody looks at its page any more, or when the task is cancelled."""
        try:
            while True:
                await asyncio.sleep(1)
                if self.current and not self.current.is_watched():
                    self.stop()
        finally:
            self.stop()


def change_search(request: Request, fields: Mapping[str, str]) -> Response:
    """Begin to search for better plays in a round, or stop."""
    opened, searches = open_asked(request), request.app.state.searches
    number = read_number(fields.get("round", ""))
    if fields.get("do") == "leave":
        if searches.current:
            searches.current.leave(device_of(request), fields.get("looked", ""))
        return Response(status_code=204)
    if fields.get("do") == "stop":
        if searches.current and (searches.current.match, searches.current.number) == (opened.path.stem, number):
            searches.stop()
        return RedirectResponse(_replay_path(opened, number), 303)
    if obstacle := find_obstacle(opened.report, find_round(opened.report, number)):
        raise UsageError(f"round {number} cannot be searched for better plays: {obstacle}")
    if number not in searches.reviews.find_all(opened.report):
        searches.start(opened, number, device_of(request))
    return RedirectResponse(match_path(opened.path.stem, f"/review/{number}"), 303)


def show_search(request: Request) -> Response:
    """The progress of the search; when it is done, the replay with its results."""
    if not may_write(request):
        return render_watch_only(request)
    opened, number = open_asked(request), request.path_params["number"]
    search: Search | None = request.app.state.searches.current
    if search is None or (search.match, search.number) != (opened.path.stem, number):
        return RedirectResponse(_replay_path(opened, number), 303)
    search.looked_at[device_of(request)] = monotonic()
    if search.goes_on():
        looked = search.looked_at[device_of(request)]
        return render_page(request, "search.html", search=search, looked=looked, every=_REFRESH)
    request.app.state.searches.stop()
    if search.refusal:
        return render_error(request, 422, search.refusal)
    return RedirectResponse(_replay_path(opened, number), 303)


def _replay_path(opened: OpenMatch, number: int) -> str:
    return match_path(opened.path.stem, f"/replay?round={number}")
