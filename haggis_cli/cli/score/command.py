"""`haggis score`: add a round typed in from the table."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import round_entries
from haggis_cli.cli.options import Home, Json, NoColor, Yes
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.book.match import OpenMatch

MatchAndEntries = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[MATCH] [ENTRY]...",
        show_default=False,
        autocompletion=round_entries,
        help="The match (the current one if left out), and a line for each player: 'Noah: out 9, cards 20, bet big'.",
    ),
]
Notes = Annotated[
    str, typer.Option("--notes", metavar="TEXT", show_default=False, help="A note to keep with the round.")
]


def command(
    words: MatchAndEntries = None,
    notes: Notes = "",
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Add a round typed in from the table.

    Each ENTRY says what one player did: 'out N' (went out when the fullest opponent's hand held N cards; entries in the
    order of going out, or out1, out2), 'cards N' (captured), 'bet N' or 'bet big'; sums like 10+15+8 are worked out.
    The captured cards of one player can be left out: they are what is left. Without entries the round is asked for step
    by step, and '<' goes back a step. What cannot have happened is refused; what merely looks wrong is asked about
    (--yes saves it).

    \b
    haggis score
    haggis score "Noah: out 8, cards 12, bet little" "Isla: bet baby"
    haggis score friday "Isla: out 5, bet 15" "Noah: cards 23"
    """
    from haggis_cli.book.readiness import check_round_due
    from haggis_cli.cli.opening import open_match, split_match
    from haggis_cli.cli.score.round_entry import RoundEntry
    from haggis_cli.matches.store.folder import Store, home_folder

    printer = Printer(no_color=no_color)
    name, entries = split_match(words or [])
    if name is None:
        Store(home_folder(home)).check_current_at_table()
    match = open_match(name, home)
    check_round_due(match)
    where = [*([name] if name else []), *(["--home", home] if home else []), *(["--notes", notes] if notes else [])]
    entry = RoundEntry(printer, match, notes, where)
    approved = entry.approve_entries(entries, yes=yes) if entries else entry.ask_round()
    entry.save(approved, lambda after: _print_outcome(printer, after, json))


def _print_outcome(printer: Printer, after: "OpenMatch", json: bool) -> None:
    """Print the round that was added, and what is due; or the match as JSON."""
    from haggis_cli.cli.opening import print_match_json
    from haggis_cli.cli.views.rounds import print_due, print_round

    if json:
        print_match_json(printer, after, saved=1)
        return
    print_round(printer, after.report, len(after.report.rounds))
    print_due(printer, after.report)
