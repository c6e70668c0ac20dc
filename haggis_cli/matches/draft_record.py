"""A half-entered round as text: what has been answered of it, and the match that it was begun in.

It lies beside its match as TOML, with the words of a match file, until the round is saved.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError

from haggis_cli.matches.model import FROZEN, MOST_PLAYERS, Line, Name, OptionChoice, Wholes, Word, validation_messages
from haggis_cli.matches.toml.guard import parse_toml
from haggis_cli.support.errors import RecordError

_HEADING = "# A round that is half entered: 'haggis score' goes on with it.\n"

Names = Annotated[list[Name], Field(max_length=MOST_PLAYERS)]
Texts = Annotated[dict[Word, Line], Field(max_length=100)]


class DraftRecord(BaseModel):
    """What a draft says; everything may still be missing of the round."""

    model_config = FROZEN

    format: Literal[1] = 1
    """The format of drafts."""
    created: datetime | None = None
    """When the match was started, which tells it from a later one of the same name; None in an older draft."""
    variant: Word
    """The id of the match's variant."""
    players: Names
    """Who plays, clockwise."""
    round: Annotated[int, Field(ge=1, le=10_000)]
    """The number of the round."""
    corrects: Annotated[list[Line], Field(max_length=MOST_PLAYERS)] = []
    """The round that is being corrected, as entries; empty for a new round."""
    notes: str = ""
    """The note that is kept with the round."""
    out: Names = []
    """Who went out, in order."""
    hands: Wholes = {}
    """The opponents' cards recorded by those who went out."""
    captured: Wholes = {}
    """The captured points."""
    rest: Name | None = None
    """Who captured what is left, uncounted."""
    bets: Wholes = {}
    """The bets, or the Shepherd's bid."""
    no_bets: Names = []
    """Who is said to have bet nothing."""
    shepherd: Name | None = None
    """Who won the auction, while the bid is not known."""
    typed: Texts = {}
    """What was typed into a form and is refused, or said in other words above: the texts by the names of the fields."""
    options: Annotated[dict[Line, OptionChoice], Field(max_length=100)] = {}
    """The options of the match."""


def parse_draft(data: bytes, source: str) -> DraftRecord:
    """The draft that the content of a file describes. RecordError for what is none."""
    _, parsed = parse_toml(data, source)
    try:
        return DraftRecord.model_validate(parsed)
    except ValidationError as error:
        raise RecordError(validation_messages(error, source)) from None


def render_draft(record: DraftRecord) -> bytes:
    """The draft as the content of a file."""
    import tomli_w

    def is_said(key: str, value: Any) -> bool:
        return value not in (None, [], {}, "") or key in ("format", "variant", "players", "round")

    said = {key: value for key, value in record if is_said(key, value)}
    return (_HEADING + tomli_w.dumps(said)).encode()
