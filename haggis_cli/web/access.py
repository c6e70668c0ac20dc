"""Access to the server: its settings, its keys, the devices that are let in, and the limits on requests."""

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

from haggis_cli.matches.heading import LONGEST_NAME, find_name_fault, now_here
from haggis_cli.matches.store.atomic_write import link_or_rename, rename_over
from haggis_cli.matches.store.files import read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.parsing import load_table
from haggis_cli.support.errors import StoreError, UsageError
from haggis_cli.web.matches import stamp_of

FILE = "serve.toml"
_BYTES = 16
_LENGTH = 22  # letters of these bytes in URL-safe base 64
_MOST_DEVICES = 200
"""The number of devices that are remembered."""
_KEY = re.compile(rf"[A-Za-z0-9_-]{{{_LENGTH},200}}", re.ASCII)


class Access(Enum):
    """The access of a browser."""

    WATCH = "watch"
    WRITE = "write"


class Keys(NamedTuple):
    """The secrets, one to write and one to watch: anybody who knows one is let in.

    They are saved, so that codes stay valid after a restart. A device that is let in gets a key of its own, which stays
    valid until somebody takes it away, even if the codes change.
    """

    write: str
    """The part of the code that lets a device in to change matches."""
    watch: str
    """The part of the code that lets a device in to read."""
    seal: str
    """The secret from which the keys of devices are derived; it is never shown."""

    def access_of(self, key: str) -> Access | None:
        """The access that the code with this key gives; None for a wrong key. Every wrong key takes the same time."""
        given = key.encode("utf-8", "surrogatepass")
        may_write = hmac.compare_digest(given, self.write.encode())
        may_watch = hmac.compare_digest(given, self.watch.encode())
        return Access.WRITE if may_write else Access.WATCH if may_watch else None

    @property
    def cookie(self) -> str:
        """The name of the cookie in which a browser keeps its key.

        Cookies ignore ports: two servers on one computer would overwrite each other's. So each folder of matches has a
        name of its own, which is the same on every port.
        """
        return f"haggis_key_{self._sign('cookie')[:8]}"

    def form_token(self, device: str) -> str:
        """The token that every form of this device must contain, so that no other site can send one (CSRF)."""
        return self._sign(f"form {device}")

    def device_key(self, access: Access, device: str) -> str:
        """The device's own key."""
        return self._sign(f"{access.value} {device}")

    def _sign(self, text: str) -> str:
        return hmac.new(self.seal.encode(), text.encode(), sha256).hexdigest()


class Settings(NamedTuple):
    """The settings of a server."""

    store: Store
    """The folder of matches."""
    devices: "Devices"
    """The secrets that let browsers in, and the browsers that are in."""
    hosts: frozenset[str]
    """The names and addresses, without port, by which browsers may reach the server."""
    match_id: str | None = None
    """The match that the first page shows; None for the list of matches."""
    read_only: bool = False
    """Whether nobody may change anything."""
    address: str = ""
    """The server's address for browsers, such as `http://192.168.1.5:8321`."""
    lan: bool = False
    """Whether phones on the network can reach it; otherwise only this computer can."""
    lan_command: str = "haggis serve --lan"
    """What is typed to start it anew so that they can."""

    @property
    def keys(self) -> Keys:
        """The current secrets."""
        return self.devices.keys

    @property
    def write_link(self) -> str | None:
        """The link that lets a phone in to write; None if nobody may write."""
        return None if self.read_only else f"{self.address}/k/{self.keys.write}"

    @property
    def watch_link(self) -> str:
        """The link that lets a phone in to watch."""
        return f"{self.address}/k/{self.keys.watch}"


# The keys and the devices that they have let in, saved in a file in the home folder.


def make_keys() -> Keys:
    """New secrets."""
    return Keys(*(secrets.token_urlsafe(_BYTES) for _ in Keys._fields))


class Device(NamedTuple):
    """A browser that was let in."""

    name: str
    """Its name."""
    is_out: bool = False
    """Whether its key was taken away."""
    since: int = 0
    """When it was let in, in seconds since 1970; 0 if unknown."""


class Devices:
    """The secrets of a folder of matches, and the devices that they have let in.

    keys: the secrets.
    known: the devices by the value of their cookies, in the order in which they came; a device that is not listed
        stays let in.
    renewed: called when the codes have changed.
    """

    renewed: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, home: Path, *, renew: bool = False) -> None:
        """Load the secrets and devices of a folder of matches, or make new ones; `renew` replaces the saved ones.

        Raises StoreError for a file that cannot be read or does not hold keys: it is overwritten only with `renew`.
        """
        self._path = home / FILE
        if renew or not os.path.lexists(self._path):
            _keep(self._path, make_keys(), {}, renew=renew)
        self._load()

    def refresh(self) -> None:
        """Load changes that another server of this folder, or a person, has made in the file since it was read."""
        if stamp_of(self._path) not in (None, self._stamp):
            before = self.keys
            with suppress(StoreError):
                self._load()
            if self.keys != before:
                self.renewed()

    def access_of(self, device: str, key: str) -> Access | None:
        """The access of a device that shows this key as its own; None if the key is wrong or was taken away."""
        given = key.encode("utf-8", "surrogatepass")
        right = [each for each in Access if hmac.compare_digest(given, self.keys.device_key(each, device).encode())]
        is_out = device in self.known and self.known[device].is_out
        return right[0] if right and not is_out else None

    def admit(self, device: str, name: str) -> None:
        """Remember a device under this name or, if another device has it, under the name with a number.

        If the file cannot be written, only the name is lost.
        """
        if device not in self.known:
            too_many = max(0, len(self.known) + 1 - _MOST_DEVICES)
            dropped = [each for each, known in self.known.items() if not known.is_out][:too_many]
            kept = {each: known for each, known in self.known.items() if each not in dropped}
            with suppress(StoreError):
                self._save(self.keys, kept | {device: Device(self._free_name(name), since=int(now_here().timestamp()))})

    def readmit(self, device: str) -> None:
        """Give a device its key again, because it has used a code since the key was taken away."""
        if device in self.known and self.known[device].is_out:
            self._save(self.keys, self.known | {device: self.known[device]._replace(is_out=False)})

    def rename(self, device: str, name: str) -> None:
        """Rename a device; raises UsageError for an invalid name or an unknown device."""
        name = " ".join(name.split())
        if fault := find_name_fault(name):
            raise UsageError(fault)
        if name != self._find(device).name:
            self._save(self.keys, self.known | {device: self._find(device)._replace(name=self._free_name(name))})

    def take_key(self, device: str) -> None:
        """Lock a device out: its key becomes invalid, and the codes that it may have seen are replaced."""
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
        if not self.keys.seal:  # an older haggis saved none
            self._save(self.keys._replace(seal=make_keys().seal), self.known)

    def _save(self, keys: Keys, known: dict[str, Device]) -> None:
        _keep(self._path, keys, known, renew=True)
        self.keys, self.known, self._stamp = keys, known, stamp_of(self._path)


def _keep(path: Path, keys: Keys, known: dict[str, Device], *, renew: bool) -> None:
    """Write the file atomically and readable only by this user; raises StoreError if that fails.

    If two servers start for the first time at once, both use the keys of the one that came first.
    """
    import tomli_w

    devices = {
        device: {"name": each.name}
        | ({"out": True} if each.is_out else {})
        | ({"since": each.since} if each.since else {})
        for device, each in known.items()
    }
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
    """Remove other users' permission to read the file, which a copy or an editor may have given them."""
    if os.name != "nt" and path.stat().st_mode & 0o077:
        with suppress(OSError):
            path.chmod(0o600)


def _parse(text: str, path: Path) -> tuple[Keys, dict[str, Device]]:
    """The keys, with an empty seal if the file has none, and the devices as far as they can be read."""
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


_LATEST = 2**33
"""No device was let in later, in seconds since 1970."""


def _parse_devices(kept: object) -> Iterator[tuple[str, Device]]:
    """The devices; one with an unreadable name is kept, because its key may have been taken away."""
    for device, said in kept.items() if isinstance(kept, dict) else ():
        if _is_device(device) and isinstance(said, dict):
            name, since = str(said.get("name", "")), said.get("since")
            known_since = since if type(since) is int and 0 < since < _LATEST else 0
            yield device, Device("Phone" if find_name_fault(name) else name, said.get("out") is True, known_since)


def _not_kept(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path}: the keys of 'haggis serve' cannot be saved: {error.strerror or error}")


def _unusable(path: Path, why: str) -> StoreError:
    return StoreError(f"{path}: {why}; 'haggis serve --new-keys' makes new ones")


# The id of a browser, which gives it its own half-entered round and its own token for forms.

DEVICE_COOKIE = "haggis_device"
_DEVICE_LENGTH = 16
_COOKIE_SECONDS = 400 * 24 * 60 * 60  # as long as browsers keep one


def make_device() -> str:
    """A new random id, which reveals nothing about anybody."""
    return secrets.token_hex(_DEVICE_LENGTH // 2)


def device_of(request: Request) -> str:
    """The id of this browser from its cookie; empty if the cookie is not one of ours."""
    device = request.cookies.get(DEVICE_COOKIE, "")
    return device if _is_device(device) else ""


def _is_device(text: str) -> bool:
    return len(text) == _DEVICE_LENGTH and text.isascii() and text.isalnum()


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address in a text, None for a name; an IPv4 address may be written as an IPv6 address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def set_cookie(page: Response, name: str, value: str) -> None:
    """Set a cookie that the browser sends only to this site and hides from scripts."""
    page.set_cookie(name, value, max_age=_COOKIE_SECONDS, httponly=True, samesite="strict")


# Limits on requests: their size, and their number per second from one address.

MAX_BODY = 64 * 1024
"""The maximum bytes of a form; our largest has a few hundred."""
BODY_SECONDS = 10.0
"""The maximum time for a form to arrive."""
MAX_TARGET = 4 * 1024
"""The maximum characters of an address with its query."""
_ADDRESSES = 1_000


class RateLimit:
    """A limit on the requests per second from each address, which allows a burst; a bucket of tokens for each."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        """clock: returns the time in seconds."""
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether one more request from this address may be answered; the request is counted."""
        now = self._clock()
        tokens, then = self._buckets.pop(address, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - then) * self._per_second)
        allowed = tokens >= 1
        self._buckets[address] = (tokens - allowed, now)
        while len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed


class Limits:
    """The limits on the requests from one address.

    Phones behind one router may share an address: 200 watchers all reload the page when a round is saved.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """clock: as in RateLimit."""
        self._pages = RateLimit(per_second=200, burst=2_000, clock=clock)
        self._forms = RateLimit(per_second=20, burst=200, clock=clock)
        self._strangers = RateLimit(per_second=20, burst=200, clock=clock)
        self._wrong_keys = RateLimit(per_second=0.2, burst=20, clock=clock)

    def allow(self, address: str, *, is_let_in: bool, changes: bool) -> bool:
        """Whether to answer a request from this address; strangers' requests never count against devices that are in.

        is_let_in: whether it has a valid key.
        changes: whether it is a form.
        """
        if not is_let_in:
            return self._strangers.allows(address)
        return (self._forms if changes else self._pages).allows(address)

    def allow_wrong_key(self, address: str) -> bool:
        """Whether to check one more key from this address after wrong ones."""
        return self._wrong_keys.allows(address)
