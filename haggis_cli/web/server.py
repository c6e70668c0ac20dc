"""The server: its start and its end."""

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType

import uvicorn

from haggis_cli.support.interrupts import DeferredSignals, defer_signals
from haggis_cli.web.addresses import allow_open_files
from haggis_cli.web.app import build_app
from haggis_cli.web.connections import LARGEST_OPEN_HEAD, BoundedConnection
from haggis_cli.web.settings import Settings

_CONNECTIONS = 1_000
_OWN_FILES = 64  # what the program itself may have open beside the connections
_LOGS = ("uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio")


def run_server(
    settings: Settings, listening: socket.socket, started: Callable[[], None], report: Callable[[str], None]
) -> None:
    """Answer requests until Ctrl-C or another signal ends it, which then has the effect that it always has.

    A request that is being answered comes to its end first, if it does so within a second: what was saved is told.

    started: called once it answers.
    report: told in a sentence of each mistake of this program's own.
    """
    if not os.environ.get("HAGGIS_TRACEBACK"):
        for name in _LOGS:  # a terminal at the table shows the code, and no log
            logging.getLogger(name).addHandler(logging.NullHandler())
            logging.getLogger(name).propagate = False
    gc.freeze()  # a command ends before garbage is worth looking for; a server looks for its own all evening
    gc.set_threshold(2_000, 10, 5)
    with _hear_signals() as heard:
        asyncio.run(_serve(settings, listening, started, report, heard))


@contextmanager
def _hear_signals() -> Iterator[DeferredSignals]:
    """What asks the server to end. A second Ctrl-C ends it whatever it does: the rules of a plugin may take long."""
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


class _Server(uvicorn.Server):
    """A server that ends when a signal was heard, and lets watchers go before it waits for requests to end."""

    def __init__(
        self, config: uvicorn.Config, end_watching: Callable[[], Awaitable[None]], heard: DeferredSignals
    ) -> None:
        super().__init__(config)
        self._end_watching, self._heard = end_watching, heard

    def capture_signals(self) -> "nullcontext[None]":  # type: ignore[override]
        """Signals are heard by `_hear_signals`."""
        return nullcontext()

    async def on_tick(self, counter: int) -> bool:
        """Look several times a second whether to end."""
        self.should_exit = self.should_exit or bool(self._heard)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all requests."""
        await self._end_watching()
        await super().shutdown(sockets)
