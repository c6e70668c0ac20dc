"""The formats of a scoresheet: one table for `haggis sheet`, its help, completion and the web pages.

Each format is a module of this package with a function `render`, and `render_many` if several sheets in one file do not
simply follow each other. A format that needs an optional library names it when it is requested.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from haggis_cli.support.errors import UsageError
from haggis_cli.support.extras import require_library
from haggis_cli.support.text import join_words

if TYPE_CHECKING:
    from haggis_cli.sheets.sheet import Sheet

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The sizes of paper, the default first, each with its width and height in millimetres in portrait."""


def find_paper(name: str) -> str:
    """The size of paper of that name; raises UsageError with the known names if there is none.

    >>> find_paper(" A4 ")
    'a4'
    """
    found = name.strip().casefold()
    if found not in PAPERS:
        raise UsageError(f"--paper is {' or '.join(PAPERS)}, not '{found}'")
    return found


class Style(NamedTuple):
    """The options of a rendering; a format ignores those that it does not know.

    width: the columns of a line of text.
    ascii: whether lines and charts are drawn only with ASCII characters.
    wide: whether a table has a line for each round instead of one for each round and player.
    paper: the size of the pages, one of PAPERS.
    large: whether it is in large print, with a page for each player or team.
    chart: whether a drawing is the score chart alone instead of the picture of the result.
    portrait: whether that picture is in portrait.
    back: the address of the page that links to an html sheet; empty for none.
    """

    width: int = 80
    ascii: bool = False
    wide: bool = False
    paper: str = "a4"
    large: bool = False
    chart: bool = False
    portrait: bool = False
    back: str = ""


class SheetFormat(NamedTuple):
    """A format.

    name: its name, which is also the name of its module in this package.
    extensions: the endings of its files, the usual one first.
    knows: the options that it supports: `blank` (people can write on it), `wide`, `paper`, `large`, `chart`,
        `portrait`, `qr`, `review`, `many` (several sheets in one file); also `plays` if it shows recorded rounds play
        by play, and `browser` if a browser shows it.
    binary: whether `render` returns bytes, which a terminal cannot show; all others return text.
    library, extra: the module of the library that it needs, and the extra of this package that installs it; empty if
        it needs none.
    """

    name: str
    extensions: tuple[str, ...]
    help: str
    media_type: str
    knows: tuple[str, ...] = ()
    binary: bool = False
    library: str = ""
    extra: str = ""

    @property
    def extension(self) -> str:
        """The usual ending of its files."""
        return self.extensions[0]

    def render(self, sheet: "Sheet", style: Style) -> str:
        """The sheet in this format, which must be a text format."""
        text: str = self._renderer(style)(sheet, style)
        return text

    def render_bytes(self, sheet: "Sheet", style: Style) -> bytes:
        """The sheet as the bytes of a file: UTF-8 text, or a binary format."""
        rendered: str | bytes = self._renderer(style)(sheet, style)
        return rendered.encode() if isinstance(rendered, str) else rendered

    def render_many(self, sheets: "Sequence[Sheet]", style: Style) -> str:
        """The sheets of several matches in one text; raises UsageError if this format holds only one match."""
        if style.wide or "many" not in self.knows:
            what = "a wide table" if style.wide else self.name
            raise UsageError(f"{what} holds one match, not all of an event: name a folder with -o, like -o sheets/")
        module = self._load_module()
        if hasattr(module, "render_many"):
            return module.render_many(sheets, style)  # type: ignore[no-any-return]
        return "\n".join(module.render(sheet, style) for sheet in sheets)

    def _renderer(self, style: Style) -> Callable[["Sheet", Style], Any]:
        """What renders a sheet; the picture of the result as a drawing is made as the one in pixels."""
        if self.name == "svg" and not draws_chart(style):
            return import_module("haggis_cli.sheets.renderers.png").render_svg  # type: ignore[no-any-return]
        return self._load_module().render  # type: ignore[no-any-return]

    def _load_module(self) -> ModuleType:
        if self.library:
            require_library(f"{self.name.upper()} sheets need", self.library, self.extra)
        return import_module(f"haggis_cli.sheets.renderers.{self.name}")


_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

FORMATS = {
    each.name: each
    for each in (
        SheetFormat("text", (".txt", ".text"), "lines for a terminal", "text/plain", ("blank", "many", "browser")),
        SheetFormat("markdown", (".md", ".markdown"), "tables for a forum", "text/markdown", ("blank", "many")),
        SheetFormat("csv", (".csv",), "figures for a spreadsheet", "text/csv", ("wide", "many")),
        SheetFormat("json", (".json",), "figures for programs", "application/json", ("many", "browser")),
        SheetFormat(
            "html",
            (".html", ".htm"),
            "a page with the chart, and the rounds to step through",
            "text/html",
            ("blank", "large", "qr", "review", "plays", "browser"),
        ),
        SheetFormat(
            "svg",
            (".svg",),
            "a drawing of the result, or of the score chart",
            "image/svg+xml",
            ("chart", "portrait", "browser"),
        ),
        SheetFormat(
            "png",
            (".png",),
            "a picture of the result, to send",
            "image/png",
            ("portrait", "browser"),
            binary=True,
            library="typst",
            extra="pdf",
        ),
        SheetFormat(
            "pdf",
            (".pdf",),
            "pages to print",
            "application/pdf",
            ("blank", "paper", "large", "qr", "review"),
            binary=True,
            library="typst",
            extra="pdf",
        ),
        SheetFormat(
            "xlsx",
            (".xlsx",),
            "a workbook with formulas",
            _XLSX,
            ("blank", "paper"),
            binary=True,
            library="xlsxwriter",
            extra="xlsx",
        ),
    )
}


def draws_chart(style: Style) -> bool:
    """Whether an svg is the score chart alone: where that is asked for, or nothing is and pictures cannot be drawn."""
    return style.chart or not (style.portrait or draws_pictures())


def draws_pictures() -> bool:
    """Whether the library is installed that draws pictures of results."""
    return find_spec(FORMATS["png"].library) is not None


def formats_with(option: str, last_word: str = "and") -> str:
    """The names of the formats that support an option, in words; all formats if it is empty.

    >>> formats_with("paper")
    'pdf and xlsx'
    """
    return join_words([each.name for each in FORMATS.values() if not option or option in each.knows], last_word)


def find_format(name: str) -> SheetFormat:
    """The format of that name; raises UsageError with the known names if there is none.

    >>> find_format("CSV").extension
    '.csv'
    """
    found = FORMATS.get(name.strip().casefold())
    if found is None:
        raise UsageError(f"there is no format '{name}': the formats are {_names()}")
    return found


def find_format_by_extension(file: str) -> SheetFormat:
    """The format of a file by its ending; raises UsageError with the known formats if there is none."""
    ending = PurePath(file).suffix.casefold()
    for each in FORMATS.values():
        if ending in each.extensions:
            return each
    found = f"no format has the ending '{ending}'" if ending else "it has no ending"
    raise UsageError(f"{file}: {found}: add --format with one of {_names()}")


def _names() -> str:
    return join_words([f"{each.name} ({each.extension})" for each in FORMATS.values()])
