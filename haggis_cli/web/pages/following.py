"""Following a match: the request that a page keeps open to hear of changes."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from haggis_cli.web.live import LIST, Watchers
from haggis_cli.web.rendering import render_error

_TYPE = "text/event-stream"


async def follow_match(request: Request) -> Response:
    """Events for as long as the browser listens (server-sent events).

    It says which state of the match it shows: `seen` in the address or, after a break, in what it was told last.
    """
    return _follow(request, request.app.state.matches.find_path(request.path_params["match"]).stem)


async def follow_list(request: Request) -> Response:
    """The same of the list of matches."""
    return _follow(request, LIST)


def _follow(request: Request, followed: str) -> Response:
    watchers: Watchers = request.app.state.watchers
    if request.method == "HEAD":
        return Response(media_type=_TYPE)
    if watchers.are_too_many:
        return render_error(request, 503, "Too many follow the matches: load the page again for news.")
    seen = request.headers.get("last-event-id") or request.query_params.get("seen")
    return StreamingResponse(watchers.events(followed, seen), media_type=_TYPE)
