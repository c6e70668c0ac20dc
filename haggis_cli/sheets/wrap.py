"""Running text in lines, as wide as a terminal shows it."""

from haggis_cli.columns import width


def wrapped(text: str, limit: int, *, hanging: str = "") -> list[str]:
    """The text in lines of at most `limit` columns, broken at blanks; all lines but the first begin with `hanging`.

    A word wider than a line keeps a line of its own and stays whole: names and file names must be told exactly.

    >>> wrapped("Noah must beat a pair of 9s or pass", 20, hanging="  ")
    ['Noah must beat a', '  pair of 9s or pass']
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line.strip() and width(line) + 1 + width(word) > limit:
            lines.append(line)
            line = hanging + word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]
