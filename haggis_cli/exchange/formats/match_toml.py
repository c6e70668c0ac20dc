"""Match files themselves: they go in and out as they are, byte for byte."""

from haggis_cli.exchange.imported import Told
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import RecordError


def read(data: bytes, source: str) -> list[Told | RecordError]:
    """The one match of a match file, comments and all."""
    return [Told(source, MatchFile(data, source))]
