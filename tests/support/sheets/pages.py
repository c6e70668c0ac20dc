"""Sheets with a replay of their rounds, one whose names are markup, and how a browser opens one."""

from pathlib import Path
from typing import TYPE_CHECKING

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
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


def of_many_rounds(path: Path, number: int) -> Sheet:
    """A match of so many rounds: those of an example, over and over."""
    sheet = example(path)
    places = [at % len(sheet.rounds) for at in range(number)]
    return sheet._replace(
        rounds=tuple(sheet.rounds[place]._replace(number=at + 1) for at, place in enumerate(places)),
        replays=tuple(sheet.replays[place]._replace(number=at + 1) for at, place in enumerate(places)),
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
