"""The scoresheet of a match in every format, and the replay of its recorded rounds."""

from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.sheets.renderers.formats import SheetFormat, Style, find_format
from haggis_cli.sheets.renderers.html import sheet_policy
from haggis_cli.sheets.renderers.html_replay import render_replay
from haggis_cli.sheets.sheet import Sheet, scoresheet
from haggis_cli.support.errors import UsageError
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import render_error, render_page

_TYPES = {
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""What each format is called in an answer."""
_TO_LOOK_AT = frozenset({"text", "json", "html", "svg"})
"""What a browser shows; all else it keeps as a file."""
_CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_DRAWING = f"default-src 'none'; style-src 'unsafe-inline'; {_CLOSED}; sandbox"
"""What a picture may do by itself: look as its own styles say."""


async def send_sheet(request: Request) -> Response:
    """The scoresheet in the format that the address names."""
    try:
        chosen = find_format(request.path_params["format"])
    except UsageError as error:
        return render_error(request, 404, str(error))
    opened = open_asked(request)
    with guard_rules(opened.variant.id):
        sheet = scoresheet(opened.report, plays=chosen.shows_plays)
        data = chosen.render_bytes(sheet, Style(wide="wide" in request.query_params))
    headers = {"content-disposition": _disposition(opened.path.stem, chosen)}
    if policy := _policy(chosen, sheet):
        headers["content-security-policy"] = policy
    return Response(data, media_type=_TYPES.get(chosen.name, "application/octet-stream"), headers=headers)


def _policy(chosen: SheetFormat, sheet: Sheet) -> str:
    """What a sheet may do that is a page of its own: only what it brings along; empty for one that can do nothing.

    It is shut off from the pages of the server: it sees none of their addresses, cookies and forms.
    """
    if chosen.name == "html":
        return f"{sheet_policy(sheet)}; frame-ancestors 'none'; sandbox allow-scripts"
    return _DRAWING if chosen.name == "svg" else ""


def _disposition(match_id: str, chosen: SheetFormat) -> str:
    """Whether the sheet is shown or kept, and what its file is called: in ASCII for old browsers, then as it is."""
    how = "inline" if chosen.name in _TO_LOOK_AT else "attachment"
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_. ()") else "_" for sign in match_id)
    return (
        f"{how}; filename=\"{plain}{chosen.extension}\"; filename*=UTF-8''{quote(match_id + chosen.extension, safe='')}"
    )


async def show_replay(request: Request) -> Response:
    """The recorded rounds, step by step with a script, trick by trick without."""
    opened = open_asked(request)
    with guard_rules(opened.variant.id):
        sheet = scoresheet(opened.report, plays=True)
    asked = request.query_params.get("round", "")
    recorded = [each.number for each in sheet.replays]
    number = next((number for number in recorded if str(number) == asked), None)
    return render_page(
        request,
        "replay.html",
        match=opened.path.stem,
        replay=Markup(render_replay(sheet, number)) if sheet.replays else "",
    )
