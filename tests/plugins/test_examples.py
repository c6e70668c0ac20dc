"""The examples of third parties' plugins: installed like anybody's, with rules that none of ours has."""

import re
import shutil
from collections.abc import Iterator

import pytest

from tests.support.haggis import ROOT, Haggis, no_variant, refused
from tests.support.plugins import Site, installed, run_its_tests

EXAMPLE = ROOT / "examples" / "house-variant"

NAMES = ("Ailsa", "Hamish", "Morag")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("ceilidh")
    shutil.copytree(EXAMPLE, folder / "project", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    made = Site(folder / "site")
    made.put_project(folder / "project")
    return made


@pytest.fixture
def plugged(site: Site) -> Iterator[Site]:
    with site.seen():
        yield site


@pytest.mark.slow
def test_its_own_tests_pass(site: Site) -> None:
    run_its_tests(site.folder.parent / "project", site)


def test_nothing_of_the_core_names_it() -> None:
    for folder in ("haggis_cli", "variants"):
        for path in (ROOT / folder).rglob("*.py"):
            assert "ceilidh" not in path.read_text(encoding="utf-8").casefold(), path


def test_it_is_there_when_it_is_installed_and_only_then(haggis: Haggis, site: Site) -> None:
    assert haggis("variants", "show", "ceilidh") == refused(3, no_variant("ceilidh"))
    with site.seen():
        (row,) = [row for row in haggis.json("variants") if row["id"] == "ceilidh"]
        assert (row["package"], row["version"], row["players"]) == ("haggis-ceilidh", "1.0.0", [2, 3])
        assert row["error"] is None
        out = haggis.ok("variants", "show", "ceilidh")
    words = re.sub(r"\s+", " ", out)
    assert "captured by the opponent with the most cards, on a tie by the first to the left." in words
    assert "Everybody may put a bet into the pool, jig (10), reel (20) or strathspey (40), and raise it" in words
    assert haggis("variants", "show", "ceilidh").code == 3


@pytest.mark.parametrize("rounds", ["4", pytest.param("16", marks=pytest.mark.slow)])
def test_the_check_has_nothing_to_say(haggis: Haggis, plugged: Site, rounds: str) -> None:
    assert haggis("variants", "check", "ceilidh", "--rounds", rounds) == (0, "", "")


def test_a_match_with_a_raised_bet_and_a_trick_for_the_fullest_hand(haggis: Haggis, plugged: Site) -> None:
    players = [word for name in NAMES for word in ("-p", name)]
    haggis.ok("new", "--variant", "ceilidh", *players, "--rounds", "4", "--name", "dance")
    haggis.ok("record", "Ailsa: bet jig", "Morag: bet reel", "Ailsa: bet strathspey")
    lowered = haggis("record", "Ailsa: bet reel")
    assert lowered.code == 1
    assert "Ailsa has 40 in the pool and can only raise it. (Ceilidh, Betting)" in lowered.err
    # Ailsa leads two cards, Hamish plays a bomb. Then Ailsa has 15 cards, Hamish 15, Morag all 17: she captures.
    haggis.ok("record", "Ailsa: 4r 4g", "Hamish: J Q", "Morag: pass", "Ailsa: pass")
    (trick,) = haggis.json("log")["rounds"][0]["tricks"]
    assert (trick["winner"], trick["captured_by"], trick["points"]) == ("Hamish", "Morag", 5)
    said = "haggis: event 1: Hamish: award Ailsa: There is no choice: Morag captures the trick. (Ceilidh, "
    assert haggis("record", "Hamish: award Ailsa").err.startswith(said)
    assert haggis("check") == (0, "", "")
    text = haggis.text("dance")
    assert '"Ailsa: bet jig"' in text
    assert '"Ailsa: bet strathspey"' in text
    haggis.ok("undo", "--round")
    haggis.ok("score", "Hamish: out1 9, cards 20", "Morag: out2 4, cards 20, bet reel", "Ailsa: cards 10, bet 40")
    (row,) = haggis.json("list")["matches"]
    # Hamish 45 + 20 and the pool of 60 less Morag's 20; Morag 20 + 20 and her own bet back; Ailsa nothing but cards.
    assert row["totals"] == {"Ailsa": 10, "Hamish": 105, "Morag": 60}
    assert "Hamish" in haggis.ok("sheet")
    assert haggis("check") == (0, "", "")


@pytest.mark.slow
def test_without_it_its_match_is_listed_told_and_left_alone(haggis: Haggis, site: Site) -> None:
    with site.seen():
        haggis.ok("new", "--variant", "ceilidh", "-p", "Ailsa", "-p", "Hamish", "--name", "dance")
        haggis.ok("record", "Ailsa: bet jig", "Ailsa: 4r 4g")
    before = haggis.path("dance").read_bytes()
    ran = haggis("log", "dance")
    assert (ran.code, ran.err) == (3, f"haggis: {no_variant('ceilidh')}\n")
    assert ran.out == "dance: ceilidh, Ailsa, Hamish\n\nRound 1, not judged\n  Ailsa: bet jig\n  Ailsa: 4r 4g\n"
    assert haggis("record", "dance", "Hamish: pass").code == 3
    assert haggis.path("dance").read_bytes() == before


EXAMPLES = {"six-hands": "strathspey", "climbing": "munro", "lone-piper": "piper"}
SIX = [word for name in ("Ada", "Ben", "Cal", "Dot", "Eve", "Fay") for word in ("-p", name)]


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("examples")
    made = Site(folder / "site")
    for name in EXAMPLES:
        shutil.copytree(ROOT / "examples" / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        shutil.copy(next((folder / name).glob("haggis_*.py")), made.folder)
        points = f"[haggis_cli.variants]\n{EXAMPLES[name]} = haggis_{EXAMPLES[name]}:{EXAMPLES[name].upper()}\n"
        installed(made.folder, f"haggis-{EXAMPLES[name]}", points)
    return made


@pytest.fixture
def others_seen(others: Site) -> Iterator[Site]:
    with others.seen():
        yield others


@pytest.mark.slow
def test_their_own_tests_pass(others: Site) -> None:
    run_its_tests(others.folder.parent, others, *EXAMPLES)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_check_has_nothing_to_say_of_them(haggis: Haggis, others_seen: Site, name: str) -> None:
    assert haggis("variants", "check", EXAMPLES[name], "--rounds", "4") == (0, "", "")


def test_a_bomb_is_not_led_and_the_rule_is_cited(haggis: Haggis, others_seen: Site) -> None:
    haggis.ok("new", "--variant", "munro", "-p", "Rab", "-p", "Una", "-p", "Kit", "--name", "hill")
    ran = haggis("record", "Rab: 4r 4g 4b 4y as bomb")
    assert ran.code == 1
    assert "Rab cannot lead a bomb: bombs only answer. (Munro, Bombs)" in ran.err
    haggis.ok("record", "Rab: 2r 2g 2b", "Una: J Q", "Kit: pass", "Rab: pass")
    assert haggis.json("show")["rounds"][0]["leader"] == "Rab"


def test_three_pairs_score_together(haggis: Haggis, others_seen: Site) -> None:
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
