"""What a player or a team may be called (docs/reference.md, Events), and an event that matches belong to."""

from collections.abc import Iterable

from haggis_cli.support.escaping import forbidden_character, normalize_unicode

LONGEST_NAME = 40
LONGEST_LABEL = 60


def find_name_fault(name: str) -> str | None:
    """Say why a trimmed text cannot be a name; None if it can."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"a name has 1 to {LONGEST_NAME} characters"
    if ":" in name:
        return "a name cannot hold a colon, which ends it in an event"
    forbidden = forbidden_character(name)
    return f"a name cannot hold the character {forbidden}" if forbidden else None


def find_label_fault(label: str) -> str | None:
    """Say why a trimmed text cannot be the name of an event, such as an evening or a league; None if it can."""
    if not 1 <= len(label) <= LONGEST_LABEL:
        return f"the name of an event has 1 to {LONGEST_LABEL} characters"
    forbidden = forbidden_character(label)
    return f"the name of an event cannot hold the character {forbidden}" if forbidden else None


def fold_label(label: str) -> str:
    """The name of an event as names of events are compared: case and the way accents are written make no difference."""
    return normalize_unicode(label).casefold()


def find_repeated_name(names: Iterable[str]) -> str | None:
    """Find the first name that stands twice, ignoring case; None if all are different."""
    seen = set()
    for name in names:
        folded = normalize_unicode(name).casefold()
        if folded in seen:
            return name
        seen.add(folded)
    return None
