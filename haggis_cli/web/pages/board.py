"""The second screen: a match in type that is read from three metres."""

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.sheets.board import make_board
from haggis_cli.sheets.renderers.svg import render_charts
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import LOOK_COOKIE, LOOKS, render_page

_LONG = 4  # figures of a total that need a smaller size
_LOOK_SECONDS = 400 * 24 * 60 * 60


async def show_board(request: Request) -> Response:
    """The board; a choice of dark or light in the address is kept for this browser."""
    opened = open_asked(request)
    with guard_rules(opened.variant.id):
        sheet = scoresheet(opened.report)
        board = make_board(opened.report, sheet)
    page = render_page(
        request,
        "board.html",
        match=opened.path.stem,
        sheet=sheet,
        board=board,
        chart=Markup(render_charts(sheet)),
        long=any(len(str(side.total)) >= _LONG for side in board.sides if side.total is not None),
    )
    look = request.query_params.get("look")
    if look in LOOKS:
        page.set_cookie(LOOK_COOKIE, look, max_age=_LOOK_SECONDS, httponly=True, samesite="strict")
    elif look is not None:
        page.delete_cookie(LOOK_COOKIE, httponly=True, samesite="strict")
    return page
