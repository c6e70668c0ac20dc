"""Pages that are made once for each state of a match: when a round is saved, 200 phones ask for the same one at once.

What a page of a match shows follows from its address, the state of the match's files, and who asks: may they write, in
which colours. Only the token of its forms is each phone's own, and is put in where the first phone's stood.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError
from haggis_cli.web.access.device import device_of
from haggis_cli.web.matches import OpenMatches, Stamp, stamp_of
from haggis_cli.web.rendering import look_of
from haggis_cli.web.settings import Settings

Page = Callable[[Request], Awaitable[Response]]
Key = tuple[str, str, object, str, str, tuple[Stamp, ...]]
_KEPT_BYTES = 2 * 1024 * 1024
_LARGEST = 256 * 1024


class KeptPages:
    """The pages that were last made, each as the pieces between which the token of its forms stands."""

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        """most: bytes that are kept at most."""
        self._most, self._size = most, 0
        self._pages: OrderedDict[Key, list[bytes]] = OrderedDict()

    def find(self, key: Key) -> list[bytes] | None:
        """The page of this key; None if it is not kept."""
        pieces = self._pages.get(key)
        if pieces is not None:
            self._pages.move_to_end(key)
        return pieces

    def keep(self, key: Key, pieces: list[bytes]) -> None:
        """Keep a page; what was asked for longest ago goes."""
        size = _size(key, pieces)
        if size > _LARGEST:
            return
        if (old := self._pages.pop(key, None)) is not None:
            self._size -= _size(key, old)
        self._pages[key] = pieces
        self._size += size
        while self._size > self._most:
            self._size -= _size(*self._pages.popitem(last=False))


def _size(key: Key, pieces: list[bytes]) -> int:
    return sum(map(len, pieces)) + len(key[1]) + len(key[2:]) * 100


def made_once(page: Page) -> Page:
    """The page of a match, made once for all who are to see the same."""

    async def show(request: Request) -> Response:
        key = _key_of(request)
        if key is None:
            return await page(request)
        kept: KeptPages = request.app.state.kept_pages
        settings: Settings = request.app.state.settings
        token = settings.keys.form_token(device_of(request)).encode()
        pieces = kept.find(key)
        if pieces is None:
            answer = await page(request)
            if answer.status_code == 200:
                kept.keep(key, bytes(answer.body).split(token))
            return answer
        return HTMLResponse(token.join(pieces))

    return show


def _key_of(request: Request) -> Key | None:
    """What tells this page from every other; None for one that is made anew each time.

    The state of the match is that before its page is made: what changes meanwhile has another one.
    """
    if "look" in request.query_params:  # the choice is kept in a cookie, which the page sets
        return None
    matches: OpenMatches = request.app.state.matches
    try:
        path = matches.find_path(request.path_params["match"])
    except StoreError:
        return None
    stamp = stamp_of(path)
    if stamp is None:
        return None
    return (
        request.url.path,
        request.url.query,
        request.scope.get("haggis_access"),
        look_of(request),
        str(path),
        (stamp, *map(stamp_of, _beside(matches.store))),
    )


def _beside(store: Store) -> tuple[Path, Path]:
    """What else a page tells of: what can be taken back, and brought back."""
    return store.correction_history.folder, store.redo_history.folder
