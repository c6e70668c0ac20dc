"""What the tests of the command line share."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis


@pytest.fixture
def haggis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Haggis:
    """A computer with nothing on it but `haggis`."""
    made = Haggis(tmp_path)
    for name in ("HAGGIS_NO_COLOR", "FORCE_COLOR", "VISUAL", "EDITOR", "HAGGIS_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    for name, value in made.variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return made
