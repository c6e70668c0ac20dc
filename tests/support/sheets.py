"""Sheets of every kind that the formats must carry: every variant, few rounds and many, blank ones, hostile names."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from haggis_variants.neeps import NEEPS
from haggis_variants.three_player import THREE_PLAYER
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.book.playing import PlayRequest, make_tournament_settings, played_record
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import play_one
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Variant, seat_players
from haggis_cli.sheets.sheet import Sheet, SheetRound, Side, blank_sheet, scoresheet, with_names
from tests.support import matches
from tests.support.haggis import header
from tests.support.matches import EXAMPLES, judged, recorded, typed

SECONDS = typed('"Isla"', "Isla = 4", "Noah = 23, Isla = 13", "Isla = 15")
FIRSTS = typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24", "Noah = 15, Isla = 5")
HOSTILE_NAMES = ('#read(\\"/etc/passwd\\")', "=1+1")


def rounds(number: int, more: str = "", *, goal: str = "rounds = 40") -> Sheet:
    """A match of so many rounds."""
    played = "".join(SECONDS if each % 3 else FIRSTS for each in range(number))
    return scoresheet(judged(header(goal=goal, lead="", more=more) + played))


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


def example(path: Path, *, plays: bool = True) -> Sheet:
    """The sheet of a match file, with its rounds play by play if they are wanted."""
    file = matches.example(path)
    return scoresheet(adjudicate(file, load(file.record.variant)), plays=plays)


SHEETS = {
    **{path.stem: example(path, plays=False) for path in EXAMPLES},
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


PLAYED = [path for path in EXAMPLES if "-hands" in path.stem]


def by_chance(variant_id: str, names: Sequence[str], rounds: int) -> Sheet:
    """A match whose players play any cards they may, which takes more plays than any people need."""
    bots = [f"{name}=random" for name in names]
    settings = make_tournament_settings(
        PlayRequest(NewMatchRequest(variant_id, goal=Goal(rounds=rounds)), bots, "7"), Effort(playouts=1)
    )
    record = played_record("by-chance", settings, play_one(settings, 0))
    file = MatchFile(render_match(record).encode(), "by-chance.toml")
    return scoresheet(adjudicate(file, load(variant_id)), plays=True)


NAMES = ("</script><script>alert(1)</script>", "נועה", "小明とたろう", "🦊 'q' & \\\"d\\\" -->")


def hostile() -> Sheet:
    """Neeps between players whose names are markup, a line from right to left, wide, or pictures and quotes."""
    quoted = ", ".join(f'"{name}"' for name in NAMES)
    text = header(quoted, "points = 550", more='teams = ["</style><b>High", "<!-- Slam"]', lead="").replace(
        "two-player", "neeps"
    )
    return scoresheet(judged(text + recorded(f"{NAMES[0]}: bet little", f"{NAMES[0]}: 3r"), NEEPS), plays=True)


def blank(variant: Variant, players: int, *names: str) -> Sheet:
    somebody = tuple(f"Player {seat}" for seat in range(players))
    return blank_sheet(with_names(seat_players(variant, somebody), names))
