"""What every dialogue about a round does with a line that is typed: keys, words that leave, pasted lines."""

from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Printer, safe

QUIT_WORDS = ("quit", "exit", "q")
LINE_KEYS = {".": "pass"}


def forget_and_print_pasted(printer: Printer, reader: LineReader) -> None:
    """Drop the lines that were pasted behind a refused one, and print them."""
    left = reader.forget_pasted()
    if left:
        printer.print_message(f"Not entered (Up brings them back): {' / '.join(map(safe, left))}")
