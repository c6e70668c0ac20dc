"""From templates to answers, and what all templates know: who may write, the token of forms, how names are shown."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from haggis_cli.history.renderers.season_page import season_styles
from haggis_cli.matches.store.atomic_write import KeptConflict
from haggis_cli.sheets.renderers.html_replay import replay_script, replay_styles
from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.support.charts.canvas import chart_styles
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.errors import Conflict
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.version import __version__
from haggis_cli.web.access.device import device_of
from haggis_cli.web.access.keys import Access
from haggis_cli.web.forms import name_attempt
from haggis_cli.web.navigation import correction_path, find_links, find_pages, match_path
from haggis_cli.web.settings import Settings

ROOM = Path(__file__).parent
LOOK_COOKIE = "haggis_look"
LOOKS = ("light", "dark")


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates; whatever is put into them is escaped, and a name that nobody gave is an error."""
    environment = Environment(
        loader=FileSystemLoader(ROOM / "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_escape_controls,
        auto_reload=False,
    )
    environment.globals |= {"version": __version__, "built": files_mark()}
    environment.globals |= {"match_path": match_path, "correction_path": correction_path}
    return environment


@lru_cache(maxsize=1)
def files_mark() -> str:
    """What tells the files that pages load from those of any other version: addresses carry it, so they may be kept."""
    texts = (chart_styles(), read_asset("page.css"), season_styles(), replay_styles(), replay_script())
    sheets = [text.encode() for text in texts]
    return content_hash(b"".join([*sheets, *(path.read_bytes() for path in sorted((ROOM / "static").iterdir()))]))


def _escape_controls(value: Any) -> Any:
    """Texts without control characters and the like; what is markup already stays."""
    return escape_text(value) if type(value) is str else value


def render_page(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A page made of a template, which knows the request as `request` and these values."""
    text = templates().get_template(template).render(request=request, **(page_values(request) | values))
    return HTMLResponse(text, status)


def page_values(request: Request) -> dict[str, Any]:
    """What every template knows.

    may_write: whether the browser may change matches.
    token: what its forms must carry.
    once: the name of the attempt that its forms are, see `forms`.
    ways: the pages that this one leads to, at its bottom.
    pages: the addresses of the pages there are, so that a template leads to no other.
    seen: the state in which the page shows its match, for `live.js` to follow from there.
    look: `dark` or `light` where somebody has chosen for this browser, else empty: as the device has it.
    """
    settings: Settings = request.app.state.settings
    may_write = request.scope.get("haggis_access") is Access.WRITE and not settings.read_only
    return {
        "may_write": may_write,
        "token": settings.keys.form_token(device_of(request)) if may_write else "",
        "once": name_attempt(),
        "ways": find_links(request, may_write=may_write) if request.scope.get("haggis_access") else [],
        "pages": find_pages(request),
        "look": look_of(request),
        "seen": request.app.state.matches.mark_shown(request.path_params.get("match", "")),
    }


def look_of(request: Request) -> str:
    """Whether a browser wants pages dark or light whatever its device says: as this address says, else as before."""
    look = request.query_params.get("look", request.cookies.get(LOOK_COOKIE, ""))
    return look if look in LOOKS else ""


class Outrun(Conflict):
    """Somebody else has changed the match since the page was made; said in words for the table."""


def sentence_of(error: Exception) -> str:
    """What an error says to people at a table, who know players and points, and no files."""
    if isinstance(error, KeptConflict):
        return (
            "It is saved. In the same moment something else changed this match on the computer that keeps it: 'haggis "
            "doctor' there shows the other version"
        )
    if isinstance(error, Conflict) and not isinstance(error, Outrun):
        return (
            "Somebody else changed this match in the same moment: nothing of yours was saved; look at it, and try again"
        )
    return str(error)


def render_error(request: Request, status: int, text: str) -> Response:
    """A page that says what is wrong, in one sentence; plain text for what is asked for by a script."""
    if request.headers.get("accept", "").startswith("text/html"):
        if status == 404:
            request.scope["path_params"] = {}  # it leads to no other page of a match that is not there
        return render_page(request, "error.html", status=status, text=text)
    return Response(f"haggis: {text}\n", status, media_type="text/plain")
