"""What the tests of the command line share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cli import registry
from tests.cli.support import ROOT, Haggis

POINTS = """\
[haggis_cli.variants]
pub-three = tests.cli.plugins:THREE
pub-tatties = tests.cli.plugins:TATTIES
pub-neeps = tests.cli.plugins:NEEPS
pub-classic = tests.cli.plugins:CLASSIC
"""


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


@pytest.fixture
def more_variants(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Variants for three and four players, installed as a stranger's package would be."""
    site = haggis.folder / "site"
    info = site / "more_haggis-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-haggis\nVersion: 2.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(site)
    haggis.variables["PYTHONPATH"] = f"{site}:{ROOT}"
    registry.found.cache_clear()
    yield
    registry.found.cache_clear()
