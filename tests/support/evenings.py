"""Whole matches as they were played by computer players, for tests and benchmarks that type or touch them in."""

from pathlib import Path
from typing import NamedTuple

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from tests.support.haggis import Haggis

NAMES = ("Noah", "Isla", "Jamie", "Rory")


class Evening(NamedTuple):
    """A match as it was played: what is to be typed."""

    variant: str
    table: Table
    goal: list[str]
    """The goal, as words for `haggis new`."""
    rounds: list[Outcome]
    totals: dict[str, int]
    """The points of each side at the end."""

    def words(self, name: str) -> tuple[str, ...]:
        """The command that starts the match anew."""
        players = [word for each in self.table.names for word in ("-p", each)]
        return ("new", "--variant", self.variant, *players, *self.goal, "--name", name)


def play_evening(variant_id: str, seed: str, folder: Path, *goal: str) -> Evening:
    """One match by computer players that bet and bid as people might.

    goal: as words of `haggis play`; without any it is the variant's own.
    """
    haggis = Haggis(folder)
    variant = load(variant_id)
    names = NAMES[: max(variant.players)]
    bots = [word for name in names for word in ("--bot", f"{name}=easy")]
    words = ("play", "--simulate", "1", "--variant", variant_id, *bots, "--seed", seed, "--save", "--jobs", "1", *goal)
    ran = haggis.process(*words)
    assert ran.code == 0, ran
    (path,) = (haggis.home / "matches").glob("*.toml")
    match = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(match, variant)
    outcomes = [each.outcome for each in report.rounds if each.outcome]
    assert len(outcomes) == len(report.rounds)
    totals = dict(zip(report.table.side_names, report.totals or (), strict=True))
    kept = match.record.goal
    words = ("--points", str(kept.points)) if kept.points else ("--rounds", str(kept.rounds))
    return Evening(variant_id, report.table, list(words), outcomes, totals)
