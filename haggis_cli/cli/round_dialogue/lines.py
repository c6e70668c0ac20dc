"""What every dialogue about a round does with a line that is typed: keys, words that leave, pasted lines."""

from haggis_cli.book.table_facts import possible_hand
from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import Leave
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.cards import QUEEN, Card
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round

LINE_KEYS = {".": "pass"}


def queen_advice(left: Leave, state: Round | None) -> str:
    """How a Queen is played alone, for a person who has left with `q` where one could be; empty elsewhere."""
    if left.word != "q" or state is None or state.phase is not Phase.PLAY:
        return ""
    with guard_rules(state.table.variant.id):
        holds_queen = possible_hand(state.turn, state) & Card(QUEEN, None).packed
    return " 'qu' plays the Queen." if holds_queen else ""


def forget_and_print_pasted(printer: Printer, reader: LineReader) -> None:
    """Drop the lines that were pasted behind a refused one, and print them."""
    left = reader.forget_pasted()
    if left:
        printer.print_message(f"Not entered (Up brings them back): {' / '.join(map(safe, left))}")
