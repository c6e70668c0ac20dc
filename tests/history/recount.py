"""A store of random matches of every variant: typed in, recorded or both, over or not, on the same few days.

Its rounds are those of matches that computer players have played, with other names at other seats. Every figure is
counted once more from the files: typed rounds are scored here, recorded ones played by the tests' own referee; the
tricks of bombs are those of `log`, and which matches break a rule `check --json` says.
"""

import json
import re
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from tests.history.replayed import lines_of, replay_rounds
from tests.rules.reference.referee import Round as Referee
from tests.support.haggis import Haggis
from tests.support.reference import VARIANTS, auction_points, personal_bets, team_bets

PLAYERS = {
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


def run(haggis: Haggis, *arguments: str, zone: str = "UTC") -> str:
    """What a command writes on that computer in a time zone; it must succeed, or say no."""
    with pytest.MonkeyPatch.context() as patch:
        for name, each in (haggis.variables | {"TZ": zone}).items():
            patch.setenv(name, each)
        time.tzset()
        ran = haggis(*arguments)
    time.tzset()
    assert ran.code in (0, 1), ran
    return ran.out


@cache
def played_matches(variant: str) -> list[PlayedMatch]:
    """Two matches of three rounds each."""
    with TemporaryDirectory() as folder:
        haggis = Haggis(Path(folder))
        bots = [word for name in "ABCD"[: PLAYERS[variant]] for word in ("--bot", f"{name}=random")]
        words = ("--simulate", "2", "--variant", variant, *bots, "--rounds", "3", "--seed", variant, "--jobs", "1")
        run(haggis, "play", *words, "--save")
        paths = sorted((haggis.home / "matches").iterdir())
        judged = [json.loads(line) for line in run(haggis, "check", "--json").splitlines()]
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
    for line in run(haggis, "check", "--json").splitlines():
        match = json.loads(line)
        late = [each["round"] for each in match["violations"] if each["code"] == "match-over"]
        if late and random.random() < 0.9:  # it was over before its last rounds
            haggis.keep("[[rounds]]".join(texts[match["id"]].split("[[rounds]]")[: min(late)]), match["id"])


def random_moment(random: Random) -> str:
    """When a match was made, as a file tells it."""
    return f"2026-11-{random.randrange(20, 24)}T{random.choice(TIMES)}{random.choice(OFFSETS)}"


def random_match(random: Random, name: str, created: str) -> str:
    """The text of a match file."""
    variant = random.choice(list(PLAYERS))
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


BROKEN, UNRATED = "breaks the rules", "marked as unrated"
SUMS = (
    *("matches", "unfinished", "won", "drawn", "match_points", "rounds", "points", "tops", "first", "out", "hand"),
    *("hand_points", "captured", "bonus", "bet_points", "led", "led_first", "recorded"),
    *("bombs", "bombs_won", "bomb_cost", "slams"),
)
PARTS = ("hand_points", "captured", "bonus", "bet_points")


class ScoredRound:
    """A round that is over: who went out, and everybody's line."""

    def __init__(self, match: "CountedMatch", judged: Mapping[str, Any], played: Mapping[str, Any] | Referee) -> None:
        self.number: int = judged["number"]
        self.recorded: bool = judged["kind"] == "recorded"
        self.leader: str | None = judged["leader"]
        if isinstance(played, Referee):
            self.out = [match.players[seat] for seat in played.out]
            self.lines = lines_of(played)
            assert self.leader == match.players[played.first_trick], (match.id, self.number)
        else:
            self.out = played["out"]
            self.lines = score_typed(match, played)
        assert (self.lines, self.out) == (judged["scores"], judged["out"]), (match.id, self.number)

    def gained(self, match: "CountedMatch") -> list[int]:
        """The points of each side."""
        return [sum(self.lines[name][part] for name in side for part in PARTS) for side in match.sides]


def score_typed(match: "CountedMatch", typed: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Everybody's line of a round that was typed in."""
    players, out = match.players, typed["out"]
    stakes = {typed["shepherd"]: typed["bid"]} if "shepherd" in typed else typed.get("bets", {})
    seats = {players.index(name): amount for name, amount in stakes.items()}
    first = players.index(out[0])
    if "shepherd" in typed:
        bets = auction_points(players.index(typed["shepherd"]), typed["bid"], first)
    else:
        bets = team_bets(seats, first) if len(players) == 4 else personal_bets(len(players), seats, first)
    bonus = VARIANTS[match.variant].first_out_bonus if len(players) == 3 else 0
    lines = {}
    for seat, name in enumerate(players):
        hand = typed["hands"].get(name, 0)
        line = {"hand": hand, "hand_points": 5 * hand, "captured": typed["captured"].get(name, 0)}
        line |= {"bonus": bonus * (seat == first), "bet": stakes.get(name, 0), "bet_points": bets[seat]}
        # A team's bet is the team's alone (Rulebook 2.1, Scoresheets).
        own = [part for part in PARTS if len(players) < 4 or part != "bet_points"]
        lines[name] = line | {"total": sum(line[part] for part in own)}
    return lines


class CountedMatch:
    """A match as its file tells it; its rounds are scored once more."""

    def __init__(self, haggis: Haggis, judged: Mapping[str, Any]) -> None:
        text = haggis.path(judged["id"]).read_text("utf-8")
        file = tomllib.loads(text)
        self.id: str = file["id"]
        self.variant: str = file["variant"]
        self.players: list[str] = file["players"]
        self.event: str | None = file.get("event")
        self.goal: dict[str, int] = file["goal"]
        self.closed: bool = file.get("closed", False)
        self.created: datetime = file["created"]
        self.written = re.findall(r"(?m)^created = (\S+)$", text)[0]
        bots = file.get("bots", {})
        self.called = {name: f"{name} ({bots[name]})" if name in bots else name for name in self.players}
        self.bots = {self.called[name]: level for name, level in bots.items()}
        teams = [self.players[::2], self.players[1::2]] if len(self.players) == 4 else [[each] for each in self.players]
        self.sides: list[list[str]] = teams
        self.side_names: list[str] = file.get("teams") or [" & ".join(side) for side in teams]
        self.side = {name: number for number, side in enumerate(teams) for name in side}
        self.rated: bool = file.get("rated", True)
        self.reason = BROKEN if judged["violations"] else None if self.rated else UNRATED
        self.number_of_rounds = len(file.get("rounds", []))
        cards_score = file.get("options", {}).get("scoring", VARIANTS[self.variant].cards_score)
        self.every_card_one: bool = cards_score == "cards"
        self.rounds: list[ScoredRound] = []
        if self.reason != BROKEN:
            replayed, kept = replay_rounds(file), file.get("rounds", [])
            played = [each.get("table") or next(replayed, None) for each in kept]
            self.rounds = [
                ScoredRound(self, each, it) for each, it in zip(judged["rounds"], played, strict=True) if it is not None
            ]
        self.log = json.loads(run(haggis, "log", self.id, "--json"))["rounds"] if self.has_recorded else []

    @property
    def has_recorded(self) -> bool:
        return any(each.recorded for each in self.rounds)

    @property
    def order(self) -> tuple[datetime, list[str | int]]:
        """What puts matches in order: the moment, then the id as people count."""
        parts = re.split("([0-9]+)", self.id)
        return self.created, [int(part) if part.isdecimal() else part for part in parts if part]

    def day(self, zone: str) -> str:
        """The day of the match, for a computer in this time zone."""
        return self.clock(zone)[:10]

    def clock(self, zone: str) -> str:
        """What the clock showed there, as logs of plays tell it, for a computer in this time zone."""
        there = self.created.astimezone(ZoneInfo(zone)) if self.written.endswith("Z") else self.created
        return there.strftime("%Y-%m-%d %H:%M:%S")

    @cached_property
    def totals(self) -> list[int]:
        """The points of each side."""
        gained = [each.gained(self) for each in self.rounds] or [[0] * len(self.sides)]
        return [sum(points) for points in zip(*gained, strict=True)]

    @cached_property
    def wins(self) -> list[int]:
        """The rounds that each side has won by scoring most alone."""
        best = [best_side(each.gained(self)) for each in self.rounds]
        return [best.count(side) for side in range(len(self.sides))]

    @property
    def decisive(self) -> list[int]:
        return self.wins if "round_wins" in self.goal else self.totals

    @property
    def over(self) -> bool:
        """Whether the goal is reached by one side that is ahead, or the match was closed."""
        ((unit, number),) = self.goal.items()
        reached = len(self.rounds) if unit == "rounds" else max(self.decisive)
        return self.closed or (reached >= number and best_side(self.decisive) is not None and bool(self.rounds))

    @property
    def winner(self) -> int | None:
        return best_side(self.decisive) if self.over else None

    @property
    def is_finished(self) -> bool:
        """Whether it counts as a match: one that was closed without a round does not."""
        return self.over and bool(self.rounds)


def best_side(points: list[int]) -> int | None:
    """The side that has most, if it is one."""
    best = [side for side, each in enumerate(points) if each == max(points)]
    return best[0] if len(best) == 1 else None


def count_matches(haggis: Haggis) -> list[CountedMatch]:
    """All matches, the oldest first."""
    judged = [json.loads(line) for line in run(haggis, "check", "--json").splitlines()]
    return sorted((CountedMatch(haggis, each) for each in judged), key=lambda each: each.order)


Figures = dict[str, Any]


def count_people(matches: Iterable[CountedMatch]) -> dict[str, Figures]:
    """The figures of everybody who has a scored round, as `stats --json` has them but for the ratings."""
    people: dict[str, Counter[str]] = {}
    best: dict[tuple[str, str], int] = {}
    bets: dict[str, dict[str, Counter[str]]] = {}
    results: dict[str, str] = {}
    company: dict[str, dict[str, dict[str, Counter[str]]]] = {}
    bots: dict[str, str] = {}
    for match in matches:
        bots |= match.bots
        for name, person in match.called.items():
            mine = people.setdefault(person, Counter())
            mine["unfinished"] += not match.over
            for each in match.rounds:
                _count_round(mine, match, name, each)
                best[person, "best"] = max(each.lines[name]["total"], best.get((person, "best"), -(10**6)))
                if size := each.lines[name]["bet"]:
                    bet = bets.setdefault(person, {}).setdefault(str(size), Counter(made=0, kept=0))
                    bet["made"] += 1
                    bet["kept"] += each.out[0] == name
            _count_bombs(mine, match, name)
            if match.is_finished:
                total = match.totals[match.side[name]]
                best[person, "best_match"] = max(total, best.get((person, "best_match"), -(10**6)))
                results[person] = results.get(person, "") + _count_result(mine, match, name)
                _count_company(company.setdefault(person, {"opponents": {}, "partners": {}}), match, name)
    return {
        person: {
            **{key: mine[key] for key in SUMS},
            "name": person,
            "bot": bots.get(person),
            "best": best[person, "best"],
            "best_match": best.get((person, "best_match")),
            "bets": {size: dict(bet) for size, bet in bets.get(person, {}).items()},
            "current_streak": len(results.get(person, "").rpartition("L")[2].rpartition("D")[2]),
            "longest_streak": max(map(len, re.split("[LD]", results.get(person, "")))),
            "form": results.get(person, "")[-5:],
            **{
                kind: {other: dict(each) for other, each in company.get(person, {}).get(kind, {}).items()}
                for kind in ("opponents", "partners")
            },
        }
        for person, mine in people.items()
        if mine["rounds"]
    }


def _count_round(mine: Counter[str], match: CountedMatch, name: str, each: ScoredRound) -> None:
    line, first = each.lines[name], each.out[0] == name
    for key in ("hand", *PARTS):
        mine[key] += line[key]
    mine["rounds"] += 1
    mine["points"] += line["total"]
    mine["tops"] += best_side(each.gained(match)) == match.side[name]
    mine["first"] += first
    mine["out"] += name in each.out
    mine["led"] += each.leader == name
    mine["led_first"] += each.leader == name and first
    mine["recorded"] += each.recorded
    mine["slams"] += len(match.players) == 4 and match.side[name] == match.side[each.out[0]] == match.side[each.out[1]]


def _count_result(mine: Counter[str], match: CountedMatch, name: str) -> str:
    """W, L or D: how the match ended for a player."""
    side = match.side[name]
    mine["matches"] += 1
    mine["won"] += match.winner == side
    mine["drawn"] += match.winner is None
    mine["match_points"] += match.totals[side]
    return "D" if match.winner is None else "W" if match.winner == side else "L"


def _count_company(mine: dict[str, dict[str, Counter[str]]], match: CountedMatch, name: str) -> None:
    side = match.side[name]
    for other in match.players:
        they, number = match.called[other], match.side[other]
        if number != side:
            versus = mine["opponents"].setdefault(they, Counter(matches=0, ahead=0, behind=0))
            versus["matches"] += 1
            versus["ahead"] += match.decisive[side] > match.decisive[number]
            versus["behind"] += match.decisive[side] < match.decisive[number]
        elif other != name:
            together = mine["partners"].setdefault(they, Counter(matches=0, won=0))
            together["matches"] += 1
            together["won"] += match.winner == side


def _count_bombs(mine: Counter[str], match: CountedMatch, name: str) -> None:
    scored = {each.number for each in match.rounds if each.recorded}
    for trick in (trick for each in match.log if each["number"] in scored for trick in each["tricks"]):
        plays = [event for event in trick["events"] if event["action"] == "play"]
        mine["bombs"] += sum(play["player"] == name and is_bomb(play["cards"]) for play in plays)
        if plays[-1]["player"] == name and is_bomb(plays[-1]["cards"]):
            mine["bombs_won"] += 1
            if match.side[trick["captured_by"]] != match.side[name]:
                mine["bomb_cost"] += sum(worth(match, card) for play in plays for card in play["cards"])


def is_bomb(cards: list[str]) -> bool:
    """Whether cards that were played are a bomb: several court cards alone, or 3-5-7-9 in one suit or in four."""
    courts = [card for card in cards if card in "JQK"]
    if len(courts) == len(cards):
        return len(cards) > 1
    suits = {card[-1] for card in cards}
    return not courts and sorted(card[:-1] for card in cards) == ["3", "5", "7", "9"] and len(suits) in (1, 4)


def worth(match: CountedMatch, card: str) -> int:
    """What a captured card is worth."""
    if match.every_card_one:
        return 1
    return {"3": 1, "5": 1, "7": 1, "9": 1, "J": 2, "Q": 3, "K": 5}.get(re.sub("[a-z]$", "", card), 0)


def count_history(matches: list[CountedMatch]) -> Figures:
    """What `stats --json` says of the history as a whole."""
    rounds = [(match, each) for match in matches for each in match.rounds]
    led = [(match, each) for match, each in rounds if each.leader is not None]
    return {
        "matches": sum(match.is_finished for match in matches),
        "unfinished": sum(not match.over for match in matches),
        "without_rounds": sum(match.over and not match.rounds for match in matches),
        "rounds": len(rounds),
        "lead": {
            "rounds": len(led),
            "first": sum(each.leader == each.out[0] for _, each in led),
            "chance": round(sum(1 / len(match.players) for match, _ in led) / max(len(led), 1), 4),
        },
    }


def sides_told(match: CountedMatch) -> Iterator[tuple[str, int]]:
    """The sides with their totals."""
    return zip(match.side_names, match.totals, strict=True)


def plain(figures: Figures) -> Figures:
    """The figures that JSON has."""
    return {key: value for key, value in figures.items() if key != "form"}


def figures_of(told: dict[str, Any]) -> dict[str, Figures]:
    """The players of `stats --json`, without the ratings."""
    return {each["name"]: {key: value for key, value in each.items() if key != "rating"} for each in told["players"]}
