"""No command ever speaks to the network, whatever it is asked to do."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_cli.cli.app import COMMANDS
from tests.reliability.every_command import EVERY, keep, put
from tests.support.haggis import ROOT, Haggis

HOOK = """\
import os, sys

def hook(event, arguments):
    if event.startswith(("socket.", "http.", "urllib.", "ftplib.", "smtplib.")):
        if event == "socket.__new__" and arguments[1] == 1:  # AF_UNIX: between processes of one computer
            return
        with open(os.environ["NOTE"], "a") as file:
            file.write(f"{event} {arguments!r}\\n")

sys.addaudithook(hook)
"""
MORE = [
    ["sheet", "MATCH", "-o", "sheet.pdf", "--force"],
    ["sheet", "MATCH", "-o", "sheet.xlsx", "--force"],
    ["sheet", "MATCH", "-o", "sheet.html", "--force"],
    ["sheet", "--blank", "--variant", "VARIANT", "--players", "2", "-o", "blank.pdf", "--force"],
    ["export", "MATCH", "--format", "link"],
    ["export", "MATCH", "--format", "qr"],
    ["stats", "--ratings"],
    ["stats", "--chart", "points", "-o", "chart.html", "--force"],
    ["doctor", "--fix"],
]


@pytest.fixture
def note(haggis: Haggis) -> Path:
    """Where it is written down what a process wants of the network."""
    (haggis.folder / "hook").mkdir()
    (haggis.folder / "hook" / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
    return haggis.folder / "note"


def run(haggis: Haggis, note: Path, *words: str) -> int:
    hooked = {"PYTHONPATH": str(haggis.folder / "hook"), "NOTE": str(note), "EDITOR": "true"}
    return haggis.process(*words, **hooked).code


def test_the_hook_notices(haggis: Haggis, note: Path) -> None:
    code = "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError:\n    pass\n"
    hooked = haggis.environment(PYTHONPATH=str(haggis.folder / "hook"), NOTE=str(note))
    subprocess.run([sys.executable, "-c", code], env=hooked, check=True)
    assert "socket.connect" in note.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.longest(6)
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [*COMMANDS, "more"])
def test_no_command_opens_a_socket(haggis: Haggis, note: Path, name: str) -> None:
    for words in EVERY[name][:1] if name in EVERY else MORE:
        keep(haggis, "two-player", "friday")
        assert run(haggis, note, *put(words, haggis, "friday", "two-player")) in (0, 1, 2, 3), words
        assert not note.exists(), (words, note.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_no_system_call_opens_one_either(haggis: Haggis) -> None:
    """The libraries that are not Python, such as the one that writes pages, are seen by the system alone."""
    trace = haggis.folder / "trace"
    strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=socket", "-e", "signal=none", "-o", str(trace)]
    for words in MORE:
        keep(haggis, "two-player", "friday")
        command = [*strace, sys.executable, "-m", "haggis_cli", *put(words, haggis, "friday", "two-player")]
        done = subprocess.run(
            command, env=haggis.environment(), cwd=haggis.folder, capture_output=True, timeout=120, check=False
        )
        if b"PTRACE" in done.stderr or not trace.exists():
            pytest.skip("strace may not look at processes here")
        assert "AF_INET" not in trace.read_text(encoding="utf-8"), words


def test_nothing_but_the_server_for_phones_imports_what_speaks_to_the_network_and_it_only_listens() -> None:
    root = ROOT / "haggis_cli"
    listening = {root / "web" / name for name in ("addresses.py", "connections.py", "server.py")}
    names = ("urllib.request", "http.client", "import socket", "requests", "httpx", "aiohttp", "ftplib", "smtplib")
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if "import" in line and "from starlette." not in line]
        if path in listening:
            lines = [line for line in lines if line != "import socket"]
        assert not [line for line in lines for name in names if name in line], path
