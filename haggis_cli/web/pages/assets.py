"""Everything outside matches: the files that pages load, in light and dark, and letting phones in."""

from collections.abc import Mapping
from functools import lru_cache
from json import dumps

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.history.renderers.season_page import season_script, season_styles
from haggis_cli.sheets.renderers.html_replay import replay_script, replay_styles
from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.support.charts import chart_styles
from haggis_cli.support.design import COLORS, DARK
from haggis_cli.support.escaping import content_hash
from haggis_cli.support.extras import qr_svg
from haggis_cli.support.html import pack_script, pack_styles
from haggis_cli.web.access import DEVICE_COOKIE, Access, Settings, device_of, make_device, set_cookie
from haggis_cli.web.devices import is_host, tell_devices
from haggis_cli.web.rendering import LOOKS, ROOM, files_mark, may_write, render_error, render_page, reviewed_styles

_INSTEAD = {"dark": "@media screen", "light": "@media not all"}
_FOR_EVER = "private, max-age=31536000, immutable"
_HOUR = {"cache-control": "private, max-age=3600"}

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}

MANIFEST = {
    "name": "Haggis score pad",
    "short_name": "Haggis",
    "description": "Keeps score, records and referees the card game Haggis at the table.",
    "lang": "en",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": COLORS["paper"].dark,
    "theme_color": COLORS["felt"].light,
    "icons": [
        {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "/static/icon-192.png", "type": "image/png", "sizes": "192x192", "purpose": "any maskable"},
        {"src": "/static/icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any maskable"},
    ],
}
"""The manifest for phones that put the pages on their home screen."""


async def send_file(request: Request) -> Response:
    """A file of `static/`, or several in one; a repeated request only checks whether it has changed."""
    data, kind, mark = _joined(request.path_params["name"])
    if not data:
        raise HTTPException(404)
    is_of_now = request.query_params.get("v") == files_mark()
    headers = {"etag": mark, "cache-control": _FOR_EVER if is_of_now else "no-cache"}
    if _has_already(request.headers.getlist("if-none-match"), mark):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


def _has_already(sent: list[str], mark: str) -> bool:
    """Whether a browser says that it has the file with this mark; it may list several marks, or weak ones."""
    known = {each.strip().removeprefix("W/") for each in ",".join(sent).split(",")}
    return mark in known or "*" in known


@lru_cache(maxsize=64)
def _joined(name: str) -> tuple[bytes, str, str]:
    """The content of a file, or of several in one, the type, and a mark of the version.

    `phone+won.css` is phone.css, then won.css: a page asks for all its styles at once, and for all its scripts.
    Nothing is sent for a name of no file, or one that names a file twice.
    """
    stem, _, kind = name.rpartition(".")
    parts = [f"{each}.{kind}" for each in stem.split("+")]
    if not _files().keys() >= set(parts) or len(parts) > len(set(parts)):
        return b"", "", ""
    data = b"".join(_files()[each] for each in parts)
    return data, _TYPES[f".{kind}"], f'"{content_hash(data)[:16]}"'


@lru_cache(maxsize=1)
def _files() -> dict[str, bytes]:
    """The content of all files, including those of sheets and seasons, by name."""
    sheet = chart_styles() + read_asset("page.css")
    texts = {
        "sheet.css": sheet,
        **{f"sheet-{look}.css": sheet.replace(DARK, _INSTEAD[look]) for look in LOOKS},
        "replay.css": replay_styles(),
        "season.css": season_styles(),
        "replay.js": replay_script(),
        "season.js": season_script(),
        "reviewed.css": reviewed_styles(),
        "reviewed.js": replay_script(reviewed=True),
    }
    files = {}
    for path in (ROOM / "static").iterdir():
        if path.suffix in (".css", ".js"):
            texts[path.name] = path.read_text(encoding="utf-8")
        elif path.suffix in _TYPES:
            files[path.name] = path.read_bytes()
    packed = {name: (pack_styles if name.endswith(".css") else pack_script)(text) for name, text in texts.items()}
    return files | {name: text.encode() for name, text in packed.items()}


async def send_manifest(_request: Request) -> Response:
    """The manifest of the pages as an application."""
    return Response(dumps(MANIFEST), media_type="application/manifest+json", headers=_HOUR)


async def send_favicon(_request: Request) -> Response:
    """The icon for browsers that request the traditional address, whatever the page says."""
    return Response((ROOM / "static" / "icon-192.png").read_bytes(), media_type="image/png", headers=_HOUR)


# Letting phones in: the codes to scan from another phone's screen, one to watch and, if this browser may write, one to
# write; and the address that a code leads to.

_TITLES = {"watch": "QR code: watch the matches", "write": "QR code: score and watch"}


def show_codes(request: Request) -> Response:
    """The codes and their addresses that this browser may pass on, and the devices that were let in."""
    settings: Settings = request.app.state.settings
    known = settings.devices.known if may_write(request) else {}
    used = tell_devices(request, known)
    return render_page(
        request,
        "share.html",
        codes=_codes(request),
        lan=settings.lan,
        command=settings.lan_command,
        devices={device: known[device] for device in used},
        used=used,
        is_host=is_host(request),
        own=device_of(request),
    )


def change_device(request: Request, fields: Mapping[str, str]) -> Response:
    """Rename a device or lock it out, which only the host computer may do."""
    if not is_host(request):
        return render_error(request, 403, "Only the host computer can rename devices and lock them out.")
    devices, device = request.app.state.settings.devices, fields.get("device", "")
    if fields.get("do") == "take":
        devices.take_key(device)
    else:
        devices.rename(device, fields.get("name", ""))
    return RedirectResponse("/share#devices", 303)


def draw_code(request: Request) -> Response:
    """One of the codes as an SVG."""
    access = request.path_params["access"]
    link = _codes(request).get(access)
    if link is None:
        raise HTTPException(404)
    return Response(qr_svg(link, _TITLES[access]), media_type="image/svg+xml")


def _codes(request: Request) -> dict[str, str]:
    """The addresses that let a phone in, by access; no browser passes on more access than it has."""
    settings: Settings = request.app.state.settings
    links = {"watch": settings.watch_link}
    if request.scope.get("haggis_access") is Access.WRITE and settings.write_link:
        links["write"] = settings.write_link
    return links


def let_in(request: Request, address: str, preview: Mapping[str, str]) -> Response:
    """Give a device its own key in a cookie, and go on to a page.

    This is a page that goes on by itself instead of a redirection: a phone's camera comes from another site, so the
    browser would not send a SameSite=Strict cookie with a redirected request.

    address: the page to go on to.
    preview: the preview of the link in a chat, by Open Graph names.
    """
    settings: Settings = request.app.state.settings
    page = render_page(request, "let_in.html", address=address, preview=preview)
    device = device_of(request) or make_device()
    settings.devices.readmit(device)
    set_cookie(page, settings.keys.cookie, settings.keys.device_key(request.scope["haggis_access"], device))
    set_cookie(page, DEVICE_COOKIE, device)
    return page
