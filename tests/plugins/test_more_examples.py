"""The other examples of third parties' plugins: a team game for six, a climbing game, and one with changing sides."""

import shutil
from collections.abc import Iterator

import pytest

from tests.support.haggis import ROOT, Haggis
from tests.support.plugins import Site, run_its_tests

EXAMPLES = {"six-hands": "strathspey", "climbing": "munro", "lone-piper": "piper"}
SIX = [word for name in ("Ada", "Ben", "Cal", "Dot", "Eve", "Fay") for word in ("-p", name)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("examples")
    made = Site(folder / "site")
    for name in EXAMPLES:
        shutil.copytree(ROOT / "examples" / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        shutil.copy(next((folder / name).glob("haggis_*.py")), made.folder)
        variant = EXAMPLES[name]
        (made.folder / f"haggis_{variant}-1.0.0.dist-info").mkdir()
        points = f"[haggis_cli.variants]\n{variant} = haggis_{variant}:{variant.upper()}\n"
        (made.folder / f"haggis_{variant}-1.0.0.dist-info" / "entry_points.txt").write_text(points, encoding="utf-8")
    return made


@pytest.fixture
def plugged(site: Site) -> Iterator[Site]:
    with site.seen():
        yield site


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_their_own_tests_pass(site: Site, name: str) -> None:
    run_its_tests(site.folder.parent / name, site)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_check_has_nothing_to_say(haggis: Haggis, plugged: Site, name: str) -> None:
    assert haggis("variants", "check", EXAMPLES[name], "--rounds", "4") == (0, "", "")


def test_a_bomb_is_not_led_and_the_rule_is_cited(haggis: Haggis, plugged: Site) -> None:
    haggis.ok("new", "--variant", "munro", "-p", "Rab", "-p", "Una", "-p", "Kit", "--name", "hill")
    ran = haggis("record", "Rab: 4r 4g 4b 4y as bomb")
    assert ran.code == 1
    assert "Rab cannot lead a bomb: bombs only answer. (Munro, Bombs)" in ran.err
    haggis.ok("record", "Rab: 2r 2g 2b", "Una: J Q", "Kit: pass", "Rab: pass")
    assert haggis.json("show")["rounds"][0]["leader"] == "Rab"


def test_three_pairs_score_together(haggis: Haggis, plugged: Site) -> None:
    haggis.ok("new", "--variant", "strathspey", *SIX, "--name", "dance")
    figures = ("Ada: out1 9, cards 20, bet reel", "Dot: out2 9, cards 10", "Ben: cards 20, bet jig", "Cal: cards 30")
    haggis.ok("score", *figures, "Eve: cards 15", "Fay: cards 7", "--yes")
    # Ada and Dot 45 each for the hands, 30 captured, 40 for the bet, and 10 that Ben and Eve lost, as Cal and Fay.
    assert haggis.json("show")["totals"] == {"Ada & Dot": 170, "Ben & Eve": 35, "Cal & Fay": 47}
    for ending in ("json", "csv", "txt"):
        haggis.ok("export", "dance", "-o", str(haggis.folder / f"dance.{ending}"))
        haggis.ok("remove", "dance", "--yes")
        haggis.ok("import", str(haggis.folder / f"dance.{ending}"))
        assert haggis.json("show")["totals"] == {"Ada & Dot": 170, "Ben & Eve": 35, "Cal & Fay": 47}
