"""`haggis play`: a match on this computer."""

from typing import Annotated

from haggis_cli.cli import options
from haggis_cli.cli.completion import levels
from haggis_cli.cli.options import Context, choose_workers, option, parse_option_pairs, seat_option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import HaggisError, UsageError

Bots = Annotated[
    list[str] | None,
    option(
        "--bot -b [NAME=]LEVEL",
        "Computer player of level random, easy, normal or hard. Repeat for each computer player.",
        levels,
    ),
]

Lead = Annotated[str | None, seat_option("--lead", "Player who leads round 1 of a new match. Default: random.")]
Think = Annotated[
    float, option("--think SECONDS", "Longest time that a computer player may think about a move.", min=0.01, max=600)
]
Playouts = Annotated[
    int | None,
    option(
        "--playouts N",
        "Number of playouts for a move, instead of a time; the moves are then the same on every computer.",
        min=1,
    ),
]
Simulate = Annotated[
    int | None, option("--simulate N", "Let computer players play N matches and show only the results.", min=1)
]
Save = Annotated[bool, option("--save", "With --simulate: save each match in a file.")]


def command(
    match: options.Match = None,
    variant: options.VariantId = None,
    player: options.PlayerNames = None,
    bot: Bots = None,
    team: options.Teams = None,
    points: options.Points = None,
    rounds: options.Rounds = None,
    round_wins: options.RoundWins = None,
    option: options.VariantOptions = None,
    suits: options.Suits = None,
    lead: Lead = None,
    name: options.MatchId = None,
    seed: options.Seed = None,
    think: Think = 1.0,
    playouts: Playouts = None,
    simulate: Simulate = None,
    jobs: options.Jobs = None,
    backend: options.Backend = "processes",
    scheduler: options.Scheduler = None,
    save: Save = False,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Play a match on this computer, with or against computer players.

    Without options the match last played here continues. To continue a match that you keep at a table, name it as
    MATCH, or agree when haggis asks. People take the seats in the order of --player, and computer players the seats
    after them; '--player Isla --bot Isla=easy' seats a computer player among the people. Everything is saved at once,
    and show, log, sheet and undo work as for any other match.

    'help' shows what can be typed. Without a terminal haggis reads the lines from standard input. In variants with
    blind bets, people bet when the first cards are dealt, and then get the rest; computer players never bet blind.

    \b
    haggis play --variant two-player --player Noah --bot Robbie=normal
    haggis play --variant three-player -p Noah -p Jamie --bot hard --rounds 2
    haggis play --simulate 100 --variant two-player -b normal -b easy --seed 7
    """
    from haggis_cli.book.new_match import NewMatchRequest
    from haggis_cli.book.playing import PlayRequest
    from haggis_cli.players.levels import Effort
    from haggis_cli.rules.scoring import Goal

    context = Context(Printer(no_color=no_color), home, json)
    effort = Effort(think, playouts)
    if simulate is not None and (match or player or team or name or lead):
        raise UsageError(
            "--simulate cannot be combined with MATCH, --player, --team, --lead or --name: give --bot for every seat"
        )
    if simulate is None and (jobs or save or backend != "processes"):
        raise UsageError("--jobs, --backend and --save belong to --simulate; a match that people play is always saved")
    wanted = NewMatchRequest(
        variant=variant,
        players=player or [],
        teams=team or [],
        goal=Goal(points, rounds, round_wins),
        options=parse_option_pairs(option),
        suits=suits,
        lead=lead,
        name=name,
    )
    if simulate is not None:
        from haggis_cli.book.playing import make_tournament_settings
        from haggis_cli.cli.play.questions import run_simulation

        settings = make_tournament_settings(PlayRequest(wanted, bot or [], seed), effort)
        context = context._replace(workers=choose_workers(jobs, backend, scheduler))
        run_simulation(context, settings, simulate, saves=save)
        return
    from haggis_cli.cli.play.questions import find_or_start_match
    from haggis_cli.cli.play.session import PlaySession

    request = PlayRequest(wanted, bot or [], seed)
    chosen = find_or_start_match(context, match, request)
    try:
        session = PlaySession(context, chosen, seed, effort)
    except HaggisError:
        if match is None and request.starts_new_match:  # it is there, whatever keeps it from being read just now
            context.printer.print_line(f"Started {chosen.path.stem}.")
        raise
    session.run()
