"""`haggis new`: start a match."""

from typing import Annotated

import typer

from haggis_cli.cli.completion.candidates import match_ids
from haggis_cli.cli.game_options import Suits, VariantId, VariantOptions, parse_option_pairs
from haggis_cli.cli.new_match_options import MatchId, PlayerNames, Points, Rounds, RoundWins, Teams
from haggis_cli.cli.options import Home, Json, NoColor, event_option, seat_option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.interrupts import defer_signals

Lead = Annotated[
    str | None, seat_option("--lead", "Who leads round 1; 'random' draws lots; the first player if left out.")
]
Dealer = Annotated[
    str | None,
    seat_option("--dealer", "Who deals round 1, where the variant has a dealer; 'random' draws lots."),
]
Day = Annotated[
    str | None,
    typer.Option(
        "--date",
        metavar="DAY [TIME]",
        show_default=False,
        help="When it was played, such as 2026-11-21 or '2026-11-21 20:15', for a sheet on paper; now if left out.",
    ),
]
Like = Annotated[
    str | None,
    typer.Option(
        "--like",
        metavar="MATCH",
        show_default=False,
        autocompletion=match_ids,
        help="A rematch of that match: its variant, players, teams, goal, options, suits and event, unless given here.",
    ),
]
Again = Annotated[bool, typer.Option("--again", help="The same as --like with the current match.")]
Event = Annotated[
    str | None,
    event_option(
        "The evening, league or tournament that it belongs to: list, stats, sheet and export pick it by that."
    ),
]
Notes = Annotated[
    str, typer.Option("--notes", metavar="TEXT", show_default=False, help="A note to keep with the match.")
]


def command(
    variant: VariantId = None,
    player: PlayerNames = None,
    team: Teams = None,
    points: Points = None,
    rounds: Rounds = None,
    option: VariantOptions = None,
    suits: Suits = None,
    lead: Lead = None,
    dealer: Dealer = None,
    name: MatchId = None,
    date: Day = None,
    event: Event = None,
    notes: Notes = "",
    like: Like = None,
    again: Again = False,
    round_wins: RoundWins = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Start a match.

    What is missing is asked for in a terminal. The goal is points, rounds, or rounds won; left out, it is the variant's
    short game.
    A rematch (--like, --again) is begun by the next player clockwise, left of who led or dealt first the last time.

    \b
    haggis new
    haggis new --variant "2 players" --player Noah --player Isla --lead random
    haggis new --variant two-player -p Noah -p Isla --rounds 6 --name friday
    haggis new --variant two-player -p Noah -p Isla --option scoring=cards
    haggis new --like friday --points 350 --event "Burns Night"
    """
    # The dialogue and rematches are imported where they are wanted: a match whose start is all said begins sooner.
    from haggis_cli.book.match_settings import draws_lots, parse_moment_played
    from haggis_cli.book.new_match import NewMatchRequest, check_request, make_record, names_players, start_match
    from haggis_cli.cli.new.started import print_how_begun, print_next_step, print_started
    from haggis_cli.cli.terminal.prompts import can_ask, print_if_interrupted
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.matches.store.places import home_folder

    printer = Printer(no_color=no_color)
    store = Store(home_folder(home))
    request = NewMatchRequest(
        *(variant, player or [], team or [], points, rounds, parse_option_pairs(option), suits, lead, dealer, name),
        event=event,
        notes=notes,
        played_at=parse_moment_played(date),
        round_wins=round_wins,
    )
    if like is not None and again:
        raise UsageError("--like and --again are given: use one of them")
    if like is not None or again:
        from haggis_cli.book.rematch import load_rematch

        request = load_rematch(like, request, store)
    with print_if_interrupted(printer, "No match was started."):
        request = check_request(request, store)
        if can_ask() and not names_players(request):
            from haggis_cli.cli.new.questions import ask_for_missing

            request = ask_for_missing(printer, request)
        record = make_record(request, store)
    with defer_signals(last=True):
        path = start_match(record, store)
        beginner = request.lead or request.dealer
        if json:
            started = {
                "id": record.id,
                "file": str(path),
                "variant": record.variant,
                "players": record.players,
                "event": record.event,
                "lead": record.lead,
                "dealer": record.dealer,
            }
            printer.print_json(started)
        else:
            print_started(printer, record, by_lot=draws_lots(beginner, record.players))
        print_how_begun(printer, record, beginner)
        if not json:
            print_next_step(printer, record, str(path))
