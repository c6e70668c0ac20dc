"""The formats a scoresheet comes in, by name and by the ending of a file; each is a module with a function `render`."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from haggis_cli.errors import UsageError
from haggis_cli.visible import visible

if TYPE_CHECKING:
    from haggis_cli.sheets.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Style:
    """What can be chosen about a rendering, as far as a format knows it.

    width: columns of a line of text. ascii: no signs beyond ASCII for lines and charts. wide: a table with a line for
    each round, instead of one for each round and player.
    """

    width: int = 80
    ascii: bool = False
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, its module in this package, and the endings of its files, the usual one first."""

    name: str
    module: str
    endings: tuple[str, ...]

    @property
    def extension(self) -> str:
        """The usual ending of its files."""
        return self.endings[0]

    def render(self, sheet: "Sheet", style: Style) -> str:
        """The sheet in this format."""
        rendered: str = import_module(f"haggis_cli.sheets.{self.module}").render(sheet, style)
        return rendered


FORMATS = {
    each.name: each
    for each in (
        Format("text", "text", (".txt", ".text")),
        Format("markdown", "markdown", (".md", ".markdown")),
        Format("csv", "csv", (".csv",)),
        Format("json", "json", (".json",)),
    )
}


def format_named(name: str) -> Format:
    """The format of that name; UsageError naming those there are.

    >>> format_named("CSV").extension
    '.csv'
    """
    found = FORMATS.get(name.strip().casefold())
    if found is None:
        raise UsageError(f"there is no format '{visible(name)}': the formats are {_names()}")
    return found


def format_for(file: str) -> Format:
    """The format of a file by its ending; UsageError naming those there are."""
    ending = PurePath(file).suffix.casefold()
    for each in FORMATS.values():
        if ending in each.endings:
            return each
    found = f"no format has the ending '{visible(ending)}'" if ending else "it has no ending that tells the format"
    raise UsageError(f"{visible(file)}: {found}: add --format with one of {_names()}")


def _names() -> str:
    texts = [f"{each.name} ({each.extension})" for each in FORMATS.values()]
    return ", ".join(texts[:-1]) + " and " + texts[-1]
