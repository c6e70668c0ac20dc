"""What was bet in a round, as questions: each player's bet, each team's, or who was the Shepherd and with which bid."""

from collections.abc import Callable

from haggis_cli.book.round_form.checks import check_bet, check_bid
from haggis_cli.book.typed_round import parse_amount
from haggis_cli.cli.terminal.printer import safe
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow
from haggis_cli.matches.notation import parse_seat, split_answer
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import AmbiguousError, HaggisError, NotationError, UsageError

NOBODY = "nobody"
"""The answer that there was no Shepherd."""
NONE = "none"
"""The answer that no bet was made."""
_NOBODY_WORDS = (NOBODY, NONE, "no", "-")


def stake_questions(table: Table, stakes: dict[int, int]) -> QuestionFlow[None]:
    """Ask for what was bet, and put it into `stakes`; the keys are `("bet", seat)`, `("team", side)` and so on."""
    betting = table.variant.betting
    if betting.by_auction:
        yield from _shepherd_questions(table, stakes)
    elif betting.by_team:
        yield from _team_questions(table, stakes)
    else:
        for seat in table.seats:
            amount = yield _bet_question(table, seat)
            if amount is not None:
                stakes[seat] = amount


def _bet_question(table: Table, seat: int) -> Question:
    def bet(text: str) -> int | None:
        return _parse_bet(text, table)

    betting = table.variant.betting
    help_text = f"A bet is {betting.offers_text()}, or none: its name, its beginning, or its amount."
    if betting.blind:
        help_text += " Whoever has bet blind has made no other bet."
    if 0 in betting.amounts:
        help_text += " 0 is for a bet of 0 that was declared, which stands; none is for no bet. Both score the same."
    text = f"What did {safe(table.names[seat])} bet{', blind or not' if betting.blind else ''}"
    before, echo = _amounts_line(table, seat == 0), _make_echo(table)

    def spell(amount: int | None) -> str:
        return NONE if amount is None else spell_amount(amount, table)

    return Question(text, bet, help_text, NONE, before, echo, ("bet", seat), spell=spell)


def _team_questions(table: Table, stakes: dict[int, int]) -> QuestionFlow[None]:
    for side, seats in enumerate(table.sides):
        made = yield _team_question(table, side, seats)
        if made is not None:
            stakes[made[0]] = made[1]


def _team_question(table: Table, side: int, seats: tuple[int, ...]) -> Question:
    names = [safe(table.names[seat]) for seat in seats]

    def bet(text: str) -> tuple[int, int] | None:
        if text.casefold() in _NOBODY_WORDS:
            return None
        who, amount = _split_bet(text, table, seats)
        if who not in seats:
            raise UsageError(f"{table.names[who]} is of the other team")
        return who, amount

    help_text = (
        f"Who made the bet that counts, the team's last, and how much: '{names[0]} little', '{seats[0] + 1} l' or "
        f"'{seats[0] + 1}l'. A bet is {table.variant.betting.offers_text()}. Seats: "
        f"{', '.join(f'{seat + 1} {name}' for seat, name in zip(seats, names, strict=True))}."
    )
    text = f"Bet of {safe(table.side_names[side])}: who, how much"

    def echo(_text: str, made: tuple[int, int] | None) -> str | None:
        betting = table.variant.betting
        return made and f"= {safe(table.names[made[0]])}, {betting.bet_text(made[1])}"

    def spell(made: tuple[int, int] | None) -> str:
        return NONE if made is None else spell_team_bet(*made, table)

    return Question(text, bet, help_text, NONE, _amounts_line(table, side == 0), echo, ("team", side), spell=spell)


def _split_bet(text: str, table: Table, seats: tuple[int, ...]) -> tuple[int, int]:
    """A player and an amount, in either order. HaggisError if one of them is missing or unknown."""
    both = split_answer(text, table.names, lambda amount: _parse_made(amount, table), either_order=True)
    if both:
        return parse_seat(both[0], table.names), _parse_made(both[1], table)
    who, _, amount = text.rpartition(" ")
    if who:
        parse_seat(who.strip(), table.names)
        _parse_bet(amount, table)
    names = join_words([f"{seat + 1} {table.names[seat]}" for seat in seats])
    raise UsageError(f"say who bet, and how much, like '{seats[0] + 1} little' (seats: {names}); or none")


def _shepherd_questions(table: Table, stakes: dict[int, int]) -> QuestionFlow[None]:
    betting = table.variant.betting

    def shepherd(text: str) -> int | None:
        try:
            return parse_seat(text, table.names)
        except HaggisError:
            if text.casefold() in _NOBODY_WORDS:
                return None
            raise

    def bid(text: str) -> int:
        try:
            return _parse_made(text, table)
        except AmbiguousError:
            raise
        except NotationError:
            return check_bid(table, None)

    def split(text: str) -> tuple[str, str] | None:
        return split_answer(text, table.names, lambda amount: _parse_made(amount, table))

    help_text = (
        "Who won the auction: a name, its beginning, the seat, or - if all passed. The bid can follow: '1 30', 'n30'."
    )

    def spell(seat: int | None) -> str:
        return NOBODY if seat is None else table.names[seat]

    asked = "Who was the Shepherd"
    seat = yield Question(asked, shepherd, help_text, NOBODY, split=split, key=("shepherd",), spell=spell)
    if seat is not None:
        help_text = f"A bid is {betting.amounts_text()}: the last one made."

        def spell_bid(amount: int) -> str:
            return spell_amount(amount, table)

        text = f"What did {safe(table.names[seat])} bid"
        stakes[seat] = yield Question(text, bid, help_text, None, (), _make_echo(table), ("bid",), spell=spell_bid)


def spell_amount(amount: int, table: Table) -> str:
    """A bet or bid as an answer to be offered: by its name, if it has one that is understood, else by its amount."""
    name = table.variant.betting.name_of(amount)
    try:
        is_understood = name is not None and " " not in name and parse_amount(name, table) == amount
    except HaggisError:
        is_understood = False
    return name if name is not None and is_understood else str(amount)


def spell_team_bet(seat: int, amount: int, table: Table) -> str:
    """The bet of a team as an answer to be offered: who made it, and which it is."""
    return f"{table.names[seat]} {spell_amount(amount, table)}"


def _parse_bet(text: str, table: Table) -> int | None:
    """The amount of a bet, None for no bet. UsageError for an amount that is not offered."""
    amount = parse_amount(text, table)
    check_bet(table, amount)
    return amount


def _parse_made(text: str, table: Table) -> int:
    """The amount of a bet or bid that was made. HaggisError for an amount that is not offered, or none."""
    amount = parse_amount(text, table)
    if table.variant.betting.by_auction:
        return check_bid(table, amount)
    check_bet(table, amount)
    if amount is None:
        raise UsageError("say how much the bet was")
    return amount


def _amounts_line(table: Table, is_first: bool) -> tuple[str, ...]:
    return (f"Bets are {table.variant.betting.offers_text()}.",) if is_first else ()


def _make_echo(table: Table) -> Callable[[str, int | None], str | None]:
    """What is said of an amount that was typed as the beginning of a name: which bet that is."""

    def echo(text: str, amount: int | None) -> str | None:
        betting = table.variant.betting
        name = None if amount is None else betting.name_of(amount)
        if name is None or amount is None or text.isdigit() or text.casefold() == name:
            return None
        return f"= {betting.bet_text(amount)}"

    return echo
