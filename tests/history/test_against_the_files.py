"""Every figure of `stats`, counted once more from the match files and from what `check --json` says of them."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import ROOT, Haggis

SIMULATED = (
    ("two-player", 2, "--points"),
    ("three-player", 3, "--points"),
    ("tatties", 3, "--rounds"),
    ("neeps", 4, "--rounds"),
)


@pytest.fixture
def lived(haggis: Haggis) -> Haggis:
    """A home with the examples, and with matches that computer players have played."""
    matches = haggis.home / "matches"
    matches.mkdir(parents=True)
    for path in (ROOT / "examples" / "matches").glob("*.toml"):
        shutil.copy(path, matches)
    for variant, players, goal in SIMULATED:
        bots = [word for name in ("Ann", "Ben", "Cat", "Dan")[:players] for word in ("--bot", f"{name}=random")]
        target = "60" if goal == "--points" else "2"
        haggis.ok("play", "--simulate", "3", "--variant", variant, *bots, goal, target, "--seed", variant, "--save")
    return haggis


def adjudicated(haggis: Haggis) -> list[tuple[dict[str, Any], str]]:
    """What `check` says of each match, with the file's text."""
    lines = haggis.ok("check", "--json").splitlines()
    return [(match, Path(match["file"]).read_text("utf-8")) for match in map(json.loads, lines)]


def sides_of(match: dict[str, Any], text: str) -> dict[str, str]:
    """The side of each player."""
    found = re.search(r"(?m)^players = (\[.*\])$", text)
    assert found
    players = json.loads(found[1])
    if len(players) < 4:
        return {name: name for name in players}
    teams = list(match["totals"])
    return {name: teams[seat % 2] for seat, name in enumerate(players)}


def called(name: str, text: str) -> str:
    """The name with the level, where the computer played."""
    bots = re.search(r"(?m)^bots = \{(.*)\}$", text)
    return f"{name} (random)" if bots and f"{name} =" in bots[1] else name


def is_bomb(cards: str) -> bool:
    words = cards.partition(" as ")[0].split()
    courts = [word for word in words if word in "JQK"]
    if len(courts) == len(words):
        return len(words) > 1
    suits = {word[-1] for word in words}
    return not courts and sorted(word[:-1] for word in words) == ["3", "5", "7", "9"] and len(suits) in (1, 4)


def counted(haggis: Haggis) -> dict[str, Counter[str]]:
    people: dict[str, Counter[str]] = {}
    for match, text in adjudicated(haggis):
        sides = sides_of(match, text)
        scored = [each for each in match["rounds"] if each["scores"]]
        for name, side in sides.items():
            mine = people.setdefault(called(name, text), Counter())
            mine["unfinished"] += not match["complete"]
            if match["complete"] and scored:
                mine["matches"] += 1
                mine["won"] += match["winner"] == side
                mine["match_points"] += match["totals"][side]
            for each in scored:
                score = each["scores"][name]
                sums: Counter[str] = Counter()
                for other, line in each["scores"].items():
                    sums[sides[other]] += line["total"]
                best = max(sums.values())
                team = {other for other in sides if sides[other] == side}
                mine["rounds"] += 1
                mine["points"] += score["total"]
                for key in ("hand", "hand_points", "captured", "bonus", "bet_points"):
                    mine[key] += score[key]
                mine["tops"] += [key for key, value in sums.items() if value == best] == [side]
                mine["first"] += each["out"][0] == name
                mine["out"] += name in each["out"]
                mine["led"] += each["leader"] == name
                mine["led_first"] += each["leader"] == name == each["out"][0]
                mine["recorded"] += each["kind"] == "recorded"
                mine["slams"] += len(team) == 2 and set(each["out"][:2]) == team
                if score["bet"]:
                    mine[f"{score['bet']} made"] += 1
                    mine[f"{score['bet']} kept"] += each["out"][0] == name
            blocks = text.split("[[rounds]]")[1:]
            for each, block in zip(match["rounds"], blocks, strict=True):
                if each["scores"]:
                    plays = re.findall(r'(?m)^\s*"([^":]+): ([^"]+)",?$', block)
                    mine["bombs"] += sum(who == name and is_bomb(what) for who, what in plays)
    return people


def test_every_figure_is_that_of_the_files(lived: Haggis) -> None:
    told = {each["name"]: each for each in lived.json("stats")["players"]}
    expected = {name: figures for name, figures in counted(lived).items() if figures["rounds"]}
    assert told.keys() == expected.keys()
    for name, figures in expected.items():
        bets = {key: value for key, value in figures.items() if key.endswith((" made", " kept"))}
        said = {f"{size} {what}": n for size, bet in told[name]["bets"].items() for what, n in bet.items()}
        assert +Counter(said) == +Counter(bets), name
        for key in figures.keys() - bets.keys():
            assert told[name][key] == figures[key], (name, key)


def test_streaks_and_company_are_those_of_the_files(lived: Haggis) -> None:
    told = {each["name"]: each for each in lived.json("stats")["players"]}
    won: dict[str, str] = {}
    met: Counter[tuple[str, str, str]] = Counter()
    for match, text in sorted(adjudicated(lived), key=lambda pair: (created(pair[1]), pair[0]["file"])):
        if not match["complete"]:
            continue
        sides = sides_of(match, text)
        for name, side in sides.items():
            me = called(name, text)
            won[me] = won.get(me, "") + ("w" if match["winner"] == side else "-")
            for other in sides.keys() - {name}:
                kind = "partners" if sides[other] == side else "opponents"
                met[me, kind, called(other, text)] += 1
    for name, line in won.items():
        runs = line.split("-")
        assert (told[name]["streak"], told[name]["best_streak"]) == (len(runs[-1]), max(map(len, runs))), name
    assert met == {
        (name, kind, other): each["matches"]
        for name, player in told.items()
        for kind in ("partners", "opponents")
        for other, each in player[kind].items()
    }


def created(text: str) -> str:
    found = re.search(r"(?m)^created = (\S+)$", text)
    assert found
    return found[1]


def test_the_sums_over_everybody_agree(lived: Haggis) -> None:
    told = lived.json("stats")
    matches = [match for match, _ in adjudicated(lived)]
    assert told["matches"] + told["unfinished"] == len(matches)
    assert told["rounds"] == sum(bool(each["scores"]) for match in matches for each in match["rounds"])
    assert told["lead"]["rounds"] == told["rounds"]
    assert told["lead"]["first"] == sum(
        each["leader"] == each["out"][0] for match in matches for each in match["rounds"] if each["scores"]
    )
    assert sum(each["first"] for each in told["players"]) == told["rounds"]
    against = {each["name"]: each["opponents"] for each in told["players"]}
    for name, others in against.items():
        for other, versus in others.items():
            mirrored = against[other][name]
            assert (versus["ahead"], versus["behind"]) == (mirrored["behind"], mirrored["ahead"])
