"""The reviews of recorded rounds, kept beside the index, so that a round is searched once.

A review belongs to the content of its round (deal, events, players, rules) and to the code that made it.
"""

import sqlite3
from contextlib import suppress
from json import dumps, loads
from pathlib import Path
from typing import Any

from haggis_cli.analysis.review import Estimate, PlayReview, Progress, RoundReview, review_round
from haggis_cli.history import database
from haggis_cli.history.index import ROOMS, Stamps
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.players.hard import estimate_play
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import content_hash

_LAYOUT = database.Layout(0x48475256, "CREATE TABLE reviews (key TEXT PRIMARY KEY, seconds REAL, found TEXT);")
_MOST_KEPT = 2000  # reviews, of 5 kB each; the oldest make room


def find_obstacle(report: Report, played: RoundReport) -> str | None:
    """Why a round cannot be reviewed, in a few words; None if it can."""
    if not played.recorded:
        return "typed in, without plays"
    if played.start is None or played.start.hands is None:
        return "the hands are not known"
    if any(each.round == played.number for each in report.violations):
        return "breaks a rule"
    return None if played.complete else "not over yet"


class Reviews:
    """The reviews of a store's rounds."""

    def __init__(self, home: Path) -> None:
        self.path = reviews_path(home)
        self._stamps = Stamps((*ROOMS, "analysis", "players"))

    def review(
        self, report: Report, played: RoundReport, seconds: float, progress: Progress | None = None
    ) -> RoundReview:
        """The review of a round that has no obstacle: the one that is kept, or a new one, which is kept from then on.

        seconds: how long a new one may take; one that was given less time and left something open is made anew.
        Unsolvable: the variant has a rule that cannot be searched.
        """
        key = self._key(report, played)
        found = self._read(key, seconds, report.table)
        if found is None:
            found = review_round(played.steps(), seconds, progress, estimate_play)
            self._write(key, seconds, found, report.table)
        return found

    def find_all(self, report: Report) -> dict[int, RoundReview]:
        """The reviews that are kept of a match, however long the search took, by the number of the round."""
        if not self.path.is_file():
            return {}
        rounds = [each for each in report.rounds if find_obstacle(report, each) is None]
        found = {each.number: self._read(self._key(report, each), 0, report.table) for each in rounds}
        return {number: review for number, review in found.items() if review is not None}

    def _key(self, report: Report, played: RoundReport) -> str:
        record, table = report.match.record, report.table
        content = [
            self._stamps.of(record.variant),
            record.variant,
            record.options,
            record.suits,
            table.names,
            played.leader,
            played.record.events,
            played.record.deal.model_dump(mode="json") if played.record.deal else None,
            *played.sides,
        ]
        return content_hash(dumps(content, sort_keys=True, default=str).encode())

    def _read(self, key: str, seconds: float, table: Table) -> RoundReview | None:
        def read(kept: sqlite3.Connection) -> RoundReview | None:
            row = kept.execute("SELECT seconds, found FROM reviews WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            try:
                found = _from_json(loads(row[1]), table)
            except NotationError as error:
                raise ValueError from error
            return found if row[0] >= seconds or all(each.exact for each in found.plays) else None

        with suppress(database.UnusableFile):
            return database.ask_database(self.path, _LAYOUT, read)
        return None

    def _write(self, key: str, seconds: float, found: RoundReview, table: Table) -> None:
        def write(kept: sqlite3.Connection) -> None:
            with kept:
                kept.execute(
                    "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (key, seconds, dumps(_as_json(found, table)))
                )
                kept.execute("DELETE FROM reviews WHERE rowid <= (SELECT MAX(rowid) FROM reviews) - ?", (_MOST_KEPT,))

        with suppress(database.UnusableFile):
            database.ask_database(self.path, _LAYOUT, write)


def reviews_path(home: Path) -> Path:
    """Where the reviews of a store are kept: beside its index."""
    return database.kept_path(home, "reviews")


def are_reviews_damaged(path: Path) -> bool:
    """Whether something else lies in their place, or they cannot be read; found out without writing anything."""
    if not path.is_file():
        return True
    try:
        with database.look_at_database(path) as kept:
            return database.read_mark(kept)[0] != _LAYOUT.application
    except sqlite3.DatabaseError as error:
        return database.is_broken(error)
    except OSError:
        return True


def _as_json(found: RoundReview, table: Table) -> dict[str, Any]:
    plays = []
    for play in found.plays:
        about = [*play.about[:2], render_event(play.about.best, table)] if play.about else None
        plays.append([*play._replace(best=render_event(play.best, table), about=about)])  # type: ignore[arg-type]
    return {"signs": found.signs, "plays": plays}


def _from_json(kept: dict[str, Any], table: Table) -> RoundReview:
    signs = None if kept["signs"] is None else tuple(map(int, kept["signs"]))
    return RoundReview(tuple(_play_from_json(PlayReview(*values), table) for values in kept["plays"]), signs)


def _play_from_json(play: PlayReview, table: Table) -> PlayReview:
    about = None
    if play.about is not None:
        value, best_value, best = play.about
        about = Estimate(int(value), int(best_value), parse_event(str(best), table))
    return play._replace(best=parse_event(str(play.best), table), about=about)
