"""What a player or a team may be called (contract, Events)."""

from collections.abc import Iterable

from haggis_cli.support.escaping import forbidden_character, normalize_unicode

LONGEST_NAME = 40


def find_name_fault(name: str) -> str | None:
    """Say why a trimmed text cannot be a name; None if it can."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"a name has 1 to {LONGEST_NAME} characters"
    if ":" in name:
        return "a name cannot hold a colon, which ends it in an event"
    forbidden = forbidden_character(name)
    return f"a name cannot hold the character {forbidden}" if forbidden else None


def find_repeated_name(names: Iterable[str]) -> str | None:
    """Find the first name that stands twice, ignoring case; None if all are different."""
    seen = set()
    for name in names:
        folded = normalize_unicode(name).casefold()
        if folded in seen:
            return name
        seen.add(folded)
    return None
