"""A short form of `python -m tests.reliability.faults`: some faults in every command that changes matches."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import pytest

from haggis_cli.cli.app import COMMANDS
from tests.reliability.faults import play_some
from tests.support.reliability import strace
from tests.support.reliability.scenarios import READING, SCENARIOS

MOST = 4
"""Faults in each command: a second or two of them all. The long form makes them all."""

needs_strace = pytest.mark.skipif(
    sys.platform != "linux" or not strace.available(), reason="needs strace, which is on Linux alone"
)


@pytest.mark.slow
def test_no_command_is_forgotten() -> None:
    """A new command either changes matches, and is put to the test here, or it is said why not."""
    changing = {scenario.command for scenario in SCENARIOS}
    assert not changing & READING.keys()
    assert set(COMMANDS) - changing - READING.keys() == set()


@pytest.fixture(scope="module")
def outcomes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, "Future[list[dict[str, Any]]]"]]:
    """What comes of the faults of each scenario that is tested now, on all cores."""
    root = tmp_path_factory.mktemp("faults")
    here = [item for item in request.session.items if item.path == request.path]
    asked = {item.name.partition("[")[2].removesuffix("]") for item in here}
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        yield {each.name: pool.submit(play_some, each.name, root, MOST) for each in SCENARIOS if each.name in asked}


@pytest.mark.slow
@pytest.mark.xdist_group("faults")  # which are played together
@pytest.mark.sample("score")
@needs_strace
@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_whatever_fails_the_match_is_old_or_new_and_what_is_said_is_true(
    outcomes: dict[str, "Future[list[dict[str, Any]]]"], name: str
) -> None:
    rows = outcomes[name].result()
    assert sum(row["injected"] for row in rows) >= MOST * 3 // 4
    assert {"old", "new"} & {row["outcome"] for row in rows}
    wrong = [row for row in rows if row["torn"] or row["false"] or row["stuck"]]
    assert not wrong, [[row[key] for key in ("key", "code", "err", "torn", "false", "stuck")] for row in wrong]
