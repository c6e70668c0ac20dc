"""What `haggis judge` and `haggis moves` have alike: the combination to beat, and by which rules they answer."""

from typing import TYPE_CHECKING

from haggis_cli.library.questions import read_combination
from haggis_cli.referee.refusal import RefusedEventError
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError, UsageError

if TYPE_CHECKING:
    from haggis_cli.book.rules_in_force import RulesInForce
    from haggis_cli.cli.terminal.printer import Printer


def print_rules(printer: "Printer", rules: "RulesInForce", *, json: bool) -> None:
    """Print by which rules the answer is given, where nobody named them; a script reads it in the answer."""
    if rules.warning:
        printer.print_warning(rules.warning)
    if rules.remark and not json:
        printer.print_message(rules.remark)


def parse_over(text: str | None, table: Table) -> tuple[Cards, Reading] | None:
    """The combination to beat; UsageError if it is none, or can be read in several ways."""
    if text is None:
        return None
    try:
        return read_combination(text, table)
    except NotationError as error:
        raise UsageError(f"--over: {error}") from None
    except RefusedEventError as error:
        raise UsageError(f"--over: {error.reason}") from None
