"""A match as some file tells it: all of it, or as much as that kind of file can say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from haggis_cli.matches.toml.match_file import MatchFile


@dataclass(frozen=True)
class ParsedMatch:
    """What a file tells of one match.

    where: its place in words. file: the match itself, if the file tells all of it. fields: else what is known of a
    `MatchRecord`, by key. totals: game totals by round and then by player or team, to find out which variant was
    played. remarks: what could not be kept as it was.
    """

    where: str
    file: MatchFile | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    totals: tuple[Mapping[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
