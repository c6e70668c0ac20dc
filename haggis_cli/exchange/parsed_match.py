"""A match as some file tells it: all of it, or as much as that kind of file can say."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.referee.report import Report


@dataclass(frozen=True)
class ParsedMatch:
    """What a file tells of one match.

    where: the place of the match in words: the file, and where in it.
    file: the match itself, if the file tells all of it.
    fields: else what is known of a `MatchRecord`, by key.
    totals: the game totals after each round by player or team; they tell which variant was played.
    remarks: sentences on what could not be kept as it was.
    left_out: the kinds of things that the file tells of the match and that are not kept here, such as `the place`.
    find_changes: gives the kinds of things that the file tells otherwise beside a whole match than the referee finds.
    """

    where: str
    file: MatchFile | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    totals: tuple[Mapping[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    find_changes: Callable[[Report], Iterable[str]] | None = None


def parsed_whole(record: MatchRecord, where: str) -> ParsedMatch:
    """A match of which the file tells everything, as the match file that it would be."""
    return ParsedMatch(where, MatchFile(encode_utf8(render_match(record)), f"{record.id}.toml"))
