"""Matches in plain text: the strict form if its header stands anywhere, else whatever people write."""

import re
from collections.abc import Sequence

from haggis_cli.exchange.formats.text import loose_text as loose
from haggis_cli.exchange.formats.text import transcript_reader
from haggis_cli.exchange.formats.text.transcript import HEADER
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.untrusted import decode_text
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

_MOST_LINES = 20_000  # of what people write: each is looked at in many ways
_OTHER_HEADER = re.compile(rf"^[ \t]*{HEADER.rstrip('0123456789')}\d+[ \t]*$", re.MULTILINE)


def read(data: bytes, source: str, players: Sequence[str] = ()) -> list[ParsedMatch | RecordError]:
    """The matches of a text; `players`, clockwise, if somebody says who they are."""
    text = decode_text(data, source)
    if transcript_reader.is_strict(text):
        return transcript_reader.read(text, source)
    if _OTHER_HEADER.search(text):
        raise RecordError(f"{escape_text(source)}: a newer haggis has written this text, and can read it")
    if text.count("\n") > _MOST_LINES:
        raise RecordError(f"{escape_text(source)}: more than {_MOST_LINES} lines are no match")
    return loose.read(text, source, players)
