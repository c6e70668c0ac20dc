"""A question about the rules: the combination to beat, by which rules it is answered, and why cards are not allowed."""

from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.library.questions import Judgement, describe_unasked, read_combination
from haggis_cli.referee.refusal import RefusedEventError
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError, UsageError

if TYPE_CHECKING:
    from haggis_cli.book.rules_in_force import RulesInForce


def print_rules(printer: Printer, rules: "RulesInForce", *, json: bool) -> None:
    """Print by which rules the answer is given, where nobody named them; a script reads it in the answer."""
    if rules.warning:
        printer.print_warning(rules.warning)
    if rules.remark and not json:
        printer.print_message(rules.remark)


def print_illegal(printer: Printer, found: Judgement) -> None:
    """Print why cards are not allowed, and the rule."""
    _print_text(printer, f"{printer.styled('illegal:', 'bad')} {found.message}")
    _print_text(printer, f"  rule: {safe(str(found.rule))}")


def print_unasked(printer: Printer, rule: str | None, table: Table) -> None:
    """Print that a rule of the variant's own was not asked, if there is one."""
    if rule:
        printer.print_message(describe_unasked(rule, table))


def _print_text(printer: Printer, text: str) -> None:
    """Print a sentence, in a terminal broken at blanks; in a pipe it stays whole."""
    if printer.columns is None:
        printer.print_line(text)
        return
    from haggis_cli.support.text_tables import wrap_text

    for line in wrap_text(text.lstrip(), printer.columns, first=text[: len(text) - len(text.lstrip())], others="  "):
        printer.print_line(line)


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
