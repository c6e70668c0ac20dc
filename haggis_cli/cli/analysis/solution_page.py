"""The value of a position in words: the verdict, every play with its value, and one best line trick by trick."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.views.actions import render_colored_action
from haggis_cli.rules.rounds.events import Award, Event, Lead
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize, with_sign

if TYPE_CHECKING:
    from haggis_cli.analysis.solver import PlayValue, Solution


_SHOWN = 40
"""So many plays are listed: a hand of twelve cards may have hundreds, and the worst of them help nobody."""


def print_solution(printer: Printer, state: Round, solution: "Solution", alone: int | None) -> None:
    """Print what is known of a position; `alone` plays against all others together."""
    page = Page(printer)
    page.print_text(printer.styled(_verdict(state, solution, alone), "bold"))
    if alone is not None and not state.table.variant.betting.by_auction:
        name = safe(state.table.names[alone])
        page.print_text(f"The others are taken to play together against {name}, who gets so much at least.")
    if not solution.exact:
        page.print_text("Time ran out: bounds are proven, no more. --seconds gives it longer.")
    page.print_gap()
    page.print_text(f"What {safe(state.table.names[state.turn])} can do, the best first")
    _print_plays(page, state, solution.plays)
    if solution.line:
        page.print_gap()
        page.print_text("One best line")
        for number, trick in enumerate(_tricks(state, solution.line), 1):
            said = "; ".join(_describe(printer, state, event) for event in trick)
            page.print_text(f"{number:<2} {said}", indent="  ", hanging="   ")
    printer.print_message(f"{pluralize(solution.nodes, 'position')} in {solution.seconds:.1f} s")


def _verdict(state: Round, solution: "Solution", alone: int | None) -> str:
    """What the side of the player whose turn it is gets from here on, in a sentence."""
    table, turn = state.table, state.turn
    if alone is None:
        mine = [seat for seat in table.seats if table.side(seat) == table.side(turn)]
    else:
        mine = [seat for seat in table.seats if (seat == alone) == (turn == alone)]
    us, them = (
        join_words([safe(table.names[seat]) for seat in table.seats if (seat in mine) is wanted])
        for wanted in (True, False)
    )
    get = "get" if len(mine) > 1 else "gets"
    if not solution.exact:
        return f"From here on {us} {get} from {with_sign(solution.low)} to {with_sign(solution.high)} against {them}."
    if not solution.low:
        return f"From here on {us} {get} as many points as {them}."
    more = "more" if solution.low > 0 else "fewer"
    return f"From here on {us} {get} {pluralize(abs(solution.low), f'point {more}', f'points {more}')} than {them}."


def _print_plays(page: Page, state: Round, plays: Sequence["PlayValue"]) -> None:
    """The plays of one value on a line, after the value."""
    groups = [(_value(each), list(same)) for each, same in _by_value(plays[:_SHOWN])]
    widest = max(len(value) for value, _ in groups)
    for value, same in groups:
        said = "; ".join(render_colored_action(page.printer, play.event, state.table) for play in same)
        page.print_text(
            f"{page.printer.styled(value.ljust(widest), 'bold')}  {said}", indent="  ", hanging=" " * (widest + 2)
        )
    if rest := plays[_SHOWN:]:
        page.print_text(f"and {len(rest)} more, down to {with_sign(rest[-1].low)}; --json has them all.", indent="  ")


def _by_value(plays: Sequence["PlayValue"]) -> Iterator[tuple["PlayValue", Iterator["PlayValue"]]]:
    for _, group in groupby(plays, key=lambda play: (play.low, play.high)):
        same = list(group)
        yield same[0], iter(same)


def _value(play: "PlayValue") -> str:
    return with_sign(play.low) if play.exact else f"{with_sign(play.low)} to {with_sign(play.high)}"


def _tricks(state: Round, line: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of a line, trick by trick; what is said of a bombed trick stands with it."""
    trick: list[Event] = []
    for event in line:
        if trick and not state.trick and not isinstance(event, Award | Lead):
            yield trick
            trick = []
        trick.append(event)
        state = state.after(event)
    yield trick


def _describe(printer: Printer, state: Round, event: Event) -> str:
    return f"{safe(state.table.names[event.seat])}: {render_colored_action(printer, event, state.table)}"
