"""What every request passes before a page sees it: limits, the host it calls, the key it carries; and what every answer
carries: headers that keep pages from being framed, scripted or cached.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from haggis_cli.web.access.keys import Access
from haggis_cli.web.access.limits import MAX_BODY, MAX_TARGET, RateLimit
from haggis_cli.web.rendering import render_error
from haggis_cli.web.settings import Settings

KEY_COOKIE = "haggis_key"
KEY_PATH = "/k/"
"""The address that a code leads to: a key follows."""
OPEN_PATHS = ("/static/", "/manifest.webmanifest", "/favicon.ico")
"""What is answered without a key, for it holds nothing of anybody."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load: only what this server has as a file; no script or style inside a page."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Gate:
    """The middleware around all pages; it sets `scope["haggis_access"]` to what the browser may do."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """app: the pages."""
        self._app, self._settings = app, settings
        self._requests = RateLimit(per_second=50, burst=300)
        self._wrong_keys = RateLimit(per_second=0.2, burst=20)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        answer = _with_headers(send)
        if refusal:
            status, text = refusal
            await render_error(Request(scope), status, text)(scope, receive, answer)
            return
        await self._app(scope, _limited(receive), answer)

    def _refuse(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not answered, with the status; None if it is."""
        headers, address = Headers(scope=scope), (scope.get("client") or ("", 0))[0]
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET:
            return 414, "The address is too long."
        if not self._requests.allows(address):
            return 429, "Too many requests at once: wait a moment."
        if not self._knows_host(headers.get("host", "")):
            return 421, "The server is not known by this name: use the address that 'haggis serve' printed."
        if (length := headers.get("content-length")) and (not length.isdecimal() or int(length) > MAX_BODY):
            return 413, f"A form has {MAX_BODY // 1024} KiB at most."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Pages are read with GET and changed with POST."
        if scope["method"] == "POST" and _comes_from_elsewhere(headers):
            return 403, "The form was sent by another site: nothing was changed."
        return self._refuse_bearer(scope, address)

    def _refuse_bearer(self, scope: Scope, address: str) -> tuple[int, str] | None:
        """Why the bearer of the key, if any, is not let in; the status and a sentence."""
        path, keys = scope["path"], self._settings.keys
        key = path.removeprefix(KEY_PATH) if path.startswith(KEY_PATH) else Request(scope).cookies.get(KEY_COOKIE, "")
        access = scope["haggis_access"] = keys.access_of(key)
        if key and access is None and not self._wrong_keys.allows(address):
            return 429, "Too many wrong keys: wait a moment."
        if access is None and not path.startswith(OPEN_PATHS):
            return 403, "Scan the code that 'haggis serve' shows, or open the address beside it."
        if scope["method"] == "POST" and (access is not Access.WRITE or self._settings.read_only):
            return 403, "This phone may watch, and change nothing."
        return None

    def _knows_host(self, host: str) -> bool:
        """Whether the browser calls this server by one of its names, so that no other name can lead to it."""
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        return name is not None and name.rstrip(".") in self._settings.hosts


def _comes_from_elsewhere(headers: Headers) -> bool:
    """Whether the browser says that another site sent this form; old browsers say nothing, and the token decides."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin not in (None, f"http://{headers.get('host')}", f"https://{headers.get('host')}")


def _limited(receive: Receive) -> Receive:
    """What is received, as if the browser had gone where it sends more than a form has."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        return message if read <= MAX_BODY else {"type": "http.disconnect"}

    return limited


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return with_headers
