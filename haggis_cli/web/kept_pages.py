"""Pages that are made once for each state of a match: when a round is saved, 200 phones ask for the same one at once.

What a page of a match shows follows from its address, the state of the match's files, and who asks: may they write, in
which colours. Only the token of its forms is each phone's own, and is put in where the first phone's stood.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from haggis_cli.support.errors import StoreError
from haggis_cli.web.access.device import device_of
from haggis_cli.web.matches import OpenMatches, Stamp, stamp_of
from haggis_cli.web.rendering import look_of
from haggis_cli.web.settings import Settings

Page = Callable[[Request], Awaitable[Response]]
Key = tuple[str, str, object, str]
State = tuple[str, Stamp, Stamp, Stamp]
_KEPT_BYTES = 2 * 1024 * 1024
_LARGEST = 256 * 1024


class KeptPages:
    """The pages that were last made, each in its last state, as the pieces between which its forms' token stands."""

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        """most: bytes that are kept at most."""
        self._most, self._size = most, 0
        self._pages: OrderedDict[Key, tuple[State, list[bytes]]] = OrderedDict()

    def find(self, key: Key, state: State) -> list[bytes] | None:
        """The page of this key in this state; None if it is not kept."""
        kept = self._pages.get(key)
        if kept is None or kept[0] != state:
            return None
        self._pages.move_to_end(key)
        return kept[1]

    def keep(self, key: Key, state: State, pieces: list[bytes]) -> None:
        """Keep a page in the place of any other state of it; what was asked for longest ago goes."""
        if (old := self._pages.pop(key, None)) is not None:
            self._size -= _size(key, old[1])
        if _size(key, pieces) > _LARGEST:
            return
        self._pages[key] = state, pieces
        self._size += _size(key, pieces)
        while self._size > self._most:
            gone, (_, dropped) = self._pages.popitem(last=False)
            self._size -= _size(gone, dropped)


def _size(key: Key, pieces: list[bytes]) -> int:
    return sum(map(len, pieces)) + len(key[0]) + len(key[1]) + 1_000


def made_once(page: Page) -> Page:
    """The page of a match, made once for all who are to see the same."""

    async def show(request: Request) -> Response:
        state = _state_of(request)
        if state is None:
            return await page(request)
        key = (request.url.path, request.url.query, request.scope.get("haggis_access"), look_of(request))
        kept: KeptPages = request.app.state.kept_pages
        settings: Settings = request.app.state.settings
        token = settings.keys.form_token(device_of(request)).encode()
        pieces = kept.find(key, state)
        if pieces is None:
            answer = await page(request)
            if answer.status_code == 200:
                kept.keep(key, state, bytes(answer.body).split(token))
            return answer
        return HTMLResponse(token.join(pieces))

    return show


def _state_of(request: Request) -> State | None:
    """What tells this state of a page from every other; None for one that is made anew each time.

    It is looked at before the page is made: what changes meanwhile is another state.
    """
    if "look" in request.query_params:  # the choice is kept in a cookie, which the page sets
        return None
    matches: OpenMatches = request.app.state.matches
    try:
        path = matches.find_path(request.path_params["match"])
    except StoreError:
        return None
    stamp, store = stamp_of(path), matches.store
    if stamp is None:
        return None
    # A page also tells what can be taken back, and brought back.
    return str(path), stamp, stamp_of(store.correction_history.folder), stamp_of(store.redo_history.folder)
