"""A match has one day: the local one where it was played, in every command, filter, sheet, chart and export."""

import csv
import io
import json
import re
import time
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import cycle
from zoneinfo import ZoneInfo

import pytest

from haggis_cli.book.match import describe_match
from haggis_cli.matches import heading
from haggis_cli.matches.store.folder import Store
from tests.support.haggis import Haggis, header

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot be told another time zone")

ZONES = (
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"),
    *("Pacific/Kiritimati", "America/St_Johns"),
)
DAY = date(2026, 11, 24)
FAR = {"23:30": "Pacific/Auckland", "00:30": "America/Los_Angeles"}
"""Where it is another day at these times of most places."""
CLOCKS = {"23:30": datetime(2026, 11, 24, 23, 30), "00:30": datetime(2026, 11, 24, 0, 30)}
PLAYED = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
A_DATE = r"\b(20\d\d-\d\d-\d\d)(?!T)"  # a day, and no moment
A_SPELLED_DATE = r"\b\d{1,2} (?:November|December) 20\d\d\b"

Travel = Callable[[str], None]


def is_listed(haggis: Haggis, *options: str) -> bool:
    listed, counted = bool(haggis.json("list", *options)["matches"]), haggis.json("stats", *options)["matches"] == 1
    assert listed == counted
    return listed


def found_days(haggis: Haggis) -> dict[str, str]:
    """The first and last day, a blank between them, on which the filters find the one match there is."""
    days = [str(DAY + timedelta(days=number)) for number in range(-3, 4)]
    found = {
        "since": max(day for day in days if is_listed(haggis, "--since", day)),
        "until": min(day for day in days if is_listed(haggis, "--until", day)),
    }
    assert is_listed(haggis, "--since", found["until"], "--until", found["since"])
    return found


def days_told(haggis: Haggis) -> dict[str, str]:
    """The day of the one match there is, as each output tells it; several that one tells differently, all of them."""
    [row] = haggis.json("list")["matches"]
    [line] = csv.DictReader(io.StringIO(haggis.ok("list", "--csv")))
    told = {"list --json": row["day"], "list --csv": line["day"], **found_days(haggis)}
    for output in ("list", "stats --chart won", *(f"sheet --format {form}" for form in FORMS)):
        told[output] = dates_in(haggis.ok(*output.split()).replace(row["id"], ""))
    for name in ("season.html", "chart.svg", "chart.html"):
        chart = ("--chart", "won") if name.startswith("chart") else ()
        haggis.ok("stats", *chart, "-o", name, "--force")
        told[name] = dates_in((haggis.folder / name).read_text("utf-8").replace(row["id"], ""))
    told["remove"] = dates_in(describe_match(Store(haggis.home), haggis.path(row["id"])))
    [play] = json.loads(haggis.ok("export", "--format", "bgstats"))["plays"]
    told["bgstats"] = play["playDate"][:10]
    found = ET.fromstring(haggis.ok("export", "--format", "bgg")).find("play")
    assert found is not None
    told["bgg"] = found.attrib["date"]
    return told


FORMS = ("text", "markdown", "json", "html", "svg")


def dates_in(text: str) -> str:
    """The days in a text, also those as people say them: `24 November 2026`."""
    spelled = {str(datetime.strptime(day, "%d %B %Y").date()) for day in re.findall(A_SPELLED_DATE, text)}
    return " ".join(sorted({*re.findall(A_DATE, text), *spelled}))


def moments_told(haggis: Haggis) -> dict[str, str]:
    """What the exports say of the moment."""
    (line, *_) = csv.DictReader(io.StringIO(haggis.ok("export", "--format", "csv")))
    return {
        "json": json.loads(haggis.ok("export", "--format", "json"))["created"],
        "csv": line["created"],
        "text": re.findall(r"(?m)^created: (.*)$", haggis.ok("export", "--format", "text"))[0],
    }


def begin(haggis: Haggis, monkeypatch: pytest.MonkeyPatch, moment: datetime) -> str:
    """Start a match of one round at a moment; its id, once the round is played."""
    monkeypatch.setattr(heading, "_now", lambda: moment.astimezone(UTC))
    match = haggis.json("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "1")["id"]
    haggis.ok("score", "Noah: out 8, cards 12", "Isla: cards 24", "--yes")
    return str(match)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("zone", "clock"), [*zip(ZONES, cycle(reversed(CLOCKS)), strict=False)])
def test_a_match_has_the_day_of_the_place_where_it_was_played(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch, travel: Travel, zone: str, clock: str
) -> None:
    travel(zone)
    moment = CLOCKS[clock].replace(tzinfo=ZoneInfo(zone))
    match = begin(haggis, monkeypatch, moment)
    assert match == f"{DAY}-noah-isla"
    assert tomllib.loads(haggis.path(match).read_text("utf-8"))["created"] == moment
    assert f"created = {moment.isoformat()}\n" in haggis.path(match).read_text("utf-8")
    for read_in in (zone, FAR[clock]):
        travel(read_in)
        told = days_told(haggis)
        assert told == dict.fromkeys(told, str(DAY)), read_in
        assert set(moments_told(haggis).values()) == {moment.isoformat()}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("zone", "clock"), [*zip(ZONES, cycle(reversed(CLOCKS)), strict=False)])
def test_a_moment_in_utc_has_everywhere_the_day_of_the_computer_that_reads_it(
    haggis: Haggis, travel: Travel, zone: str, clock: str
) -> None:
    """So an older version wrote it, on this computer most likely, and made the id of the local day."""
    moment = CLOCKS[clock].replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    written = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    haggis.keep(header(goal="rounds = 1").replace("2026-11-21T19:30:00Z", written) + PLAYED)
    for read_in in (zone, FAR[clock]):
        travel(read_in)
        day = str(moment.astimezone(ZoneInfo(read_in)).date())
        haggis.ok("show", "friday")
        told = days_told(haggis)
        assert told == dict.fromkeys(told, day), read_in
        assert set(moments_told(haggis).values()) == {written}


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-24T00:30:00+01:00", "2026-11-24"),
        ("2026-11-23T23:30:00-05:00", "2026-11-23"),
        ("2026-11-24T00:30:00+00:00", "2026-11-24"),
        ("2026-11-24T00:30:00", "2026-11-24"),
    ],
)
def test_the_offset_in_a_file_holds_on_every_computer(haggis: Haggis, travel: Travel, written: str, day: str) -> None:
    haggis.keep(header(goal="rounds = 1").replace("2026-11-21T19:30:00Z", written) + PLAYED)
    haggis.ok("show", "friday")
    for zone in ("America/Los_Angeles", "Pacific/Kiritimati"):
        travel(zone)
        told = days_told(haggis)
        assert told == dict.fromkeys(told, day)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
@pytest.mark.parametrize("form", ["json", "csv", "text", "toml", "bgg", "bgstats"])
def test_what_is_exported_has_its_day_where_it_is_imported(
    haggis: Haggis, travel: Travel, zone: str, form: str
) -> None:
    for created in ("2026-11-24T00:30:00+01:00", "2026-11-24T23:30:00+00:00"):
        haggis.keep(header(goal="rounds = 1").replace("2026-11-21T19:30:00Z", created) + PLAYED)
        (haggis.folder / "out").write_text(haggis.ok("export", "friday", "--format", form), "utf-8")
        haggis.ok("remove", "friday", "--yes")
        travel(zone)
        haggis.ok("import", "out")
        [row] = haggis.json("list")["matches"]
        assert row["day"] == "2026-11-24"
        haggis.ok("remove", row["id"], "--yes")


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Pacific/Kiritimati"])
def test_a_day_of_another_program_stays_that_day(haggis: Haggis, travel: Travel, zone: str) -> None:
    travel(zone)
    players = '<players><player name="Noah" score="260"/><player name="Isla" score="190"/></players>'
    play = f'<play id="1" date="2026-11-24"><item name="Haggis"/>{players}</play>'
    (haggis.folder / "plays.xml").write_text(f"<plays>{play}</plays>", "utf-8")
    people = [{"id": 1, "name": "Noah"}, {"id": 2, "name": "Isla"}]
    scores = [{"playerRefId": each["id"], "score": "9"} for each in people]
    bgs = {"playDate": "2026-11-24 23:30:00", "gameRefId": 1, "playerScores": scores}
    file = {"games": [{"id": 1, "name": "Haggis"}], "players": people, "plays": [bgs]}
    (haggis.folder / "plays.bgsplay").write_text(json.dumps(file), "utf-8")
    for name in ("plays.xml", "plays.bgsplay"):
        haggis.ok("import", name)
    rows = haggis.json("list")["matches"]
    assert [(row["day"], row["id"][:10]) for row in rows] == [("2026-11-24", "2026-11-24")] * 2
