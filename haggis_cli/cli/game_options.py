"""Options that say which game is meant: its variant with the variant's options, its deck, its players."""

from collections.abc import Iterable
from typing import Annotated

import typer

from haggis_cli.cli.completion.candidates import option_values, variant_ids
from haggis_cli.support.errors import UsageError

VariantId = Annotated[
    str | None,
    typer.Option(
        "--variant", metavar="ID", autocompletion=variant_ids, help="The variant; 'haggis variants' lists them."
    ),
]

VariantOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        autocompletion=option_values,
        help="Set an option of the variant; may be given several times. 'haggis variants show ID' lists them.",
    ),
]

Suits = Annotated[
    str | None,
    typer.Option(
        "--suits", metavar="LETTERS", help="The suits in play, such as rgby; ♥♦♣♠ (or hdcs) for ordinary cards."
    ),
]

PlayerCount = Annotated[int | None, typer.Option("--players", metavar="N", help="How many players.")]

Over = Annotated[
    str | None, typer.Option("--over", "--on", metavar="CARDS", help="The combination to beat, such as '8b 9b 10b'.")
]


def parse_option_pairs(values: Iterable[str] | None) -> dict[str, str]:
    """The `--option KEY=VALUE` given, as a dictionary; UsageError for one without `=`, without a key, or given twice.

    >>> parse_option_pairs(["scoring=cards", "bets = no"])
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
