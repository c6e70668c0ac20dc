"""What every dialogue about a round does with a line that is typed: keys, words that leave, pasted lines."""

from contextlib import suppress

from haggis_cli.book.typed_lines.shorthand import parse_line
from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.errors import HaggisError

QUIT_WORDS = ("quit", "exit", "q")
LINE_KEYS = {".": "pass"}


def is_leaving(line: str, state: Round) -> bool:
    """Whether a line leaves the dialogue; `q` is a Q wherever that can be played."""
    word = line.casefold()
    if word == "q":
        with suppress(HaggisError), guard_rules(state.table.variant.id):
            return judge(state, parse_line(line, state)) is not None
    return word in QUIT_WORDS


def forget_and_print_pasted(printer: Printer, reader: LineReader) -> None:
    """Drop the lines that were pasted behind a refused one, and print them."""
    left = reader.forget_pasted()
    if left:
        printer.print_message(f"Not entered (Up brings them back): {' / '.join(map(safe, left))}")
