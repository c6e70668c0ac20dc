"""Running text in lines, as wide as a terminal shows it."""

from haggis_cli.support.text_tables import width


def wrap_text(text: str, limit: int, *, first: str = "", others: str = "") -> list[str]:
    """The text in lines of at most `limit` columns, broken at blanks; what the first line and the others begin with.

    A word wider than a line keeps a line of its own and stays whole: names and file names must be told exactly.

    >>> wrap_text("Noah must beat a pair of 9s or pass", 22, first="- ", others="  ")
    ['- Noah must beat a', '  pair of 9s or pass']
    """
    lines: list[str] = []
    begun, line = first, ""
    for word in text.split(" "):
        if line and width(begun) + width(line) + 1 + width(word) > limit:
            lines.append(begun + line)
            begun, line = others, word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, begun + line]
