"""A match: how it stands, its rounds, and what can be done with it."""

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.corrections.undo import describe_redo, describe_undo, redo, undo
from haggis_cli.book.match import OpenMatch, lock_and_refresh
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import warning_sentence
from haggis_cli.sheets.board import make_board
from haggis_cli.sheets.notes import sheet_notes
from haggis_cli.sheets.renderers.formats import FORMATS
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.web.matches import version_of
from haggis_cli.web.navigation import find_pages, match_path
from haggis_cli.web.rendering import Outrun, page_values, render_page

RECORD, ROUND = "/m/{match}/record", "/m/{match}/rounds/{number:int}"


def open_asked(request: Request) -> OpenMatch:
    """The match that the address names."""
    opened: OpenMatch = request.app.state.matches.open(request.path_params["match"])
    return opened


async def show_match(request: Request) -> Response:
    """How a match stands."""
    opened = open_asked(request)
    report = opened.report
    with guard_rules(opened.variant.id):
        sheet = scoresheet(report)
        board = make_board(report, sheet)
    return render_page(
        request,
        "match.html",
        sheet=sheet,
        board=board,
        match=opened.path.stem,
        version=version_of(opened),
        warnings=[warning_sentence(each) for each in report.warnings],
        over=report.over,
        rounds=report.rounds,
        recording=report.current is not None,
        next_round=report.current.number if report.current else len(report.rounds) + 1,
        links=_round_links(request, opened.path.stem, report),
        undoes=describe_undo(opened),
        redoes=describe_redo(opened),
        notes=sheet_notes(sheet),
        formats=list(FORMATS),
        has_replay=any(each.recorded for each in report.rounds),
    )


def _round_links(request: Request, match_id: str, report: Report) -> list[str]:
    """Where each round leads: to its correction, or to its replay; empty where there is nowhere to go."""
    pages, may_write = find_pages(request), page_values(request)["may_write"]

    def link(each: RoundReport) -> str:
        if may_write and each.recorded and not each.complete and RECORD in pages:
            return match_path(match_id, "/record")
        if may_write and not each.recorded and ROUND in pages:
            return match_path(match_id, f"/rounds/{each.number}")
        return match_path(match_id, f"/replay?round={each.number}") if each.recorded else ""

    return [link(each) for each in report.rounds]


async def undo_last(request: Request, fields: Mapping[str, str]) -> Response:
    """Take back the last event, round or correction, if the match is still as the page showed it."""
    return _step(request, fields, undo, "taken back")


async def redo_last(request: Request, fields: Mapping[str, str]) -> Response:
    """Bring back what the last undo took away, if the match is still as the page showed it."""
    return _step(request, fields, redo, "brought back")


def _step(request: Request, fields: Mapping[str, str], step: Callable[[OpenMatch], object], done: str) -> Response:
    """Go a step back or forth in the history of a match; Outrun if the person saw another state than there is."""
    with lock_and_refresh(open_asked(request)) as opened:
        if fields.get("version") != version_of(opened):
            raise Outrun(f"the match has changed meanwhile: nothing was {done}; look at it, and say so again")
        step(opened)
    return RedirectResponse(match_path(request.path_params["match"]), 303)
