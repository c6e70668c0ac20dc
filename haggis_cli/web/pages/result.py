"""A round that was saved: its points, who leads next, and how to take it back."""

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.book.corrections.lookup import find_round
from haggis_cli.referee.report import Report
from haggis_cli.web.matches import version_of
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import render_page
from haggis_cli.web.scorepad.outlook import RoundResult, result_of


async def show_result(request: Request) -> Response:
    """How a round was scored; just after it was saved also the button that takes it back."""
    opened, number = open_asked(request), request.path_params["number"]
    report = opened.report
    find_round(report, number)
    version, query = version_of(opened), request.query_params
    return render_page(
        request,
        "result.html",
        match=opened.path.stem,
        number=number,
        result=_with_totals_now(report, number),
        last=len(report.rounds),
        is_known=query.get("already") == version,
        match_version=version,
        is_typed=not report.rounds[number - 1].recorded,
        can_undo=query.get("saved") == version,
        is_over=report.over,
        goes_on=not (report.over or report.violations or report.current),
    )


def _with_totals_now(report: Report, number: int) -> RoundResult | None:
    """A round as it is scored, with the totals of the match as it stands: an older round may just have been put right.

    None where it is not scored.
    """
    result = result_of(report, number)
    if result is None:
        return None
    totals = report.totals or (None,) * len(result.gains)
    return result._replace(
        gains=tuple(gain._replace(total=total) for gain, total in zip(result.gains, totals, strict=True))
    )
