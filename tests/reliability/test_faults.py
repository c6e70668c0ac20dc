"""A short form of `python -m tests.reliability.faults`: some faults in every command that changes matches."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import pytest

from haggis_cli.cli.app import COMMANDS
from tests.reliability import strace
from tests.reliability.faults import play_some, play_some_twice
from tests.reliability.stage import READING, SCENARIOS

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
    """What comes of the faults of each scenario that is tested now, on all cores, by the name of the test."""
    root = tmp_path_factory.mktemp("faults")
    asked = {item.name for item in request.session.items if item.path == request.path}
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        yield {
            test: pool.submit(some, each.name, root, MOST)
            for each in SCENARIOS
            for function, some in ((ONE, play_some), (TWO, play_some_twice))
            if (test := f"{function}[{each.name}]") in asked
        }


def check_outcomes(rows: list[dict[str, Any]]) -> None:
    assert sum(row["injected"] for row in rows) >= MOST * 3 // 4
    assert {"old", "new"} & {row["outcome"] for row in rows}
    wrong = [row for row in rows if row["torn"] or row["false"] or row["stuck"]]
    assert not wrong, [[row[key] for key in ("key", "code", "err", "torn", "false", "stuck")] for row in wrong]


@pytest.mark.slow
@pytest.mark.xdist_group("faults")  # which are played together
@pytest.mark.sample("score")
@needs_strace
@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_whatever_fails_the_match_is_old_or_new_and_what_is_said_is_true(
    outcomes: dict[str, "Future[list[dict[str, Any]]]"], name: str
) -> None:
    check_outcomes(outcomes[f"{ONE}[{name}]"].result())


@pytest.mark.slow
@pytest.mark.xdist_group("faults")
@pytest.mark.sample("score")
@needs_strace
@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_what_fails_while_a_failure_is_handled_makes_nothing_worse(
    outcomes: dict[str, "Future[list[dict[str, Any]]]"], name: str
) -> None:
    check_outcomes(outcomes[f"{TWO}[{name}]"].result())


ONE = test_whatever_fails_the_match_is_old_or_new_and_what_is_said_is_true.__name__
TWO = test_what_fails_while_a_failure_is_handled_makes_nothing_worse.__name__
