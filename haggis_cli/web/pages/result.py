"""A round that was saved: its points, who leads next, and how to take it back."""

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.book.corrections.lookup import find_round
from haggis_cli.web.matches import version_of
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import render_page
from haggis_cli.web.scorepad.outlook import result_of


async def show_result(request: Request) -> Response:
    """How a round was scored; just after it was saved also the button that takes it back."""
    opened, number = open_asked(request), request.path_params["number"]
    report = opened.report
    find_round(report, number)
    version = version_of(opened)
    return render_page(
        request,
        "result.html",
        match=opened.path.stem,
        number=number,
        result=result_of(report, number),
        match_version=version,
        is_typed=not report.rounds[number - 1].recorded,
        can_undo=request.query_params.get("saved") == version,
        is_over=report.over,
        goes_on=not (report.over or report.violations or report.current),
    )
