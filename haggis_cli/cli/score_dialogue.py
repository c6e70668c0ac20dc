"""A round asked for step by step, in the order in which people read it off the table."""

from typing import TYPE_CHECKING

from haggis_cli.cli.ask import ask, need_terminal
from haggis_cli.cli.entries import TypedRound, read_amount, read_sum, rest_captured
from haggis_cli.cli.show import Printer, safe
from haggis_cli.errors import UsageError
from haggis_cli.records.notation import read_name

if TYPE_CHECKING:
    from haggis_cli.records.match import RoundRecord
    from haggis_cli.report import Report
    from haggis_cli.rules.table import Table


def ask_round(printer: Printer, report: "Report") -> "RoundRecord":
    """Ask for everything that counts of a round."""
    need_terminal("the entries of the round are missing, like 'Noah: out 9, cards 20, bet big'")
    table = report.table
    printer.say(f"Round {len(report.rounds) + 1}: {', '.join(map(safe, table.names))}. Ctrl-C leaves without saving.")
    said = TypedRound()
    _ask_out(printer, table, said)
    _ask_captured(printer, table, said)
    if table.variant.betting.by_auction:
        _ask_shepherd(printer, table, said)
    else:
        _ask_bets(printer, table, said)
    return said.record(table)


def _ask_out(printer: Printer, table: "Table", said: TypedRound) -> None:
    def still_in(text: str) -> int:
        seat = read_name(text, table.names)
        if seat in said.out:
            raise UsageError(f"{table.names[seat]} is already out")
        return seat

    def count(text: str) -> int:
        number = read_sum(text, "the cards held")
        if not 1 <= number <= table.setup.hand:
            raise UsageError(f"it is 1 to {table.setup.hand} cards: a hand has no more")
        return number

    while not table.ended_by(tuple(said.out)):
        seat = ask(printer, "Who went out next" if said.out else "Who went out first", still_in)
        said.out.append(seat)
        opponents = " or ".join(safe(table.names[other]) for other in table.opponents(seat) if other not in said.out)
        said.counts[seat] = ask(printer, f"How many cards did {opponents} hold then (the fullest hand)", count)


def _ask_captured(printer: Printer, table: "Table", said: TypedRound) -> None:
    for place, seat in enumerate(table.seats):
        left = rest_captured(table, said) if place == len(table.seats) - 1 else None
        default = str(left) if left is not None and left >= 0 else None
        question = f"What did {safe(table.names[seat])} capture ({table.variant.card_values.name})"
        said.captured[seat] = ask(printer, question, lambda text: read_sum(text, "captured cards"), default)


def _ask_bets(printer: Printer, table: "Table", said: TypedRound) -> None:
    betting = table.variant.betting

    def bet(text: str) -> int | None:
        amount = read_amount(text, table)
        if amount is not None and amount not in betting.amounts:
            raise UsageError(f"a bet is {betting.amounts_text()}, or none")
        return amount

    for seat in table.seats:
        amount = ask(printer, f"{safe(table.names[seat])}'s bet: {betting.amounts_text()}, Enter for none", bet)
        if amount is not None:
            said.bets[seat] = amount


def _ask_shepherd(printer: Printer, table: "Table", said: TypedRound) -> None:
    betting = table.variant.betting

    def shepherd(text: str) -> int | None:
        return read_name(text, table.names) if text else None

    def bid(text: str) -> int:
        amount = read_amount(text, table)
        if amount not in betting.amounts or amount is None:
            raise UsageError(f"a bid is {betting.amounts_text()}")
        return amount

    seat = ask(printer, "Who was the Shepherd, Enter if all passed", shepherd)
    if seat is not None:
        said.bid = (seat, ask(printer, f"The bid: {betting.amounts_text()}", bid))
