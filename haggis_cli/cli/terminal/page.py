"""A page of results: lines broken at the terminal's width, cards and styles by the printer, never two blank lines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.glyphs import glyphs_for
from haggis_cli.support.text_tables import render_table, wrap_text

if TYPE_CHECKING:
    from haggis_cli.referee.report import Warning  # noqa: A004 - the word of the rules
    from haggis_cli.rules.cards import Cards
    from haggis_cli.rules.deck import Deck

_PIPE_WIDTH = 80
_UNWRAPPED_WIDTH = 10_000  # in a pipe a sentence stays on its line, where it can be searched for


class Page:
    """Prints a page of results.

    printer: writes its lines.
    width: how many columns tables and charts have.
    glyphs: the signs that the output can hold.
    """

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.width = printer.columns or _PIPE_WIDTH
        self.glyphs = glyphs_for(printer.out.encoding)
        self._text_width = printer.columns or _UNWRAPPED_WIDTH
        self._after_blank_line = True

    def print_line(self, text: str = "") -> None:
        """Write a line as it is."""
        self.printer.print_line(text)
        self._after_blank_line = not text

    def print_text(self, text: str, *, indent: str = "", hanging: str = "") -> None:
        """Write running text; all its lines are indented, those after the first also by `hanging`."""
        for line in wrap_text(text, self._text_width, first=indent, others=indent + hanging):
            self.print_line(line)

    def print_warning(self, warning: "Warning", indent: str = "") -> None:
        """Write what looks odd in a match, with its round."""
        from haggis_cli.referee.sentences import warning_sentence

        text = f"{self.printer.styled('warning:', 'warn')} {warning_sentence(warning)}"
        self.print_text(text, indent=indent, hanging="  ")

    def fits(self, text_width: int) -> bool:
        """Whether a line may be so wide."""
        return text_width <= self._text_width

    def print_gap(self) -> None:
        """Leave a blank line, unless there is one."""
        if not self._after_blank_line:
            self.print_line()

    def print_rows(self, rows: Sequence[Sequence[str]], align: str, indent: str = "") -> None:
        """Write rows in columns that line up; names are cut where the terminal is narrow."""
        limit = self.printer.columns and self.width - len(indent)
        for line in render_table(rows, align, limit).splitlines():
            self.print_line(indent + line)

    def render_cards(self, cards: "Cards", deck: "Deck") -> str:
        """Cards in notation, coloured where colours are wanted."""
        from haggis_cli.matches.notation import card_list

        return self.printer.render_cards(card_list(cards, deck))
