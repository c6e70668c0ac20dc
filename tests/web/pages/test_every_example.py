"""Every example, of every variant, recorded or typed in, legal or not, has all of its pages."""

from shutil import copytree

import pytest

from tests.support.haggis import ROOT, Haggis
from tests.support.pages import Caller

EXAMPLES = ROOT / "examples" / "matches"


@pytest.mark.sample(2)
@pytest.mark.parametrize("below", ["", "/board", "/replay?round=1", "/rematch", "/sheet.text"])
def test_every_match_has_its_pages(haggis: Haggis, below: str) -> None:
    copytree(EXAMPLES, haggis.home / "matches")
    caller = Caller(haggis)
    names = [path.stem for path in sorted(EXAMPLES.glob("*.toml"))]
    assert names
    for name in names:
        answer = caller.get(f"/m/{name}{below}")
        assert answer.status == 200, name
        assert "</html>" in answer.text or below == "/sheet.text"
