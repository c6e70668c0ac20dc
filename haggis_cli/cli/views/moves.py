"""Legal plays by kind, and what else a question about the rules is answered with: the rules, and why not."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from haggis_cli.cli.options import Context
from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.library.judging import Judgement, describe_unasked, read_combination
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.seating import RefusedEventError, find_told_in
from haggis_cli.rules.cards import COURTS, Cards, count
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError, UsageError
from haggis_cli.support.text import capitalize

if TYPE_CHECKING:
    from haggis_cli.book.rules_in_force import RulesInForce

_ORDER = tuple(Kind)


def kind_order(cards: Cards, reading: Reading) -> tuple[int, int]:
    """What plays are sorted by: their kind, then how many court cards they cost."""
    return _ORDER.index(reading.kind), count(cards & COURTS)


def print_moves(
    printer: Printer,
    table: Table,
    over: Reading | None,
    plays: Sequence[tuple[Cards, Reading]],
    *,
    numbered: bool,
    most: int | None = None,
) -> None:
    """Print plays that stand in the order of `kind_order`, and whether passing is allowed.

    over: the combination to beat; None where the play leads.
    numbered: whether each has its number before it.
    most: how many are shown at most, the first of each kind; None for all.
    """
    page, deck, bombs = Page(printer), table.deck, table.variant.combinations.bombs
    groups = [(kind, list(group)) for kind, group in groupby(enumerate(plays, 1), lambda each: each[1][1].kind)]
    room = None if most is None or len(plays) <= most else max(1, most // len(groups))
    room_for_numbers = max(4, len(str(len(plays))) + 1)
    for kind, group in groups:
        shown = group[:room]
        left = f", {len(group) - len(shown)} more not shown" if len(group) > len(shown) else ""
        page.print_text(printer.styled(f"{capitalize(kind)}s", "bold"), f" ({len(group)}{left})")
        for number, (cards, reading) in shown:
            words = printer.styled(describe(reading, bombs), "dim")
            first, indent = (f"{number:<{room_for_numbers}}", "") if numbered else ("", "  ")
            hanging = " " * (len(first) + 2)
            shown_cards = printer.render_cards(card_list(cards, deck))
            page.print_text(first, shown_cards, "  ", words, indent=indent, hanging=hanging)
    if room is not None:
        page.print_text("'moves all' shows them all.")
    page.print_text(_about_passing(table, over, len(plays)))


def _about_passing(table: Table, over: Reading | None, plays: int) -> str:
    if over is None:
        return "The leader of a trick must play: no pass."
    if plays:
        return "Or 'pass'."
    return f"Only 'pass': nothing here beats {describe(over, table.variant.combinations.bombs)}."


# A question about the rules: the combination to beat, by which rules it is answered, and why cards are not allowed.


def print_rules(context: Context, rules: "RulesInForce") -> None:
    """Print by which rules the answer is given, where nobody named them; a script reads it in the answer."""
    if rules.warning:
        context.printer.print_warning(rules.warning)
    if rules.remark and not context.json:
        context.printer.print_message(rules.remark)


def print_illegal(printer: Printer, found: Judgement, table: Table) -> None:
    """Print why cards are not allowed, and the rule."""
    page = Page(printer)
    page.print_text(printer.styled("illegal:", "bad"), f" {found.message}", hanging="  ")
    page.print_text(f"rule: {found.rule}", indent="  ")
    printer.print_pointer(find_told_in(table, found.topic))


def print_unasked(printer: Printer, rule: str | None, table: Table) -> None:
    """Print that a rule of the variant's own was not asked, if there is one."""
    if rule:
        printer.print_message(describe_unasked(rule, table))


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
