"""What is told of a match that has just been started: who plays, who begins and why, and what comes next."""

from haggis_cli.book.match_settings import is_random_word
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.matches.model import MatchRecord
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import load
from haggis_cli.referee.seating import initial_standing, make_table
from haggis_cli.referee.sentences import describe_sides, find_first_bidder
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.scoring.standing import Standing
from haggis_cli.rules.table import Table


def print_started(printer: Printer, record: MatchRecord, *, by_lot: bool) -> None:
    """Print who plays, to what goal, and who begins."""
    goal = Goal(**dict(record.goal))
    players = ", ".join(map(safe, record.players))
    text = f"{printer.styled(safe(record.id), 'bold')}: {players}, {goal}; {_describe_beginning(record)}"
    with guard_rules(record.variant):
        sides = describe_sides(_first_table(record))
    Page(printer).print_text(f"{text}{', drawn by lot' if by_lot else ''}.{f' {sides}' if sides else ''}")


def print_how_begun(printer: Printer, record: MatchRecord, beginner: str | None) -> None:
    """Tell why that player begins, where it was not said, or the word for lots is a player's name.

    beginner: who was said to begin, None if nobody was.
    """
    if beginner is None:
        standing, bidder = _begin(record)
        verb = "leads" if bidder is None else "deals"
        first = safe(record.players[standing.leader])
        printer.print_message(f"{first} {verb} as the first named; 'haggis edit --lead NAME' (or random) changes that.")
    elif is_random_word(beginner):
        called = [safe(name) for name in record.players if is_random_word(name)]
        for name in called:
            printer.print_message(f"No lots were drawn: {name} plays here. 'haggis edit --lead NAME' changes that.")


def print_next_step(printer: Printer, record: MatchRecord, path: str) -> None:
    """Tell where the match is saved, and what is to be typed next."""
    after = "'haggis play'" if record.bots else "'haggis score' after a round, or 'haggis record' play by play"
    printer.print_message(f"Saved in {safe(short_path(path))}. Next: {after}.")


def _describe_beginning(record: MatchRecord) -> str:
    """Who deals, leads or bids first, whoever of them was named or drawn before the others."""
    standing, bidder = _begin(record)
    leader = safe(record.players[standing.leader])
    if standing.dealer is not None:
        dealer = safe(record.players[standing.dealer])
        return f"{leader} leads, {dealer} deals" if record.lead else f"{dealer} deals"
    if bidder is None:
        return f"{leader} deals and leads"
    return f"{leader} deals, {safe(record.players[bidder])} bids first"


def _first_table(record: MatchRecord) -> Table:
    """The table of the first round."""
    table = make_table(record, load(record.variant))
    return table.with_sides(initial_standing(table, record).sides)


def _begin(record: MatchRecord) -> tuple[Standing, int | None]:
    """Where the match stands, and who bids first, if there is an auction."""
    table = make_table(record, load(record.variant))
    standing = initial_standing(table, record)
    return standing, find_first_bidder(table, standing.leader)
