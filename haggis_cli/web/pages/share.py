"""Letting more phones in: the codes to scan from another phone's screen, one to watch and, for who may write, one to
write.
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.support.qr_code import qr_svg
from haggis_cli.web.access.keys import Access
from haggis_cli.web.rendering import render_page
from haggis_cli.web.settings import Settings

_TITLES = {"watch": "QR code: watch the matches", "write": "QR code: score and watch"}


async def show_codes(request: Request) -> Response:
    """The codes and their addresses, as far as this browser may give them away."""
    settings: Settings = request.app.state.settings
    return render_page(request, "share.html", links=_links(request), lan=settings.lan)


async def draw_code(request: Request) -> Response:
    """One of the codes as a drawing."""
    access = request.path_params["access"]
    link = _links(request).get(access)
    if link is None:
        raise HTTPException(404)
    return Response(qr_svg(link, _TITLES[access]), media_type="image/svg+xml")


def _links(request: Request) -> dict[str, str]:
    """The addresses that let a phone in, by what for; nobody gives away more than the own access."""
    settings: Settings = request.app.state.settings
    links = {"watch": settings.watch_link}
    if request.scope.get("haggis_access") is Access.WRITE and settings.write_link:
        links["write"] = settings.write_link
    return links
