"""The application: the routes, the handling of errors, and the gate that every request passes first."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress

import h11
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from haggis_cli.book.match import NoSuchRound
from haggis_cli.book.recording import round_to_play
from haggis_cli.book.round_form import fill_in
from haggis_cli.plugins.registry import guard_plugins
from haggis_cli.referee.report import Report
from haggis_cli.sheets.renderers.svg import render_chart
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.standing import make_board
from haggis_cli.support.errors import Conflict, HaggisError, StoreError
from haggis_cli.web.access import BODY_SECONDS, MAX_BODY, MAX_TARGET, Access, Limits, Settings, device_of, read_address
from haggis_cli.web.devices import Entries, first_name
from haggis_cli.web.forms import Attempts, BadBody, BadToken, attempt_of, read_form
from haggis_cli.web.matches import AllMatches, OpenMatches, Watchers
from haggis_cli.web.pages import assets, history, match, new_match, record, referee, replay, scoring
from haggis_cli.web.rendering import WATCH_ONLY, render_error, sentence_of
from haggis_cli.web.round_view import EventInput, view_round
from haggis_cli.web.scorepad import result_of

Page = Callable[[Request], Response]
Form = Callable[[Request, Mapping[str, str]], Response]

PAGES: dict[str, Page] = {
    "/": history.show_matches,
    "/events": match.follow_list,
    "/k/{key}": match.let_in_to_all,
    "/k/{key}/m/{match}": match.let_in_to_match,
    "/k/{key}/m/{match}/sheet.png": match.send_picture,
    "/new": new_match.ask_for_match,
    "/season": history.show_season,
    "/share": assets.show_codes,
    "/share/{access}.svg": assets.draw_code,
    "/m/{match}": match.show_match,
    "/m/{match}/board": match.show_board,
    "/m/{match}/rematch": new_match.ask_for_rematch,
    "/m/{match}/replay": replay.show_replay,
    "/m/{match}/review/{number:int}": replay.show_search,
    "/m/{match}/sheet.{format}": match.send_sheet,
    "/m/{match}/events": match.follow_match,
    "/m/{match}/score": scoring.ask_for_round,
    "/m/{match}/rounds/{number:int}": scoring.ask_for_round,
    "/m/{match}/rounds/{number:int}/result": match.show_result,
    "/m/{match}/record": record.show_record,
    "/m/{match}/record/{number:int}": record.show_events,
    "/m/{match}/referee": referee.ask_of_match,
    "/referee": referee.ask_of_variant,
    "/m/{match}/rules": referee.show_rules_of_match,
    "/rules": referee.show_rules_of_variant,
}
"""The pages to read, by address."""
FORMS: dict[str, Form] = {
    "/new": new_match.start,
    "/share": assets.change_device,
    "/m/{match}/undo": match.undo_last,
    "/m/{match}/redo": match.redo_last,
    "/m/{match}/score": scoring.enter_round,
    "/m/{match}/rounds/{number:int}": scoring.enter_round,
    "/m/{match}/record": record.record,
    "/m/{match}/record/{number:int}": record.correct,
    "/m/{match}/replay": replay.change_search,
}
"""The forms that change something, by address."""


def build_app(settings: Settings, report: Callable[[str], None] = lambda _sentence: None) -> Starlette:
    """The application of a server; `state` holds its settings, the open matches and the watchers.

    report: called with a sentence for each internal error.
    """
    all_matches = AllMatches(settings.store)
    watchers = Watchers(settings.store, all_matches.mark)
    searches = replay.Searches(settings.store.home)

    @asynccontextmanager
    async def watching(_app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(watchers.run()), asyncio.create_task(searches.run())]
        yield
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    routes = [
        *(Route(address, _read(page), methods=["GET"]) for address, page in PAGES.items()),
        *(Route(address, _done_once(form), methods=["POST"]) for address, form in FORMS.items()),
        Route("/manifest.webmanifest", assets.send_manifest),
        Route("/favicon.ico", assets.send_favicon),
        Route("/static/{name}", assets.send_file),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Gate, settings=settings)],
        exception_handlers={HaggisError: _tell_error, 404: _tell_missing, 405: _tell_no_method, 500: _tell_mistake},
        lifespan=watching,
    )
    app.state.settings = settings
    app.state.report = report
    app.state.matches = OpenMatches(settings.store, show_to_nobody)
    app.state.all_matches = all_matches
    app.state.watchers = watchers
    app.state.searches = searches
    app.state.entries = Entries(settings.store.home)
    app.state.attempts = Attempts()
    return app


def show_to_nobody(report: Report) -> None:
    """Build the contents of the match's page, the board, the score pad and the recording, and discard them.

    A third party's rules may fail only there. The score book calls this before it saves anything, so that a round that
    no page could show is refused.
    """
    sheet = scoresheet(report)
    make_board(report, sheet)
    render_chart(sheet)
    for each in report.complete_rounds[-1:]:
        result_of(report, each.number)
    table = report.round_table()
    scoring.form_parts(table, fill_in(table, {}))
    scoring.number_pad(table)
    if not (report.over or report.violations):
        view_round(report, round_to_play(report), EventInput(), None)


def _read(page: Page) -> Callable[[Request], Awaitable[Response]]:
    """A page; if the rules of a plugin fail while it is built, the error names the plugin and affects nothing else."""

    async def read(request: Request) -> Response:
        with guard_plugins():
            return page(request)

    return read


def _done_once(form: Form) -> Callable[[Request], Awaitable[Response]]:
    """A form that is processed only once, however often it is sent.

    Watchers are notified without waiting for the next look at the files.
    """

    async def enter(request: Request) -> Response:
        fields = await read_form(request)
        attempts: Attempts = request.app.state.attempts
        # A match that was just started is found by its players, so that one played or removed since is not meant.
        attempt = attempt_of(request, fields) if "match" in request.path_params else None
        if done := attempts.find(attempt):
            return RedirectResponse(done, 303)
        try:
            with guard_plugins():
                answer = _note_entries(request, form, fields)
        finally:
            request.app.state.watchers.look_soon()
        if answer.status_code == 303:  # a form that was not processed may be sent again
            attempts.keep(attempt, answer.headers["location"])
        return answer

    return enter


def _note_entries(request: Request, form: Form, fields: Mapping[str, str]) -> Response:
    """Answer a form, and note what this device has entered in a match."""
    match_id, matches = request.path_params.get("match"), request.app.state.matches
    if match_id is None:
        return form(request, fields)
    before = matches.open(match_id)
    answer = form(request, fields)
    with suppress(HaggisError):
        after = matches.open(match_id)
        is_step = {fields.get("do", ""), request.url.path.rpartition("/")[2]} & {"undo", "redo"}
        if after is not before and not is_step:  # what a step brings back keeps the device that it came from
            request.app.state.entries.note(before.file.record, after.file.record, device_of(request))
    return answer


async def _tell_error(request: Request, error: Exception) -> Response:
    """Show the sentence of an error of the book, the referee or a form."""
    if isinstance(error, BadToken):
        status = 403
    elif isinstance(error, BadBody):
        status = 413
    elif isinstance(error, Conflict):
        status = 409
    elif isinstance(error, StoreError):
        status = 409 if request.method == "POST" else 404
    elif isinstance(error, NoSuchRound) and request.method != "POST":
        status = 404
    else:
        status = 422
    return render_error(request, status, sentence_of(error), may_come_back=isinstance(error, NoSuchRound))


async def _tell_missing(request: Request, _error: Exception) -> Response:
    return render_error(request, 404, "There is no such page.")


async def _tell_no_method(request: Request, error: Exception) -> Response:
    is_form = request.method == "POST"
    text = "This page takes no forms: nothing was changed." if is_form else "This address takes only forms."
    answer = render_error(request, 405, text)
    answer.headers["allow"] = (getattr(error, "headers", None) or {}).get("Allow", "GET, HEAD")
    return answer


async def _tell_mistake(request: Request, error: Exception) -> Response:
    if isinstance(error, h11.LocalProtocolError):  # a browser that breaks the protocol cannot be answered
        return Response(status_code=400)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    request.app.state.report(f"an error in haggis itself, please report it: {what!a} (HAGGIS_TRACEBACK=1 shows more)")
    return render_error(
        request, 500, "This is an error in haggis. Nothing that was saved is lost: load the page again."
    )


# The checks that every request passes before a page sees it: limits, the host name, the key.
#
# And the headers of every answer, which keep pages from being framed, scripted or cached.


KEY_PATH = "/k/"
"""The address in a code; the key follows, and then the page to go on to."""
OPEN_PATHS = ("/static/", "/manifest.webmanifest", "/favicon.ico")
"""The addresses that need no key, because they contain no personal data."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The content security policy: a page may load only files of this server, and no inline script or style."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # not "no-referrer": browsers would send our own forms with the origin "null"
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_HOST = re.compile(r"(?:(?P<name>[a-z0-9_.-]+)|\[(?P<six>[0-9a-f:.]{2,45})\])(?::\d{1,5})?", re.IGNORECASE | re.ASCII)
_METHODS = ("GET", "HEAD", "POST")
_WAY_IN = (
    "code is on the computer that keeps score, and under Share on every phone that has joined. "
    "No camera? Open the address below the code."
)
Refusal = tuple[int, str]
"""A status, and a sentence that explains why a request is refused."""


class Gate:
    """The middleware around all pages; it sets `scope["haggis_access"]` to the browser's access."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """app: the pages."""
        self._app, self._settings, self._limits = app, settings, Limits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refuse_request(scope, headers) or self._refuse_bearer(scope)
        answer = _with_headers(send, refused=refusal is not None)
        if refusal:
            status, text = refusal
            await render_error(Request(scope), status, text)(scope, receive, answer)
        else:
            await self._app(scope, _bounded(receive) if scope["method"] == "POST" else receive, answer)

    def _refuse_request(self, scope: Scope, headers: Headers) -> Refusal | None:
        """The refusal of a request, whoever sends it; None if it may be answered."""
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET:
            return 414, "The address is too long."
        if not self._knows_host(headers.getlist("host"), scope):
            return 421, "The server is not known by this name: use the address that Haggis shows where it runs."
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal() and len(length) < 10 and int(length) <= MAX_BODY):
            return 413, f"A form may have at most {MAX_BODY // 1024} KiB."
        if scope["method"] not in _METHODS:
            return 405, "Pages are read with GET and changed with POST."
        if scope["method"] == "POST" and _comes_from_elsewhere(headers):
            return 403, "The form was sent by another site: nothing was changed."
        if scope["method"] != "POST" and _is_embedded_elsewhere(headers):
            return 403, "Another site may link to a page but not load it."
        return None

    def _refuse_bearer(self, scope: Scope) -> Refusal | None:
        """The refusal of a browser by its key; None if it is let in."""
        path, devices, address = scope["path"], self._settings.devices, (scope.get("client") or ("", 0))[0]
        devices.refresh()
        self._settings.store.recall_players()
        request, code = Request(scope), ""
        if path.startswith(KEY_PATH):
            code, _, _ = path.removeprefix(KEY_PATH).partition("/")
        device, key = device_of(request), request.cookies.get(devices.keys.cookie, "")
        own_access = devices.access_of(device, key)
        access = devices.keys.access_of(code) or own_access
        if not self._limits.allow(address, is_let_in=access is not None, changes=scope["method"] == "POST"):
            return 429, "Too many requests at once: wait a moment."
        if (code or key) and access is None and not self._limits.allow_wrong_key(address):
            return 429, "Too many wrong keys: wait a moment."
        scope["haggis_access"] = access
        if own_access:
            devices.admit(device, first_name(request))
        if access is None and not path.startswith(OPEN_PATHS):
            why = "This code is no longer valid. " if code else "This device no longer has access. " if key else ""
            return 403, f"{why}The {'new ' if code else ''}{_WAY_IN}"
        if scope["method"] == "POST" and (access is not Access.WRITE or self._settings.read_only):
            return 403, WATCH_ONLY
        return None

    def _knows_host(self, hosts: list[str], scope: Scope) -> bool:
        """Whether the browser uses one of the server's names, so that no other name can lead to it.

        Every address of this computer is one of them: a name that another site points here is never an address.
        """
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if not found:
            return False
        name = (found["name"] or found["six"]).casefold().rstrip(".")
        address = read_address(name)
        if found["six"] and not (address and address.version == 6):
            return False
        called = read_address((scope.get("server") or ("",))[0])
        return name in self._settings.hosts or (
            address is not None and (address == called or str(address) in self._settings.hosts)
        )


def _comes_from_elsewhere(headers: Headers) -> bool:
    """Whether the browser says that another site sent this form; old browsers do not say, so the token decides."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin not in (None, f"http://{headers.get('host')}", f"https://{headers.get('host')}")


def _is_embedded_elsewhere(headers: Headers) -> bool:
    """Whether the browser says that a page of another site or port is embedding this one."""
    site = headers.get("sec-fetch-site", "none")
    return site in ("cross-site", "same-site") and headers.get("sec-fetch-mode", "navigate") != "navigate"


def _bounded(receive: Receive) -> Receive:
    """The received data; if it is too large or too slow for a form, the browser appears to have disconnected."""
    read, until = 0, asyncio.get_running_loop().time() + BODY_SECONDS

    async def bounded() -> Message:
        nonlocal read
        try:
            async with asyncio.timeout_at(until if read <= MAX_BODY else None):
                message = await receive()
        except TimeoutError:
            read = MAX_BODY + 1
            return {"type": "http.disconnect"}
        read += len(message.get("body", b""))
        return message if read <= MAX_BODY else {"type": "http.disconnect"}

    return bounded


def _with_headers(send: Send, *, refused: bool) -> Send:
    """The sent data, with the headers of every answer; a refused browser need not send the rest of its request."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if refused or message["status"] == 413:
                headers["connection"] = "close"
            if message["status"] == 405:
                headers.setdefault("allow", ", ".join(_METHODS))
        await send(message)

    return with_headers
