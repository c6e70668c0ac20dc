"""A store of random matches of every variant: typed in, recorded or both, over or not, on the same few days.

Its rounds are those of matches that computer players have played, with other names at other seats.
"""

import json
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.support.haggis import Haggis

VARIANTS = {
    "two-player": 2,
    "three-player": 3,
    "tatties": 3,
    "neeps": 4,
    "rogers-neeps": 4,
    "classic": 3,
    "revised": 2,
    "taylor": 3,
}
PEOPLE = ("Noah", "Isla", "Jamie", "Rory", "Zoë", "李雷", "=1+1")
EVENTS = ("Burns Night", "The long, slow league", None, None)
TIMES = ("00:30:00", "12:00:00", "23:30:00")
OFFSETS = ("Z", "+00:00", "+01:00", "-05:00", "+13:00", "+14:00", "-03:30")

Round = dict[str, Any]


class PlayedMatch(NamedTuple):
    """A match of computer players: its file as a table, and its rounds as the referee tells them."""

    file: dict[str, Any]
    judged: list[Round]


@cache
def played_matches(variant: str) -> list[PlayedMatch]:
    """Two matches of three rounds each."""
    with TemporaryDirectory() as folder:
        haggis = Haggis(Path(folder))
        bots = [word for name in "ABCD"[: VARIANTS[variant]] for word in ("--bot", f"{name}=random")]
        words = ("--simulate", "2", "--variant", variant, *bots, "--rounds", "3", "--seed", variant, "--jobs", "1")
        assert haggis.process("play", *words, "--save").code == 0
        paths = sorted((haggis.home / "matches").iterdir())
        judged = [json.loads(line) for line in haggis.process("check", "--json").out.splitlines()]
        return [
            PlayedMatch(tomllib.loads(path.read_text("utf-8")), match["rounds"])
            for path, match in zip(paths, sorted(judged, key=lambda each: each["id"]), strict=True)
        ]


def fill_store(haggis: Haggis, number: int, seed: str) -> None:
    """Put so many random matches into the store: `m-a`, `m-a-2`, `m-b`; a few of them break a rule."""
    random = Random(seed)
    written: Counter[str] = Counter()
    texts = {}
    created = random_moment(random)
    for _ in range(number):
        if random.random() < 0.4:  # else it is of the same moment as the one before
            created = random_moment(random)
        stem = f"m-{random.choice('abc')}"
        written[stem] += 1
        name = f"{stem}-{written[stem]}" if written[stem] > 1 else stem
        texts[name] = random_match(random, name, created)
        haggis.keep(texts[name], name)
    for line in haggis.process("check", "--json").out.splitlines():
        match = json.loads(line)
        late = [each["round"] for each in match["violations"] if each["code"] == "match-over"]
        if late and random.random() < 0.9:  # it was over before its last rounds
            haggis.keep("[[rounds]]".join(texts[match["id"]].split("[[rounds]]")[: min(late)]), match["id"])


def random_moment(random: Random) -> str:
    """When a match was made, as a file tells it."""
    return f"2026-11-{random.randrange(20, 24)}T{random.choice(TIMES)}{random.choice(OFFSETS)}"


def random_match(random: Random, name: str, created: str) -> str:
    """The text of a match file."""
    variant = random.choice(list(VARIANTS))
    played = random.choice(played_matches(variant))
    seats = played.file["players"]
    people = random.sample(PEOPLE, len(seats))
    called = dict(zip(seats, people, strict=True))
    rounds = [typed_round(random, played_matches(variant), people) for _ in range(random.randrange(4))]
    if random.random() < 0.25:  # a draw: everybody has everybody else's round once
        rounds = turned_rounds(variant, random.choice(played.judged), seats, people)
    elif random.random() < 0.4:
        recorded = [recorded_round(each, called) for each in played.file["rounds"][: random.randrange(4)]]
        rounds = [*recorded, *rounds]
        if recorded and len(rounds) == len(recorded) and random.random() < 0.3:
            rounds[-1]["events"] = rounds[-1]["events"][: random.randrange(8)]
    lead = "dealer" if "dealer" in played.file else "lead"
    head = {
        "format": 1,
        "id": name,
        "variant": variant,
        "players": people,
        "goal": random.choice([{"points": 60}, {"points": 5_000}, {"rounds": 2}, {"rounds": 9}, {"round_wins": 1}]),
        lead: called[played.file[lead]],
    }
    if random.random() < 0.5:
        head["closed"] = True
    if event := random.choice(EVENTS):
        head["event"] = event
    if random.random() < 0.1:
        head["rated"] = False
    if random.random() < 0.3:
        head["bots"] = {random.choice(people): random.choice(["easy", "hard"])}
    if len(seats) == 4 and random.random() < 0.5:
        head["teams"] = ["High Rollas", "Slam Jamma"]
    return match_text(head, created, rounds)


def typed_round(random: Random, matches: list[PlayedMatch], people: list[str]) -> Round:
    """The figures of a round that was played, for people who sit anywhere."""
    match = random.choice(matches)
    turn = random.randrange(len(people))
    called = dict(zip(match.file["players"], people[turn:] + people[:turn], strict=True))
    return typed_figures(match.file["variant"], random.choice(match.judged), called)


def turned_rounds(variant: str, judged: Round, seats: list[str], people: list[str]) -> list[Round]:
    """A round once for each side, with the people one seat further on each time."""
    turns = 2 if len(seats) == 4 else len(seats)
    return [
        typed_figures(variant, judged, dict(zip(seats, people[turn:] + people[:turn], strict=True)))
        for turn in range(turns)
    ]


def typed_figures(variant: str, judged: Round, called: dict[str, str]) -> Round:
    """A round as it is typed in from the table."""
    scores = {called[name]: score for name, score in judged["scores"].items()}
    table: Round = {
        "out": [called[name] for name in judged["out"]],
        "hands": {name: score["hand"] for name, score in scores.items() if score["hand"]},
        "captured": {name: score["captured"] for name, score in scores.items()},
    }
    stakes = {name: score["bet"] for name, score in scores.items() if score["bet"]}
    if stakes and variant == "tatties":
        ((table["shepherd"], table["bid"]),) = stakes.items()
    elif stakes:
        table["bets"] = stakes
    return {"table": table}


def recorded_round(played: Round, called: dict[str, str]) -> Round:
    """A recorded round with other names."""

    def renamed(event: str) -> str:
        name, _, deed = event.partition(": ")
        verb, _, object_ = deed.partition(" ")
        told = f"{verb} {called[object_]}" if verb in ("award", "lead") else deed
        return f"{called[name]}: {told}"

    deal = played["deal"]
    hands = {called[name]: hand for name, hand in deal["hands"].items()}
    return {"events": [renamed(event) for event in played["events"]], "deal": deal | {"hands": hands}}


def match_text(head: dict[str, Any], created: str, rounds: list[Round]) -> str:
    """A match file."""
    lines = [f"{key} = {value(each)}" for key, each in head.items()] + [f"created = {created}"]
    for each in rounds:
        lines.append("[[rounds]]")
        lines += [f"{key} = {value(part)}" for key, part in each.items()]
    return "\n".join(lines) + "\n"


def value(of: Any) -> str:
    """A value of TOML on one line."""
    if isinstance(of, dict):
        return (
            "{ "
            + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {value(each)}" for key, each in of.items())
            + " }"
        )
    return json.dumps(of, ensure_ascii=False)
