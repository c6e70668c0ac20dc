"""A match: its standing, the board, its rounds, its sheets, and the events that report its changes."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from haggis_cli.book.corrections.undo import Step, describe_redo, describe_undo, redo, undo
from haggis_cli.book.match import OpenMatch, find_round, lock_and_refresh
from haggis_cli.matches.heading import file_name, match_title
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import due, warning_sentence
from haggis_cli.sheets.renderers.formats import FORMATS, SheetFormat, Style, draws_pictures, find_format
from haggis_cli.sheets.renderers.html import sheet_policy
from haggis_cli.sheets.renderers.png import SIZES
from haggis_cli.sheets.renderers.svg import render_charts
from haggis_cli.sheets.sheet import Sheet, scoresheet, sheet_notes
from haggis_cli.sheets.standing import (
    Result,
    brief_names,
    make_board,
    make_result,
    name_briefly,
    name_sheet_briefly,
    share_lines,
)
from haggis_cli.support.charts import BOARD, FELT, PANEL, SLIM, Canvas
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.players import draw_badges
from haggis_cli.web.access import Settings, device_of, set_cookie
from haggis_cli.web.devices import tell_rounds
from haggis_cli.web.matches import LIST, Watchers, version_of
from haggis_cli.web.pages.assets import let_in
from haggis_cli.web.rendering import (
    LOOK_COOKIE,
    LOOKS,
    MatchChanged,
    answer_saved,
    match_path,
    may_write,
    refusals_of,
    render_error,
    render_page,
    say_step,
)
from haggis_cli.web.scorepad import result_of


def open_asked(request: Request) -> OpenMatch:
    """The match that the address names."""
    opened: OpenMatch = request.app.state.matches.open(request.path_params["match"])
    return opened


def show_match(request: Request) -> Response:
    """The standing of a match."""
    opened = open_asked(request)
    report = opened.report
    sheet = scoresheet(report)
    board = make_board(report, sheet)
    told = tell_result(request, opened, sheet)
    shared = told["shared"] = told["shared"] or _shared(request, opened, sheet)
    return render_page(
        request,
        "match.html",
        **told,
        preview=_preview(shared),
        board=board,
        brief=brief_names(report),
        due=due(name_briefly(report)),
        version=version_of(opened),
        warnings=[warning_sentence(each) for each in report.warnings],
        troubles=refusals_of(report.violations),
        broken=report.violations[0].round if report.violations else None,
        over=report.over,
        rounds=report.rounds,
        recording=report.current is not None,
        next_round=report.current.number if report.current else len(report.rounds) + 1,
        round_links=_round_links(opened.path.stem, report, changes=may_write(request)),
        undoes=say_step(describe_undo(opened), report.table.names),
        redoes=say_step(describe_redo(opened), report.table.names),
        entered=tell_rounds(request, opened.file.record) if may_write(request) else [],
        notes=sheet_notes(sheet),
        formats=FORMATS,
        has_replay=any(each.recorded for each in report.rounds),
    )


def tell_result(request: Request, opened: OpenMatch, sheet: Sheet) -> dict[str, Any]:
    """The values of `won.html`: the result, its chart, and what can be shared; None, "" and None during a match."""
    outcome = _outcome_of(opened.report, sheet)
    chart = _course_of(sheet, FELT, PANEL) if outcome else ""
    shared = _shared(request, opened, sheet) if outcome else None
    return {"outcome": outcome, "sheet": sheet, "chart": chart, "shared": shared}


def _outcome_of(report: Report, sheet: Sheet) -> Result | None:
    return make_result(sheet) if report.over else None


def _course_of(sheet: Sheet, *canvases: Canvas) -> str:
    """The chart of the totals, if a round is scored."""
    return render_charts(sheet, *canvases) if sheet.totals_by_round(0) else ""


def _round_links(match_id: str, report: Report, *, changes: bool) -> list[str]:
    """The link of each round: to its correction or its replay; empty if there is neither."""

    def link(each: RoundReport) -> str:
        if changes and each.recorded and not each.complete:
            return match_path(match_id, "/record")
        if changes and not each.recorded:
            return match_path(match_id, f"/rounds/{each.number}")
        return match_path(match_id, f"/replay?round={each.number}") if each.recorded else ""

    return [link(each) for each in report.rounds]


def undo_last(request: Request, fields: Mapping[str, str]) -> Response:
    """Take back the last event, round or correction, unless the match has changed since the page was made."""
    return _step(request, fields, undo, "taken back")


def redo_last(request: Request, fields: Mapping[str, str]) -> Response:
    """Bring back what the last undo took away, unless the match has changed since the page was made."""
    return _step(request, fields, redo, "brought back")


def _step(
    request: Request, fields: Mapping[str, str], go: Callable[[OpenMatch], tuple[OpenMatch, Step]], done: str
) -> Response:
    """Go one step back or forward in the history of a match; raises MatchChanged if the page showed another state."""
    with lock_and_refresh(open_asked(request)) as opened:
        if fields.get("version") != version_of(opened):
            raise MatchChanged(
                f"the match has changed since this page was opened, so nothing was {done}; check it and try again"
            )
        saved, _ = go(opened)
    return answer_saved(request, saved.notices, match_path(request.path_params["match"]))


# Links for phones on the network, which let them in, to one match or to all; chats show a preview.

_SITE = {"og:type": "website", "og:site_name": "Haggis"}


def let_in_to_all(request: Request) -> Response:
    """Let a phone in, and go on to the first page: the preview is that of the match that is served, if it is one."""
    allowed = "enter scores and watch" if may_write(request) else "watch"
    preview = {**_SITE, "og:title": "Haggis", "og:description": f"With this link a phone can {allowed}."}
    if match := request.app.state.settings.match_id:
        with suppress(HaggisError):
            opened = request.app.state.matches.open(match)
            preview = _preview(_shared(request, opened, scoresheet(opened.report)))
            preview.pop("og:url", None)  # it leads to the match, for who watches
    return let_in(request, "/", preview)


def let_in_to_match(request: Request) -> Response:
    """Let a phone in, and go on to the match; a phone that is already in keeps its access."""
    opened = open_asked(request)
    devices = request.app.state.settings.devices
    if devices.access_of(device_of(request), request.cookies.get(devices.keys.cookie, "")):
        return RedirectResponse(match_path(opened.path.stem), 303)
    shared = _shared(request, opened, scoresheet(opened.report))
    return let_in(request, match_path(opened.path.stem), _preview(shared))


def _shared(request: Request, opened: OpenMatch, sheet: Sheet) -> dict[str, Any]:
    """What can be shared: the lines of the text, whether there are pictures, and the link if phones are let in."""
    settings: Settings = request.app.state.settings
    link = settings.watch_link + match_path(opened.path.stem) if settings.lan else ""
    return {"lines": share_lines(sheet), "pictures": draws_pictures(), "link": link}


def _preview(shared: dict[str, Any]) -> dict[str, str]:
    """The preview of the link in a chat: the standing of the match, and also the picture if phones are let in."""
    first, *others = shared["lines"]
    told = {**_SITE, "og:title": first, "og:description": " \u00b7 ".join(others)}
    if link := shared["link"]:
        told["og:url"] = link
    if link and shared["pictures"]:
        width, height = SIZES[False]
        size = {"og:image:width": str(width), "og:image:height": str(height), "twitter:card": "summary_large_image"}
        told |= {"og:image": f"{link}/sheet.png", "og:image:alt": first, **size}
    return told


# The second screen: a match in type that is readable from three metres.


def show_board(request: Request) -> Response:
    """The board; a choice of dark or light in the address is remembered for this browser."""
    opened = open_asked(request)
    sheet = scoresheet(opened.report)
    board = told = make_board(opened.report, sheet)
    brief = name_sheet_briefly(sheet)  # in sentences: a screen has room for long names on the tiles alone
    if brief is not sheet:
        told = make_board(name_briefly(opened.report), brief)
    page = render_page(
        request,
        "board.html",
        sheet=sheet,
        board=board._replace(due=told.due, told=told.told),
        outcome=_outcome_of(opened.report, sheet),
        chart=_course_of(sheet, BOARD, SLIM),
        suits=opened.report.table.deck.letters,
    )
    look = request.query_params.get("look")
    if look in LOOKS:
        set_cookie(page, LOOK_COOKIE, look)
    elif look is not None:
        page.delete_cookie(LOOK_COOKIE, httponly=True, samesite="strict")
    return page


# A round that was saved: its points, who leads next, and how to take it back.


def show_result(request: Request) -> Response:
    """The result of a round; just after it was saved, also the button that takes it back."""
    opened, number = open_asked(request), request.path_params["number"]
    report = opened.report
    find_round(report, number)
    sheet = scoresheet(report)
    version, query = version_of(opened), request.query_params
    return render_page(
        request,
        "result.html",
        **tell_result(request, opened, sheet),
        number=number,
        result=result_of(report, number),
        totals=[*zip(report.table.side_names, report.totals or (), strict=False)],
        names=report.table.names,
        badges=draw_badges(report.table.names, zip(report.table.side_names, report.table.sides, strict=True)),
        brief=brief_names(report),
        last=len(report.rounds),
        scored=len(report.complete_rounds),
        is_known=query.get("already") == version,
        was_saved="saved" in query,
        match_version=version,
        is_typed=not report.rounds[number - 1].recorded,
        can_undo=query.get("saved") == version,
        goes_on=not (report.over or report.violations or report.current),
        is_recording=bool(report.current and report.current.number == number),
    )


# The scoresheet of a match in every format.

_CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_DRAWING = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; {_CLOSED}; sandbox"
"""The content security policy of a picture: only its own styles."""


def send_sheet(request: Request) -> Response:
    """The scoresheet in the format that the address names."""
    try:
        chosen = find_format(request.path_params["format"])
    except UsageError as error:
        return render_error(request, 404, str(error))
    return _send(request, chosen)


def send_picture(request: Request) -> Response:
    """The picture of the result, for a chat that shows it beside a link."""
    return _send(request, FORMATS["png"])


def _send(request: Request, chosen: SheetFormat) -> Response:
    opened = open_asked(request)
    sheet = scoresheet(opened.report, plays="plays" in chosen.knows)
    query = request.query_params
    style = Style(wide="wide" in query, large="large" in query, chart="chart" in query, portrait="portrait" in query)
    data = chosen.render_bytes(sheet, style)
    title = match_title(opened.path.stem, sheet.players, sheet.date, title=sheet.own_title)
    headers = {"content-disposition": _disposition(title, chosen, style)}
    if policy := _policy(chosen, sheet, style):
        headers["content-security-policy"] = policy
    return Response(data, media_type=chosen.media_type, headers=headers)


def _policy(chosen: SheetFormat, sheet: Sheet, style: Style) -> str:
    """The content security policy of a sheet as a page: only its own contents; empty for a passive format.

    The sandbox isolates it from the server's pages: it cannot see their addresses, cookies or forms.
    """
    if chosen.name == "html":
        return f"{sheet_policy(sheet, style)}; frame-ancestors 'none'; sandbox allow-scripts"
    return _DRAWING if chosen.name == "svg" else ""


def _disposition(title: str, chosen: SheetFormat, style: Style) -> str:
    """Whether a browser shows or downloads the sheet, and the file name: in ASCII for old browsers, then unchanged."""
    how = "inline" if "browser" in chosen.knows else "attachment"
    marked = {"wide": style.wide, "large print": style.large, "chart": style.chart, "portrait": style.portrait}
    marks = ", ".join(mark for mark, is_so in marked.items() if is_so)
    name = file_name(title, (f" ({marks})" if marks else "") + chosen.extension)
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_. (),") else "_" for sign in name)
    return f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


# Following a match: the request that a page keeps open to receive changes.

_TYPE = "text/event-stream"


def follow_match(request: Request) -> Response:
    """Events for as long as the browser listens (server-sent events).

    It says which state of the match it shows: `seen` in the address or, after a break, the id of the last event.
    """
    return _follow(request, request.app.state.matches.find_path(request.path_params["match"]).stem)


def follow_list(request: Request) -> Response:
    """The same for the list of matches."""
    return _follow(request, LIST)


def _follow(request: Request, followed: str) -> Response:
    watchers: Watchers = request.app.state.watchers
    if request.method == "HEAD":
        return Response(media_type=_TYPE)
    if watchers.are_too_many:
        return render_error(request, 503, "Too many devices follow the matches: load the page again for news.")
    seen = request.headers.get("last-event-id") or request.query_params.get("seen")
    devices, device = request.app.state.settings.devices, device_of(request)
    key = request.cookies.get(devices.keys.cookie, "")
    events = watchers.events(followed, seen, lambda: devices.access_of(device, key) is not None)
    return StreamingResponse(events, media_type=_TYPE)
