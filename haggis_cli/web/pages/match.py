"""A match: how it stands, its rounds, and what can be done with it."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.corrections.undo import undo
from haggis_cli.book.match import OpenMatch, lock_and_refresh
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.web.forms import read_form
from haggis_cli.web.matches import version_of
from haggis_cli.web.rendering import render_page


def open_asked(request: Request) -> OpenMatch:
    """The match that the address names."""
    opened: OpenMatch = request.app.state.matches.open(request.path_params["match"])
    return opened


async def show_match(request: Request) -> Response:
    """How a match stands."""
    opened = open_asked(request)
    with guard_rules(opened.variant.id):
        sheet = scoresheet(opened.report)
    return render_page(request, "match.html", sheet=sheet, match=opened.path.stem, version=version_of(opened))


async def undo_last(request: Request) -> Response:
    """Take back the last event, round or correction, if the match is still as the page showed it."""
    await read_form(request)
    with lock_and_refresh(open_asked(request)) as opened:
        undo(opened)
    return RedirectResponse(request.url_for("show_match", match=opened.path.stem).path, 303)
