"""`haggis new`: start a match."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Json, NoColor, Suits, Variant, VariantOptions
from haggis_cli.cli.show import Printer, safe, short_path

if TYPE_CHECKING:
    from haggis_cli.records.match import MatchRecord

PlayerNames = Annotated[
    list[str] | None,
    typer.Option("--player", "-p", metavar="NAME", show_default=False, help="A player; once for each, clockwise."),
]
Teams = Annotated[
    list[str] | None,
    typer.Option("--team", metavar="NAME", show_default=False, help="A team's name; the first is of seats 1 and 3."),
]
Points = Annotated[
    int | None,
    typer.Option("--points", metavar="N", min=1, max=100_000, show_default=False, help="The goal: so many points."),
]
Rounds = Annotated[
    int | None,
    typer.Option("--rounds", metavar="N", min=1, max=1_000, show_default=False, help="The goal: so many rounds."),
]
Lead = Annotated[
    str | None,
    typer.Option("--lead", metavar="NAME", show_default=False, help="Who leads round 1; the first player if left out."),
]
Dealer = Annotated[
    str | None,
    typer.Option(
        "--dealer", metavar="NAME", show_default=False, help="Who deals round 1, where the variant has a dealer."
    ),
]
Id = Annotated[
    str | None,
    typer.Option("--name", metavar="ID", show_default=False, help="The match's id; date and players if left out."),
]
Notes = Annotated[
    str, typer.Option("--notes", metavar="TEXT", show_default=False, help="A note to keep with the match.")
]


def command(
    variant: Variant = None,
    player: PlayerNames = None,
    team: Teams = None,
    points: Points = None,
    rounds: Rounds = None,
    option: VariantOptions = None,
    suits: Suits = None,
    lead: Lead = None,
    dealer: Dealer = None,
    name: Id = None,
    notes: Notes = "",
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Start a match.

    What is missing is asked for in a terminal. The goal is points or rounds; left out, it is the variant's short game.

    \b
    haggis new --variant two-player --player Noah --player Isla --points 250
    haggis new --variant two-player -p Noah -p Isla --rounds 6 --option scoring=cards --name friday
    """
    from haggis_cli.cli.ask import told_if_left
    from haggis_cli.cli.new_match import Wishes, make_match
    from haggis_cli.records.guard import encoded
    from haggis_cli.records.signals import undisturbed
    from haggis_cli.records.store import Store, home_from
    from haggis_cli.records.toml import write_match

    printer = Printer(no_color=no_color)
    store = Store(home_from(home))
    wishes = Wishes(variant, player or [], team or [], points, rounds, option or [], suits, lead, dealer, name, notes)
    with told_if_left(printer, "No match was started."):
        record = make_match(printer, wishes, store)
    with undisturbed():
        path = store.create(record.id, encoded(write_match(record)))
        if json:
            told = {"id": record.id, "file": str(path), "variant": record.variant, "players": record.players}
            printer.emit_json(told)
        else:
            _tell(printer, record, str(path))


def _tell(printer: Printer, record: "MatchRecord", path: str) -> None:
    from haggis_cli.rules.variant import Goal

    goal = Goal(record.goal.points, record.goal.rounds)
    first = (
        f"{safe(record.dealer)} deals" if record.dealer else f"{safe(record.lead or record.players[0])} deals and leads"
    )
    printer.line(f"{printer.styled(safe(record.id), 'bold')}: {', '.join(map(safe, record.players))}, {goal}; {first}.")
    printer.say(
        f"Saved in {safe(short_path(path))}. Next: 'haggis score' after a round, or 'haggis record' play by play."
    )
