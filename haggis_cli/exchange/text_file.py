"""Matches in plain text: the strict form if its header stands anywhere, else whatever people write."""

from collections.abc import Sequence

from haggis_cli.errors import RecordError
from haggis_cli.exchange import loose, transcript_reader
from haggis_cli.exchange.told import Told
from haggis_cli.exchange.untrusted import decoded
from haggis_cli.visible import visible

MAX_LINES = 100_000


def read(data: bytes, source: str, players: Sequence[str] = ()) -> list[Told | RecordError]:
    """The matches of a text; `players`, clockwise, if somebody says who they are."""
    text = decoded(data, source)
    if text.count("\n") > MAX_LINES:
        raise RecordError(f"{visible(source)}: more than {MAX_LINES} lines are no match")
    if transcript_reader.is_strict(text):
        return transcript_reader.read(text, source)
    return loose.read(text, source, players)
