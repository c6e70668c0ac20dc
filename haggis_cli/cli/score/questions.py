"""A round asked for step by step, in the order in which people read it off the table."""

from haggis_cli.book.typed_round import TypedRound, parse_amount, parse_sum
from haggis_cli.cli.terminal.printer import safe
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow, parse_seat
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.scoring.typed_rounds import table_breaches
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import HaggisError, UsageError

_PLACES = ("first", "second", "third")
_NOBODY_WORDS = ("nobody", "none", "-")


class RoundQuestions:
    """Everything that counts of a round, as questions; `typed_round` is what has been answered so far."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._names = [safe(name) for name in table.names]
        self.typed_round = TypedRound()

    def questions(self) -> QuestionFlow[TypedRound]:
        """The questions, from the first player out to the last bet."""
        self.typed_round = TypedRound()
        yield from self._going_out_questions()
        yield from self._captured_questions()
        yield from self._shepherd_questions() if self._table.variant.betting.by_auction else self._bet_questions()
        return self.typed_round

    def _going_out_questions(self) -> QuestionFlow[None]:
        typed, table = self.typed_round, self._table
        while not table.ended_by(tuple(typed.out)):
            seat = yield self._went_out_question()
            typed.out.append(seat)
            if seat in table.recorders(tuple(typed.out)):
                typed.counts[seat] = yield self._card_count_question(seat)

    def _went_out_question(self) -> Question:
        out, names = self.typed_round.out, self._table.names

        def still_in(text: str) -> int:
            seat = parse_seat(text, self._table.names)
            if seat in out:
                raise UsageError(f"{names[seat]} is already out")
            return seat

        left = [seat for seat in self._table.seats if seat not in out]
        seats = ", ".join(f"{seat + 1} {self._names[seat]}" for seat in left)
        place = _PLACES[len(out)] if len(out) < len(_PLACES) else "next"
        default = names[left[0]] if len(left) == 1 else None
        return Question(f"Who went out {place}", still_in, f"A name, its beginning, or the seat: {seats}.", default)

    def _card_count_question(self, seat: int) -> Question:
        table, typed = self._table, self.typed_round
        most = table.setup.hand

        def count(text: str) -> int:
            number = parse_sum(text, "the cards held")
            if not 1 <= number <= most:
                raise UsageError(f"it is 1 to {most} cards: a hand has no more")
            self._check_counts({**typed.counts, seat: number})
            return number

        holders = [self._names[other] for other in table.opponents(seat) if other not in typed.out]
        fullest = "" if len(holders) == 1 else " in the fullest hand"
        text = f"How many cards did {join_words(holders, 'or')} hold then{fullest}"
        repeated = table.repeats_first_count(tuple(typed.out))
        if repeated:
            partner = self._names[typed.out[0]]
            help_text = f"After a slam it is the count of {partner} again."
            return Question(text, count, help_text, str(typed.counts[typed.out[0]]), allows_sum=True)
        help_text = (
            f"The cards still held when {self._names[seat]} went out, unplayed J, Q and K too. Sums like 3+2 will do."
        )
        return Question(text, count, help_text, allows_sum=True)

    def _check_counts(self, counts: dict[int, int]) -> None:
        """UsageError for counts that do not go together, as soon as everybody is out who goes out."""
        table, out = self._table, tuple(self.typed_round.out)
        if table.ended_by(out):
            counted = tuple(counts.get(seat, 0) for seat in table.seats)
            nothing, no_bets = tuple(0 for _ in table.seats), tuple(None for _ in table.seats)
            for breach in table_breaches(table, Outcome(out, counted, nothing, no_bets)):
                raise UsageError(breach.message)

    def _captured_questions(self) -> QuestionFlow[None]:
        table, typed = self._table, self.typed_round
        worth = table.variant.card_values.name
        for seat in table.seats:
            last = seat == table.seats[-1]
            left = typed.captured_left(table, seat).exact if last else None
            rest = None if left is None else str(left)
            help_text = f"Points for captured cards: {worth}. Sums like 10+15+8 will do."
            if rest:
                help_text += f" {rest} is what is left."
            elif last:
                help_text += " What is left over is not certain here."
            before = (f"Captured cards: {worth}.",) if seat == 0 else ()
            text = f"What did {self._names[seat]} capture"

            def captured(text: str, seat: int = seat) -> int:
                points = parse_sum(text, "captured cards")
                breach = typed.captured_breach(table, seat, points)
                if breach:
                    raise UsageError(breach.message)
                return points

            typed.captured[seat] = yield Question(text, captured, help_text, rest, before, allows_sum=True)

    def _bet_questions(self) -> QuestionFlow[None]:
        table, typed = self._table, self.typed_round
        betting = table.variant.betting

        def bet(text: str) -> int | None:
            amount = parse_amount(text, table)
            if amount is not None and amount not in betting.amounts:
                raise UsageError(f"a bet is {betting.amounts_text()}, or none")
            return amount

        help_text = f"A bet is {betting.amounts_text()}, or none: its name or its amount."
        if table.variant.teams:
            help_text += " For a team only the bet that counts, its last."
        for seat in table.seats:
            before = (f"Bets are {betting.amounts_text()}.",) if seat == 0 else ()
            amount = yield Question(f"What did {self._names[seat]} bet", bet, help_text, "none", before)
            if amount is not None:
                typed.stakes[seat] = amount

    def _shepherd_questions(self) -> QuestionFlow[None]:
        table, typed = self._table, self.typed_round
        betting = table.variant.betting

        def shepherd(text: str) -> int | None:
            try:
                return parse_seat(text, self._table.names)
            except HaggisError:
                if text.casefold() in _NOBODY_WORDS:
                    return None
                raise

        def bid(text: str) -> int:
            amount = parse_amount(text, table)
            if amount is None or amount not in betting.amounts:
                raise UsageError(f"a bid is {betting.amounts_text()}")
            return amount

        help_text = "Who won the auction: a name, its beginning, the seat, or - if all passed."
        seat = yield Question("Who was the Shepherd", shepherd, help_text, "nobody")
        if seat is not None:
            amount = yield Question(
                f"What did {self._names[seat]} bid", bid, f"A bid is {betting.amounts_text()}: the last one made."
            )
            typed.stakes[seat] = amount
