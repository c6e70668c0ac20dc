"""Sheets of every kind that the formats for paper and spreadsheets must carry: every variant, few rounds and many."""

from dataclasses import replace
from pathlib import Path

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.sheets.figures import SheetRound, Side
from haggis_cli.sheets.sheet import Sheet, scoresheet
from tests.support.paths import ROOT
from tests.support.rules.variants import NEEPS, THREE_PLAYER, TWO_PLAYER
from tests.support.sheets import matches
from tests.support.sheets.matches import header, judged, typed

EXAMPLES = sorted((ROOT / "examples" / "matches").glob("*.toml"))
SECONDS = typed('"Isla"', "Isla = 4", "Noah = 23, Isla = 13", "Isla = 15")
FIRSTS = typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24", "Noah = 15, Isla = 5")
HOSTILE_NAMES = ('#read(\\"/etc/passwd\\")', "=1+1")


def rounds(number: int, more: str = "", *, goal: str = "rounds = 40") -> Sheet:
    """A match of so many rounds."""
    played = "".join(SECONDS if each % 3 else FIRSTS for each in range(number))
    return scoresheet(judged(header(goal=goal, more=more) + played))


def between(first: str, second: str) -> Sheet:
    """The rulebook's match, of players with these names."""
    text = matches.RULEBOOK.replace("Noah =", '"Noah" =').replace("Isla =", '"Isla" =')
    return scoresheet(judged(text.replace("Noah", first).replace("Isla", second)))


def alone(players: int) -> Sheet:
    """A match of so many players that each play alone; the figures are those of three, over and over."""
    three = scoresheet(judged(matches.THREE, THREE_PLAYER))
    names = tuple(f"Player {seat + 1}" for seat in range(players))
    played = tuple(
        each._replace(
            figures=tuple(each.figures[seat % 3] for seat in range(players)),
            sides=tuple(each.sides[seat % 3] for seat in range(players)),
        )
        for each in three.rounds
    )
    assert three.totals is not None
    return three._replace(
        players=names,
        sides=tuple(Side(name, (seat,)) for seat, name in enumerate(names)),
        rounds=played,
        totals=tuple(three.totals[seat % 3] for seat in range(players)),
    )


def _example(path: Path) -> Sheet:
    file = MatchFile(path.read_bytes(), path.name)
    return scoresheet(adjudicate(file, load(file.record.variant)))


SHEETS = {
    **{path.stem: _example(path) for path in EXAMPLES},
    "teams": scoresheet(judged(matches.RULEBOOK_NEEPS, NEEPS)),
    "three": scoresheet(judged(matches.THREE, THREE_PLAYER)),
    **{f"{number}-rounds": rounds(number) for number in (1, 12, 13, 30)},
    "other-points": scoresheet(judged(matches.RULEBOOK, replace(TWO_PLAYER, hand_points=3))),
    "closed": rounds(2, "closed = true"),
    "nothing-yet": scoresheet(judged(matches.EMPTY)),
    "in-progress": scoresheet(judged(matches.IN_PROGRESS)),
    "violation": scoresheet(judged(matches.VIOLATION)),
    "hostile": scoresheet(judged(matches.HOSTILE)),
    "long-names": scoresheet(judged(matches.LONG_NAMES)),
    "hostile-names": between(*HOSTILE_NAMES),
    "foreign-names": between("نور 🦊", matches.WIDE),
}


def figures(sheet: Sheet, played: SheetRound) -> list[int | None]:
    """A scored round's figures from left to right, as the official sheet has them; None where there is none."""
    found: list[int | None] = []
    for side, scored in zip(sheet.sides, played.sides, strict=True):
        for seat in side.seats:
            mine = played.figures[seat]
            found += [mine.hand, mine.captured, *([mine.bonus] if sheet.bonus else [])]
            found += [mine.total] if sheet.teams else []
        found += [scored.bet, scored.bet_points, scored.total, scored.game]
    return found
