"""Writers racing for one match; the long form is `python -m tests.reliability.writers`."""

import sys
from pathlib import Path

import pytest

from tests.reliability.writers import MANNERS, race


def test_of_many_writers_nobody_loses_a_round(tmp_path: Path) -> None:
    found = race(tmp_path / "race", 3, 12)
    assert (found.rounds, found.told) == (36, 36)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges files: elsewhere a moment is left open")
@pytest.mark.parametrize("manner", MANNERS)
def test_no_edit_is_overwritten_unseen(tmp_path: Path, manner: str) -> None:
    found = race(tmp_path / "race", 2, 12, manner)
    assert found.kept == found.edits > 1
    assert found.told == 24
