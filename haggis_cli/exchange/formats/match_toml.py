"""Match files themselves: they go in and out as they are, byte for byte."""

from haggis_cli.exchange.imported import ParsedMatch
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import RecordError


def read(data: bytes, source: str) -> list[ParsedMatch | RecordError]:
    """The one match of a match file, comments and all."""
    return [ParsedMatch(source, MatchFile(data, source))]
