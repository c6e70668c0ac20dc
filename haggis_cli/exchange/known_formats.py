"""The formats in which matches go in and out: one table, which `haggis export` and `import` read, help and all.

A new format is a module in `formats/` and a row in FORMATS.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.extras import require_library
from haggis_cli.support.text import join_words

if TYPE_CHECKING:
    from haggis_cli.exchange.parsed_match import OutgoingMatch, ParsedMatch


class ExchangeFormat(NamedTuple):
    """A format of files with matches.

    extensions: the endings of its files, the usual one first.
    writer: the module and the function that give the text or the bytes of a file; it takes the matches, and as `wide`
        whether a table has a line for each round, as `many` whether the file has the shape for several matches.
    reader: the module and the function that give the matches of a file; empty for a format that only goes out.
    knows: what is in it: `many` matches, where others hold one; what the `referee` finds, so that the variant must be
        installed to write it; `people` as the history has them, with their aliases.
    qr_text: the module and the function that give the text for a terminal to show as a QR code; empty for text itself.
    library, extra: the library without which it cannot be written, and the extra of this package that installs it;
        empty if it needs none.
    """

    name: str
    extensions: tuple[str, ...]
    help: str
    writer: str
    reader: str = ""
    knows: tuple[str, ...] = ()
    qr_text: str = ""
    library: str = ""
    extra: str = ""

    def read(self, data: bytes, source: str) -> "list[ParsedMatch | RecordError]":
        """The matches of a file; an error in the place of each one that cannot be read.

        source: what the file is called in messages.
        RecordError for a file in which no match can be found at all.
        """
        found: list[ParsedMatch | RecordError] = _load(self.reader)(data, source)
        return found

    def render(self, matches: "Sequence[OutgoingMatch]", *, many: bool, wide: bool = False) -> bytes:
        """The file that holds these matches.

        many: whether it has the shape for several matches, even if it holds one.
        wide: whether a table has a line for each round, instead of one for each round and player.
        """
        from haggis_cli.matches.toml.parsing import encode_utf8  # help and completion show the names alone

        if self.library:
            require_library(f"{self.name.upper()} files need", self.library, self.extra)
        rendered: str | bytes = _load(self.writer)(matches, many=many, wide=wide)
        return rendered if isinstance(rendered, bytes) else encode_utf8(rendered)

    def draw_text(self, matches: "Sequence[OutgoingMatch]") -> str:
        """The text for a terminal to show as a QR code."""
        text: str = _load(self.qr_text)(matches)
        return text


def _load(function: str) -> Callable[..., Any]:
    """A function of a module of `formats`, which is imported when a file is read or written."""
    module, _, name = function.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"haggis_cli.exchange.formats.{module}"), name)
    return found


_PLAYS = ("many", "referee", "people")

FORMATS = {
    each.name: each
    for each in (
        ExchangeFormat(
            "toml", (".toml",), "the match file as it is", "whole_matches:render_toml", "whole_matches:read_toml"
        ),
        ExchangeFormat(
            "json", (".json",), "whole matches", "whole_matches:render_json", "whole_matches:read_json", ("many",)
        ),
        ExchangeFormat(
            "text",
            (".txt", ".text", ".log"),
            "whole matches as plain text",
            "transcript:render_matches",
            "transcript:read",
            ("many",),
        ),
        ExchangeFormat(
            "csv",
            (".csv", ".tsv"),
            "the figures of every round",
            "csv_file:render",
            "csv_file:read",
            ("many", "referee"),
        ),
        ExchangeFormat("bgstats", (".bgsplay",), "plays for BG Stats", "bgstats:render", "bgstats:read", _PLAYS),
        ExchangeFormat("bgg", (".xml",), "plays in the format of BoardGameGeek", "bgg:render", "bgg:read", _PLAYS),
        ExchangeFormat(
            "link",
            (".url",),
            "a link that adds the match to BG Stats",
            "bgstats:render_link",
            knows=("referee", "people"),
        ),
        ExchangeFormat(
            "qr",
            (".svg",),
            "this link as a QR code",
            "bgstats:render_qr",
            knows=("referee", "people"),
            qr_text="bgstats:link_of",
            library="segno",
            extra="qr",
        ),
    )
}


def known_formats(*, reading: bool) -> list[ExchangeFormat]:
    """The formats that can be written; those that can be read."""
    return [each for each in FORMATS.values() if each.reader or not reading]


def format_names(*, reading: bool) -> str:
    """Their names, in words."""
    return join_words([each.name for each in known_formats(reading=reading)], "or")


def find_format(name: str, *, reading: bool) -> ExchangeFormat:
    """The format of that name; UsageError naming those there are."""
    known = {each.name: each for each in known_formats(reading=reading)}
    found = known.get(name.strip().casefold())
    if found is None:
        verb = "read" if reading else "written"
        raise UsageError(f"'{name}' is not a format that can be {verb}: the formats are {', '.join(known)}")
    return found


def find_format_by_extension(file: str) -> ExchangeFormat | None:
    """The format that the ending of a file tells."""
    ending = PurePath(file).suffix.casefold()
    return next((each for each in FORMATS.values() if ending in each.extensions), None)
