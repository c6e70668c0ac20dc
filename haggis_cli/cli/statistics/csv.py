"""Tables of the history as comma-separated values that no spreadsheet takes for formulas."""

import csv
import io
from collections.abc import Iterable, Sequence

Cell = str | int | float | None


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as text, the first of them the columns' names."""
    from haggis_cli.sheets.csv import harmless

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()
