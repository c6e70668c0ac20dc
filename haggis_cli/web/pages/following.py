"""Following a match: the request that a page keeps open to hear of changes."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from haggis_cli.web.live import Watchers
from haggis_cli.web.rendering import render_error

_TYPE = "text/event-stream"


async def follow_match(request: Request) -> Response:
    """Events for as long as the browser listens (server-sent events).

    It says which state of the match it shows: `seen` in the address or, after a break, in what it was told last.
    """
    watchers: Watchers = request.app.state.watchers
    match_id = request.app.state.matches.find_path(request.path_params["match"]).stem
    if request.method == "HEAD":
        return Response(media_type=_TYPE)
    if watchers.are_too_many:
        return render_error(request, 503, "Too many follow the matches: load the page again for news.")
    seen = request.headers.get("last-event-id") or request.query_params.get("seen")
    return StreamingResponse(watchers.events(match_id, seen), media_type=_TYPE)
