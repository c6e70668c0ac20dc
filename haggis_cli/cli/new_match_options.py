"""Options with which a match, or a deal, is begun: who plays, to which goal, and from which seed."""

from typing import Annotated

import typer

from haggis_cli.cli.completion.candidates import goal_points, goal_round_wins, goal_rounds, player_names
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import forbidden_character

PlayerNames = Annotated[
    list[str] | None,
    typer.Option(
        "--player", "-p", metavar="NAME", autocompletion=player_names, help="A player; once for each, clockwise."
    ),
]

Teams = Annotated[
    list[str] | None, typer.Option("--team", metavar="NAME", help="A team's name; the first is of seats 1 and 3.")
]

Points = Annotated[
    int | None,
    typer.Option(
        "--points", metavar="N", min=1, max=100_000, autocompletion=goal_points, help="The goal: so many points."
    ),
]

Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds", metavar="N", min=1, max=1_000, autocompletion=goal_rounds, help="The goal: so many rounds."
    ),
]

RoundWins = Annotated[
    int | None,
    typer.Option(
        "--round-wins",
        metavar="N",
        min=1,
        max=1_000,
        autocompletion=goal_round_wins,
        help="The goal: so many rounds won.",
    ),
]

MatchId = Annotated[
    str | None, typer.Option("--name", metavar="ID", help="The match's id; date and players if left out.")
]


def _check_seed(seed: str | None) -> str | None:
    """The seed; UsageError for one that is not text: nobody could type it again."""
    found = forbidden_character(seed or "")
    if found:
        raise UsageError(f"the seed holds {found}, which cannot be typed again: use letters and digits")
    return seed


Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", callback=_check_seed, help="The same seed deals the same cards again."),
]
