"""Who entered what: the device that a round or a play came from, and when; and the initial name of a device.

This is saved in a separate file, never in a match. The file may be deleted at any time: then no device is named.
Anything not entered here, or changed since by other means, came from a terminal or an editor.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request

from haggis_cli.history.database import Layout, UnusableFile, ask_database
from haggis_cli.matches.heading import now_here, render_moment
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.support.escaping import content_hash
from haggis_cli.web.access import Device, Devices, device_of, read_address
from haggis_cli.web.rendering import may_write

FILE = "entered.sqlite"
ELSEWHERE = "Terminal or file"
"""The source of anything that was not entered on a device."""
HERE = "Computer"
_LAYOUT = Layout(
    0x48474556, "CREATE TABLE entries (match TEXT, mark TEXT, device TEXT, at INTEGER, PRIMARY KEY (match, mark));"
)
_MOST_KEPT = 100_000  # events of some 80 bytes each; the oldest are dropped
_KINDS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android phone"), ("CrOS", "Chromebook")),
    *(("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer")),
)
"""Words in a browser's user agent, and the name of the device; the first match is used."""


def is_host(request: Request) -> bool:
    """Whether a browser may manage devices: it may write and runs on the server's own computer."""
    return may_write(request) and _is_here(request)


def _is_here(request: Request) -> bool:
    caller, called = (read_address((request.scope.get(each) or ("",))[0]) for each in ("client", "server"))
    return caller is not None and (caller.is_loopback or caller == called)


def first_name(request: Request) -> str:
    """The name of a device until somebody renames it."""
    if _is_here(request):
        return HERE
    said = request.headers.get("user-agent", "")
    kind = next((name for word, name in _KINDS if word in said), "Phone")
    return "Android tablet" if kind == "Android phone" and "Mobile" not in said else kind


class Entry(NamedTuple):
    """Who entered a round or an event."""

    device: str
    """The device, by its cookie."""
    at: int
    """The time in seconds since 1970."""


class Entries:
    """What was entered on the devices of a folder of matches."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE

    def note(self, before: MatchRecord, after: MatchRecord, device: str) -> None:
        """Note that a device has changed a match."""
        known = {mark for marks in _marks(before) for mark in marks}
        new = [mark for marks in _marks(after) for mark in marks if mark not in known]
        rows = [(_name(after), mark, device, int(now_here().timestamp())) for mark in new]

        def write(kept: sqlite3.Connection) -> None:
            with kept:
                kept.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", rows)
                kept.execute("DELETE FROM entries WHERE rowid <= (SELECT MAX(rowid) FROM entries) - ?", (_MOST_KEPT,))

        if rows:
            with suppress(UnusableFile):
                ask_database(self._path, _LAYOUT, write)

    def of(self, record: MatchRecord) -> list[list[Entry | None]]:
        """Who entered each round, or each event of a recorded round; None for anything entered elsewhere."""
        rows = self._read("SELECT mark, device, at FROM entries WHERE match = ?", _name(record))
        found = {mark: Entry(device, at) for mark, device, at in rows}
        return [[found.get(mark) for mark in marks] for marks in _marks(record)]

    def latest(self) -> dict[str, int]:
        """When each device has last entered something, in seconds since 1970, the last one first."""
        return dict(self._read("SELECT device, MAX(at) FROM entries GROUP BY device ORDER BY 2 DESC"))

    def _read(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        """The rows of a query for texts and, last, a time; none if the file is missing or cannot be read."""

        def read(kept: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return [(*map(str, texts), int(at)) for *texts, at in kept.execute(query, values)]

        if self._path.is_file():
            with suppress(UnusableFile):
                return ask_database(self._path, _LAYOUT, read)
        return []


def _name(record: MatchRecord) -> str:
    """The identity of a match, even if its file is renamed."""
    return content_hash(f"{render_moment(record.created)} {record.variant}".encode())[:16]


def _marks(record: MatchRecord) -> list[list[str]]:
    """The identity of each entry of each round, by its content: a changed entry has another identity."""
    return [list(_marks_of(number, played)) for number, played in enumerate(record.rounds, 1)]


def _marks_of(number: int, played: RoundRecord) -> Iterator[str]:
    seen = Counter[str]()
    for text in [played.table.model_dump_json()] if played.table else played.events or ():
        seen[text] += 1
        yield content_hash(f"{number} {seen[text]} {text}".encode())[:16]


# The entries as pages show them.


class RoundEntries(NamedTuple):
    """Who entered a round."""

    number: int
    """The number of the round."""
    is_recorded: bool
    """Whether it is recorded play by play."""
    who: list[tuple[str, int]]
    """The names of the devices, each with the number of events that it has entered."""
    when: str
    """The time, by the clock of this computer; empty if unknown."""


def tell_rounds(request: Request, record: MatchRecord) -> list[RoundEntries]:
    """Who entered the rounds of a match, the last round first; empty if no device has entered any."""
    told, is_any = [], False
    for number, (played, found) in enumerate(zip(record.rounds, _entries(request).of(record), strict=True), 1):
        known = [entry for entry in found if entry]
        is_any = is_any or bool(known)
        who = Counter(_name_of(request, entry) for entry in found)
        ends = dict.fromkeys(map(_clock, sorted({entry.at for entry in known})))
        when = " to ".join([*ends][:: max(1, len(ends) - 1)])
        told.append(RoundEntries(number, played.events is not None, who.most_common(), when))
    return told[::-1] if is_any else []


def tell_events(request: Request, record: MatchRecord, number: int) -> list[str]:
    """Who entered each event of a round, and when; empty if no device has entered any."""
    found = _entries(request).of(record)[number - 1]
    told = [f"{_name_of(request, entry)}{f', {_clock(entry.at)}' if entry else ''}" for entry in found]
    return told if any(found) else []


def tell_devices(request: Request, known: Mapping[str, Device]) -> dict[str, str]:
    """When each device was let in and has last entered something, as far as that is kept.

    The one that asks comes first, then those that have entered something, the last first.
    """
    latest = _entries(request).latest()
    told = {}
    for device in filter(known.__contains__, [device_of(request), *latest, *known]):
        times = {"joined": known[device].since, "last entry": latest.get(device, 0)}
        told[device] = ", ".join(f"{what} {_clock(at)}" for what, at in times.items() if at)
    return told


def _entries(request: Request) -> Entries:
    entries: Entries = request.app.state.entries
    return entries


def _name_of(request: Request, entry: Entry | None) -> str:
    devices: Devices = request.app.state.settings.devices
    if entry is None:
        return ELSEWHERE
    known = devices.known.get(entry.device)
    return known.name if known else "Another device"


def _clock(at: int) -> str:
    """A time by the clock of this computer, with its day unless it is today."""
    now = now_here()
    moment = datetime.fromtimestamp(at, now.tzinfo)
    day = "" if moment.date() == now.date() else f"{moment.day} {moment:%B} "
    return f"{day}{moment:%H:%M}"
