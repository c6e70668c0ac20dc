"""What a command takes of the processor and of the memory."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.support.haggis import Haggis
from tests.support.speed import slowness

SECONDS, MIB = 2.0, 300.0

ADDRESSES = 2048
"""MiB of addresses a measured command may ask for at all: a failing test must not bring the machine down."""


class Cost(NamedTuple):
    """How a command ended, what it said, and what it took of the processor and of the memory."""

    code: int
    out: str
    err: str
    seconds: float
    mib: float


def measured(haggis: Haggis, *arguments: str) -> Cost:
    """Run a command in a process of its own and measure it."""
    told = haggis.folder / "cost.json"
    command = (str(told), str(ADDRESSES), sys.executable, "-m", "haggis_cli", *arguments)
    done = subprocess.run(
        [sys.executable, "-I", str(Path(__file__).with_name("measured.py")), *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=haggis.environment(),
        cwd=haggis.folder,
        check=False,
    )
    return Cost(done.returncode, done.stdout, done.stderr, **json.loads(told.read_text(encoding="utf-8")))


def assert_answered(cost: Cost) -> None:
    assert cost.code in (0, 1, 3), cost.err[-2000:]
    assert "Traceback" not in cost.err
    assert "a mistake in haggis" not in cost.err
    assert cost.seconds <= SECONDS or cost.seconds <= SECONDS * slowness()  # which is measured only where it matters
    assert cost.mib <= MIB
