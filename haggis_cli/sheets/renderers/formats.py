"""The formats a scoresheet comes in, by name and by the ending of a file; each is a module with a function `render`.

What needs more than comes with the program says which library, when it is asked for.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.extras import require_library

if TYPE_CHECKING:
    from haggis_cli.sheets.sheet import Sheet

PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Style:
    """What can be chosen about a rendering, as far as a format knows it.

    width: how many columns a line of text has.
    ascii: whether lines and charts are drawn with signs of ASCII alone.
    wide: whether a table has a line for each round, instead of one for each round and player.
    paper: the size of the pages, one of PAPERS.
    back: the address of the page that leads to an html sheet; empty for none.
    """

    width: int = 80
    ascii: bool = False
    wide: bool = False
    paper: str = "a4"
    back: str = ""


@dataclass(frozen=True, slots=True)
class SheetFormat:
    """A format.

    name: what people call it, and its module in this package, with a function `render`; also the extra of this
        package that installs its library.
    extensions: the endings of its files, the usual one first.
    binary: whether `render` gives bytes, which a terminal cannot show; all others give text.
    library: the module of the library without which it cannot be had; empty if it needs none.
    shows_plays: whether it shows the recorded rounds play by play.
    paged: whether it has pages of a size that can be chosen.
    shows_link: whether a link and its QR code have a place on it.
    shows_reviews: whether the reviews of rounds have a place on it.
    joins: whether the sheets of several matches can stand one after another.
    allows_blank: whether people can write on it, so that an empty sheet makes sense.
    """

    name: str
    extensions: tuple[str, ...]
    binary: bool = False
    library: str = ""
    shows_plays: bool = False
    paged: bool = False
    shows_link: bool = False
    shows_reviews: bool = False
    joins: bool = False
    allows_blank: bool = False

    @property
    def extension(self) -> str:
        """The usual ending of its files."""
        return self.extensions[0]

    def render(self, sheet: "Sheet", style: Style) -> str:
        """The sheet in this format, which is not a binary one."""
        text: str = self._load_module().render(sheet, style)
        return text

    def render_bytes(self, sheet: "Sheet", style: Style) -> bytes:
        """The sheet as it stands in a file: UTF-8, or the bytes of a binary format."""
        rendered: str | bytes = self._load_module().render(sheet, style)
        return rendered.encode() if isinstance(rendered, str) else rendered

    def _load_module(self) -> ModuleType:
        if self.library:
            require_library(f"{self.name.upper()} sheets need", self.library, self.name)
        return import_module(f"haggis_cli.sheets.renderers.{self.name}")


FORMATS = {
    each.name: each
    for each in (
        SheetFormat("text", (".txt", ".text"), joins=True, allows_blank=True),
        SheetFormat("markdown", (".md", ".markdown"), joins=True, allows_blank=True),
        SheetFormat("csv", (".csv",), joins=True),
        SheetFormat("json", (".json",), joins=True),
        SheetFormat(
            "html", (".html", ".htm"), shows_plays=True, shows_link=True, shows_reviews=True, allows_blank=True
        ),
        SheetFormat("svg", (".svg",)),
        SheetFormat(
            "pdf",
            (".pdf",),
            library="typst",
            binary=True,
            paged=True,
            shows_link=True,
            shows_reviews=True,
            allows_blank=True,
        ),
        SheetFormat("xlsx", (".xlsx",), library="xlsxwriter", binary=True, paged=True, allows_blank=True),
    )
}


def find_format(name: str) -> SheetFormat:
    """The format of that name; UsageError naming those there are.

    >>> find_format("CSV").extension
    '.csv'
    """
    found = FORMATS.get(name.strip().casefold())
    if found is None:
        raise UsageError(f"there is no format '{name}': the formats are {_names()}")
    return found


def find_format_by_extension(file: str) -> SheetFormat:
    """The format of a file by its ending; UsageError naming those there are."""
    ending = PurePath(file).suffix.casefold()
    for each in FORMATS.values():
        if ending in each.extensions:
            return each
    found = f"no format has the ending '{escape_text(ending)}'" if ending else "it has no ending that tells the format"
    raise UsageError(f"{file}: {found}: add --format with one of {_names()}")


def _names() -> str:
    texts = [f"{each.name} ({each.extension})" for each in FORMATS.values()]
    return ", ".join(texts[:-1]) + " and " + texts[-1]
