"""A browser without a window: chromium, driven over its DevTools protocol by a pipe, with no library and no network."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.haggis import PATIENCE

PROGRAM = next((name for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if which(name)), None)
_KEYS = {"Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39}
_KEYS |= {"ArrowDown": 40, "Tab": 9, "Enter": 13}


class Page:
    """One page. troubles: everything the browser has complained of; asked: every address it has asked for."""

    def __init__(self, sent: int, received: int) -> None:
        self._sent, self._received = sent, received
        self._unread = b""
        self._number = 0
        self._session: str | None = None
        self.troubles: list[str] = []
        self.asked: list[str] = []
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self._session = self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self(f"{domain}.enable")

    def __call__(self, method: str, **parameters: Any) -> Any:
        """Have the browser do something; what it answers."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._sent, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "result" in told, told
                return told["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            more = os.read(self._received, 1 << 16)
            assert more, "the browser went away"
            self._unread += more
        one, _, self._unread = self._unread.partition(b"\0")
        told: dict[str, Any] = json.loads(one)
        if told.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
            self.troubles.append(json.dumps(told["params"]))
        if told.get("method") == "Network.requestWillBeSent":
            self.asked.append(told["params"]["request"]["url"])
        return told

    def open(self, path: Path) -> None:
        """Show a file and wait until it is all there."""
        self("Page.navigate", url=path.as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def says(self, script: str) -> Any:
        """The value of an expression in the page."""
        told = self("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, wherever the focus is."""
        for kind in ("rawKeyDown", "keyUp"):
            self("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=_KEYS[key])

    def screen(self, width: int, height: int, *, dark: bool = False) -> None:
        """Have a screen of this size, light or dark."""
        self("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self("Emulation.setEmulatedMedia", features=[scheme])


@contextmanager
def browser() -> Iterator[Page]:
    """A page of a browser that is started for it and ended after it."""
    assert PROGRAM is not None
    to_read, to_send = os.pipe()
    received, to_answer = os.pipe()
    # The browser reads at 3 and writes at 4.
    command = f'exec {PROGRAM} "$@" 3<&{to_read} 4>&{to_answer}'
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            ["bash", "-c", command, "-", *flags, f"--user-data-dir={folder}"],
            pass_fds=(to_read, to_answer),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_answer)
        try:
            yield Page(to_send, received)
        finally:
            os.close(to_send)
            os.close(received)
            process.terminate()
            process.wait(timeout=PATIENCE)
