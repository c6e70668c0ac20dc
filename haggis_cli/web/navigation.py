"""The ways from a page to the others: what stands at the bottom, in reach of a thumb."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.routing import Route

from haggis_cli.referee.report import Report, RoundReport


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
