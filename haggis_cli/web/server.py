"""The server of `haggis serve`: its socket and addresses, its start and end, and the limits of a connection."""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from ipaddress import ip_address
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.interrupts import DeferredSignals, defer_signals
from haggis_cli.support.text import join_words
from haggis_cli.web.access import Settings
from haggis_cli.web.app import build_app

# The socket of the server, and the addresses and names by which browsers reach it.

HERE, EVERYWHERE, EVERYWHERE_6 = "127.0.0.1", "0.0.0.0", "::"
"""The addresses that a server listens on: only this computer, or all its networks.

The address instead of the name `localhost`, which also means ::1, where another program may listen.
"""
USUAL_PORT = 8321
_TRIES = 20
_ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
"""The number of the request for the IPv4 address of an interface (SIOCGIFADDR), by system."""


class NoPort(HaggisError):
    """No port is available for the server."""


class NoNetwork(HaggisError):
    """This computer is not in a network in which phones could reach it."""


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens on this port; by default on the usual port or, if it is taken, on one of the next.

    Raises NoPort if that fails.
    """
    ports = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + _TRIES)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in ports:
        # Only where TCP is named does asyncio send at once; else the end of each larger file waits some 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # Windows would let two programs share a port; elsewhere this allows a port that was released a moment ago.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listening.setsockopt(socket.SOL_SOCKET, alone, 1)
        try:
            listening.bind((host, each))
            listening.listen(256)
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or port is not None:
                raise _no_port(host, each, error) from None
        else:
            listening.setblocking(False)
            return listening
    raise NoPort(f"ports {USUAL_PORT} to {USUAL_PORT + _TRIES - 1} are taken: choose another with --port N")


def _no_port(host: str, port: int, error: OSError) -> HaggisError:
    if error.errno == errno.EADDRNOTAVAIL and host == HERE:
        return NoNetwork("this computer does not even have its own address (127.0.0.1): its network is switched off")
    if error.errno == errno.EADDRNOTAVAIL:
        known = find_addresses()
        more = f": it has {join_words(known)}" if known else ""
        return NoNetwork(f"{host} is not an address of this computer{more}")
    if error.errno == errno.EADDRINUSE:
        return NoPort(f"port {port} is taken, perhaps by another 'haggis serve': choose another with --port N")
    if error.errno in (errno.EACCES, errno.EPERM):
        return NoPort(f"you may not listen on port {port}: choose another with --port N, such as {USUAL_PORT}")
    return NoPort(f"cannot listen on port {port}: {error.strerror or error}; choose another with --port N")


def find_lan_address() -> str:
    """The address of this computer in its network, found without sending anything; raises NoNetwork if there is none.

    It is the address from which this computer reaches the internet, so with a VPN it may be the VPN's. An IPv6 address
    is used only if there is no IPv4 address, because it may be reachable from outside the home.
    """
    # Addresses that nobody has (RFC 5737, RFC 3849): only the route to them is looked up.
    for family, nobody in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            address: str = probe.getsockname()[0]
            if not address.startswith(("127.", "0.", "::", "fe80:")):  # link-local: unusable in browsers
                return address
    raise NoNetwork(
        "this computer is not in a network: join one, or omit --lan to use the pages on this computer alone"
    )


def find_addresses() -> list[str]:
    """The IPv4 addresses of this computer in all its networks, as far as the system lists them. Nothing is sent."""
    found: list[str] = []
    if sys.platform == "win32":
        with suppress(OSError):
            found = socket.gethostbyname_ex(socket.gethostname())[2]
    elif sys.platform in _ASK_ADDRESS:
        found = [address for _, name in socket.if_nameindex() if (address := _address_of_interface(name))]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "169.254.", "0."))]


def _address_of_interface(name: str) -> str:
    """The IPv4 address of a network interface; empty for none."""
    from fcntl import ioctl  # POSIX has it

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        answer = ioctl(asking, _ASK_ADDRESS[sys.platform], os.fsencode(name)[:15].ljust(40, b"\0"))
        return socket.inet_ntoa(answer[20:24])  # after the name: the family, the port, the address
    return ""


def check_address(text: str) -> str:
    """Check the address that the user gives for phones to reach this computer; raises UsageError if it is unusable."""
    try:
        address = ip_address(text)
    except ValueError:
        raise UsageError(f"'{text}' is not an address: give one like 192.168.1.5") from None
    is_bare = address.version == 6 and address.is_link_local  # unusable in browsers
    if address.is_unspecified or address.is_loopback or address.is_multicast or is_bare:
        raise UsageError(f"no phone can reach {text}: give --host an address that this computer has in its network")
    return str(address)


def listening_place(lan_address: str | None) -> str:
    """The address to listen on: only this computer, or all networks with the given kind of address."""
    if lan_address is None:
        return HERE
    return EVERYWHERE_6 if ":" in lan_address else EVERYWHERE


def url_host(address: str) -> str:
    """An address as written in a URL."""
    return f"[{address}]" if ":" in address else address


def local_names(lan_address: str | None) -> frozenset[str]:
    """The names by which browsers may reach the server: those on this computer, and with a network also those there."""
    names = {"localhost", HERE, "::1"}
    if lan_address:
        name = socket.gethostname().casefold().rstrip(".").removesuffix(".local")
        names |= {lan_address, *({name, f"{name}.local"} if name else ())}
    return frozenset(names)


# Its start and its end.

_CONNECTIONS = 1_000
_OWN_FILES = 64  # the program's own open files, besides the connections
_LOGS = ("uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio")


def run_server(
    settings: Settings, listening: socket.socket, started: Callable[[], None], report: Callable[[str], None]
) -> None:
    """Answer requests until Ctrl-C or another signal ends the server; then the signal has its usual effect.

    A request in progress may finish within a second, so that a saved change is confirmed.

    started: called when the server is ready.
    report: called with a sentence for each internal error.
    """
    if not os.environ.get("HAGGIS_TRACEBACK"):
        for name in _LOGS:  # a terminal at the table shows the code, not a log
            logging.getLogger(name).addHandler(logging.NullHandler())
            logging.getLogger(name).propagate = False
    gc.freeze()  # commands are too short for garbage collection; a server needs it all evening
    gc.set_threshold(2_000, 10, 5)
    with _hear_signals() as heard:
        asyncio.run(_serve(settings, listening, started, report, heard))


@contextmanager
def _hear_signals() -> Iterator[DeferredSignals]:
    """Collect the signals that end the server. A second Ctrl-C ends it at once: the rules of a plugin may take long."""
    with defer_signals(redeliver=True) as heard:
        usual = signal.getsignal(signal.SIGINT)

        def hear(number: int, _frame: FrameType | None) -> None:
            heard.received.append(number)
            if len(heard.received) > 1:
                raise KeyboardInterrupt

        if usual is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, hear)
        try:
            yield heard
        finally:
            signal.signal(signal.SIGINT, usual)


async def _serve(
    settings: Settings,
    listening: socket.socket,
    started: Callable[[], None],
    report: Callable[[str], None],
    heard: DeferredSignals,
) -> None:
    app = build_app(settings, report)
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http=BoundedConnection,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LARGEST_OPEN_HEAD,
        limit_concurrency=max(allow_open_files(_CONNECTIONS + _OWN_FILES) - _OWN_FILES, 16),
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, app.state.watchers.end, heard)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    try:
        if server.started:
            started()
    except BaseException:
        server.should_exit = True
        await serving
        raise
    await serving


def allow_open_files(wanted: int) -> int:
    """Allow this process many open connections; returns how many files and connections it may have open at once."""
    if os.name == "nt":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == unlimited else min(wanted, hard), hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == unlimited else min(wanted, soft)


class _Server(uvicorn.Server):
    """A server that ends after a signal, and releases watchers before it waits for requests to end."""

    def __init__(
        self, config: uvicorn.Config, end_watching: Callable[[], Awaitable[None]], heard: DeferredSignals
    ) -> None:
        super().__init__(config)
        self._end_watching, self._heard = end_watching, heard

    def capture_signals(self) -> "nullcontext[None]":  # type: ignore[override]
        """Does nothing: `_hear_signals` handles signals."""
        return nullcontext()

    async def on_tick(self, counter: int) -> bool:
        """Check several times a second whether to end."""
        self.should_exit = self.should_exit or bool(self._heard)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all requests."""
        await self._end_watching()
        await super().shutdown(sockets)


# A browser's connection: the maximum number of connections, the maximum time and size of a request, and the end of a
# dead connection.

HEAD_SECONDS = 10.0
"""The maximum time for the head of a request to arrive."""
MAX_HEAD = 16 * 1024
"""The maximum bytes of the head of a request; those of browsers have a few hundred."""
LARGEST_OPEN_HEAD = MAX_HEAD - 1
"""The maximum bytes of an incomplete head: with one more it is too large."""
DEAD_SECONDS = 60
"""The time without any sign of a phone after which its connection is given up."""
MAX_OF_ONE = 500
"""The maximum connections from one address: 200 watchers behind one router, each with its events and a page."""


class BoundedConnection(H11Protocol):
    """A connection that is closed if its request does not arrive, and refused if its address has too many."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take a new connection."""
        super().connection_made(transport)
        if sum(_address_of(each) == _address_of(self) for each in self.connections) > MAX_OF_ONE:
            transport.abort()
            return
        connected, option = transport.get_extra_info("socket"), getattr(socket, "TCP_USER_TIMEOUT", None)
        if connected is not None and option is not None:  # for a phone that vanishes
            with suppress(OSError):
                connected.setsockopt(socket.IPPROTO_TCP, option, DEAD_SECONDS * 1000)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Process received data; the head of a request must be complete in time, and is never read beyond its limit."""
        while data and not self.transport.is_closing():
            room = MAX_HEAD - self._waiting_bytes if self.conn.their_state is h11.IDLE else len(data)
            super().data_received(data[:room])
            data = data[room:]
        if self._waiting_bytes > MAX_HEAD:  # sent after a request that is not answered yet, which no browser does
            self.transport.abort()
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait_for_head()

    @property
    def _waiting_bytes(self) -> int:
        """The number of received bytes that belong to an incomplete head or follow the request in progress."""
        return len(self.conn.trailing_data[0])

    def send_400_response(self, msg: str) -> None:
        """Answer that the data is not a request or that its head is too large, and close the connection."""
        if self._waiting_bytes < MAX_HEAD:
            super().send_400_response(msg)
            return
        text = f"haggis: The head of a request may have at most {MAX_HEAD // 1024} KiB.\n".encode()
        headers = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(text)))]
        answer = h11.Response(status_code=431, reason=b"Request Header Fields Too Large", headers=headers)
        parts = (self.conn.send(each) for each in (answer, h11.Data(data=text), h11.EndOfMessage()))
        self.transport.write(b"".join(part for part in parts if part))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def _address_of(connection: Any) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else ""
