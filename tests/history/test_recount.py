"""Every output of `stats`, `list` and `export`, against a count of its own, in several time zones."""

import csv
import io
import json
import re
import shutil
import time
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import UTC
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from haggis_cli.support.text import in_print
from tests.history.recount import (
    EVENTS,
    PEOPLE,
    PLAYERS,
    CountedMatch,
    Figures,
    best_side,
    count_history,
    count_matches,
    count_people,
    figures_of,
    fill_store,
    plain,
    run,
    sides_told,
)
from tests.support.haggis import Haggis
from tests.support.pages import Page

ZONES = ("Europe/Berlin", "America/New_York", "Pacific/Kiritimati")
STORES = {"small": 40, "large": 200}
DAYS = [f"2026-11-{day}" for day in range(19, 25)]

pytestmark = [
    pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot be told another time zone"),
    pytest.mark.sample("small-Europe/Berlin", "small"),
]


class Store:
    """A store, and what its files say; only read."""

    def __init__(self, haggis: Haggis) -> None:
        self.haggis = haggis
        self.matches = count_matches(haggis)
        self.counted = [match for match in self.matches if match.reason is None]

    def run(self, zone: str, *arguments: str) -> str:
        """What a command writes in a time zone."""
        return run(self.haggis, *arguments, zone=zone)

    def json(self, zone: str, *arguments: str) -> Any:
        return json.loads(self.run(zone, *arguments, "--json"))

    def csv(self, zone: str, *arguments: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.run(zone, *arguments))))


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The stores by the names of STORES; each is made when it is first asked for."""

    @cache
    def make(size: str) -> Store:
        haggis = Haggis(tmp_path_factory.mktemp(size))
        fill_store(haggis, STORES[size], "c")
        return Store(haggis)

    return make


in_every_zone = pytest.mark.parametrize(
    ("size", "zone"), [*(("small", zone) for zone in ZONES[:2]), ("large", ZONES[2])]
)


@pytest.mark.parametrize("size", STORES)
def test_the_matches_that_are_counted_are_of_every_kind(stores: Any, size: str) -> None:
    matches: list[CountedMatch] = stores(size).matches
    assert len(matches) == STORES[size]
    assert {match.closed and not match.rounds for match in matches} == {True, False}
    assert {match.over for match in matches} == {match.has_recorded for match in matches} == {True, False}
    assert len({match.created for match in matches}) < len(matches)
    if size == "large":
        assert {match.variant for match in matches} == set(PLAYERS)
        assert {match.event for match in matches} == set(EVENTS)
        assert len({match.reason for match in matches}) == 3
        assert any(match.winner is None and match.is_finished for match in matches)
        assert {name for match in matches for name in match.players} == set(PEOPLE)
        assert any(match.bots for match in matches)
        people = count_people(stores(size).counted).values()
        everything = {key for figures in people for key, value in figures.items() if value}
        assert everything >= {"slams", "bomb_cost", "bonus", "unfinished", "opponents", "partners", "longest_streak"}
        assert {size for figures in people for size in figures["bets"]} >= {"5", "30", "45"}
        assert any(bet["kept"] for figures in people for bet in figures["bets"].values())
        assert sum(figures["bombs_won"] for figures in people) < sum(figures["bombs"] for figures in people)


@in_every_zone
def test_the_list_in_all_its_forms(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    rows = store.json(zone, "list", "--sort", "oldest")["matches"]
    assert [row["id"] for row in rows] == [match.id for match in store.matches]
    assert [row["id"] for row in store.json(zone, "list")["matches"]] == [match.id for match in store.matches[::-1]]
    table = store.csv(zone, "list", "--csv", "--sort", "oldest")
    _, *lines = store.run(zone, "list", "--sort", "oldest").splitlines()
    for match, row, cells, line in zip(store.matches, rows, table, lines, strict=True):
        assert (row["day"], row["created"]) == (cells["day"], match.written) == (match.day(zone), match.written)
        assert line.split()[0] == match.day(zone)
        assert f"  {match.variant}  " in line
        assert f"  {match.id}  " in line
        assert (row["event"], row["players"], row["rounds"]) == (match.event, match.players, match.number_of_rounds)
        if match.reason is None:
            totals = dict(sides_told(match))
            winner = None if match.winner is None else match.side_names[match.winner]
            assert (row["totals"], row["winner"], row["over"]) == (totals, winner, match.over)
            told = ", ".join(f"{name} {total}" for name, total in totals.items())
            assert cells["totals"].removeprefix("'") == told
            assert told in line
            assert (cells["winner"].removeprefix("'"), cells["over"]) == (winner or "", str(int(match.over)))


@in_every_zone
def test_the_filters(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    asked: dict[tuple[str, ...], list[bool]] = {}
    asked |= {("--since", day): [match.day(zone) >= day for match in store.matches] for day in DAYS}
    asked |= {("--until", day): [match.day(zone) <= day for match in store.matches] for day in DAYS}
    asked |= {("--variant", each): [match.variant == each for match in store.matches] for each in PLAYERS}
    asked |= {("--player", each): [each in match.called.values() for match in store.matches] for each in PEOPLE}
    asked |= {("--event", each): [match.event == each for match in store.matches] for each in EVENTS if each}
    asked |= {("--finished",): [match.reason is None and match.over for match in store.matches]}
    asked |= {("--no-bots",): [not match.bots for match in store.matches]}
    for words, fits in asked.items():
        wanted = [match for match, fit in zip(store.matches, fits, strict=True) if fit]
        if not wanted and words[0] in ("--player", "--event"):
            continue
        found = [row["id"] for row in store.json(zone, "list", "--sort", "oldest", *words)["matches"]]
        if words == ("--finished",):  # of one that breaks a rule it is said by the referee alone
            found = [name for name in found if any(match.id == name for match in store.counted)]
        assert found == [match.id for match in wanted], words
        if len(words) == 1 or words[0] == "--event" or words[1] in DAYS[2:4]:
            counted = [match for match in wanted if match.reason is None]
            told = store.json(zone, "stats", *words)
            assert {key: told[key] for key in count_history(counted)} == count_history(counted), words
            assert figures_of(told) == {name: plain(each) for name, each in count_people(counted).items()}, words


@in_every_zone
def test_the_statistics_in_all_their_forms(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    expected, history = count_people(store.counted), count_history(store.counted)
    told = store.json(zone, "stats")
    assert {key: told[key] for key in history} == history
    assert told["rounds"] == told["lead"]["rounds"] == sum(each["first"] for each in told["players"])
    assert {each["name"]: each["reason"] for each in told["left_out"]} == {
        match.id: match.reason for match in store.matches if match.reason
    }
    assert figures_of(told) == {name: plain(each) for name, each in expected.items()}
    for row in store.csv(zone, "stats", "--csv"):
        name = row["name"].removeprefix("'")
        mine = expected[name]
        for key in row.keys() & plain(mine).keys() - {"name", "bot", "bets"}:
            assert row[key] == ("" if mine[key] is None else str(mine[key])), (name, key)
        for size_, bet in mine["bets"].items():
            assert (row[f"bets_{size_}_made"], row[f"bets_{size_}_kept"]) == (str(bet["made"]), str(bet["kept"]))
    table, sentences = read_table(store.run(zone, "stats"))
    assert {row["player"] for row in table} == set(expected)
    for row in table:
        check_table_row(row, expected[row["player"]])
    assert sentences[0].startswith(f"{history['matches']} finished ")
    closed = history["without_rounds"]
    told_closed = [sentence for sentence in sentences if " closed before a round" in sentence]
    assert len(told_closed) == bool(closed)
    assert not closed or told_closed[0].startswith(plural(closed, "match was", "matches were"))


def plural(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def read_table(text: str) -> tuple[list[dict[str, str]], list[str]]:
    """The rows of a table by their headings, and the sentences below it."""
    table, _, rest = text.partition("\n\n")
    heading, *lines = table.splitlines()
    starts = [found.end() for found in re.finditer(r"\S+(?: \S+)*", heading)]
    titles = re.findall(r"\S+(?: \S+)*", heading)
    rows = []
    for line in lines:
        parts = line.rsplit(maxsplit=len(titles) - 1)
        assert len(parts) == len(starts), line
        rows.append(dict(zip(titles, (part.strip() for part in parts), strict=True)))
    return rows, rest.splitlines()


def check_table_row(row: dict[str, str], mine: Figures) -> None:
    assert row["matches"] == str(mine["matches"])
    assert row["won"] == str(mine["won"])
    assert row["rate"] == percent(mine["won"], mine["matches"])
    assert row["rounds"] == str(mine["rounds"])
    assert row["per round"] == f"{mine['points'] / mine['rounds']:.1f}"
    assert row["best"] == str(mine["best"])
    assert row["first"] == (f"{mine['first']}/{mine['rounds']}" if mine["rounds"] else "-")
    made, kept = (sum(bet[what] for bet in mine["bets"].values()) for what in ("made", "kept"))
    assert row["bets"] == (f"{kept}/{made}" if made else "-")


def percent(part: int, whole: int) -> str:
    return f"{(200 * part + whole) // (2 * whole)}%" if whole else "-"


@in_every_zone
def test_the_page_of_one_player(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    for name, mine in sorted(count_people(store.counted).items())[:5]:
        figures, *tables = store.run(zone, "stats", name).split("\n\n")
        first, *lines = figures.splitlines()
        assert first == name
        told = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in lines)
        won = f"{mine['won']} of {mine['matches']} won" if mine["matches"] else "none finished"
        assert told["matches"].startswith(won)
        assert (f", {mine['drawn']} drawn" in told["matches"]) == bool(mine["drawn"])
        if mine["matches"]:
            for label in ("longest", "current"):
                wins = mine[f"{label}_streak"]
                assert told[f"{label} streak"] == (f"{wins} win" + "s" * (wins > 1) if wins else "none")
        assert told["rounds"].startswith(f"{mine['rounds']} played, highest score in {mine['tops']}")
        for label, points in (("best round", mine["best"]), ("best match", mine["best_match"])):
            assert told.get(label) == (None if points is None else f"{points} point{'s' * (points != 1)}")
        company: dict[str, list[dict[str, str]]] = {}
        for text in tables:
            rows, _ = read_table(text.rstrip("\n"))
            company[next(iter(rows[0]))] = rows
        for title, kind in (("against", "opponents"), ("with", "partners")):
            found = {row[title]: row for row in company.get(title, [])}
            assert found.keys() == mine[kind].keys()
            for other, each in mine[kind].items():
                assert {key: found[other][key] for key in each} == {key: str(number) for key, number in each.items()}


@in_every_zone
def test_a_chart_ends_at_the_figures_and_spans_the_days(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    expected = count_people(store.counted)
    finished = [match for match in store.counted if match.is_finished]
    played = [match for match in store.counted if match.rounds]  # points per round are of every scored round
    for chart, matches, part, whole, scale in (
        ("won", finished, "won", "matches", 100),
        ("points", played, "points", "rounds", 1),
    ):
        days = [match.day(zone) for match in matches]
        counted = count_people(matches)
        _, *lines = store.run(zone, "stats", "--chart", chart).splitlines()
        drawn = [line for line in lines if re.search(r"\d\.\d$", line) and " is " not in line]
        assert len(drawn) == min(8, len([name for name in counted if name in expected]))
        for line in drawn:
            name = line.split("  ")[0]
            assert line.split()[-1] == f"{scale * counted[name][part] / counted[name][whole]:.1f}", line
        (span,) = [line for line in lines if " to " in line and " is " in line]
        assert span.startswith(f"{min(days)} to {max(days)}; ")


@in_every_zone
def test_the_page_of_the_season(stores: Any, size: str, zone: str, tmp_path: Path) -> None:
    store: Store = stores(size)
    expected = count_people(store.counted)
    store.run(zone, "stats", "-o", str(tmp_path / "season.html"))
    page = Page((tmp_path / "season.html").read_text("utf-8"))
    (heading, *rows) = next(table for table in page.all_tables if table[0][0] == "player")
    heading = [{"first out": "first", "bets won": "bets"}.get(each, each) for each in heading]
    table = [dict(zip(heading, ("-" if cell == in_print("-") else cell for cell in row), strict=True)) for row in rows]
    assert {row["player"] for row in table} == set(expected)
    for row in table:
        mine = expected[row["player"]]
        check_table_row(row, mine)
        if mine["matches"]:
            streaks = (row["current streak"], row["longest streak"])
            assert streaks == (str(mine["current_streak"]), str(mine["longest_streak"]))
        assert row["form"] == mine["form"]
    (heading, *rows) = next(table for table in page.all_tables if table[0][0] == "match")
    listed = [(row[0], row[heading.index("day")]) for row in rows]
    assert listed == [(match.id, f"{match.day(zone)[-2:]} November 2026") for match in store.matches[::-1]]
    days = [match.day(zone)[-2:] for match in store.matches]
    assert f"{min(days)}\u00a0November to {max(days)}\u00a0November\u00a02026" in page.texts["p"]
    records = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    check_records(records, [match for match in store.counted if match.is_finished])
    longest = max(mine["longest_streak"] for mine in expected.values())
    assert records["Longest winning streak"].endswith(f", {longest}\u00a0in a\u00a0row")


def check_records(records: dict[str, str], finished: list[CountedMatch]) -> None:
    """The match with the most points of a side, the first of several; everybody of these points is named."""
    most = max(total for match in finished for total in match.totals)
    match = next(match for match in finished if most in match.totals)
    holders = [match.called[name] for name in match.players if match.totals[match.side[name]] == most]
    if match.totals.count(most) == 1:  # partners, whose short names no line parts
        named = "\u00a0&\u00a0".join(holders)
    else:
        named = " and ".join(filter(None, [", ".join(holders[:-1]), holders[-1]]))
    assert records["Most points in a match"] == f"{named}, {most}\u00a0points Match: {match.id}"


@in_every_zone
def test_ratings_are_the_same_in_every_output(stores: Any, size: str, zone: str) -> None:
    pytest.importorskip("openskill")
    store: Store = stores(size)
    told = {each["name"]: each["rating"] for each in store.json(zone, "stats", "--ratings")["players"]}
    rows = {row["name"].removeprefix("'"): row["rating"] for row in store.csv(zone, "stats", "--ratings", "--csv")}
    assert rows == {name: str(rating["rating"]) if rating else "" for name, rating in told.items()}
    table, _ = read_table(store.run(zone, "stats", "--ratings"))
    for row in table:
        rating = told[row["player"]]
        assert row["rating"] in ("-", f"{rating['rating']:.1f}" if rating else "-")
    _, *lines = store.run(zone, "stats", "--chart", "rating").splitlines()
    ends = {line.split("  ")[0]: line.split()[-1] for line in lines if line.split("  ")[0] in told}
    assert ends
    assert ends == {name: f"{told[name]['rating']:.1f}" for name in ends}


@in_every_zone
def test_the_exports(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    matches = {match.id: match for match in store.matches}
    told = json.loads(store.run(zone, "export", "--all", "--format", "json"))["matches"]
    assert {each["id"]: each["created"] for each in told} == {name: match.written for name, match in matches.items()}
    last: dict[str, dict[str, str]] = {}
    for row in store.csv(zone, "export", "--all", "--format", "csv"):
        match = matches[row["match_id"]]
        assert row["created"] == match.written
        if row["game_total"] and match.reason is None:
            last.setdefault(match.id, {})[row["player"].removeprefix("'")] = row["game_total"]
    for name, totals in last.items():
        match = matches[name]
        assert totals == {each: str(match.totals[match.side[each]]) for each in match.players}
    plays = ET.fromstring(store.run(zone, "export", "--all", "--format", "bgg")).findall("play")
    logged = json.loads(store.run(zone, "export", "--all", "--format", "bgstats"))["plays"]
    for play, logged_play in zip(plays, logged, strict=True):
        name = re.findall(r"(?m)^id: (.*)$", logged_play["comments"])[0]
        match = matches[name]
        assert play.attrib["date"] == match.day(zone)
        assert logged_play["playDate"] == match.clock(zone)
        if match.reason is None:
            won = [player.attrib["name"] for player in play.iter("player") if player.attrib["win"] == "1"]
            side = match.winner if match.over else best_side([0, 0])
            assert won == (
                [] if side is None else [match.called[each] for each in match.players if match.side[each] == side]
            )
            assert play.attrib["nowinstats"] == str(int(not (match.is_finished and match.rated)))
            assert logged_play["ignored"] == (play.attrib["nowinstats"] == "1")
            scores = [player.attrib["score"] for player in play.iter("player")]
            assert scores == [each["score"] for each in logged_play["playerScores"]]
            assert scores == [str(match.totals[match.side[each]]) for each in match.players]


@in_every_zone
def test_every_round_in_the_exported_table(stores: Any, size: str, zone: str) -> None:
    store: Store = stores(size)
    rounds = {(match.id, each.number): (match, each) for match in store.matches for each in match.rounds}
    found: set[tuple[str, int, str]] = set()
    for row in store.csv(zone, "export", "--all", "--format", "csv"):
        key = (row["match_id"], int(row["round"]))
        if key not in rounds:
            continue  # going on, or of a match that breaks a rule
        (match, each), name = rounds[key], row["player"].removeprefix("'")
        found.add((*key, name))
        line, team = each.lines[name], len(match.players) == 4
        of_team = {"bet_points": ""} if team else {}
        expected = {part: str(number) for part, number in line.items() if part != "bet"} | of_team
        assert {part: row[part] for part in expected} == expected, key
        side = match.sides[match.side[name]]
        stakes = [each.lines[one]["bet"] for one in side if each.lines[one]["bet"]]
        assert [row["team_bet" if team else "bet"] or "0"] == [str(stake) for stake in stakes or [0]]
        assert row["went_out"] == (str(each.out.index(name) + 1) if name in each.out else "")
        if team:
            gained = each.gained(match)[match.side[name]]
            assert (row["team"].removeprefix("'"), row["team_total"]) == (
                match.side_names[match.side[name]],
                str(gained),
            )
            assert row["team_bet_points"] == str(sum(each.lines[one]["bet_points"] for one in side))
    assert found == {(*key, name) for key, (match, _) in rounds.items() for name in match.players}


@in_every_zone
def test_the_files_that_hold_whole_matches(stores: Any, size: str, zone: str, tmp_path: Path) -> None:
    store: Store = stores(size)
    store.run(zone, "export", "--all", "-o", str(tmp_path))
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(match.id for match in store.matches)
    for match in store.matches:
        assert (tmp_path / f"{match.id}.toml").read_bytes() == store.haggis.path(match.id).read_bytes()
    text = store.run(zone, "export", "--all", "--format", "text")
    told = zip(re.findall(r"(?m)^id: (.*)$", text), re.findall(r"(?m)^created: (.*)$", text), strict=True)
    assert dict(told) == {match.id: match.written for match in store.matches}
    for match in store.counted[:5]:
        link = store.run(zone, "export", match.id, "--format", "link")
        play = json.loads(unquote(link.partition("data=")[2]))
        moment = match.created.astimezone(UTC)
        assert play["playDate"] == moment.strftime("%Y-%m-%d %H:%M:%S")
        assert [each["name"] for each in play["players"]] == list(match.called.values())
        assert [each["score"] for each in play["players"]] == [
            str(match.totals[match.side[name]]) for name in match.players
        ]


@pytest.mark.parametrize("size", ["small"])
def test_ratings_are_those_of_the_matches_in_their_order(stores: Any, size: str) -> None:
    model = pytest.importorskip("openskill.models").PlackettLuce()
    store: Store = stores(size)
    people: dict[str, Any] = {}
    finished = [match for match in store.counted if match.is_finished]
    played = Counter(match.called[name] for match in finished for name in match.players)
    for match in finished:
        teams = [[match.called[name] for name in side] for side in match.sides]
        before = [[people.get(person) or model.rating() for person in team] for team in teams]
        ranks = [sum(other > points for other in match.decisive) for points in match.decisive]
        for team, after in zip(teams, model.rate(before, ranks=ranks), strict=True):
            people.update(zip(team, after, strict=True))
    said = {each["name"]: each["rating"] for each in store.json("UTC", "stats", "--ratings")["players"]}
    rated = {name: rating for name, rating in said.items() if rating}
    assert rated.keys() == {name for name, matches in played.items() if matches >= 5}
    assert 0 < len(rated) < len(said)
    for name, rating in rated.items():
        assert (rating["mu"], rating["sigma"]) == pytest.approx((people[name].mu, people[name].sigma), abs=1e-4)


@pytest.mark.parametrize("arguments", [("--ratings",), ("--no-bots", "--variant", "neeps")], ids=" ".join)
def test_one_person_is_told_of_as_among_all(stores: Any, haggis: Haggis, arguments: tuple[str, ...]) -> None:
    pytest.importorskip("openskill")
    shutil.copytree(stores("small").haggis.home, haggis.home)
    aliases = '[aliases]\n"Jamie" = ["Noah"]\n"Isla" = ["Rory"]\n'
    (haggis.home / "players.toml").write_text(aliases, encoding="utf-8")
    everybody = haggis.json("stats", *arguments)["players"]
    assert len(everybody) > 1
    for each in everybody:
        assert haggis.json("stats", each["name"], *arguments)["players"] == [each]
