"""Events as words or lines of text: which words belong together, and which lines of a file are events."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from haggis_cli.matches.notation.events import ACTION_WORDS, SAID_WORDS, canonical_verb
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text

_BARE_EVENT = re.compile(
    r"(?:(?:\d{1,2}|t)(?:[-–](?:\d{1,2}|t))?[a-z]{1,5}|[jqk]{1,3}|pass|p|exchange|give)", re.IGNORECASE
)
_READING_WORD = r"(?i)as|single|set|sequence|run|(?:stair\d?|bomb)|\S+@\S+"


def is_bare_event(word: str) -> bool:
    """Whether a word alone is an event, or a part of one, such as `7r`, `JQ`, `8b9b10b` or `pass`."""
    if _BARE_EVENT.fullmatch(word):
        return True
    if len(word.split()) != 1:
        return False
    from haggis_cli.matches.notation.card_looks import looks_like_cards  # an event in quotation marks has more words

    return looks_like_cards(word)


def join_names(words: list[str]) -> list[str]:
    """The words, with the colon between a name and what is said of it, where nobody quoted them.

    >>> join_names(["friday", "Noah", "bets", "big"]), join_names(["7r", "pass"])
    (['friday', 'Noah: bets', 'big'], ['7r', 'pass'])
    """
    joined: list[str] = []
    for word in words:
        is_said = word.casefold() in SAID_WORDS and len(word) > 1 and joined
        if is_said and ":" not in joined[-1] and not is_bare_event(joined[-1]):
            joined[-1] += f": {word}"
        else:
            joined.append(word)
    return joined


def join_events(words: list[str]) -> list[str]:
    """Events whose parts came as several words, because nobody quoted them.

    >>> join_events(["Noah:", "4r", "4g"]), join_events(["5r", "J", "as", "set"]), join_events(["Noah: 4r", "pass"])
    (['Noah: 4r 4g'], ['5r J as set'], ['Noah: 4r', 'pass'])
    >>> join_events(["Noah:", "red", "4", "green", "4", "Isla:", "pass"])
    ['Noah: red 4 green 4', 'Isla: pass']
    """
    events: list[str] = []
    open_ended = False
    for word in words:
        bare = is_bare_event(word) and word.casefold() not in ("pass", "p")
        if events and (events[-1].endswith(":") or _belongs_to(events[-1], word, open_ended=open_ended)):
            events[-1] += f" {word}"
            open_ended = bare or open_ended
        else:
            events.append(word)
            open_ended = bare or word.endswith(":")
    return events


def _belongs_to(event: str, word: str, *, open_ended: bool) -> bool:
    """Whether a word goes on with an event: what is bet or given, more cards, a reading; of cards also `of` and `+`."""
    if ":" in word or word.casefold() in ("pass", "p") or len(word.split()) != 1:
        return False
    if canonical_verb(event.rpartition(":")[2].strip()) in (*ACTION_WORDS, "play"):
        return True
    if not open_ended or re.fullmatch(_READING_WORD, word):
        return open_ended
    from haggis_cli.matches.notation.card_looks import may_stand_among_cards

    return may_stand_among_cards(word)


def read_event_lines(path: str) -> list[tuple[str, str]]:
    """The events of a file, each with its place in words; StoreError if it cannot be read."""
    try:
        lines = read_regular(Path(path)).decode("utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise StoreError(f"{escape_text(path)} cannot be read: {why}") from None
    return [(f"{escape_text(path)}, {line}", event) for line, event in parse_event_lines(lines)]


def parse_event_lines(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The lines that hold an event, each with its place in words.

    A comment begins with # at the start, or after a blank behind the name.
    """
    for number, line in enumerate(lines, 1):
        name, colon, action = line.partition(":") if ":" in line else ("", "", line)
        event = (name + colon + re.split(r"(?:^|\s)#", action, maxsplit=1)[0]).strip()
        if event and not event.startswith("#"):
            yield f"line {number}", event
