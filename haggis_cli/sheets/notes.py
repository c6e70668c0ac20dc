"""What people have written about a match and its rounds, made harmless for every format; and who played with whom."""

from typing import NamedTuple

from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text


class Note(NamedTuple):
    """A note.

    about: what it is about, `Match` or `Round 3`.
    lines: its lines; an empty one parts paragraphs.
    """

    about: str
    lines: tuple[str, ...]


def sheet_notes(sheet: Sheet) -> list[Note]:
    """The note of the match, then those of its rounds; none where nobody has written any.

    Where sides change from round to round, that of a round begins with who plays with whom.
    """
    notes = [Note("Match", note_lines(sheet.notes))]
    for each in sheet.rounds:
        line_up = (each.line_up,) if each.line_up else ()
        notes.append(Note(f"Round {each.number}", (*line_up, *note_lines(each.notes))))
    return [note for note in notes if note.lines]


def note_lines(text: str) -> tuple[str, ...]:
    r"""The lines of a note, without blanks at their ends and empty lines around them.

    >>> note_lines("\n At Rory's. \n\tCrisps.\x07\n")
    ("At Rory's.", 'Crisps.\\x07')
    """
    lines = [escape_text(" ".join(line.split())) for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return tuple(lines)
