"""Writers racing for one match; the long form is `python -m tests.reliability.writers`."""

import sys
from pathlib import Path

import pytest

from tests.reliability.writers import MANNERS, race


@pytest.mark.slow
@pytest.mark.parametrize(("writers", "rounds"), [(2, 2), pytest.param(3, 12, marks=pytest.mark.slow)])
def test_of_many_writers_nobody_loses_a_round(tmp_path: Path, writers: int, rounds: int) -> None:
    found = race(tmp_path / "race", writers, rounds)
    assert (found.rounds, found.told) == (writers * rounds, writers * rounds)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges files: elsewhere a moment is left open")
@pytest.mark.parametrize("manner", MANNERS)
def test_no_edit_is_overwritten_unseen(tmp_path: Path, manner: str) -> None:
    found = race(tmp_path / "race", 2, 12, manner)
    assert found.kept == found.edits > 1
    assert found.told == 24
