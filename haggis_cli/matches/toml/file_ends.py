"""The first and the last line of a match file, by which a file that was cut off is noticed.

Without them a file that ends between two rounds looks like a shorter match. Files written by hand need neither line.
"""

from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

LAST_LINE = "# end"
FIRST_LINE = f'# Haggis match; ends with the line "{LAST_LINE}".'


def add_markers(text: str) -> str:
    """The text between the two lines, a blank line before the last one."""
    return f"{FIRST_LINE}\n{text}\n{LAST_LINE}\n"


def strip_markers(text: str) -> str:
    """The text without the two lines, as far as it has them."""
    return text[_after_first_line(text) : find_last_line(text)]


def _after_first_line(text: str) -> int:
    """Where what follows the first line begins; 0 if that is not the first line of such a file."""
    end = text.find("\n") + 1 or len(text)
    return end if text[:end].rstrip(" \t\r\n") == FIRST_LINE else 0


def find_last_line(text: str) -> int:
    """Return where the last line begins, before which rounds are added; the length of a text that has none."""
    whole = text.rstrip()
    start = whole.rfind("\n") + 1
    return start if whole[start:].strip() == LAST_LINE else len(text)


def check_complete(text: str, name: str) -> None:
    """RecordError if the text begins with the first line and does not end with the last one."""
    if not _after_first_line(text) or find_last_line(text) < len(text):
        return
    lines = text.rstrip().split("\n")
    if LAST_LINE in map(str.strip, lines):
        number = 1 + next(place for place, line in enumerate(lines) if line.strip() == LAST_LINE)
        raise RecordError(
            f"{escape_text(name)}: line {number}: '{LAST_LINE}' must be the last line: move it to the end"
        )
    raise RecordError(
        f"{escape_text(name)}: line {len(lines)}: the file is cut off here: "
        f"its first line says that it ends with the line '{LAST_LINE}'; "
        "compare it with a copy, and add that line if nothing is missing"
    )
