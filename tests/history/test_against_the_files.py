"""Every figure of `stats`, counted once more from the match files, from `check --json` and from `log --json`."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.history.recount import is_bomb
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
SUMMED = ("hand", "hand_points", "captured", "bonus", "bet_points")
EVERY_CARD_ONE = ("tatties", "neeps", "rogers-neeps")
POINT_CARDS = {"3": 1, "5": 1, "7": 1, "9": 1, "J": 2, "Q": 3, "K": 5}


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


class Told:
    """A match as its file and other commands tell of it; players are called as `stats` calls them."""

    def __init__(self, haggis: Haggis, match: dict[str, Any]) -> None:
        text = Path(match["file"]).read_text("utf-8")
        self.match = match
        self.file = match["file"]
        self.over = bool(match["complete"])
        self.scored = [each for each in match["rounds"] if each["scores"]]
        self.created = found(r"(?m)^created = (\S+)$", text)
        self.every_card_one = match["variant"] in EVERY_CARD_ONE or 'scoring = "cards"' in text
        self.players: list[str] = json.loads(found(r"(?m)^players = (\[.*\])$", text))
        bots = re.search(r"(?m)^bots = \{(.*)\}$", text)
        self.called = {name: f"{name} (random)" if bots and f"{name} =" in bots[1] else name for name in self.players}
        self.in_teams = len(self.players) == 4
        sides = list(match["totals"]) if self.in_teams else self.players
        self.side = {name: sides[seat % len(sides)] for seat, name in enumerate(self.players)}
        self.log = haggis.json("log", match["id"])["rounds"]

    @property
    def winner(self) -> str | None:
        """The side with the highest total, counted here."""
        best = max(self.match["totals"].values())
        first = [side for side, total in self.match["totals"].items() if total == best]
        return first[0] if len(first) == 1 else None

    def total(self, name: str) -> int:
        """The points of a player's side."""
        return int(self.match["totals"][self.side[name]])

    def tricks(self) -> Iterator[tuple[dict[str, Any], list[tuple[str, list[str]]]]]:
        """The tricks of the scored rounds that were recorded, each with who played which cards."""
        for each, scored in zip(self.log, self.match["rounds"], strict=True):
            for trick in each.get("tricks", ()) if scored["scores"] else ():
                plays = [event for event in trick["events"] if event["action"] == "play"]
                yield trick, [(play["player"], play["cards"]) for play in plays]

    def points(self, cards: list[str]) -> int:
        return sum(1 if self.every_card_one else POINT_CARDS.get(re.sub("[a-z]$", "", card), 0) for card in cards)


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match
    return match[1]


@pytest.fixture(scope="module")
def told(lived: Haggis) -> list[Told]:
    """All matches, the oldest first."""
    lines = lived.ok("check", "--json").splitlines()
    return sorted((Told(lived, json.loads(line)) for line in lines), key=lambda each: (each.created, each.file))


def counted(matches: list[Told]) -> dict[str, Counter[str]]:
    people: dict[str, Counter[str]] = {}
    for match in matches:
        for name in match.players:
            mine = people.setdefault(match.called[name], Counter())
            _count_match(mine, match, name)
            for each in match.scored:
                _count_round(mine, match, name, each)
            _count_bombs(mine, match, name)
    return people


def _count_match(mine: Counter[str], match: Told, name: str) -> None:
    mine["unfinished"] += not match.over
    if match.over and match.scored:
        mine["matches"] += 1
        mine["won"] += match.winner == match.side[name]
        mine["drawn"] += match.winner is None
        mine["match_points"] += match.total(name)
        mine["best_match"] = max(mine["best_match"], match.total(name))


def _count_round(mine: Counter[str], match: Told, name: str, each: dict[str, Any]) -> None:
    score, side = each["scores"][name], match.side
    sums: Counter[str] = Counter()
    for other, line in each["scores"].items():
        sums[side[other]] += line["total"] + (line["bet_points"] if match.in_teams else 0)
    best = max(sums.values())
    team = {other for other in side if side[other] == side[name]}
    mine["rounds"] += 1
    mine["points"] += score["total"]
    mine["best"] = max(mine["best"], score["total"])
    for key in SUMMED:
        mine[key] += score[key]
    mine["tops"] += [key for key, value in sums.items() if value == best] == [side[name]]
    mine["first"] += each["out"][0] == name
    mine["out"] += name in each["out"]
    mine["led"] += each["leader"] == name
    mine["led_first"] += each["leader"] == name == each["out"][0]
    mine["recorded"] += each["kind"] == "recorded"
    mine["slams"] += len(team) == 2 and set(each["out"][:2]) == team
    if score["bet"]:
        mine[f"{score['bet']} made"] += 1
        mine[f"{score['bet']} kept"] += each["out"][0] == name


def _count_bombs(mine: Counter[str], match: Told, name: str) -> None:
    for trick, plays in match.tricks():
        mine["bombs"] += sum(who == name and is_bomb(cards) for who, cards in plays)
        who, highest = plays[-1]
        if who == name and is_bomb(highest):
            mine["bombs_won"] += 1
            if match.side[trick["captured_by"]] != match.side[name]:
                mine["bomb_cost"] += sum(match.points(cards) for _, cards in plays)


@pytest.mark.slow
def test_every_figure_is_that_of_the_files(lived: Haggis, told: list[Told]) -> None:
    said = {each["name"]: each for each in lived.json("stats")["players"]}
    expected = {name: figures for name, figures in counted(told).items() if figures["rounds"]}
    assert said.keys() == expected.keys()
    for name, figures in expected.items():
        bets = {key: value for key, value in figures.items() if key.endswith((" made", " kept"))}
        told_bets = {f"{size} {what}": n for size, bet in said[name]["bets"].items() for what, n in bet.items()}
        assert +Counter(told_bets) == +Counter(bets), name
        for key in figures.keys() - bets.keys():
            assert (said[name][key] or 0) == figures[key], (name, key)


def test_the_history_tested_has_everything_that_is_counted(told: list[Told]) -> None:
    people = counted(told).values()
    everything = {key for figures in people for key in +figures}
    assert everything >= {"slams", "bomb_cost", "bonus", "unfinished", "5 made", "5 kept", "30 made", "45 made"}
    assert {each.match["variant"] for each in told} == {variant for variant, *_ in SIMULATED}
    assert sum(figures["bombs_won"] for figures in people) < sum(figures["bombs"] for figures in people)


def test_streaks_and_company_are_those_of_the_files(lived: Haggis, told: list[Told]) -> None:
    said = {each["name"]: each for each in lived.json("stats")["players"]}
    won: dict[str, str] = {}
    met: Counter[tuple[str, ...]] = Counter()
    for match in (each for each in told if each.over):
        for name, me in match.called.items():
            victory = match.winner == match.side[name]
            won[me] = won.get(me, "") + ("w" if victory else "-")
            for other in match.players:
                they, difference = match.called[other], match.total(name) - match.total(other)
                if match.side[other] != match.side[name]:
                    met[me, "opponents", they, "matches"] += 1
                    met[me, "opponents", they, "ahead"] += difference > 0
                    met[me, "opponents", they, "behind"] += difference < 0
                elif other != name:
                    met[me, "partners", they, "matches"] += 1
                    met[me, "partners", they, "won"] += victory
    for name, line in won.items():
        runs = line.split("-")
        assert (said[name]["current_streak"], said[name]["longest_streak"]) == (len(runs[-1]), max(map(len, runs))), (
            name
        )
    assert met == {
        (name, kind, other, figure): value
        for name, player in said.items()
        for kind in ("partners", "opponents")
        for other, each in player[kind].items()
        for figure, value in each.items()
    }


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
def test_ratings_are_those_of_the_matches_in_their_order(lived: Haggis, told: list[Told]) -> None:
    model = pytest.importorskip("openskill.models").PlackettLuce()
    people: dict[str, Any] = {}
    played = Counter(match.called[name] for match in told if match.over for name in match.players)
    for match in (each for each in told if each.over):
        sides = list(match.match["totals"])
        teams = [[match.called[name] for name in match.players if match.side[name] == side] for side in sides]
        before = [[people.get(person) or model.rating() for person in team] for team in teams]
        ranks = [sum(other > match.match["totals"][side] for other in match.match["totals"].values()) for side in sides]
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
            name = found(r"^(.*?)  ", line)
            assert line.split()[-1] == f"{scale * said[name][share] / said[name][whole]:.1f}", line


def test_the_sums_over_everybody_agree(lived: Haggis, told: list[Told]) -> None:
    said = lived.json("stats")
    rounds = [(match, each) for match in told for each in match.scored]
    assert said["matches"] == sum(match.over for match in told)
    assert said["unfinished"] == sum(not match.over for match in told)
    assert said["rounds"] == said["lead"]["rounds"] == len(rounds)
    assert said["lead"]["first"] == sum(each["leader"] == each["out"][0] for _, each in rounds)
    chance = sum(1 / len(match.players) for match, _ in rounds) / len(rounds)
    assert said["lead"]["chance"] == pytest.approx(chance, abs=1e-4)
    assert sum(each["first"] for each in said["players"]) == said["rounds"]


@pytest.mark.slow
def test_a_filter_gives_the_figures_of_the_matches_it_leaves(lived: Haggis, told: list[Told]) -> None:
    for arguments in (("--variant", "neeps"), ("--player", "Isla"), ("--no-bots",), ("--until", "2026-10")):
        left = {row["id"] for row in lived.json("list", *arguments)["matches"]}
        assert 0 < len(left) < len(told)
        figures = counted([match for match in told if match.match["id"] in left])
        said = lived.json("stats", *arguments)["players"]
        assert {each["name"]: (each["points"], each["won"]) for each in said} == {
            name: (mine["points"], mine["won"]) for name, mine in figures.items() if mine["rounds"]
        }
