"""What a match file says of the game that is played, without its rounds: for a question, the models need not load."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from haggis_cli.matches.store.snapshot import read_snapshot
from haggis_cli.matches.toml.tables import load_table
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

_ROUNDS = "\n[[rounds]]"
_LATE_OPTIONS = r"^[ \t]*\[[ \t]*[\"']?options"


class MatchSetup(NamedTuple):
    """The game of a match.

    id: the name of the match's file.
    variant: the variant's id.
    players: how many play.
    suits: the letters of the suits; None for the usual ones.
    options: the options of the variant that differ from its defaults.
    """

    id: str
    variant: str
    players: int
    suits: str | None
    options: dict[str, bool | str]


def read_setup(path: Path) -> MatchSetup:
    """Read the game of a match; StoreError or RecordError if the file cannot be read so far."""
    keys = _load_top_keys(read_snapshot(path).data, path.name)
    variant, players, suits = keys.get("variant"), keys.get("players"), keys.get("suits")
    options = keys.get("options", {})
    if not isinstance(variant, str) or not isinstance(players, list) or not isinstance(suits, str | None):
        raise _unreadable(path.name, "'variant', 'players' or 'suits' is missing or no text")
    if not isinstance(options, dict) or not all(isinstance(value, bool | str) for value in options.values()):
        raise _unreadable(path.name, "'options' is no table of options")
    return MatchSetup(path.stem, variant, len(players), suits, options)


def _load_top_keys(data: bytes, name: str) -> dict[str, Any]:
    """The table of a match file, as a rule without its rounds, which are most of the text and may take long."""
    try:
        text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
        head, rounds, rest = text.partition(_ROUNDS)
        if rounds and re.search(_LATE_OPTIONS, rest, re.MULTILINE):
            return load_table(text)
        try:
            return load_table(head)
        except ValueError:  # what looks like rounds may stand in a note
            return load_table(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable(name, str(error)) from None


def _unreadable(name: str, why: str) -> RecordError:
    return RecordError(f"{escape_text(name)}: {escape_text(why)}")
