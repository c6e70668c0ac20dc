"""Numbers with their nouns."""


def pluralize(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things.

    plural: the noun for other numbers than 1; with an `s` at its end where it is left out.

    >>> pluralize(1, "card"), pluralize(8, "match", "matches")
    ('1 card', '8 matches')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"
