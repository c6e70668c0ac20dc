"""`haggis new` and `haggis deal`: start a match; say what to deal and who begins, or deal at random."""

from typing import Annotated

from haggis_cli.cli import options
from haggis_cli.cli.completion import match_ids
from haggis_cli.cli.options import Context, event_option, option, parse_option_pairs, seat_option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.interrupts import defer_signals

Lead = Annotated[str | None, seat_option("--lead", "Player who leads round 1, or 'random'. Default: the first player.")]
Dealer = Annotated[
    str | None, seat_option("--dealer", "Player who deals round 1, or 'random'; for variants with a dealer.")
]
Day = Annotated[
    str | None,
    option(
        "--date DAY [TIME]",
        "When the match was played, such as 2026-11-21 or '2026-11-21 20:15'. Default: now.",
        show_default=False,
    ),
]
Like = Annotated[
    str | None,
    option(
        "--like MATCH",
        "Rematch of MATCH, with its variant, players, teams, goal, options, suits and event, unless given here.",
        match_ids,
        show_default=False,
    ),
]
Again = Annotated[bool, option("--again", "Rematch of the current match.")]
Event = Annotated[
    str | None,
    event_option(
        "Evening, league or tournament that the match belongs to; list, stats, sheet and export can select it."
    ),
]
Notes = Annotated[str, option("--notes TEXT", "Note to save with the match.", show_default=False)]


def new_command(
    variant: options.VariantId = None,
    player: options.PlayerNames = None,
    team: options.Teams = None,
    points: options.Points = None,
    rounds: options.Rounds = None,
    option: options.VariantOptions = None,
    suits: options.Suits = None,
    lead: Lead = None,
    dealer: Dealer = None,
    name: options.MatchId = None,
    date: Day = None,
    event: Event = None,
    notes: Notes = "",
    like: Like = None,
    again: Again = False,
    round_wins: options.RoundWins = None,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Start a match.

    In a terminal haggis asks for anything that is missing. The goal is points, rounds, or rounds won; by default it is
    the variant's short game. In a rematch (--like, --again) the first lead or deal goes to the next player clockwise.

    \b
    haggis new
    haggis new --variant "2 players" --player Noah --player Isla --lead random
    haggis new --variant two-player -p Noah -p Isla --rounds 6 --name friday
    haggis new --variant two-player -p Noah -p Isla --option scoring=cards
    haggis new --like friday --points 350 --event "Burns Night"
    """
    from haggis_cli.book.new_match import NewMatchRequest, check_request, parse_moment_played
    from haggis_cli.book.starting import load_rematch, make_record, start_match
    from haggis_cli.cli.new_match import ask_for_missing, print_how_begun, print_next_step, print_started
    from haggis_cli.cli.terminal.prompts import can_ask, print_if_interrupted
    from haggis_cli.rules.scoring import Goal

    printer = Printer(no_color=no_color)
    context = Context(printer, home)
    store = context.store
    request = NewMatchRequest(
        variant=variant,
        players=player or [],
        teams=team or [],
        goal=Goal(points, rounds, round_wins),
        options=parse_option_pairs(option),
        suits=suits,
        lead=lead,
        dealer=dealer,
        name=name,
        event=event,
        notes=notes,
        played_at=parse_moment_played(date),
    )
    if like is not None and again:
        raise UsageError("--like and --again contradict each other: give one of them")
    if like is not None or again:
        request = load_rematch(like, request, store)
    with print_if_interrupted(printer, "No match was started."):
        request = check_request(request, store)
        if can_ask():
            request = ask_for_missing(context, request)
        record = make_record(request, store)
    with defer_signals(last=True):
        started = start_match(record, store)
        context.print_notice(started.notice)
        beginner = request.lead or request.dealer
        if json:
            told = {key: getattr(record, key) for key in ("title", "variant", "players", "event", "lead", "dealer")}
            printer.print_json({"id": record.id, "file": str(started.path)} | told)
        else:
            print_started(printer, record, beginner)
        print_how_begun(printer, record, beginner)
        if not json:
            print_next_step(printer, record, str(started.path))


# `haggis deal`: what to deal and who begins, or the cards themselves.

Cards = Annotated[bool, option("--cards", "Deal at random; each hand is shown separately and hidden until asked for.")]
Seat = Annotated[str | None, option("--seat NAME", "Deal at random and show the hand of this player.")]
Save = Annotated[
    bool, option("--save", "Save the random deal as the match's next round, so that 'record' knows the hands.")
]


def deal_command(
    match: options.Match = None,
    variant: options.VariantId = None,
    player: options.PlayerNames = None,
    players: options.PlayerCount = None,
    option: options.VariantOptions = None,
    suits: options.Suits = None,
    cards: Cards = False,
    seat: Seat = None,
    seed: options.Seed = None,
    save: Save = False,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show what to deal and who begins, or deal at random.

    The deal is for the next round of a match. With --variant, --players or --player it is for a separate table, and
    chance decides who begins. With --cards haggis also deals the hands: in a terminal it shows them one after another,
    each to its player alone.

    \b
    haggis deal
    haggis deal --variant tatties --player Noah --player Jamie --player Isla
    haggis deal --players 2 --cards --seed friday --seat 2
    """
    from haggis_cli.book.playing import coming_json, deal_round, find_next_round, make_first_round, make_seed, save_deal
    from haggis_cli.cli.terminal.prompts import can_ask
    from haggis_cli.cli.views.hands import print_hands_privately, print_player_hand, print_set_up

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json)
    of_its_own = any(value is not None for value in (variant, player, players, option, suits))
    if match is not None and of_its_own:
        raise UsageError(
            "a match sets its own players and rules: omit MATCH, or the options of a separate table, such as --variant"
        )
    chosen = make_seed() if seed is None else seed
    coming = (
        make_first_round(variant, player, players, parse_option_pairs(option), suits, chosen)
        if of_its_own
        else find_next_round(context.open_match(match))
    )
    if save and coming.opened is None:
        raise UsageError("--save saves the deal in a match: name one, or start one with 'haggis new'")
    if cards or seat or save:
        if seat and seed is None and not save and coming.deal is None:
            raise UsageError("--seat needs --seed: without a seed every call deals other cards")
        coming = deal_round(coming, chosen)
    if save:
        with defer_signals(last=not can_ask()):  # people look at their hands afterwards, and may leave
            coming = coming._replace(opened=context.print_notices(save_deal(coming)))
    if json:
        printer.print_json(coming_json(coming, chosen))
    elif seat:
        print_player_hand(printer, coming, seat)
    else:
        print_set_up(printer, coming)
        if coming.deal and (cards or save):
            print_hands_privately(printer, coming, chosen)
