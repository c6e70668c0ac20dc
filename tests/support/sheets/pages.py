"""Sheets with a replay of their rounds, one whose names are markup, and how a browser opens one."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from haggis_cli.book.playing.simulation import make_tournament_settings, played_record
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import play_one
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, scoresheet
from tests.support.rules.variants import NEEPS
from tests.support.sheets.everyday import EXAMPLES
from tests.support.sheets.matches import header, judged, recorded

if TYPE_CHECKING:
    from tests.support.browser import Page

PLAYED = [path for path in EXAMPLES if "-hands" in path.stem]


def example(path: Path) -> Sheet:
    file = MatchFile(path.read_bytes(), path.name)
    return scoresheet(adjudicate(file, load(file.record.variant)), plays=True)


def by_chance(variant_id: str, names: Sequence[str], rounds: int) -> Sheet:
    """A match whose players play any cards they may, which takes more plays than any people need."""
    bots = [f"{name}=random" for name in names]
    settings = make_tournament_settings(variant_id, bots, Goal(rounds=rounds), {}, None, "7", Effort(playouts=1))
    record = played_record("by-chance", settings, play_one(settings, 0))
    file = MatchFile(render_match(record).encode(), "by-chance.toml")
    return scoresheet(adjudicate(file, load(variant_id)), plays=True)


def of_many_rounds(sheet: Sheet, number: int) -> Sheet:
    """A match of so many rounds: those of the sheet, over and over."""
    places = [at % len(sheet.rounds) for at in range(number)]
    return sheet._replace(
        rounds=tuple(sheet.rounds[place]._replace(number=at + 1) for at, place in enumerate(places)),
        replays=tuple(sheet.replays[place]._replace(number=at + 1) for at, place in enumerate(places) if sheet.replays),
    )


NAMES = ("</script><script>alert(1)</script>", "נועה", "小明とたろう", "🦊 'q' & \\\"d\\\" -->")


def hostile() -> Sheet:
    """Neeps between players whose names are markup, a line from right to left, wide, or pictures and quotes."""
    quoted = ", ".join(f'"{name}"' for name in NAMES)
    text = header(quoted, "points = 550", 'teams = ["</style><b>High", "<!-- Slam"]').replace("two-player", "neeps")
    return scoresheet(judged(text + recorded(f"{NAMES[0]}: bet little", f"{NAMES[0]}: 3r"), NEEPS), plays=True)


def page_file(folder: Path) -> Path:
    """Where `open_sheet` puts the page."""
    return folder / "sheet.html"


def open_sheet(page: "Page", sheet: Sheet, folder: Path, moment: str = "") -> None:
    """Show a sheet as a page; `moment`: the address of a moment of the replay, such as `#r2e14`."""
    path = page_file(folder)
    path.write_bytes(FORMATS["html"].render_bytes(sheet, Style()))
    page.page.goto("about:blank")
    page.page.goto(path.as_uri() + moment)
