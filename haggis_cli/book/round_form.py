"""The form of a whole round: filled in with texts, and back from a half-entered round to its texts.

Begin with `fill_in`, which asks the fields in the order of the table: who went out, what was captured, what was bet.
The checks of single figures serve the questions of the terminal, too.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from haggis_cli.book.counting import count_pile, parse_captured, parse_sum
from haggis_cli.book.typed_round import HalfRound, TypedRound
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.scores import Outcome
from haggis_cli.rules.typed_rounds import table_breaches
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.text import PLACES, capitalize, join_words

NONE = "none"
"""The answer that nobody made a bet."""

Stakes = dict[int, int | None]
"""The bets that are answered, None for no bet."""


class FieldKind(Enum):
    """What a field asks for."""

    OUT = "out"
    COUNT = "count"
    CAPTURED = "captured"
    STAKE = "stake"


class FieldChoice(NamedTuple):
    """One answer that can be chosen."""

    answer: str
    """What is sent for it."""
    text: str
    """What it is called."""
    by: str = ""
    """Who it is of, where one field is for several players."""
    is_refused: bool = False
    """Whether it cannot be chosen now."""


class RoundField(NamedTuple):
    """A figure of the round: what is asked, and what was answered."""

    name: str
    """What the field is called in forms, such as `out1`; places and seats count from 1 there."""
    kind: FieldKind
    """What it asks for."""
    label: str
    """What it is called on a narrow screen."""
    question: str
    """What is asked, as a question without its mark."""
    answer: str
    """What was answered; empty for nothing yet."""
    says: str
    """The answer in words, also one that was worked out; empty for none."""
    choices: tuple[FieldChoice, ...] = ()
    """The answers that can be chosen; empty where a number is typed."""
    fault: str = ""
    """Why the answer cannot be, in a sentence; empty if it can."""
    note: str = ""
    """What is told about the answer: what was counted, or what looks odd."""
    is_derived: bool = False
    """Whether the answer was worked out and need not be given."""
    is_missing: bool = False
    """Whether the round is not complete without an answer."""

    @property
    def is_due(self) -> bool:
        """Whether something has to be answered here."""
        return self.is_missing or bool(self.fault)


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
        going_out = list(_going_out_fields(table, texts, typed))
        captured = _captured_fields(table, texts, typed, last)
        bets = _check_bets(table, list(_stake_fields(table, texts, stakes)), stakes)
    given = {seat: points for seat, points in typed.captured.items() if seat != typed.filled_seat}
    out = tuple(typed.out)
    counts = {seat: count for seat, count in typed.counts.items() if not table.repeats_first_count(seat, out)}
    half = HalfRound(list(typed.out), counts, given, None, dict(stakes))
    typed.stakes |= {seat: stake for seat, stake in stakes.items() if stake is not None}
    fields = (*going_out, *captured, *bets)
    is_complete = not any(field.is_due for field in fields)
    said = texts_of(half, table)
    odd = {field.name: field.answer for field in fields if field.answer and field.answer != said.get(field.name)}
    return RoundForm(fields, half, typed if is_complete else None, _total_text(table, typed), odd)


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
    answers = {seat: NONE if stake is None else _stake_answer(seat, stake) for seat, stake in half.stakes.items()}
    if not (betting.by_auction or betting.by_team):
        return texts | {f"bet{seat + 1}": answer for seat, answer in answers.items()}
    teams = [(f"team{side + 1}", seats) for side, seats in enumerate(table.sides)]
    groups = [("shepherd", tuple(table.seats))] if betting.by_auction else teams
    for name, seats in groups:
        made = [answers[seat] for seat in seats if answers.get(seat, NONE) != NONE]
        if made or any(seat in answers for seat in seats):
            texts[name] = made[0] if made else NONE
    return texts


# What one figure of a round that is being typed in is refused for, or doubted, before the round is complete.


def check_still_in(table: Table, out: list[int], seat: int) -> None:
    """UsageError for a player who is out already."""
    if seat in out:
        raise UsageError(f"{table.names[seat]} is already out")


def check_count(table: Table, out: list[int], counts: Mapping[int, int], seat: int, number: int) -> None:
    """UsageError for a number of cards that no hand can have held when a player went out.

    out: who went out, in order, up to this player.
    counts: what was recorded before.
    """
    most = table.setup.hand
    if not 1 <= number <= most:
        raise UsageError(f"it is 1 to {most} cards: a hand has no more")
    if table.ended_by(tuple(out)):
        _check_together(table, tuple(out), {**counts, seat: number})


def _check_together(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> None:
    """UsageError for counts that do not go together, once everybody is out who goes out."""
    counted = tuple(counts.get(seat, 0) for seat in table.seats)
    nothing, no_bets = tuple(0 for _ in table.seats), tuple(None for _ in table.seats)
    for breach in table_breaches(table, Outcome(out, counted, nothing, no_bets)):
        raise UsageError(breach.message)


def check_captured(table: Table, typed: TypedRound, seat: int, points: int) -> None:
    """UsageError for more points than a player can have captured, for what is known of the others."""
    breach = typed.captured_breach(table, seat, points)
    if breach:
        raise UsageError(breach.message)


def check_bet(table: Table, amount: int | None) -> None:
    """UsageError for an amount that is not offered; None is no bet."""
    betting = table.variant.betting
    if amount is not None and amount not in betting.amounts:
        raise UsageError(f"a bet is {betting.amounts_text()}, or none")


def check_bid(table: Table, amount: int | None) -> int:
    """The bid; UsageError for one that is not offered, or missing."""
    betting = table.variant.betting
    if amount is None or amount not in betting.amounts:
        raise UsageError(f"a bid is {betting.amounts_text()}")
    return amount


def doubt_total(points: int, rest: int, typed: TypedRound) -> str | None:
    """That the last pile leaves points that nobody has; None if none are left.

    rest: the points that are left for it.
    typed: the round with the piles of all others.
    """
    others, missing = sum(typed.captured.values()), rest - points
    if missing <= 0:
        return None
    are = "is" if missing == 1 else "are"
    return f"That makes {others + points} of {others + rest}: {missing} {are} missing."


# The fields for who went out, in order, and for the fullest hand at each of these moments.


def _going_out_fields(table: Table, texts: Mapping[str, str], typed: TypedRound) -> Iterator[RoundField]:
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


# The fields for what each player captured; what one pile must be is worked out from the others where it is certain.


def _captured_fields(
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


def _total_text(table: Table, typed: TypedRound) -> str:
    """How far the captured points are told, of what all cards together are worth: `31 of 50, 19 are left`."""
    told, (least, most) = sum(typed.captured.values()), typed.captured_range(table)
    worth = str(most) if least == most else f"{least} to {most}"
    if typed.filled_seat is not None or len(typed.captured) == len(table.names):
        return f"{told} of {worth}"
    left = most - told
    return f"{told} of {worth}" + (f", {left} {'is' if left == 1 else 'are'} left" if told and least == most else "")


# The fields for what was bet: each player's bet, each team's, or who was the Shepherd and with which bid.


def _stake_fields(table: Table, texts: Mapping[str, str], stakes: Stakes) -> Iterator[RoundField]:
    """The fields for the bets, as the variant has them; what is answered is put into `stakes`.

    A bet that is not answered is none, so nothing is missing where nothing is said.
    """
    betting = table.variant.betting
    if not betting.amounts:
        return
    if betting.by_auction:
        choices = (FieldChoice(NONE, "no Shepherd"), *_choices_of(table, table.seats))
        yield _stake_field(
            table, "shepherd", ("Shepherd", "Who was the Shepherd, with which bid"), choices, texts, stakes
        )
    elif betting.by_team:
        for side, seats in enumerate(table.sides):
            texts_of = (table.side_names[side], f"Bet of {table.side_names[side]}: who, how much")
            choices = (FieldChoice(NONE, "no bet"), *_choices_of(table, seats))
            yield _stake_field(table, f"team{side + 1}", texts_of, choices, texts, stakes)
    else:
        for seat, name in enumerate(table.names):
            choices = (FieldChoice(NONE, "no bet"), *_choices_of(table, (seat,), named=False))
            yield _stake_field(table, f"bet{seat + 1}", (name, f"What did {name} bet"), choices, texts, stakes)


def _stake_answer(seat: int, amount: int) -> str:
    """The answer that a player bet, or bid, an amount."""
    return f"{seat + 1}-{amount}"


def _choices_of(table: Table, seats: Iterable[int], *, named: bool = True) -> list[FieldChoice]:
    betting = table.variant.betting
    return [
        FieldChoice(_stake_answer(seat, amount), betting.bet_text(amount), table.names[seat] if named else "")
        for seat in seats
        for amount in betting.amounts
    ]


def _stake_field(
    table: Table,
    name: str,
    texts_of: tuple[str, str],
    choices: tuple[FieldChoice, ...],
    texts: Mapping[str, str],
    stakes: Stakes,
) -> RoundField:
    given, fault, says = texts.get(name, ""), "", ""
    chosen = next((choice for choice in choices if choice.answer == given), None)
    seats = [int(choice.answer.partition("-")[0]) - 1 for choice in choices if choice.answer != NONE]
    if given:
        try:
            made = _parse_stake(given, table)
            if made and made[0] not in seats:
                raise UsageError(f"{table.names[made[0]]} is of the other team")
            stakes |= dict.fromkeys(seats)
            stakes |= {made[0]: made[1]} if made else {}
        except HaggisError as error:
            fault = str(error)
    if chosen:
        says = f"{chosen.by} {chosen.text}".strip()
    return RoundField(name, FieldKind.STAKE, *texts_of, given, says, choices, fault)


def _parse_stake(given: str, table: Table) -> tuple[int, int] | None:
    """Who bet, or bid, how much; None for nobody. UsageError for what is not offered."""
    if given == NONE:
        return None
    seat, _, amount = given.partition("-")
    figures = [int(text) for text in (seat, amount) if text.isascii() and text.isdecimal() and len(text) <= 5]
    if len(figures) < 2 or not 1 <= figures[0] <= len(table.names):
        raise UsageError("say who bet, and how much")
    if table.variant.betting.by_auction:
        check_bid(table, figures[1])
    else:
        check_bet(table, figures[1])
    return figures[0] - 1, figures[1]
