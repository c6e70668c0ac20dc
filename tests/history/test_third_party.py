"""Other people's variants in the history: counted like any other, and their faults are theirs alone."""

import os

import pytest

from tests.support.haggis import Haggis, header
from tests.support.plugins import COPY, Site

ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
HOUSE = COPY + 'V = replace(TWO_PLAYER, id="house", name="House", hand_points=POINTS)\n'


def keep(haggis: Haggis) -> None:
    """A match of ours and one of theirs, too old to be read twice."""
    ours = haggis.keep(header(name="ours") + ROUND, "ours")
    theirs = haggis.keep(header(name="theirs", variant="house") + ROUND, "theirs")
    for path in (ours, theirs):
        os.utime(path, (1_700_000_000, 1_700_000_000))


def points(haggis: Haggis) -> list[int]:
    return [each["hand_points"] for each in haggis.json("stats")["players"] if each["name"] == "Noah"]


def test_a_match_counts_as_soon_as_its_variant_is_installed(haggis: Haggis, site: Site) -> None:
    keep(haggis)
    assert "warning: theirs is not counted: cannot be used: there is no variant 'house'" in haggis("stats").err
    site.put("house", HOUSE.replace("POINTS", "7"))
    with site.seen():
        assert points(haggis) == [40 + 56]
    assert points(haggis) == [40]


def test_other_rules_give_other_figures_at_once(haggis: Haggis, site: Site) -> None:
    keep(haggis)
    site.put("house", HOUSE)
    for per_card in (7, 11):
        (site.folder / "plugin_pub_house.py").write_text(HOUSE.replace("POINTS", str(per_card)), encoding="utf-8")
        with site.seen():
            assert points(haggis) == [40 + 8 * per_card]


@pytest.mark.parametrize("absurd", ["2.5", "10**30", "'x'", "10**13"])
def test_points_that_are_no_numbers_stop_no_other_match(haggis: Haggis, site: Site, absurd: str) -> None:
    keep(haggis)
    site.put("house", HOUSE.replace("POINTS", absurd))
    with site.seen():
        ran = haggis("stats")
        assert ran.code == 0
        assert ran.err.startswith("warning: theirs is not counted: cannot be used: the variant 'house' fails: ")
        assert ran.err.count("\n") == 1
        assert points(haggis) == [40]
        assert [each["error"] is None for each in haggis.json("list", "--sort", "oldest")["matches"]] == [True, False]
