"""The way in: the address that a code leads to."""

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.web.access.device import DEVICE_COOKIE, device_of, make_device
from haggis_cli.web.rendering import render_page
from haggis_cli.web.settings import Settings

_COOKIE_SECONDS = 400 * 24 * 60 * 60  # as long as browsers keep one


async def let_in(request: Request) -> Response:
    """Keep the key of the address in a cookie, and go on to the first page.

    A page that goes on by itself, and no redirection: a phone's camera comes from elsewhere, and a cookie that stays on
    this site (SameSite=Strict) would not be sent along.
    """
    settings: Settings = request.app.state.settings
    page = render_page(request, "let_in.html")
    for name, value in (
        (settings.keys.cookie, request.path_params["key"]),
        (DEVICE_COOKIE, device_of(request) or make_device()),
    ):
        page.set_cookie(name, value, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict")
    return page
