"""Following a match: the request that a page keeps open to hear of changes."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from haggis_cli.web.live import Watchers
from haggis_cli.web.rendering import render_error


async def follow_match(request: Request) -> Response:
    """Events for as long as the browser listens (server-sent events)."""
    watchers: Watchers = request.app.state.watchers
    match_id = request.app.state.matches.find_path(request.path_params["match"]).stem
    if watchers.are_too_many:
        return render_error(request, 503, "Too many follow the matches: load the page again for news.")
    return StreamingResponse(
        watchers.events(match_id), media_type="text/event-stream", headers={"x-accel-buffering": "no"}
    )
