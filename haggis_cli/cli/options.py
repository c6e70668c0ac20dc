"""The options and arguments that most commands share, so that they are written and explained alike everywhere.

A command names them in its signature: `def command(match: Match = None, home: Home = None, json: Json = False)`. What
only some commands share has modules of its own, for each option costs every command that loads it a little of its
start: `game_options`, `new_match_options` and `worker_options`.
"""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from haggis_cli.cli.completion.candidates import event_names, match_ids, seat_names

Match = Annotated[
    str | None,
    typer.Argument(
        metavar="MATCH",
        autocompletion=match_ids,
        help="A match: its id, a part of it, or its file; the current one if left out.",
    ),
]

Home = Annotated[
    str | None,
    typer.Option(
        "--home", metavar="DIR", help="The folder that holds the matches, instead of HAGGIS_HOME or the usual one."
    ),
]

IgnoredHome = Annotated[
    str | None,
    typer.Option("--home", metavar="DIR", hidden=True, help="Taken by every command; this one keeps nothing."),
]

Json = Annotated[bool, typer.Option("--json", help="Write the result as JSON, for scripts.")]

NoColor = Annotated[
    bool, typer.Option("--no-color", "--no-colour", help="Write without colours (so does NO_COLOR=1 everywhere).")
]

RoundNumber = Annotated[int | None, typer.Option("--round", "-r", metavar="N", help="Only this round, counted from 1.")]

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Save without asking, warnings or not.")]


def event_option(help_text: str) -> Any:
    """`--event TEXT`; each command says what it does with the event."""
    return typer.Option("--event", metavar="TEXT", show_default=False, autocompletion=event_names, help=help_text)


def seat_option(name: str, help_text: str, names: Callable[..., list[str]] = seat_names) -> Any:
    """`--lead NAME`, `--dealer NAME` and such; each command says when it counts. `names`: completes it."""
    return typer.Option(name, metavar="NAME", show_default=False, autocompletion=names, help=help_text)


def seconds_option(help_text: str) -> Any:
    """`--seconds S`, how long a search may take; each command says what comes of it."""
    return typer.Option("--seconds", metavar="S", min=0.01, max=86_400, help=help_text)
