"""The first and the last line of a match file, by which a file that was cut off is noticed.

Without them a file that ends between two rounds looks like a shorter match. Files written by hand need neither line.
"""

from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import visible

LAST = "# end"
FIRST = f'# Haggis match; ends with the line "{LAST}".'


def marked(text: str) -> str:
    """The text between the two lines, a blank line before the last one."""
    return f"{FIRST}\n{text}\n{LAST}\n"


def unmarked(text: str) -> str:
    """The text without the two lines, as far as it has them."""
    return text[_after_first_line(text) : end_of(text)]


def _after_first_line(text: str) -> int:
    """Where what follows the first line begins; 0 if that is not the first line of such a file."""
    end = text.find("\n") + 1 or len(text)
    return end if text[:end].rstrip(" \t\r\n") == FIRST else 0


def end_of(text: str) -> int:
    """Return where the last line begins, before which rounds are added; the length of a text that has none."""
    whole = text.rstrip()
    start = whole.rfind("\n") + 1
    return start if whole[start:].strip() == LAST else len(text)


def refuse_cut_off(text: str, name: str) -> None:
    """RecordError if the text begins with the first line and does not end with the last one."""
    if not _after_first_line(text) or end_of(text) < len(text):
        return
    lines = text.rstrip().split("\n")
    if LAST in map(str.strip, lines):
        number = 1 + next(place for place, line in enumerate(lines) if line.strip() == LAST)
        raise RecordError(f"{visible(name)}: line {number}: '{LAST}' must be the last line: move it to the end")
    raise RecordError(
        f"{visible(name)}: line {len(lines)}: the file is cut off here: its first line says that it ends with the line "
        f"'{LAST}'; compare it with a copy, and add that line if nothing is missing"
    )
