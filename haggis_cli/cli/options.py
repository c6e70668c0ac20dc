"""The options and arguments that several commands share, so that they are written and explained alike everywhere.

A command names them in its signature: `def command(match: Match = None, home: Home = None, json: Json = False)`.
"""

from collections.abc import Iterable
from typing import Annotated

import typer

from haggis_cli.errors import UsageError


def _matches(incomplete: str) -> list[str]:
    """What the shell offers for MATCH when Tab is pressed: the ids of the matches in the store."""
    from haggis_cli.errors import HaggisError
    from haggis_cli.records.store import Store, home_from

    try:
        found = [path.stem for path in Store(home_from(None)).matches()]
    except (HaggisError, OSError):
        return []  # while completing there is nobody to tell
    return [name for name in found if name.startswith(incomplete)]


def variant_ids(incomplete: str) -> list[str]:
    """What the shell offers for --variant: the ids of the installed variants, none of them loaded."""
    from haggis_cli.registry import found

    return [name for name in found() if name.startswith(incomplete)]


Match = Annotated[
    str | None,
    typer.Argument(
        metavar="MATCH",
        show_default=False,
        autocompletion=_matches,
        help="A match: its id, a part of it, or its file; the match last worked on if left out.",
    ),
]

Home = Annotated[
    str | None,
    typer.Option(
        "--home",
        metavar="DIR",
        show_default=False,
        help="The folder that holds the matches, instead of HAGGIS_HOME or the usual one.",
    ),
]

AnyHome = Annotated[
    str | None,
    typer.Option(
        "--home", metavar="DIR", show_default=False, hidden=True, help="Taken by every command; this one keeps nothing."
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Write the result as JSON, for scripts.")]

NoColor = Annotated[
    bool, typer.Option("--no-color", "--no-colour", help="Write without colours (so does NO_COLOR=1 everywhere).")
]

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Save without asking, warnings or not.")]

Variant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="ID",
        show_default=False,
        autocompletion=variant_ids,
        help="The variant; 'haggis variants' lists them.",
    ),
]

VariantOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        show_default=False,
        help="Set an option of the variant; may be given several times. 'haggis variants show ID' lists them.",
    ),
]

Suits = Annotated[
    str | None, typer.Option("--suits", metavar="LETTERS", show_default=False, help="The suits in play, such as rgby.")
]

Players = Annotated[int | None, typer.Option("--players", metavar="N", show_default=False, help="How many players.")]


def option_pairs(values: Iterable[str] | None) -> dict[str, str]:
    """The `--option KEY=VALUE` given, as a dictionary; UsageError for one without `=`, without a key, or given twice.

    >>> option_pairs(["scoring=cards", "bets = no"])
    {'scoring': 'cards', 'bets': 'no'}
    """
    pairs: dict[str, str] = {}
    for value in values or ():
        key, equals, given = (part.strip() for part in value.partition("="))
        if not equals or not key:
            raise UsageError(f"--option needs KEY=VALUE, such as scoring=cards, but got {value!r}")
        if pairs.setdefault(key, given) != given:
            raise UsageError(f"--option {key} is given twice, as {pairs[key]!r} and as {given!r}")
    return pairs
