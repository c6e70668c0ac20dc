"""The form of a whole round: filled in with texts, and back from a half-entered round to its texts."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.round_form.captured import captured_fields, name_of, total_text
from haggis_cli.book.round_form.fields import NONE, FieldKind, RoundField
from haggis_cli.book.round_form.going_out import going_out_fields
from haggis_cli.book.round_form.stakes import Stakes, stake_answer, stake_fields
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.table import Table
from haggis_cli.support.english import capitalize


class RoundForm(NamedTuple):
    """A round as far as it is filled in."""

    fields: tuple[RoundField, ...]
    """What is asked, in the order in which people read it off the table."""
    half: HalfRound
    """What has been answered and can be."""
    typed: TypedRound | None
    """The round, once it is complete and no figure is refused."""
    total: str
    """How far the captured points are told, in words."""
    texts: Mapping[str, str]
    """What was typed and `half` does not say in the same words, or not at all, by the names of the fields."""

    @property
    def due(self) -> str:
        """The name of the first field where something has to be answered; empty if the round is complete."""
        return next((field.name for field in self.fields if field.is_due), "")

    def of_kind(self, kind: FieldKind) -> list[RoundField]:
        """The fields that ask for this."""
        return [field for field in self.fields if field.kind is kind]


def fill_in(table: Table, texts: Mapping[str, str], last: Collection[str] = ()) -> RoundForm:
    """The form of a round with these answers, by the names of the fields; everything may be missing or wrong.

    last: the names of the fields that were answered after the others: they are at fault where figures disagree.
    """
    typed, stakes = TypedRound(), Stakes()
    with guard_rules(table.variant.id):
        going_out = list(going_out_fields(table, texts, typed))
        captured = captured_fields(table, texts, typed, last)
        bets = _check_bets(table, list(stake_fields(table, texts, stakes)), stakes)
    given = {seat: points for seat, points in typed.captured.items() if seat != typed.filled_seat}
    out = tuple(typed.out)
    counts = {seat: count for seat, count in typed.counts.items() if not table.repeats_first_count(seat, out)}
    half = HalfRound(list(typed.out), counts, given, None, dict(stakes))
    typed.stakes |= {seat: stake for seat, stake in stakes.items() if stake is not None}
    fields = (*going_out, *captured, *bets)
    is_complete = not any(field.is_due for field in fields)
    said = texts_of(half, table)
    odd = {field.name: field.answer for field in fields if field.answer and field.answer != said.get(field.name)}
    return RoundForm(fields, half, typed if is_complete else None, total_text(table, typed), odd)


def _check_bets(table: Table, fields: list[RoundField], stakes: Stakes) -> list[RoundField]:
    """The fields, the last of them refused if the bets together cannot be."""
    fault = table.variant.betting.table_fault(table, tuple(stakes.get(seat) for seat in table.seats))
    if fault and fields and not any(field.fault for field in fields):
        fields[-1] = fields[-1]._replace(fault=f"{capitalize(fault)}.")
    return fields


def texts_of(half: HalfRound, table: Table) -> dict[str, str]:
    """The answers of a half-entered round, by the names of the fields."""
    texts = {f"out{place}": str(seat + 1) for place, seat in enumerate(half.out, 1)}
    texts |= {f"count{place}": str(half.counts[seat]) for place, seat in enumerate(half.out, 1) if seat in half.counts}
    texts |= {name_of(seat): str(points) for seat, points in half.captured.items()}
    betting = table.variant.betting
    answers = {seat: NONE if stake is None else stake_answer(seat, stake) for seat, stake in half.stakes.items()}
    if not (betting.by_auction or betting.by_team):
        return texts | {f"bet{seat + 1}": answer for seat, answer in answers.items()}
    groups = [("shepherd", tuple(table.seats))] if betting.by_auction else _teams(table)
    for name, seats in groups:
        made = [answers[seat] for seat in seats if answers.get(seat, NONE) != NONE]
        if made or any(seat in answers for seat in seats):
            texts[name] = made[0] if made else NONE
    return texts


def _teams(table: Table) -> list[tuple[str, tuple[int, ...]]]:
    return [(f"team{side + 1}", seats) for side, seats in enumerate(table.sides)]
