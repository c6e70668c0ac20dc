"""Every figure of `stats` for the examples and matches of every variant, counted once more as `check --json` judges."""

import shutil
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.history.recount import CountedMatch, count_history, count_matches, count_people, figures_of, plain
from tests.support.haggis import ROOT, Haggis

SIMULATED = (
    ("two-player", 2, "--points"),
    ("three-player", 3, "--points"),
    ("tatties", 3, "--rounds"),
    ("neeps", 4, "--rounds"),
    ("rogers-neeps", 4, "--points"),
    ("classic", 2, "--points"),
    ("revised", 3, "--points"),
    ("taylor", 3, "--points"),
)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Haggis]:
    """A home with the examples, and with matches of every variant that computer players have played; only read."""
    haggis = Haggis(tmp_path_factory.mktemp("lived"))
    matches = haggis.home / "matches"
    matches.mkdir(parents=True)
    for path in (ROOT / "examples" / "matches").glob("*.toml"):
        shutil.copy(path, matches)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in haggis.variables.items():
            patch.setenv(name, value)
        for variant, players, goal in SIMULATED:
            bots = [word for name in ("Ann", "Ben", "Cat", "Dan")[:players] for word in ("--bot", f"{name}=random")]
            target = "60" if goal == "--points" else "2"
            words = ("--simulate", "3", "--variant", variant, *bots, goal, target, "--seed", variant, "--save")
            haggis.ok("play", *words)
        yield haggis


@pytest.fixture(scope="module")
def told(lived: Haggis) -> list[CountedMatch]:
    """All matches, the oldest first."""
    return count_matches(lived, once_more=False)


def test_every_figure_is_that_of_the_files(lived: Haggis, told: list[CountedMatch]) -> None:
    expected = {name: plain(each) for name, each in count_people(told).items()}
    assert figures_of(lived.json("stats")) == expected


def test_the_history_tested_has_everything_that_is_counted(told: list[CountedMatch]) -> None:
    people = count_people(told).values()
    everything = {key for figures in people for key, value in figures.items() if value}
    assert everything >= {"slams", "bomb_cost", "bonus", "unfinished", "opponents", "partners", "longest_streak"}
    bets = [each["bets"] for each in people]
    assert {size for bet in bets for size in bet} >= {"5", "30", "45"}
    assert any(bet.get("5", {}).get("kept") for bet in bets)
    assert {each.variant for each in told} == {variant for variant, *_ in SIMULATED}
    assert sum(figures["bombs_won"] for figures in people) < sum(figures["bombs"] for figures in people)


@pytest.mark.slow
@pytest.mark.sample("--ratings")
@pytest.mark.parametrize(
    "arguments", [(), ("--ratings",), ("--until", "2026-10"), ("--no-bots",), ("--variant", "neeps")], ids=" ".join
)
def test_one_person_is_told_of_as_among_all(lived: Haggis, haggis: Haggis, arguments: tuple[str, ...]) -> None:
    if "--ratings" in arguments:
        pytest.importorskip("openskill")
    shutil.copytree(lived.home, haggis.home)
    aliases = '[aliases]\n"Ann (random)" = ["Noah"]\n"Isla" = ["Rory"]\n'
    (haggis.home / "players.toml").write_text(aliases, encoding="utf-8")
    everybody = haggis.json("stats", *arguments)["players"]
    assert len(everybody) > 1
    for each in everybody:
        assert haggis.json("stats", each["name"], *arguments)["players"] == [each]


@pytest.mark.slow
def test_ratings_are_those_of_the_matches_in_their_order(lived: Haggis, told: list[CountedMatch]) -> None:
    model = pytest.importorskip("openskill.models").PlackettLuce()
    people: dict[str, Any] = {}
    played = Counter(match.called[name] for match in told if match.over for name in match.players)
    for match in (each for each in told if each.over):
        teams = [[match.called[name] for name in side] for side in match.sides]
        before = [[people.get(person) or model.rating() for person in team] for team in teams]
        ranks = [sum(other > total for other in match.totals) for total in match.totals]
        for team, after in zip(teams, model.rate(before, ranks=ranks), strict=True):
            people.update(zip(team, after, strict=True))
    said = {each["name"]: each["rating"] for each in lived.json("stats", "--ratings")["players"]}
    rated = {name: rating for name, rating in said.items() if rating}
    assert rated.keys() == {name for name, matches in played.items() if matches >= 5}
    assert 0 < len(rated) < len(people)
    for name, rating in rated.items():
        assert (rating["mu"], rating["sigma"]) == pytest.approx((people[name].mu, people[name].sigma), abs=1e-4)


def test_a_chart_ends_at_the_figures_of_the_table(lived: Haggis) -> None:
    for chart, whole, share, scale in (("won", "matches", "won", 100), ("points", "rounds", "points", 1)):
        said = {each["name"]: each for each in lived.json("stats")["players"]}
        lines = lived.ok("stats", "--chart", chart).splitlines()[1:9]
        for line in lines:
            name = line.partition("  ")[0]
            assert line.split()[-1] == f"{scale * said[name][share] / said[name][whole]:.1f}", line


def test_the_sums_over_everybody_agree(lived: Haggis, told: list[CountedMatch]) -> None:
    said, history = lived.json("stats"), count_history(told)
    assert {key: said[key] for key in history} == history
    assert said["rounds"] == said["lead"]["rounds"] == sum(each["first"] for each in said["players"])


@pytest.mark.slow
def test_a_filter_gives_the_figures_of_the_matches_it_leaves(lived: Haggis, told: list[CountedMatch]) -> None:
    for arguments in (("--variant", "neeps"), ("--player", "Isla"), ("--no-bots",), ("--until", "2026-10")):
        left = {row["id"] for row in lived.json("list", *arguments)["matches"]}
        assert 0 < len(left) < len(told)
        figures = count_people([match for match in told if match.id in left])
        said = lived.json("stats", *arguments)["players"]
        assert {each["name"]: (each["points"], each["won"]) for each in said} == {
            name: (mine["points"], mine["won"]) for name, mine in figures.items()
        }
