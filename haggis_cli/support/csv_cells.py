"""Tables as comma-separated values, whose texts no spreadsheet takes for formulas."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from haggis_cli.support.escaping import escape_text

Cell = str | int | float | None

# What Excel, LibreOffice and Google Sheets take for the beginning of a formula, behind blanks and in full width too.
_FORMULA = re.compile(r"[\s']*[-=+@\uff1d\uff0b\uff0d\uff20]")


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as text, the first of them the columns' names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([escape_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def escape_cell(text: str) -> str:
    """Text as a cell that no spreadsheet runs; what looks like such a cell already gets one more, to be told from it.

    >>> escape_cell("=1+1"), escape_cell("Noah"), escape_cell("'=1")
    ("'=1+1", 'Noah', "''=1")
    """
    text = escape_text(text)
    return f"'{text}" if _FORMULA.match(text) else text
