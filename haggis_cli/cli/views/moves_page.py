"""Legal plays as a list by kind: singles, sets, sequences, stairs, bombs."""

from collections.abc import Sequence
from itertools import groupby

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.rules.cards import COURTS, Cards, count
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.readings import Kind, Reading
from haggis_cli.rules.rounds.round import Round

_HEADINGS = {
    Kind.SINGLE: "Singles",
    Kind.SET: "Sets",
    Kind.SEQUENCE: "Sequences",
    Kind.STAIR: "Stairs",
    Kind.BOMB: "Bombs",
}
_ORDER = tuple(_HEADINGS)


def kind_order(cards: Cards, reading: Reading) -> tuple[int, int]:
    """What plays are sorted by: their kind, then how many court cards they cost."""
    return _ORDER.index(reading.kind), count(cards & COURTS)


def print_moves(
    printer: Printer, state: Round, plays: Sequence[tuple[Cards, Reading]], *, numbered: bool, most: int | None = None
) -> None:
    """Print plays that stand in the order of `kind_order`, and whether passing is allowed.

    numbered: whether each has its number before it.
    most: how many are shown at most, the first of each kind; None for all.
    """
    page, deck, bombs = Page(printer), state.table.deck, state.table.variant.combinations.bombs
    groups = [(kind, list(group)) for kind, group in groupby(enumerate(plays, 1), lambda each: each[1][1].kind)]
    room = None if most is None or len(plays) <= most else max(1, most // len(groups))
    room_for_numbers = max(4, len(str(len(plays))) + 1)
    for kind, group in groups:
        shown = group[:room]
        left = f", {len(group) - len(shown)} more not shown" if len(group) > len(shown) else ""
        page.print_text(f"{printer.styled(_HEADINGS[kind], 'bold')} ({len(group)}{left})")
        for number, (cards, reading) in shown:
            words = printer.styled(describe(reading, bombs), "dim")
            first = f"{number:<{room_for_numbers}}" if numbered else "  "
            page.print_text(f"{first}{page.render_cards(cards, deck)}  {words}", hanging=" " * (len(first) + 2))
    if room is not None:
        page.print_text("'moves all' shows them all.")
    page.print_text(_about_passing(state, len(plays)))


def _about_passing(state: Round, plays: int) -> str:
    if state.reading_to_beat is None:
        return "The leader of a trick must play: no pass."
    if plays:
        return "Or 'pass'."
    wanted = describe(state.reading_to_beat, state.table.variant.combinations.bombs)
    return f"Only 'pass': nothing here beats {wanted}."
