"""Sheets as pages that a browser shows, and sheets of very many rounds."""

from pathlib import Path
from typing import TYPE_CHECKING

from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet

if TYPE_CHECKING:
    from tests.support.browser import Page


def of_many_rounds(sheet: Sheet, number: int) -> Sheet:
    """A match of so many rounds: those of the sheet, over and over."""
    places = [at % len(sheet.rounds) for at in range(number)]
    return sheet._replace(
        rounds=tuple(sheet.rounds[place]._replace(number=at + 1) for at, place in enumerate(places)),
        replays=tuple(sheet.replays[place]._replace(number=at + 1) for at, place in enumerate(places) if sheet.replays),
    )


def page_file(folder: Path) -> Path:
    """Where `open_sheet` puts the page."""
    return folder / "sheet.html"


def open_sheet(page: "Page", sheet: Sheet, folder: Path, moment: str = "", *, large: bool = False) -> None:
    """Show a sheet as a page; `moment`: the address of a moment of the replay, such as `#r2e14`."""
    path = page_file(folder)
    path.write_bytes(FORMATS["html"].render_bytes(sheet, Style(large=large)))
    page.page.goto("about:blank")
    page.arrive(path.as_uri() + moment)
