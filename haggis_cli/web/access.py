"""Who may do what: what a server was started with, its two keys, the names of browsers, how much one may ask."""

import hmac
import os
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.matches.store.atomic_write import link_or_rename, rename_over
from haggis_cli.matches.store.files import read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.parsing import load_table
from haggis_cli.support.errors import StoreError

FILE = "serve.toml"
_BYTES = 16
_LENGTH = 22  # of so many bytes in URL-safe base 64
_KEY = re.compile(rf"[A-Za-z0-9_-]{{{_LENGTH},200}}", re.ASCII)


class Access(Enum):
    """What a browser may do."""

    WATCH = "watch"
    WRITE = "write"


class Keys(NamedTuple):
    """The secrets, one to write and one to watch: whoever knows one is let in.

    They are kept from start to start, so that phones stay let in.
    """

    write: str
    """Lets a browser change matches."""
    watch: str
    """Lets a browser read."""

    def access_of(self, key: str) -> Access | None:
        """What the bearer of a key may do; None for a key that is none. Takes as long for every wrong key."""
        given = key.encode("utf-8", "surrogatepass")
        may_write = hmac.compare_digest(given, self.write.encode())
        may_watch = hmac.compare_digest(given, self.watch.encode())
        return Access.WRITE if may_write else Access.WATCH if may_watch else None

    @property
    def cookie(self) -> str:
        """What the cookie is called in which a browser keeps its key.

        Cookies know no ports: two servers of one computer would put theirs into one place. So each folder of matches
        has a name of its own, which is the same at whatever port it is served.
        """
        return f"haggis_key_{hmac.new(self.write.encode(), b'cookie', sha256).hexdigest()[:8]}"

    def form_token(self, device: str) -> str:
        """What a form of this device must carry, so that no other site can send one (CSRF)."""
        return hmac.new(self.write.encode(), f"form {device}".encode(), sha256).hexdigest()


class Settings(NamedTuple):
    """What a server was started with."""

    store: Store
    """The folder of matches."""
    keys: Keys
    """The secrets that let browsers in."""
    hosts: frozenset[str]
    """The names and addresses, without port, by which browsers may call the server."""
    match_id: str | None = None
    """The match that the first page leads to; None for the list of matches."""
    read_only: bool = False
    """Whether nobody may change anything."""
    address: str = ""
    """How browsers reach the server, such as `http://192.168.1.5:8321`."""
    lan: bool = False
    """Whether phones of the network reach it; else only this computer."""

    @property
    def write_link(self) -> str | None:
        """What lets a phone in to write; None where nobody may."""
        return None if self.read_only else f"{self.address}/k/{self.keys.write}"

    @property
    def watch_link(self) -> str:
        """What lets a phone in to watch."""
        return f"{self.address}/k/{self.keys.watch}"


# The keys, kept in a file of the home.


def make_keys() -> Keys:
    """New secrets."""
    return Keys(secrets.token_urlsafe(_BYTES), secrets.token_urlsafe(_BYTES))


def load_keys(home: Path, *, renew: bool = False) -> Keys:
    """The secrets kept in a folder of matches, made if there are none; `renew` puts new ones in their place.

    StoreError for a file that cannot be read or is no file of keys: it is never overwritten unasked.
    """
    path = home / FILE
    try:
        if renew or not os.path.lexists(path):
            _keep(path, make_keys(), renew=renew)
        _hide(path)
        return _parse(read_regular(path).decode(), path)
    except UnicodeDecodeError:
        raise _unusable(path, "it is no text") from None
    except OSError as error:
        raise StoreError(f"{path}: the keys of 'haggis serve' cannot be kept: {error.strerror or error}") from None


def _keep(path: Path, keys: Keys, *, renew: bool) -> None:
    """Put the file in its place whole; nobody else on this computer may read it.

    Of two servers that start for the first time at once both take the keys of whichever came first.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"~{FILE}.{os.urandom(6).hex()}.tmp")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(
                "# The secrets of 'haggis serve': whoever knows the first may change matches, the second may watch.\n"
                f'write = "{keys.write}"\nwatch = "{keys.watch}"\n'
            )
            file.flush()
            os.fsync(file.fileno())
        if renew:
            rename_over(new, path)
        else:
            with suppress(FileExistsError):
                link_or_rename(new, path)
    finally:
        new.unlink(missing_ok=True)


def _hide(path: Path) -> None:
    """Take from others on this computer the right to read the file, which a copy or an editor may have given them."""
    if os.name != "nt" and path.stat().st_mode & 0o077:
        with suppress(OSError):
            path.chmod(0o600)


def _parse(text: str, path: Path) -> Keys:
    try:
        table = load_table(text)
    except ValueError as error:  # tomli's TOMLDecodeError
        raise _unusable(path, str(error)) from None
    write, watch = table.get("write"), table.get("watch")
    if not (isinstance(write, str) and isinstance(watch, str)):
        raise _unusable(path, "it does not hold the two keys 'write' and 'watch'")
    if not (_KEY.fullmatch(write) and _KEY.fullmatch(watch)) or write == watch:
        raise _unusable(path, f"its keys are not two different texts of {_LENGTH} or more letters, digits, - and _")
    return Keys(write, watch)


def _unusable(path: Path, why: str) -> StoreError:
    return StoreError(f"{path}: {why}; 'haggis serve --new-keys' makes new ones")


# What a browser is called, so that a half-entered round and a form's token are its own.

DEVICE_COOKIE = "haggis_device"
_DEVICE_LENGTH = 16
_COOKIE_SECONDS = 400 * 24 * 60 * 60  # as long as browsers keep one


def make_device() -> str:
    """A new name, which says nothing of anybody."""
    return secrets.token_hex(_DEVICE_LENGTH // 2)


def device_of(request: Request) -> str:
    """What this browser is called by the cookie it sends; empty where that is none of ours."""
    device = request.cookies.get(DEVICE_COOKIE, "")
    return device if len(device) == _DEVICE_LENGTH and device.isascii() and device.isalnum() else ""


def set_cookie(page: Response, name: str, value: str) -> None:
    """Have the browser keep a cookie, which it sends to this site alone and shows to no script."""
    page.set_cookie(name, value, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict")


# How much a browser may ask: the size of a request, and how many a second from one address.

MAX_BODY = 64 * 1024
"""Bytes of a form; the largest of ours has a few hundred."""
BODY_SECONDS = 10.0
"""How long a form may take to come."""
MAX_TARGET = 4 * 1024
"""Characters of an address with its query."""
_ADDRESSES = 1_000


class RateLimit:
    """So many requests a second from each address, and a burst of more; a bucket of tokens each."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        """clock: tells the time in seconds."""
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether one more request of this address may be answered; it is counted."""
        now = self._clock()
        tokens, then = self._buckets.pop(address, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - then) * self._per_second)
        allowed = tokens >= 1
        self._buckets[address] = (tokens - allowed, now)
        while len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed


class Limits:
    """What one address may ask of a server.

    Phones behind one router may share an address: 200 watchers all ask for the page again when a round is saved.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """clock: as of RateLimit."""
        self._pages = RateLimit(per_second=200, burst=2_000, clock=clock)
        self._forms = RateLimit(per_second=20, burst=200, clock=clock)
        self._strangers = RateLimit(per_second=20, burst=200, clock=clock)
        self._wrong_keys = RateLimit(per_second=0.2, burst=20, clock=clock)

    def allow(self, address: str, *, is_let_in: bool, changes: bool) -> bool:
        """Whether a request of this address is answered; what a stranger asks never counts against who is let in.

        is_let_in: whether it carries a key.
        changes: whether it is a form.
        """
        if not is_let_in:
            return self._strangers.allows(address)
        return (self._forms if changes else self._pages).allows(address)

    def allow_wrong_key(self, address: str) -> bool:
        """Whether one more wrong key of this address is looked at."""
        return self._wrong_keys.allows(address)
