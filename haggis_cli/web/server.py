"""The server: its sockets, the addresses by which it is reached, its start and its end."""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from haggis_cli.support.errors import HaggisError
from haggis_cli.web.app import build_app
from haggis_cli.web.settings import Settings

USUAL_PORT = 8321
_TRIES = 20


class NoPort(HaggisError):
    """The server can listen nowhere."""


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens on a port; without one on the usual port or, where that is taken, one of the next.

    NoPort where it cannot be had.
    """
    ports = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + _TRIES)
    for each in ports:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, each))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or port is not None:
                raise NoPort(f"port {each}: {error.strerror or error}; --port N takes another") from None
        else:
            listening.setblocking(False)
            return listening
    raise NoPort(f"the ports {USUAL_PORT} to {USUAL_PORT + _TRIES - 1} are taken; --port N takes another")


def find_lan_address() -> str | None:
    """The address of this computer in its network; None where it is in none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address that nobody has (RFC 5737): only the way there is looked up
        address: str = probe.getsockname()[0]
        return address if not address.startswith("127.") else None
    return None


def local_names(lan_address: str | None) -> frozenset[str]:
    """The names by which browsers may call the server: those of this computer alone, or of its network, too."""
    names = {"localhost", "127.0.0.1"}
    if lan_address:
        name = socket.gethostname().casefold().removesuffix(".local")
        names |= {lan_address, name, f"{name}.local"}
    return frozenset(names)


def run_server(settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C or another signal ends it.

    started: called once it answers.
    """
    asyncio.run(_serve(settings, listening, started))


async def _serve(settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    app = build_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        lifespan="on",
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=1_200,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, app.state.watchers.end)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        started()
    await serving


class _Server(uvicorn.Server):
    """A server that lets the open requests of watchers end before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, end_watching: Callable[[], "asyncio.Future[None]"]) -> None:
        super().__init__(config)
        self._end_watching = end_watching

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._end_watching()
        await super().shutdown(sockets)
