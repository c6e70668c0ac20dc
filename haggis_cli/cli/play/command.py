"""`haggis play`: a match on this computer."""

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import levels
from haggis_cli.cli.new.command import Id, PlayerNames, Points, Rounds, Teams
from haggis_cli.cli.options import (
    Backend,
    Home,
    Jobs,
    Json,
    Match,
    NoColor,
    Scheduler,
    Suits,
    VariantId,
    VariantOptions,
    choose_workers,
)
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.errors import HaggisError, UsageError

if TYPE_CHECKING:
    from haggis_cli.players.levels import Effort
    from haggis_cli.players.tournament import TournamentSettings
    from haggis_cli.support.jobs.crew import Workers

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-b",
        metavar="[NAME=]LEVEL",
        show_default=False,
        autocompletion=levels,
        help="A computer player: random, easy, normal or hard; once for each.",
    ),
]


def _check_seed(seed: str | None) -> str | None:
    """The seed, which must be text: chance makes nothing of other bytes, and nobody could type them again."""
    from haggis_cli.support.escaping import forbidden_character

    found = forbidden_character(seed or "")
    if found:
        raise UsageError(f"the seed holds {found}, which cannot be typed again: use letters and digits")
    return seed


Seed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="TEXT",
        show_default=False,
        callback=_check_seed,
        help="The same seed deals the same cards again.",
    ),
]
Think = Annotated[
    float,
    typer.Option(
        "--think", metavar="SECONDS", min=0.01, max=600, help="How long a computer player thinks about a move at most."
    ),
]
Playouts = Annotated[
    int | None,
    typer.Option(
        "--playouts",
        metavar="N",
        min=1,
        show_default=False,
        help="Instead of a time, how often it plays on to the end: the same moves on every computer.",
    ),
]
Simulate = Annotated[
    int | None,
    typer.Option(
        "--simulate", metavar="N", min=1, show_default=False, help="Have computer players play N matches, unseen."
    ),
]
Save = Annotated[bool, typer.Option("--save", help="With --simulate: keep the matches, each in its file.")]


def command(
    match: Match = None,
    variant: VariantId = None,
    player: PlayerNames = None,
    bot: Bots = None,
    team: Teams = None,
    points: Points = None,
    rounds: Rounds = None,
    option: VariantOptions = None,
    suits: Suits = None,
    name: Id = None,
    seed: Seed = None,
    think: Think = 1.0,
    playouts: Playouts = None,
    simulate: Simulate = None,
    jobs: Jobs = None,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    save: Save = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Play a match on this computer, against each other and against computer players.

    Without options the match last played goes on. People sit where --player names them, computer players in the seats
    after them (--player Isla --bot Isla=easy seats one among them). Everything is saved as it happens, as in any other
    match: show, log, sheet and undo work on it. What can be typed is told by 'help'; without a terminal the lines are
    read from standard input.

    \b
    haggis play --variant two-player --player Noah --bot Robbie=normal
    haggis play --variant three-player -p Noah -p Jamie --bot hard --rounds 2
    haggis play --simulate 100 --variant two-player -b normal -b easy --seed 7
    """
    from haggis_cli.players.levels import Effort

    printer = Printer(no_color=no_color)
    if isnan(think):
        raise UsageError("--think is a number of seconds, 0.01 to 600")
    effort = Effort(think, playouts)
    if simulate is not None:
        if match or player or team or name:
            raise UsageError("--simulate needs no match, --player, --team or --name: only --bot for every seat")
        terms = _parse_terms(variant, bot or [], points, rounds, option or [], suits, seed, effort)
        _simulate(printer, terms, simulate, choose_workers(jobs, backend, scheduler), save, home, json)
        return
    if jobs or save or backend != "processes":
        raise UsageError("--jobs, --backend and --save belong to --simulate; a match that is played is saved anyhow")
    from haggis_cli.cli.play.session import PlaySession
    from haggis_cli.cli.play.setup import PlayRequest, find_or_start_match

    setting = PlayRequest(variant, player or [], bot or [], team or [], points, rounds, option or [], suits, name, seed)
    chosen = find_or_start_match(printer, match, setting, home)
    try:
        session = PlaySession(printer, chosen, home, seed, effort, json=json)
    except HaggisError:
        if match is None and setting.starts_new_match:  # it is there, whatever keeps it from being read just now
            printer.print_line(f"{safe(Path(chosen).stem)} is started.")
        raise
    session.run()


def _parse_terms(
    variant_id: str | None,
    bots: list[str],
    points: int | None,
    rounds: int | None,
    options: list[str],
    suits: str | None,
    seed: str | None,
    effort: "Effort",
) -> "TournamentSettings":
    """What the matches of a simulation have in common; UsageError for what cannot be played."""
    from haggis_cli.cli.new.questions import parse_player_name
    from haggis_cli.cli.options import parse_option_pairs
    from haggis_cli.cli.play.bots import parse_bots
    from haggis_cli.cli.play.setup import make_seed
    from haggis_cli.players.tournament import TournamentSettings
    from haggis_cli.plugins.registry import default_id, load
    from haggis_cli.referee.seating import check_suits, read_options
    from haggis_cli.rules.goal import Goal
    from haggis_cli.rules.phrases import join_words

    if points and rounds:
        raise UsageError("a goal is points or rounds, not both: leave out --points or --rounds")
    variant = load(variant_id or default_id())
    players = {parse_player_name(name): level for name, level in parse_bots(bots, []).items()}
    if len(players) not in variant.setups:
        wanted = join_words([str(number) for number in variant.players], "or")
        raise UsageError(f"{variant.name} is for {wanted} players: give --bot {wanted} times, not {len(bots)}")
    return TournamentSettings(
        variant.id,
        tuple(players.items()),
        Goal(points, rounds) if points or rounds else variant.goals[0],
        read_options(variant, parse_option_pairs(options), len(players)),
        check_suits(variant, suits, len(players)),
        make_seed() if seed is None else seed,
        effort,
    )


def _simulate(
    printer: Printer,
    terms: "TournamentSettings",
    matches: int,
    crew: "Workers",
    save: bool,
    home: str | None,
    json: bool,
) -> None:
    from haggis_cli.cli.play.simulation import simulate
    from haggis_cli.matches.store.folder import Store, home_folder

    simulate(printer, terms, matches, crew, store=Store(home_folder(home)) if save else None, json=json)
