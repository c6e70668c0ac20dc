"""What every request passes before a page sees it: limits, the host it calls, the key it carries.

And what every answer carries: headers that keep pages from being framed, scripted or cached.
"""

import asyncio
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from haggis_cli.web.access import (
    BODY_SECONDS,
    MAX_BODY,
    MAX_TARGET,
    Access,
    Limits,
    Settings,
    device_of,
    read_address,
)
from haggis_cli.web.devices import first_name
from haggis_cli.web.rendering import WATCH_ONLY, render_error

KEY_PATH = "/k/"
"""The address that a code leads to: a key follows, and what it leads on to."""
OPEN_PATHS = ("/static/", "/manifest.webmanifest", "/favicon.ico")
"""What is answered without a key, for it holds nothing of anybody."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load: only what this server has as a file; no script or style inside a page."""
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # not "no-referrer": browsers would send our own forms with the origin "null"
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_HOST = re.compile(r"(?:(?P<name>[a-z0-9_.-]+)|\[(?P<six>[0-9a-f:.]{2,45})\])(?::\d{1,5})?", re.IGNORECASE | re.ASCII)
_METHODS = ("GET", "HEAD", "POST")
Refusal = tuple[int, str]
"""A status, and a sentence that says why a request is not answered."""


class Gate:
    """The middleware around all pages; it sets `scope["haggis_access"]` to what the browser may do."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """app: the pages."""
        self._app, self._settings, self._limits = app, settings, Limits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refuse_request(scope, headers) or self._refuse_bearer(scope)
        answer = _with_headers(send, refused=refusal is not None)
        if refusal:
            status, text = refusal
            await render_error(Request(scope), status, text)(scope, receive, answer)
        else:
            await self._app(scope, _bounded(receive) if scope["method"] == "POST" else receive, answer)

    def _refuse_request(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Why a request is not answered, whoever sends it; None if it may be."""
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET:
            return 414, "The address is too long."
        if not self._knows_host(headers.getlist("host"), scope):
            return 421, "The server is not known by this name: use the address that 'haggis serve' printed."
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal() and len(length) < 10 and int(length) <= MAX_BODY):
            return 413, f"A form has {MAX_BODY // 1024} KiB at most."
        if scope["method"] not in _METHODS:
            return 405, "Pages are read with GET and changed with POST."
        if scope["method"] == "POST" and _comes_from_elsewhere(headers):
            return 403, "The form was sent by another site: nothing was changed."
        if scope["method"] != "POST" and _is_embedded_elsewhere(headers):
            return 403, "Another site may lead to a page, and load nothing of it."
        return None

    def _refuse_bearer(self, scope: Scope) -> Refusal | None:
        """Why the bearer of the key, if any, is not let in; the status and a sentence."""
        path, devices, address = scope["path"], self._settings.devices, (scope.get("client") or ("", 0))[0]
        devices.refresh()
        request, code = Request(scope), ""
        if path.startswith(KEY_PATH):
            code, _, _ = path.removeprefix(KEY_PATH).partition("/")
        device, key = device_of(request), request.cookies.get(devices.keys.cookie, "")
        own_access = devices.access_of(device, key)
        access = devices.keys.access_of(code) or own_access
        if not self._limits.allow(address, is_let_in=access is not None, changes=scope["method"] == "POST"):
            return 429, "Too many requests at once: wait a moment."
        if (code or key) and access is None and not self._limits.allow_wrong_key(address):
            return 429, "Too many wrong keys: wait a moment."
        scope["haggis_access"] = access
        if own_access:
            devices.admit(device, first_name(request))
        if access is None and not path.startswith(OPEN_PATHS):
            return 403, "Scan the code that 'haggis serve' shows, or open the address beside it."
        if scope["method"] == "POST" and (access is not Access.WRITE or self._settings.read_only):
            return 403, WATCH_ONLY
        return None

    def _knows_host(self, hosts: list[str], scope: Scope) -> bool:
        """Whether the browser calls this server by one of its names, so that no other name can lead to it.

        An address that this computer has is one of them: a name that another site makes lead here is never an address.
        """
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if not found:
            return False
        name = (found["name"] or found["six"]).casefold().rstrip(".")
        address = read_address(name)
        if found["six"] and not (address and address.version == 6):
            return False
        called = read_address((scope.get("server") or ("",))[0])
        return name in self._settings.hosts or (
            address is not None and (address == called or str(address) in self._settings.hosts)
        )


def _comes_from_elsewhere(headers: Headers) -> bool:
    """Whether the browser says that another site sent this form; old browsers say nothing, and the token decides."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin not in (None, f"http://{headers.get('host')}", f"https://{headers.get('host')}")


def _is_embedded_elsewhere(headers: Headers) -> bool:
    """Whether the browser says that a page of another site, or of another port, wants this as a part of it."""
    site = headers.get("sec-fetch-site", "none")
    return site in ("cross-site", "same-site") and headers.get("sec-fetch-mode", "navigate") != "navigate"


def _bounded(receive: Receive) -> Receive:
    """What is received, as if the browser had gone where it sends more than a form has, or takes too long."""
    read, until = 0, asyncio.get_running_loop().time() + BODY_SECONDS

    async def bounded() -> Message:
        nonlocal read
        try:
            async with asyncio.timeout_at(until if read <= MAX_BODY else None):
                message = await receive()
        except TimeoutError:
            read = MAX_BODY + 1
            return {"type": "http.disconnect"}
        read += len(message.get("body", b""))
        return message if read <= MAX_BODY else {"type": "http.disconnect"}

    return bounded


def _with_headers(send: Send, *, refused: bool) -> Send:
    """What is sent, with the headers of every answer; who is refused need not send the rest of the request."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if refused or message["status"] == 413:
                headers["connection"] = "close"
            if message["status"] == 405:
                headers.setdefault("allow", ", ".join(_METHODS))
        await send(message)

    return with_headers
