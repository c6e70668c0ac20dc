"""A round asked for step by step, in the order in which people read it off the table."""

import re
from collections.abc import Callable

from haggis_cli.book.counting import captured_forms, count_pile, parse_captured, parse_sum, pile_help
from haggis_cli.book.round_form import check_bet, check_bid, check_captured, check_count, check_still_in, doubt_total
from haggis_cli.book.typed_round import REST_WORDS, TypedRound, parse_amount
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow
from haggis_cli.matches.notation import parse_seat, split_answer
from haggis_cli.rules.cards import QUEEN
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import AmbiguousError, HaggisError, NotationError, UsageError
from haggis_cli.support.text import PLACES, join_words

# What was bet in a round, as questions: each player's bet, each team's, or who was the Shepherd and with which bid.


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
    text = f"What did {table.names[seat]} bet{', blind or not' if betting.blind else ''}"
    before, echo = _amounts_line(table, seat == 0), _make_echo(table)

    def spell(amount: int | None) -> str:
        return NONE if amount is None else betting.spell(amount)

    return Question(text, bet, help_text, NONE, before, echo, ("bet", seat), spell=spell)


def _team_questions(table: Table, stakes: dict[int, int]) -> QuestionFlow[None]:
    for side, seats in enumerate(table.sides):
        made = yield _team_question(table, side, seats)
        if made is not None:
            stakes[made[0]] = made[1]


def _team_question(table: Table, side: int, seats: tuple[int, ...]) -> Question:
    names = [table.names[seat] for seat in seats]

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
    text = f"Bet of {table.side_names[side]}: who, how much"

    def echo(_text: str, made: tuple[int, int] | None) -> str | None:
        betting = table.variant.betting
        return made and f"= {table.names[made[0]]}, {betting.bet_text(made[1])}"

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

        text = f"What did {table.names[seat]} bid"
        stakes[seat] = yield Question(text, bid, help_text, None, (), _make_echo(table), ("bid",), spell=betting.spell)


def spell_team_bet(seat: int, amount: int, table: Table) -> str:
    """The bet of a team as an answer to be offered: who made it, and which it is."""
    return f"{table.names[seat]} {table.variant.betting.spell(amount)}"


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


class RoundQuestions:
    """Everything that counts of a round, as questions; `typed_round` is what has been answered so far.

    The keys of the questions are `("out", place)`, `("count", seat)` and `("captured", seat)`, and those of the bets;
    places and seats count from 0.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._names = table.names
        self.typed_round = TypedRound()

    def questions(self) -> QuestionFlow[TypedRound]:
        """The questions, from the first player out to the last bet."""
        self.typed_round = TypedRound()
        yield from self._going_out_questions()
        yield from self._captured_questions()
        yield from stake_questions(self._table, self.typed_round.stakes)
        return self.typed_round

    def _going_out_questions(self) -> QuestionFlow[None]:
        typed, table = self.typed_round, self._table
        while not table.ended_by(tuple(typed.out)):
            seat = yield self._went_out_question()
            typed.out.append(seat)
            out = tuple(typed.out)
            if table.repeats_first_count(seat, out):
                typed.counts[seat] = typed.counts[out[0]]
            elif seat in table.recorders(out):
                typed.counts[seat] = yield self._card_count_question(seat)

    def _went_out_question(self) -> Question:
        out, names = self.typed_round.out, self._table.names

        def still_in(text: str) -> int:
            if not text:
                raise UsageError(f"say who it was, by a name, its beginning, or the seat: {seats}")
            try:
                seat = parse_seat(text, names)
            except NotationError:
                self._check_needless_count(text)
                raise
            check_still_in(self._table, out, seat)
            return seat

        left = [seat for seat in self._table.seats if seat not in out]
        seats = ", ".join(f"{seat + 1} {self._names[seat]}" for seat in left)
        place = PLACES[len(out)] if len(out) < len(PLACES) else "next"
        default = names[left[0]] if len(left) == 1 else None
        help_text = f"A name, its beginning, or the seat: {seats}. The cards held then can follow: '1 7'."
        text = f"Who went out {place}"
        key, spell = ("out", len(out)), names.__getitem__
        return Question(text, still_in, help_text, default, split=self._split_count, key=key, spell=spell)

    def _split_count(self, text: str) -> tuple[str, str] | None:
        """Who went out, and the count that was typed behind it: `n7`, `1 7`; None where no count is to follow."""
        both = split_answer(text, self._table.names, self._check_held)
        return both if both and self._records_count(parse_seat(both[0], self._table.names)) else None

    def _check_held(self, text: str) -> None:
        """UsageError for what is no number of cards that a hand can have held, behind a name."""
        if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) > self._table.setup.hand:
            raise UsageError("it is no count")

    def _records_count(self, seat: int) -> bool:
        """Whether a player who goes out now records a count that is not known yet."""
        out = (*self.typed_round.out, seat)
        return seat in self._table.recorders(out) and not self._table.repeats_first_count(seat, out)

    def _check_needless_count(self, text: str) -> None:
        """UsageError for a player with a count who records none, or the count of a slam."""
        both = split_answer(text, self._table.names, self._check_held)
        seat = parse_seat(both[0], self._table.names) if both else None
        if seat is None or seat in self.typed_round.out or self._records_count(seat):
            return
        why = "after a slam it is the first count again"
        if not self._table.repeats_first_count(seat, (*self.typed_round.out, seat)):
            why = "only the first player out records one"
        raise UsageError(f"no count is needed for {self._table.names[seat]}, {why}: type the name alone")

    def _card_count_question(self, seat: int) -> Question:
        table, typed = self._table, self.typed_round
        most = table.setup.hand

        def count(text: str) -> int:
            if not text:
                raise UsageError(f"say how many cards, 1 to {most}: a number, or a sum like 3+2")
            number = parse_sum(text, "the cards held")
            check_count(table, typed.out, typed.counts, seat, number)
            return number

        holders = [self._names[other] for other in table.opponents(seat) if other not in typed.out]
        fullest = "" if len(holders) == 1 else " in the fullest hand"
        text = f"How many cards did {join_words(holders, 'or')} hold then{fullest}"
        courts = table.setup.court_names
        unplayed = f", unplayed {join_words(courts.split(', '))} too" if courts else ""
        help_text = f"The cards still held when {self._names[seat]} went out{unplayed}. Sums like 3+2 will do."
        return Question(text, count, help_text, echo=_echo_sum, key=("count", seat))

    def _captured_questions(self) -> QuestionFlow[None]:
        """Ask for each pile; one may be left uncounted, and is what the others leave where that is certain."""
        table, typed = self._table, self.typed_round
        uncounted = None
        for seat in table.seats:
            points = yield self._captured_question(seat, uncounted)
            if points is None:
                uncounted = seat
            else:
                typed.captured[seat] = points
        if uncounted is not None:
            rest = typed.captured_left(table, uncounted).exact
            typed.captured[uncounted] = rest or 0
            typed.filled_seat = uncounted

    def _captured_question(self, seat: int, uncounted: int | None) -> Question:
        table, typed = self._table, self.typed_round
        worth, last = table.variant.card_values.name, seat == table.seats[-1]
        is_certain = typed.captured_range(table).exact is not None
        rest = typed.captured_left(table, seat).exact if last and uncounted is None else None

        def captured(text: str) -> int | None:
            if text.casefold() in REST_WORDS:
                return self._check_rest(seat, uncounted, is_certain=is_certain, rest=rest)
            if not text:
                uncounted_too = ", or - for what the others leave" if is_certain and uncounted is None else ""
                raise UsageError(f"say how many points: a number {captured_forms(table)}{uncounted_too}")
            points = parse_captured(text, table)
            check_captured(table, typed, seat, points)
            return points

        def echo(text: str, points: int | None) -> str | None:
            return _echo_captured(text, points, table, typed)

        def doubt(points: int | None) -> str | None:
            said = None if points is None or rest is None else doubt_total(points, rest, typed)
            return said and f"{said} Enter keeps it all the same; or type another."

        help_text = f"Points for captured cards: {worth}. Sums like 10+15+8 will do. {pile_help(table)}".rstrip()
        help_text += " A Queen alone is 'qu', for q leaves." if QUEEN in table.setup.courts else ""
        if rest is not None:
            help_text += f" {rest} is what is left."
        elif not is_certain:
            help_text += " What is left over is not certain here."
        elif uncounted is None:
            help_text += " '-' leaves this pile uncounted: it is what the others leave."
        before = (f"Captured cards: {worth}.",) if seat == 0 else ()
        text = f"What did {self._names[seat]} capture"
        default = None if rest is None else str(rest)
        return Question(text, captured, help_text, default, before, echo, ("captured", seat), doubt=doubt)

    def _check_rest(self, seat: int, uncounted: int | None, *, is_certain: bool, rest: int | None) -> int | None:
        """What an uncounted pile stands for: the rest where it is known, else None. UsageError where it cannot be."""
        if rest is not None:
            return rest
        if not is_certain:
            raise UsageError("what all captured together is not certain here: count this pile, too")
        if uncounted is not None and uncounted != seat:
            raise UsageError(f"{self._table.names[uncounted]}'s pile is left uncounted already: count this one")
        return None


def _echo_sum(text: str, value: int) -> str | None:
    return None if text.isdigit() else f"= {value}"


def _echo_captured(text: str, points: int | None, table: Table, typed: TypedRound) -> str | None:
    """What was counted, and what that leaves for the others."""
    if points is None:
        return "It is what the others leave."
    pile = count_pile(text, table)
    if pile is None:
        return _echo_sum(text, points)
    total, others = typed.captured_range(table).exact, typed.captured  # of the questions before this one
    if total is None or len(others) == len(table.names) - 1:
        return f"= {pile}"
    left = total - sum(others.values()) - points
    return f"= {pile}; {left} {'is' if left == 1 else 'are'} left of {total}"
