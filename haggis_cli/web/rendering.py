"""From templates to answers: pages with the values of every template, the links at the bottom, and errors in words."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from haggis_cli.book.corrections.undo import Step
from haggis_cli.history.renderers.season_page import season_script, season_styles
from haggis_cli.matches.heading import day_of, match_title, now_here, spell_day, split_title
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.files import KEPT_BOTH, NOT_CONFIRMED, Notice
from haggis_cli.referee.report import Report, RoundReport, Violation
from haggis_cli.referee.sentences import is_never_entered
from haggis_cli.sheets.renderers.html_replay import replay_script, replay_styles
from haggis_cli.sheets.renderers.svg import card_symbols, draw_corner, draw_face, draw_fan, draw_in_words, read_asset
from haggis_cli.support.charts import chart_styles
from haggis_cli.support.design import COLORS
from haggis_cli.support.errors import Conflict, HaggisError
from haggis_cli.support.escaping import content_hash, escape_text
from haggis_cli.support.html import hyphenated
from haggis_cli.support.players import draw_badges, short_names, with_short_names
from haggis_cli.support.text import capitalize, hyphenate, in_print, join_words, keep_together, shorten, typeset
from haggis_cli.web.access import Access, Settings, device_of
from haggis_cli.web.forms import name_attempt

ROOM = Path(__file__).parent
LOOK_COOKIE = "haggis_look"
LOOKS = ("light", "dark")


def render_page(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A page rendered from a template with the request as `request`, these values, and the values of every template.

    match: the id of the match that the address names; empty for none.
    may_write: whether the browser may change matches.
    token: the token that its forms must contain.
    once: the name of the attempt for its forms, see `forms`.
    links: the links to other pages at its bottom.
    seen: the state of the match that the page shows, from which `live.js` follows it.
    title: the title of the match that the page is about; empty for none.
    look: `dark` or `light` if chosen for this browser; empty to follow the device.
    """
    settings: Settings = request.app.state.settings
    match_id = request.path_params.get("match", "")
    known = {
        "match": match_id,
        "may_write": may_write(request),
        "token": settings.keys.form_token(device_of(request)) if may_write(request) else "",
        "once": name_attempt(),
        "links": find_links(request) if request.scope.get("haggis_access") else [],
        "title": title_of(request),
        "look": look_of(request),
        "seen": request.app.state.matches.mark_shown(match_id),
    }
    text = templates().get_template(template).render(request=request, **(known | values))
    return HTMLResponse(text, status)


def title_of(request: Request) -> str:
    """The title of the match that the address names; its id if nothing else is known."""
    match_id: str = request.path_params.get("match", "")
    report: Report | None = request.app.state.matches.report_shown(match_id)
    if report is None:
        return match_id
    return title_of_record(match_id, report.match.record)


def title_of_record(match_id: str, record: MatchRecord) -> str:
    """The title of a match; a day of this year is shown without the year."""
    day = day_of(record.created)
    return match_title(match_id, record.players, day, title=record.title, this_year=this_year())


def say_step(step: Step | None, players: Sequence[str]) -> str | None:
    """What is taken back or brought back, for a button: of an event whose it is, but not its notation.

    >>> step = Step("round 3, Noah Featherstonehaugh: 5g", "Noah Featherstonehaugh: 5g")
    >>> say_step(step, ["Isla", "Noah Featherstonehaugh"]), say_step(Step("round 3"), [])
    ("Noah's last play", 'round 3')
    """
    if step is None or not step.event:
        return step and step.words
    player, _, action = step.event.partition(": ")
    short = dict(zip(players, short_names(players), strict=True)).get(player, player)
    return f"{short}'s {_EVENTS.get(action.split()[0], 'last play')}"


_EVENTS = {"award": "choice", "exchange": "exchange", "give": "gift", "lead": "choice"} | {
    verb: verb for verb in ("bet", "bid", "pass")
}
"""What pages call an event that is no play, by its first word in the notation."""


def this_year() -> str:
    """The current year, which pages omit."""
    return str(now_here().year)


def may_write(request: Request) -> bool:
    """Whether the browser may change matches."""
    settings: Settings = request.app.state.settings
    return request.scope.get("haggis_access") is Access.WRITE and not settings.read_only


def look_of(request: Request) -> str:
    """Whether a browser wants dark or light pages regardless of its device: as in this address, otherwise as before."""
    look = request.query_params.get("look", request.cookies.get(LOOK_COOKIE, ""))
    return look if look in LOOKS else ""


_REFERENCE = re.compile(r"(.*[.?!]) (\((?:[^()]|\([^()]*\))+\))", re.DOTALL)


def split_reference(words: str) -> tuple[str, str]:
    """A sentence without the reference to the rule behind it, and the reference; empty if there is none.

    >>> split_reference("Nobody leads. (Haggis (3-Player), Setup)")
    ('Nobody leads.', '(Haggis (3-Player), Setup)')
    """
    found = _REFERENCE.fullmatch(words)
    return (found[1], found[2]) if found else (words, "")


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates; all values are escaped, and an undefined name is an error."""
    environment = Environment(
        loader=FileSystemLoader(ROOM / "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finish,
        auto_reload=False,
    )
    environment.filters |= {
        "in_print": in_print,
        "draw_in_words": draw_in_words,
        "hyphenate": hyphenate,
        "hyphenated": hyphenated,
        "keep_together": keep_together,
        "typeset": typeset,
        "upper_first": capitalize,
        "sentence": as_sentence,
        "split_reference": split_reference,
    }
    environment.globals |= {
        "built": files_mark(),
        "card_symbols": card_symbols,
        "colors": COLORS,
        "draw_badges": draw_badges,
        "draw_corner": draw_corner,
        "draw_face": draw_face,
        "draw_fan": draw_fan,
        "join_words": join_words,
        "match_path": match_path,
        "correction_path": correction_path,
        "rules_path": rules_path,
        "shorten": shorten,
        "spell_day": spell_day,
        "split_title": split_title,
        "with_short_names": with_short_names,
    }
    return environment


@lru_cache(maxsize=1)
def files_mark() -> str:
    """A mark of this version of the files that pages load; it is part of their addresses, so browsers cache them."""
    replay = (reviewed_styles(), replay_script(reviewed=True))
    texts = (chart_styles(), read_asset("page.css"), season_styles(), season_script(), *replay)
    files = [path.read_bytes() for path in sorted((ROOM / "static").iterdir())]
    return content_hash(b"".join([*map(str.encode, texts), *files]))


def reviewed_styles() -> str:
    """The styles of a replay with reviewed rounds."""
    return replay_styles(reviewed=True) + read_asset("review.css")


def _finish(value: Any) -> Any:
    """A text without control characters and the like, and a number with the sign of minus; markup is unchanged."""
    if type(value) is int:
        return in_print(str(value))
    return escape_text(value) if type(value) is str else value


def match_path(match_id: str | None, below: str = "") -> str:
    """The address of a match's page, or of one below it such as `/board`."""
    return f"/m/{quote(match_id or '', safe='')}{below}"


def correction_path(match_id: str, played: RoundReport) -> str:
    """The address for correcting a round: event by event if it is recorded, otherwise by its figures."""
    return match_path(match_id, f"/record/{played.number}" if played.recorded else f"/rounds/{played.number}")


# The links from a page to the others, at the bottom, in reach of a thumb.


class Link(NamedTuple):
    """A link to a page."""

    label: str
    """Its name, one short word."""
    icon: str
    """Its icon, the name of a macro's branch in `icons.html`."""
    address: str
    """Its address; `{match}` is replaced with the match that the page shows."""
    changes: bool = False
    """Whether it serves to change something, and is useless to those who only watch."""
    needs_plays: bool = False
    """Whether it shows only rounds that are recorded play by play."""
    query: str = ""
    """The query of its address."""
    covers: tuple[str, ...] = ()
    """The addresses of pages without a link that belong to its page."""
    is_current: bool = False
    """Whether it leads to the current page, or to a page above it."""


ALL_MATCHES = "?all=1"
"""The query that asks the first page for the list, even if the server was started with one match."""
_MATCHES = Link("Matches", "matches", "/", query=ALL_MATCHES)
_IN_EVERY_MATCH = (
    Link("Board", "board", "/m/{match}/board"),
    Link("Referee", "referee", "/m/{match}/referee"),
    Link("Rules", "rules", "/m/{match}/rules"),
    _MATCHES,
)
_IN_A_MATCH = (
    Link("Score", "score", "/m/{match}/score", changes=True, covers=("/m/{match}/rounds",)),
    Link("Record", "record", "/m/{match}/record", changes=True),
    *_IN_EVERY_MATCH,
)
_IN_A_FINISHED_MATCH = (
    Link("Rematch", "rematch", "/m/{match}/rematch", changes=True),
    Link("Replay", "replay", "/m/{match}/replay", needs_plays=True, covers=("/m/{match}/review",)),
    *_IN_EVERY_MATCH,
)
_OUTSIDE = (
    _MATCHES,
    Link("New", "new", "/new", changes=True),
    Link("Referee", "referee", "/referee"),
    Link("Rules", "rules", "/rules"),
    Link("Season", "season", "/season"),
    Link("Share", "share", "/share"),
)


def find_links(request: Request) -> list[Link]:
    """The links from the requested page, with their addresses."""
    match_id = request.path_params.get("match")
    here = request.url.path.rstrip("/") or "/"
    links = _links_in(request.app.state.matches.report_shown(match_id)) if match_id else _OUTSIDE
    writes = may_write(request)
    return [_lead(link, match_id, here) for link in links if writes or not link.changes]


def _links_in(report: Report | None) -> Iterable[Link]:
    """The links inside a match; without a report, nothing is known about the match."""
    if report is None or not report.over:
        return _IN_A_MATCH
    has_plays = any(each.recorded for each in report.rounds)
    return (link for link in _IN_A_FINISHED_MATCH if has_plays or not link.needs_plays)


def _lead(link: Link, match_id: str | None, here: str) -> Link:
    path, *more = (each.replace("/m/{match}", match_path(match_id)) for each in (link.address, *link.covers))
    is_current = any(here == each or (each != "/" and here.startswith(f"{each}/")) for each in (path, *more))
    return link._replace(address=path + link.query, is_current=is_current)


# Errors, in words for people at a table.


WATCH_ONLY = "This phone can only watch."


class MatchChanged(Conflict):
    """Somebody else has changed the match since the page was made; the message is in words for the table."""


def sentence_of(error: Exception) -> str:
    """The message of an error for people at a table, who know players and points but not files."""
    if isinstance(error, Conflict) and not isinstance(error, MatchChanged):
        return (
            "Somebody else changed this match at the same moment: nothing you entered was saved; check it and try again"
        )
    return str(error)


def as_sentence(text: str) -> str:
    """A message as a whole sentence; the rule may stand behind it.

    >>> as_sentence("is that '250 points'?"), as_sentence("2026-11-21-isla: no such match")
    ("Is that '250 points'?", '2026-11-21-isla: no such match.')
    >>> as_sentence("nobody bets now. (Rulebook 1.1, Betting)")
    'Nobody bets now. (Rulebook 1.1, Betting)'
    """
    sentence = capitalize(text) if text.partition(" ")[0].isalpha() else text  # it may begin with the id of a match
    return sentence if re.search(r"[.!?]( [(\[][^)\]]*[)\]])?$", text) else f"{sentence}."


class Refusal(NamedTuple):
    """Why something is refused."""

    words: str
    """A sentence with the reason."""
    topic: str | None = None
    """The topic of the rule that it is based on; None if there is none."""


def refusal_of(error: HaggisError) -> Refusal:
    """The message of an error for people at a table, with the topic of its rule."""
    return Refusal(sentence_of(error), error.topic)


def refusals_of(found: Iterable[Violation]) -> list[Refusal]:
    """The violations of a match, each with what follows from it, its place and the topic of its rule."""
    return [Refusal(_tell_violation(each), each.topic) for each in found]


def _tell_violation(violation: Violation) -> str:
    place, rule = f"round {violation.round}", "" if violation.topic else f" [{violation.rule}]"
    if violation.event is None:
        return escape_text(f"{capitalize(place)} cannot be scored as it was entered. {violation.message}{rule}")
    if is_never_entered(violation):
        kind = "exchanged" if "exchange" in violation.message else "passed"
        return f"Remove event {violation.event} of {place}: {kind} cards need no entry."
    return escape_text(f"Event {violation.event} of {place} breaks a rule: {violation.message}{rule}")


def rules_path(request: Request) -> str:
    """The address of the rules for a page: those of its match, or of the variant chosen there."""
    match_id = request.path_params.get("match")
    return match_path(match_id, "/rules") if match_id else f"/rules?{request.url.query}"


def _is_readable(request: Request) -> bool:
    """Whether the match that the address names has pages to show."""
    with suppress(Exception):  # an error in haggis may have come from reading it
        request.app.state.matches.open(request.path_params["match"])
        return True
    return False


def render_error(request: Request, status: int, text: str, *, may_come_back: bool = False) -> Response:
    """A page that says what is wrong, a sentence a line; plain text if a script made the request.

    may_come_back: whether the page follows the match, to show what is not there once it is.
    """
    if request.headers.get("accept", "").startswith("text/html"):
        heading = "Not found" if status == 404 else "That did not work"
        if not _is_readable(request):
            if status == 422 and "match" in request.path_params:
                heading = "This match cannot be read"
            request.scope["path_params"] = {}  # no links to pages of a match that does not exist or cannot be read
        sentences = [as_sentence(each) for each in text.split("\n")]
        return render_page(
            request, "error.html", status=status, heading=heading, sentences=sentences, may_come_back=may_come_back
        )
    return Response(f"haggis: {text}\n", status, media_type="text/plain")


_DOUBTS = {
    KEPT_BOTH: "Somebody else changed this match on the host computer at the same moment: what you entered "
    "counts, and their version is kept there, too.",
    NOT_CONFIRMED: "The disk of the host computer did not confirm that it has saved this: a power cut may undo it.",
}
"""The message about a save for people at a table, by the exit code of a command that saves."""


def answer_saved(request: Request, notices: Iterable[Notice], address: str) -> Response:
    """Go on after a save; if the save is in doubt, with a page that says so."""
    doubts = [_DOUBTS[each.exit_code] for each in notices if each.exit_code]
    if not doubts:
        return RedirectResponse(address, 303)
    return render_page(request, "saved.html", doubts=doubts, address=address)


def render_watch_only(request: Request) -> Response:
    """A page that explains why a browser that only watches cannot see the requested page."""
    return render_error(request, 403, WATCH_ONLY)
