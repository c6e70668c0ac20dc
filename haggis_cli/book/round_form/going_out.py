"""The fields for who went out, in order, and for the fullest hand at each of these moments."""

from collections.abc import Iterator, Mapping

from haggis_cli.book.counting import parse_sum
from haggis_cli.book.round_form.checks import check_count, check_still_in
from haggis_cli.book.round_form.fields import FieldChoice, FieldKind, RoundField
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.rules.table import Table
from haggis_cli.support.english import PLACES, join_words
from haggis_cli.support.errors import HaggisError, UsageError


def going_out_fields(table: Table, texts: Mapping[str, str], typed: TypedRound) -> Iterator[RoundField]:
    """The fields of each place, as far as somebody goes out there; what is certain is put into `typed`.

    Answers for places after the end of the round are left out: nobody goes out there.
    """
    for place in range(len(table.names) - 1):
        given = texts.get(f"out{place + 1}", "")
        if table.ended_by(tuple(typed.out)):
            return
        known = len(typed.out) == place
        field = _out_field(table, place, given, typed)
        yield field
        seat = _seat(given, table)
        if field.fault or seat is None or not known:
            if _may_record(table, typed, place):
                yield _open_count_field(table, place, texts)
            continue
        typed.out.append(seat)
        yield from _count_fields(table, place, texts, typed)


def _out_field(table: Table, place: int, given: str, typed: TypedRound) -> RoundField:
    seat, fault = _seat(given, table), ""
    try:
        if given and seat is None:
            raise UsageError("there is no such player")
        if seat is not None:
            check_still_in(table, typed.out, seat)
    except HaggisError as error:
        fault = str(error)
    choices = tuple(
        FieldChoice(str(each + 1), name, is_refused=each in typed.out) for each, name in enumerate(table.names)
    )
    ordinal = PLACES[place] if place < len(PLACES) else "next"
    return RoundField(
        f"out{place + 1}",
        FieldKind.OUT,
        f"Out {ordinal}",
        f"Who went out {ordinal}",
        given,
        "" if seat is None else table.names[seat],
        choices,
        fault,
        is_missing=not given,
    )


def _count_fields(table: Table, place: int, texts: Mapping[str, str], typed: TypedRound) -> Iterator[RoundField]:
    """The field for the hand that the player who has gone out last recorded, if one is recorded."""
    out = tuple(typed.out)
    seat = out[place]
    if table.repeats_first_count(seat, out):
        first = typed.counts.get(out[0])
        if first is not None:
            typed.counts[seat] = first
            field = _open_count_field(table, place, {})
            yield field._replace(says=str(first), note="A slam: the first count again.", is_derived=True, choices=())
    elif seat in table.recorders(out):
        yield _count_field(table, place, texts.get(f"count{place + 1}", ""), typed)


def _count_field(table: Table, place: int, given: str, typed: TypedRound) -> RoundField:
    seat, fault = typed.out[place], ""
    if given:
        try:
            number = parse_sum(given, "the cards held")
            check_count(table, typed.out, typed.counts, seat, number)
            typed.counts[seat] = number
        except HaggisError as error:
            fault = str(error)
    holders = [table.names[other] for other in table.opponents(seat) if other not in typed.out]
    fullest = "" if len(holders) == 1 else " in the fullest hand"
    return RoundField(
        f"count{place + 1}",
        FieldKind.COUNT,
        "Fullest hand" if fullest else "Hand held",
        f"How many cards did {join_words(holders, 'or')} hold then{fullest}",
        given,
        str(typed.counts[seat]) if seat in typed.counts and not fault else "",
        _count_choices(table),
        fault,
        is_missing=not given,
    )


def _open_count_field(table: Table, place: int, texts: Mapping[str, str]) -> RoundField:
    """The field for the hand at a place where it is not known yet who went out."""
    name = f"count{place + 1}"
    question, given = "How many cards did the fullest hand of the opponents hold then", texts.get(name, "")
    return RoundField(name, FieldKind.COUNT, "Fullest hand", question, given, given, _count_choices(table))


def _count_choices(table: Table) -> tuple[FieldChoice, ...]:
    return tuple(FieldChoice(str(number), str(number)) for number in range(1, table.setup.hand + 1))


def _may_record(table: Table, typed: TypedRound, place: int) -> bool:
    """Whether somebody who goes out at a place may have to record a hand."""
    filled = [*typed.out, *(seat for seat in table.seats if seat not in typed.out)]
    return filled[place] in table.recorders(tuple(filled[: place + 1]))


def _seat(text: str, table: Table) -> int | None:
    """The seat that an answer means; None for none."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= 2
    return int(text) - 1 if is_number and 1 <= int(text) <= len(table.names) else None
