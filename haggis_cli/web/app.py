"""The application: which address is which page, and what becomes of errors."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress

import h11
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from haggis_cli.book.recording import round_to_play
from haggis_cli.book.round_form import fill_in
from haggis_cli.plugins.registry import guard_plugins
from haggis_cli.referee.report import Report
from haggis_cli.sheets.board import make_board
from haggis_cli.sheets.renderers.svg import render_chart
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.errors import Conflict, HaggisError, StoreError
from haggis_cli.web.access import Settings, device_of
from haggis_cli.web.card_input import EventInput
from haggis_cli.web.devices import Entries
from haggis_cli.web.forms import Attempts, BadBody, BadToken, attempt_of, read_form
from haggis_cli.web.gate import Gate
from haggis_cli.web.matches import MatchList, OpenMatches, Watchers
from haggis_cli.web.pages import assets, history, match, new_match, record, referee, replay, scoring
from haggis_cli.web.rendering import render_error, sentence_of
from haggis_cli.web.round_view import view_round
from haggis_cli.web.scorepad import result_of

Page = Callable[[Request], Response]
Form = Callable[[Request, Mapping[str, str]], Response]

PAGES: dict[str, Page] = {
    "/": history.show_matches,
    "/events": match.follow_list,
    "/k/{key}": assets.let_in,
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
"""What is read, by its address."""
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
"""What changes something, by its address."""


def build_app(settings: Settings, report: Callable[[str], None] = lambda _sentence: None) -> Starlette:
    """The application of a server; `state` holds its settings, the open matches and the watchers.

    report: told in a sentence of each mistake of this program's own.
    """
    match_list: MatchList[history.Listed] = MatchList(settings.store)
    watchers = Watchers(settings.store, match_list.mark)
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
        *(Route(address, assets.send_styles) for address in assets.STYLESHEETS),
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
    app.state.match_list = match_list
    app.state.watchers = watchers
    app.state.searches = searches
    app.state.entries = Entries(settings.store.home)
    app.state.attempts = Attempts()
    return app


def show_to_nobody(report: Report) -> None:
    """Make what the match's page, the board, the score pad and the recording show, and throw it away.

    A third party's rules may fail only there. The score book tries this before it saves anything, so that a round which
    no page could show is refused and not half believed.
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
    """A page; rules of a third party that fail while it is made are named, and reach nothing else."""

    async def read(request: Request) -> Response:
        with guard_plugins():
            return page(request)

    return read


def _done_once(form: Form) -> Callable[[Request], Awaitable[Response]]:
    """A form that is done once however often it is sent.

    Those who watch are told without waiting for the next look at the files.
    """

    async def enter(request: Request) -> Response:
        fields = await read_form(request)
        attempts: Attempts = request.app.state.attempts
        attempt = attempt_of(request, fields)
        if done := attempts.find(attempt):
            return RedirectResponse(done, 303)
        try:
            with guard_plugins():
                answer = _note_entries(request, form, fields)
        finally:
            request.app.state.watchers.look_soon()
        if answer.status_code == 303:  # what is not done leads nowhere, and may be tried again
            attempts.keep(attempt, answer.headers["location"])
        return answer

    return enter


def _note_entries(request: Request, form: Form, fields: Mapping[str, str]) -> Response:
    """Answer a form, and keep what this device has entered with it in a match."""
    match_id, matches = request.path_params.get("match"), request.app.state.matches
    if match_id is None:
        return form(request, fields)
    before = matches.open(match_id)
    answer = form(request, fields)
    with suppress(HaggisError):
        after = matches.open(match_id)
        if after is not before:
            again = request.url.path.endswith("/redo") or fields.get("do") == "redo"
            request.app.state.entries.note(before.file.record, after.file.record, device_of(request), again=again)
    return answer


async def _tell_error(request: Request, error: Exception) -> Response:
    """What the book, the referee or a form says no to, in its own sentence."""
    if isinstance(error, BadToken):
        status = 403
    elif isinstance(error, BadBody):
        status = 413
    elif isinstance(error, Conflict):
        status = 409
    elif isinstance(error, StoreError):
        status = 409 if request.method == "POST" else 404
    else:
        status = 422
    return render_error(request, status, sentence_of(error))


async def _tell_missing(request: Request, _error: Exception) -> Response:
    return render_error(request, 404, "There is no such page.")


async def _tell_no_method(request: Request, error: Exception) -> Response:
    is_form = request.method == "POST"
    text = "This page is read, and takes no form: nothing was changed." if is_form else "There is no such page to read."
    answer = render_error(request, 405, text)
    answer.headers["allow"] = (getattr(error, "headers", None) or {}).get("Allow", "GET, HEAD")
    return answer


async def _tell_mistake(request: Request, error: Exception) -> Response:
    if isinstance(error, h11.LocalProtocolError):  # there is no way to answer a browser that breaks off badly
        return Response(status_code=400)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    request.app.state.report(f"a mistake in haggis itself, please report it: {what!a} (HAGGIS_TRACEBACK=1 shows more)")
    return render_error(request, 500, "This is a mistake in haggis: nothing was half saved. Load the page again.")
