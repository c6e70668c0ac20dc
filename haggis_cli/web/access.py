"""Who may do what: what a server was started with, its keys, the devices that are let in, how much one may ask."""

import hmac
import os
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.matches.heading import LONGEST_NAME, find_name_fault
from haggis_cli.matches.store.atomic_write import link_or_rename, rename_over
from haggis_cli.matches.store.files import read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.parsing import load_table
from haggis_cli.support.errors import StoreError, UsageError
from haggis_cli.web.matches import stamp_of

FILE = "serve.toml"
_BYTES = 16
_LENGTH = 22  # of so many bytes in URL-safe base 64
_MOST_DEVICES = 200
"""Names of devices that are kept."""
_KEY = re.compile(rf"[A-Za-z0-9_-]{{{_LENGTH},200}}", re.ASCII)


class Access(Enum):
    """What a browser may do."""

    WATCH = "watch"
    WRITE = "write"


class Keys(NamedTuple):
    """The secrets, one to write and one to watch: whoever knows one is let in.

    They are kept from start to start, so that codes stay good. A device that is let in gets a key of its own, which is
    good for as long as nobody takes it away, whatever becomes of the codes.
    """

    write: str
    """Stands in the code that lets a device in to change matches."""
    watch: str
    """Stands in the code that lets a device in to read."""
    seal: str
    """Makes the keys of devices, and is told to nobody."""

    def access_of(self, key: str) -> Access | None:
        """What the code with this key lets do; None for a key that is none. Takes as long for every wrong key."""
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
        return f"haggis_key_{self._sign('cookie')[:8]}"

    def form_token(self, device: str) -> str:
        """What a form of this device must carry, so that no other site can send one (CSRF)."""
        return self._sign(f"form {device}")

    def device_key(self, access: Access, device: str) -> str:
        """The key of a device's own."""
        return self._sign(f"{access.value} {device}")

    def _sign(self, text: str) -> str:
        return hmac.new(self.seal.encode(), text.encode(), sha256).hexdigest()


class Settings(NamedTuple):
    """What a server was started with."""

    store: Store
    """The folder of matches."""
    devices: "Devices"
    """The secrets that let browsers in, and those that are in."""
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
    def keys(self) -> Keys:
        """The secrets as they are now."""
        return self.devices.keys

    @property
    def write_link(self) -> str | None:
        """What lets a phone in to write; None where nobody may."""
        return None if self.read_only else f"{self.address}/k/{self.keys.write}"

    @property
    def watch_link(self) -> str:
        """What lets a phone in to watch."""
        return f"{self.address}/k/{self.keys.watch}"


# The keys and the devices that they have let in, kept in a file of the home.


def make_keys() -> Keys:
    """New secrets."""
    return Keys(*(secrets.token_urlsafe(_BYTES) for _ in Keys._fields))


class Device(NamedTuple):
    """A browser that was let in."""

    name: str
    """What people call it."""
    is_out: bool = False
    """Whether its key was taken away."""


class Devices:
    """The secrets of a folder of matches, and the devices that they have let in.

    keys: the secrets.
    known: the devices by what their cookies say, in the order in which they came; without its name one stays let in.
    renewed: called when the codes have changed.
    """

    renewed: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, home: Path, *, renew: bool = False) -> None:
        """What is kept in a folder of matches, made if there is nothing; `renew` puts new secrets in their place.

        StoreError for a file that cannot be read or is no file of keys: it is never overwritten unasked.
        """
        self._path = home / FILE
        if renew or not os.path.lexists(self._path):
            _keep(self._path, make_keys(), {}, renew=renew)
        self._load()

    def refresh(self) -> None:
        """Hear what another server of this folder, or a person, has changed in the file since it was read."""
        if stamp_of(self._path) not in (None, self._stamp):
            before = self.keys
            with suppress(StoreError):
                self._load()
            if self.keys != before:
                self.renewed()

    def access_of(self, device: str, key: str) -> Access | None:
        """What a device may do that shows this key of its own."""
        given = key.encode("utf-8", "surrogatepass")
        right = [each for each in Access if hmac.compare_digest(given, self.keys.device_key(each, device).encode())]
        is_out = device in self.known and self.known[device].is_out
        return right[0] if right and not is_out else None

    def admit(self, device: str, name: str) -> None:
        """Know a device from now on, by this name or, where another has it, by one with a number.

        Where the file cannot be written all that is lost is the name.
        """
        if device not in self.known:
            too_many = max(0, len(self.known) + 1 - _MOST_DEVICES)
            dropped = [each for each, known in self.known.items() if not known.is_out][:too_many]
            kept = {each: known for each, known in self.known.items() if each not in dropped}
            with suppress(StoreError):
                self._save(self.keys, kept | {device: Device(self._free_name(name))})

    def readmit(self, device: str) -> None:
        """Give a device its key again that has been shown a code since that was taken away."""
        if device in self.known and self.known[device].is_out:
            self._save(self.keys, self.known | {device: self.known[device]._replace(is_out=False)})

    def rename(self, device: str, name: str) -> None:
        """Have people call a device otherwise; UsageError for what cannot be a name, or a device that is not known."""
        name = " ".join(name.split())
        if fault := find_name_fault(name):
            raise UsageError(fault)
        if name != self._find(device).name:
            self._save(self.keys, self.known | {device: self._find(device)._replace(name=self._free_name(name))})

    def take_key(self, device: str) -> None:
        """Let a device in no more: its key is good for nothing, and the codes that it may have seen are others now."""
        new = make_keys()._replace(seal=self.keys.seal)
        self._save(new, self.known | {device: self._find(device)._replace(is_out=True)})
        self.renewed()

    def _find(self, device: str) -> Device:
        if device not in self.known:
            raise UsageError("this device is no longer known: load the page again")
        return self.known[device]

    def _free_name(self, name: str) -> str:
        taken, short = {known.name for known in self.known.values()}, name[: LONGEST_NAME - len(" 200")]
        return next(each for number in count(1) if (each := f"{short} {number}" if number > 1 else name) not in taken)

    def _load(self) -> None:
        try:
            _hide(self._path)
            self._stamp = stamp_of(self._path)
            self.keys, self.known = _parse(read_regular(self._path).decode(), self._path)
        except UnicodeDecodeError:
            raise _unusable(self._path, "it is not text") from None
        except OSError as error:
            raise _not_kept(self._path, error) from None
        if not self.keys.seal:  # an older haggis kept none
            self._save(self.keys._replace(seal=make_keys().seal), self.known)

    def _save(self, keys: Keys, known: dict[str, Device]) -> None:
        _keep(self._path, keys, known, renew=True)
        self.keys, self.known, self._stamp = keys, known, stamp_of(self._path)


def _keep(path: Path, keys: Keys, known: dict[str, Device], *, renew: bool) -> None:
    """Put the file in its place whole; nobody else on this computer may read it. StoreError where that cannot be.

    Of two servers that start for the first time at once both take the keys of whichever came first.
    """
    import tomli_w

    devices = {device: {"name": name} | ({"out": True} if is_out else {}) for device, (name, is_out) in known.items()}
    new = path.with_name(f"~{FILE}.{os.urandom(6).hex()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(
                "# The keys of 'haggis serve': the first lets a device change matches, the second lets it watch.\n"
            )
            file.write(tomli_w.dumps(keys._asdict() | ({"devices": devices} if devices else {})))
            file.flush()
            os.fsync(file.fileno())
        if renew:
            rename_over(new, path)
        else:
            with suppress(FileExistsError):
                link_or_rename(new, path)
    except OSError as error:
        raise _not_kept(path, error) from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _hide(path: Path) -> None:
    """Take from others on this computer the right to read the file, which a copy or an editor may have given them."""
    if os.name != "nt" and path.stat().st_mode & 0o077:
        with suppress(OSError):
            path.chmod(0o600)


def _parse(text: str, path: Path) -> tuple[Keys, dict[str, Device]]:
    """The keys, whose seal is empty where the file has none, and the devices as far as they can be read."""
    try:
        table = load_table(text)
    except ValueError as error:  # tomli's TOMLDecodeError
        raise _unusable(path, str(error)) from None
    write, watch, seal = (table.get(name, "") for name in Keys._fields)
    if not (isinstance(write, str) and isinstance(watch, str) and write and watch):
        raise _unusable(path, "it does not hold the two keys 'write' and 'watch'")
    if not (_KEY.fullmatch(write) and _KEY.fullmatch(watch)) or write == watch:
        raise _unusable(path, f"its keys must be two different texts of at least {_LENGTH} letters, digits, - and _")
    is_sealed = isinstance(seal, str) and _KEY.fullmatch(seal) and seal not in (write, watch)
    return Keys(write, watch, seal if is_sealed else ""), dict(_parse_devices(table.get("devices")))


def _parse_devices(kept: object) -> Iterator[tuple[str, Device]]:
    """The devices; one whose name cannot be read is kept, for its key may have been taken away."""
    for device, said in kept.items() if isinstance(kept, dict) else ():
        if _is_device(device) and isinstance(said, dict):
            name = str(said.get("name", ""))
            yield device, Device("Phone" if find_name_fault(name) else name, said.get("out") is True)


def _not_kept(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path}: the keys of 'haggis serve' cannot be saved: {error.strerror or error}")


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
    return device if _is_device(device) else ""


def _is_device(text: str) -> bool:
    return len(text) == _DEVICE_LENGTH and text.isascii() and text.isalnum()


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, None for a name; an IPv4 address may be written as one of IPv6."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


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
