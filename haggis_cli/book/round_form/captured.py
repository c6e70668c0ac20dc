"""The fields for what each player captured; what one pile must be is worked out from the others where it is certain."""

from collections.abc import Collection, Mapping

from haggis_cli.book.counting import count_pile, parse_captured
from haggis_cli.book.round_form.checks import check_captured, doubt_total
from haggis_cli.book.round_form.fields import FieldKind, RoundField
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import HaggisError


def captured_fields(
    table: Table, texts: Mapping[str, str], typed: TypedRound, last: Collection[str] = ()
) -> list[RoundField]:
    """A field for each player, in the order of the seats; what is certain is put into `typed`.

    last: the names of the fields that were answered last: where two figures do not go together these are at fault.
    """
    order = sorted(table.seats, key=lambda seat: name_of(seat) in last)
    fields = {seat: _captured_field(table, seat, texts.get(name_of(seat), "").strip(), typed) for seat in order}
    open_seats = [seat for seat in table.seats if fields[seat].is_missing]
    if len(open_seats) == 1 and not any(field.fault for field in fields.values()):
        seat = open_seats[0]
        rest = typed.captured_left(table, seat).exact
        if rest is not None:
            typed.captured[seat], typed.filled_seat = rest, seat
            fields[seat] = fields[seat]._replace(
                says=str(rest), note="What is left.", is_derived=True, is_missing=False
            )
    return [fields[seat] for seat in table.seats]


def name_of(seat: int) -> str:
    """The name of the field for a player's captured points."""
    return f"captured{seat + 1}"


def _captured_field(table: Table, seat: int, given: str, typed: TypedRound) -> RoundField:
    name, fault, note, says = table.names[seat], "", "", ""
    if given:
        try:
            points = parse_captured(given, table)
            pile = count_pile(given, table)
            is_plain = given.removeprefix("-").isdigit()
            says, note = str(points), f"= {pile}" if pile else "" if is_plain else f"= {points}"
            check_captured(table, typed, seat, points)
            note = _find_doubt(table, seat, points, typed) or note
            typed.captured[seat] = points
        except HaggisError as error:
            fault = str(error)
    question = f"What did {name} capture"
    return RoundField(
        name_of(seat), FieldKind.CAPTURED, name, question, given, says, fault=fault, note=note, is_missing=not given
    )


def _find_doubt(table: Table, seat: int, points: int, typed: TypedRound) -> str | None:
    """What looks odd about the pile that is told last; None if nothing does."""
    if len(typed.captured) < len(table.names) - 1:
        return None
    rest = typed.captured_left(table, seat).exact
    return None if rest is None else doubt_total(points, rest, typed)


def total_text(table: Table, typed: TypedRound) -> str:
    """How far the captured points are told, of what all cards together are worth: `31 of 50, 19 are left`."""
    told, (least, most) = sum(typed.captured.values()), typed.captured_range(table)
    worth = str(most) if least == most else f"{least} to {most}"
    if typed.filled_seat is not None or len(typed.captured) == len(table.names):
        return f"{told} of {worth}"
    left = most - told
    return f"{told} of {worth}" + (f", {left} {'is' if left == 1 else 'are'} left" if told and least == most else "")
