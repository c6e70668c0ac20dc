"""Match files themselves: they go in and out as they are, byte for byte."""

from haggis_cli.errors import RecordError
from haggis_cli.exchange.told import Told
from haggis_cli.records.toml import MatchFile


def read(data: bytes, source: str) -> list[Told | RecordError]:
    """The one match of a match file, comments and all."""
    return [Told(source, MatchFile(data, source))]
