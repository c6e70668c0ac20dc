"""The letters of paper and pictures: Source Sans, which comes with a package and looks like the letters of the pages.

They are the same on every machine, which gives its own only for names in other scripts.
"""

from importlib.util import find_spec
from pathlib import Path

from haggis_cli.sheets.sheet import Sheet, sheet_facts, sheet_notes
from haggis_cli.support.escaping import escape_text

SANS = "Source Sans Pro"
FONTS = (SANS, "Libertinus Serif")
"""In the order in which they are looked for: the second comes with typst, for an installation without the package."""
_BUNDLED_FONTS_END = "\u0590"
"""The first character after those of both, which have Latin, Greek and Cyrillic letters."""


def font_folders() -> list[Path]:
    """Where the files of Source Sans are; none without the package."""
    found = find_spec("font_source_sans_pro")
    return [Path(folder) / "files" for folder in found.submodule_search_locations or ()] if found else []


def uses_bundled_fonts(sheet: Sheet) -> bool:
    """Whether FONTS have all letters of the sheet; otherwise this machine's fonts are also used."""
    return max(_user_text(sheet)) < _BUNDLED_FONTS_END


def _user_text(sheet: Sheet) -> str:
    """All text that may contain something that people have chosen."""
    names = [sheet.variant, *sheet.players, *(side.name for side in sheet.sides)]
    facts = (text for _, text in sheet_facts(sheet))
    notes = (line for note in sheet_notes(sheet) for line in note.lines)
    return escape_text(" ".join([*names, *facts, *notes, sheet.due, *sheet.complaints]))


def in_sans(drawing: str) -> str:
    """A drawing (SVG) of a page with these letters."""
    if 'font-family="' in drawing:
        return drawing.replace('font-family="', f'font-family="{SANS}, ')
    return drawing.replace("<svg", f'<svg font-family="{SANS}"', 1)
