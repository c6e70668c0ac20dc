"""The fields for what was bet: each player's bet, each team's, or who was the Shepherd and with which bid."""

from collections.abc import Iterable, Iterator, Mapping

from haggis_cli.book.round_form.checks import check_bet, check_bid
from haggis_cli.book.round_form.fields import NONE, FieldChoice, FieldKind, RoundField
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import HaggisError, UsageError

Stakes = dict[int, int | None]
"""The bets that are answered, None for no bet."""


def stake_fields(table: Table, texts: Mapping[str, str], stakes: Stakes) -> Iterator[RoundField]:
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


def stake_answer(seat: int, amount: int) -> str:
    """The answer that a player bet, or bid, an amount."""
    return f"{seat + 1}-{amount}"


def _choices_of(table: Table, seats: Iterable[int], *, named: bool = True) -> list[FieldChoice]:
    betting = table.variant.betting
    return [
        FieldChoice(stake_answer(seat, amount), betting.bet_text(amount), table.names[seat] if named else "")
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
