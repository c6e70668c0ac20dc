"""From templates to answers, and what all templates know: who may write, the token of forms, how names are shown."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from haggis_cli.history.renderers.season_page import season_styles
from haggis_cli.matches.store.atomic_write import KeptConflict
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.sheets.renderers.html_replay import replay_script, replay_styles
from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.support.charts import chart_styles
from haggis_cli.support.errors import Conflict
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.files import content_hash
from haggis_cli.support.version import __version__
from haggis_cli.web.access import Access, Settings, device_of
from haggis_cli.web.forms import name_attempt

# The ways from a page to the others: what stands at the bottom, in reach of a thumb.


class Way(NamedTuple):
    """A page that others lead to."""

    label: str
    """What it is called, in one short word."""
    icon: str
    """Its drawing, the name of a macro's branch in `icons.html`."""
    address: str
    """Its address as the table of pages has it, such as `/m/{match}/board`."""
    changes: bool = False
    """Whether it is there to change something, and of no use to those who only watch."""
    needs_plays: bool = False
    """Whether it shows nothing but rounds that are recorded play by play."""
    query: str = ""
    """What is asked for behind its address."""


ALL_MATCHES = "?all=1"
"""What asks the first page for the list, though the server was started with one match."""
_MATCHES = Way("Matches", "matches", "/", query=ALL_MATCHES)
_IN_EVERY_MATCH = (
    Way("Board", "board", "/m/{match}/board"),
    Way("Referee", "referee", "/m/{match}/referee"),
    _MATCHES,
)
OF_A_MATCH = (
    Way("Score", "score", "/m/{match}/score", changes=True),
    Way("Record", "record", "/m/{match}/record", changes=True),
    *_IN_EVERY_MATCH,
)
"""The ways inside a match."""
OF_A_FINISHED_MATCH = (
    Way("Rematch", "rematch", "/m/{match}/rematch", changes=True),
    Way("Replay", "replay", "/m/{match}/replay", needs_plays=True),
    *_IN_EVERY_MATCH,
)
"""The ways inside a match that is over: no round can be added to it."""
OF_ALL = (
    _MATCHES,
    Way("New", "new", "/new", changes=True),
    Way("Referee", "referee", "/referee"),
    Way("Season", "season", "/season"),
    Way("Share", "share", "/share"),
)
"""The ways outside any match."""


class Link(NamedTuple):
    """A way as a page shows it."""

    label: str
    """What the page is called."""
    icon: str
    """The name of its drawing."""
    address: str
    """Where it leads."""
    is_current: bool
    """Whether it leads to this page, or one below it."""


def find_pages(request: Request) -> frozenset[str]:
    """The addresses of the pages there are, as the table of pages has them."""
    return frozenset(route.path for route in request.app.routes if isinstance(route, Route))


def find_links(request: Request, *, may_write: bool) -> list[Link]:
    """The ways from the page that a request is for; only to pages that are there."""
    match_id = request.path_params.get("match")
    known = find_pages(request)
    here = request.url.path.rstrip("/") or "/"
    ways = _ways_in(request.app.state.matches.report_shown(match_id)) if match_id else OF_ALL
    return [_link(way, match_id, here) for way in ways if way.address in known and (may_write or not way.changes)]


def _ways_in(report: Report | None) -> Iterable[Way]:
    """The ways inside a match, of which nothing is known yet if there is no report."""
    if report is None or not report.over:
        return OF_A_MATCH
    has_plays = any(each.recorded for each in report.rounds)
    return (way for way in OF_A_FINISHED_MATCH if has_plays or not way.needs_plays)


def _link(way: Way, match_id: str | None, here: str) -> Link:
    path = match_path(match_id, way.address.removeprefix("/m/{match}")) if "{match}" in way.address else way.address
    is_current = here == path or (path != "/" and here.startswith(f"{path}/"))
    return Link(way.label, way.icon, path + way.query, is_current)


def match_path(match_id: str | None, below: str = "") -> str:
    """The address of a match's page, or of one below it such as `/board`."""
    return f"/m/{quote(match_id or '', safe='')}{below}"


def correction_path(match_id: str, played: RoundReport) -> str:
    """Where a round is put right: event by event if it is recorded, else by its figures."""
    return match_path(match_id, f"/record/{played.number}" if played.recorded else f"/rounds/{played.number}")


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
