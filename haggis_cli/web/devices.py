"""Who entered what: which device a round or a play came from, and when; and what a device is called at first.

It is kept in a file of its own, and never in a match. The file may be deleted at any time: then nobody is named.
Whatever was not entered here, or has been changed since by other means, came from a terminal or an editor.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request

from haggis_cli.history.database import Layout, UnusableFile, ask_database
from haggis_cli.matches.heading import now_here, render_moment
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.support.escaping import content_hash
from haggis_cli.web.access import Devices, read_address
from haggis_cli.web.rendering import may_write

FILE = "entered.sqlite"
ELSEWHERE = "Terminal or editor"
"""Where what was entered on no device came from."""
HERE = "This computer"
_LAYOUT = Layout(
    0x48474556,
    "CREATE TABLE entries (match TEXT, mark TEXT, device TEXT, at INTEGER, PRIMARY KEY (match, mark));",
)
_MOST_KEPT = 100_000  # events, of some 80 bytes each; the oldest make room
_KINDS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android phone"), ("CrOS", "Chromebook")),
    *(("Windows", "Windows computer"), ("Macintosh", "Mac"), ("Linux", "Linux computer")),
)
"""What a browser says of its device, and what people call that; the first that fits."""


def is_host(request: Request) -> bool:
    """Whether a browser may say who is let in: it may write, and runs on the computer of the server itself."""
    return may_write(request) and _is_here(request)


def _is_here(request: Request) -> bool:
    caller, called = (read_address((request.scope.get(each) or ("",))[0]) for each in ("client", "server"))
    return caller is not None and (caller.is_loopback or caller == called)


def first_name(request: Request) -> str:
    """What a device is called until somebody gives it a name."""
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
    """When, in seconds since 1970."""


class Entries:
    """What was entered with the devices of a folder of matches."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE

    def note(self, before: MatchRecord, after: MatchRecord, device: str, *, again: bool = False) -> None:
        """Keep that a device has made one match of another; again: what is brought back stays whose it was."""
        known = {mark for marks in _marks(before) for mark in marks}
        new = [mark for marks in _marks(after) for mark in marks if mark not in known]
        rows = [(_name(after), mark, device, int(now_here().timestamp())) for mark in new]

        def write(kept: sqlite3.Connection) -> None:
            with kept:
                kept.executemany(f"INSERT OR {'IGNORE' if again else 'REPLACE'} INTO entries VALUES (?, ?, ?, ?)", rows)
                kept.execute("DELETE FROM entries WHERE rowid <= (SELECT MAX(rowid) FROM entries) - ?", (_MOST_KEPT,))

        if rows:
            with suppress(UnusableFile):
                ask_database(self._path, _LAYOUT, write)

    def of(self, record: MatchRecord) -> list[list[Entry | None]]:
        """Who entered each round, or each event of a round that is recorded; None for what was entered elsewhere."""

        def read(kept: sqlite3.Connection) -> dict[str, Entry]:
            rows = kept.execute("SELECT mark, device, at FROM entries WHERE match = ?", (_name(record),))
            return {mark: Entry(str(device), int(at)) for mark, device, at in rows}

        found: dict[str, Entry] = {}
        if self._path.is_file():
            with suppress(UnusableFile):
                found = ask_database(self._path, _LAYOUT, read)
        return [[found.get(mark) for mark in marks] for marks in _marks(record)]


def _name(record: MatchRecord) -> str:
    """What tells a match from every other, also when its file is called otherwise."""
    return content_hash(f"{render_moment(record.created)} {record.variant}".encode())[:16]


def _marks(record: MatchRecord) -> list[list[str]]:
    """What tells each entry of each round from every other, by its content: a change of it is another one's entry."""
    return [list(_marks_of(number, played)) for number, played in enumerate(record.rounds, 1)]


def _marks_of(number: int, played: RoundRecord) -> Iterator[str]:
    seen = Counter[str]()
    for text in [played.table.model_dump_json()] if played.table else played.events or ():
        seen[text] += 1
        yield content_hash(f"{number} {seen[text]} {text}".encode())[:16]


# What people are told.


class RoundEntries(NamedTuple):
    """Who entered a round."""

    number: int
    """The number of the round."""
    is_recorded: bool
    """Whether it is recorded play by play."""
    who: list[tuple[str, int]]
    """The devices by what they are called, and how many of its events each has entered."""
    when: str
    """When that was, by the clock of this computer; empty where it is not known."""


def tell_rounds(request: Request, record: MatchRecord) -> list[RoundEntries]:
    """Who entered the rounds of a match, the last round first; nothing where no device has entered any."""
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
    """Who entered each event of a round, and when; empty where no device has entered any."""
    found = _entries(request).of(record)[number - 1]
    told = [f"{_name_of(request, entry)}{f', {_clock(entry.at)}' if entry else ''}" for entry in found]
    return told if any(found) else []


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
    """A moment by the clock of this computer, with its day if that is not today."""
    now = now_here()
    moment = datetime.fromtimestamp(at, now.tzinfo)
    day = "" if moment.date() == now.date() else f"{moment.day} {moment:%B} "
    return f"{day}{moment:%H:%M}"
