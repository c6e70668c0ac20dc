"""What of a match a half-entered round rests on."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch
from haggis_cli.book.typed_round import round_entries
from haggis_cli.rules.variant import OptionValue


class DraftBasis(NamedTuple):
    """What of a match a half-entered round rests on: where it has changed, the answers may mean something else."""

    variant: str
    """The id of the variant."""
    players: tuple[str, ...]
    """Who plays, clockwise."""
    options: Mapping[str, OptionValue]
    """The options of the match."""
    number: int
    """The number of the round, counted from 1."""
    corrects: tuple[str, ...] = ()
    """The round that is corrected, as entries; empty for a new round."""
    created: datetime | None = None
    """When the match was started, which tells it from another of its name; None where a draft does not say."""

    @classmethod
    def of(cls, match: OpenMatch, number: int | None = None) -> "DraftBasis":
        """The basis of the next round, or of the correction of the round of that number."""
        record = match.file.record
        corrects = () if number is None else tuple(round_entries(match.report, number))
        number = len(record.rounds) + 1 if number is None else number
        return cls(record.variant, tuple(record.players), dict(record.options), number, corrects, record.created)
