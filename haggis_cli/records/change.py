"""Changes to a match file as text: a round or events added, the last ones taken back.

What a person wrote stays as it is, byte for byte, wherever the change can be spliced in. A file whose rounds are
written in another way than `[[rounds]]` is written anew, unless that would lose a comment.
"""

import re

from haggis_cli.errors import RecordError
from haggis_cli.records.edit import CannotSplice, append_event, append_round, drop_last_event, drop_last_round
from haggis_cli.records.match import RoundRecord
from haggis_cli.records.toml import MatchFile, write_match, write_round
from haggis_cli.visible import visible

_STRING_OR_COMMENT = re.compile(
    r'"{3}(?s:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'{3}(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'|#"
)


def with_round(file: MatchFile, record: RoundRecord) -> str:
    """The text with one more round."""
    try:
        return append_round(file.text, write_round(record))
    except CannotSplice:
        return _anew(file, [*file.record.rounds, record])


def with_events(file: MatchFile, events: list[str]) -> str:
    """The text with events added to its last round, which must be a recorded one."""
    try:
        text = file.text
        for event in events:
            text = append_event(text, event)
        return text
    except CannotSplice:
        *before, last = file.record.rounds
        return _anew(file, [*before, last.model_copy(update={"events": [*(last.events or []), *events]})])


def without_last_event(file: MatchFile) -> str:
    """The text without the last event of its last round, which must have one."""
    try:
        return drop_last_event(file.text)
    except CannotSplice:
        *before, last = file.record.rounds
        return _anew(file, [*before, last.model_copy(update={"events": (last.events or [])[:-1]})])


def without_last_round(file: MatchFile) -> str:
    """The text without its last round, of which there must be one."""
    try:
        return drop_last_round(file.text)
    except CannotSplice:
        return _anew(file, file.record.rounds[:-1])


def _anew(file: MatchFile, rounds: list[RoundRecord]) -> str:
    if any(found.group() == "#" for found in _STRING_OR_COMMENT.finditer(file.text)):
        raise RecordError(
            f"{visible(file.source)}: its rounds are not written as [[rounds]] blocks, and writing them so would lose "
            "the comments: change that with 'haggis edit' first; nothing was saved"
        )
    return write_match(file.record.model_copy(update={"rounds": rounds}))
