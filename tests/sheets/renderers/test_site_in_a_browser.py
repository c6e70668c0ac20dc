"""The site of all matches in a real browser: nobody is shut out, nothing sticks out, nothing is fetched."""

from pathlib import Path

import pytest

from tests.support import matches
from tests.support.browser import NO_BROWSER, PROGRAM, Page
from tests.support.haggis import ROOT, Haggis

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER),
]


def test_index_season_and_matches_are_for_everybody(running: Page, haggis: Haggis, tmp_path: Path) -> None:
    for name in ("neeps-known-hands", "tatties-unknown-hands"):
        haggis.keep((ROOT / "examples" / "matches" / f"{name}.toml").read_text("utf-8"), name)
    haggis.keep(matches.LONG_NAMES, "friday")
    haggis.ok("sheet", "--all", "-o", "site")
    for width, dark in ((1280, False), (375, True)):
        running.screen(width, 800, dark=dark)
        for name in ("index.html", "season.html", "matches/friday.html"):
            page = tmp_path / "site" / name
            running.asked.clear()
            running.open(page)
            assert running.find_barriers() == [], (name, width)
            assert running.says("document.documentElement.scrollWidth") <= width
            assert running.asked == [page.as_uri()]
    assert running.troubles == []
