"""Somebody who knows what happened in a round and answers whatever `haggis score` asks, in as few keys as will do."""

import re
from collections.abc import Mapping

from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table

DEFAULT = re.compile(r" \[(?P<default>[^\]]*)\]: $")


class Typist:
    """A person with the result of one round, who answers any question of `haggis score` about it."""

    def __init__(self, table: Table, outcome: Outcome, *, gone_out: int = 0, together: bool = True) -> None:
        """gone_out: how many players are said to have gone out already.

        together: whether a name and the count, or the bid, are typed as one answer.
        """
        self._table = table
        self._outcome = outcome
        self._gone_out = gone_out
        self._together = together

    def answer(self, prompt: str) -> str:
        """The shortest right answer; empty for Enter. ValueError for a question that nobody foresaw."""
        right = self._right_answer(prompt)
        offered = DEFAULT.search(prompt)
        return "" if offered and _means(offered["default"], right) else right

    def first_out(self) -> str:
        """Who went out first, as a first answer where the next round is offered."""
        return self._next_out()

    def _next_out(self) -> str:
        """Who went out next, and the opponents' cards where they are asked for."""
        self._gone_out += 1
        out = self._outcome.out[: self._gone_out]
        table, seat = self._table, out[-1]
        is_asked = self._together and seat in table.recorders(out) and not table.repeats_first_count(seat, out)
        return _initial(table.names[seat]) + (str(self._outcome.counts[seat]) if is_asked else "")

    def _right_answer(self, prompt: str) -> str:
        table, outcome = self._table, self._outcome
        if prompt.startswith("Who went out "):
            return self._next_out()
        if prompt.startswith("How many cards did "):
            return str(outcome.counts[outcome.out[self._gone_out - 1]])
        if found := re.match(r"What did (.+) capture\b", prompt):
            return str(outcome.captured[table.names.index(found[1])])
        if found := re.match(r"What did (.+) bet\b", prompt):
            return self._bet(table.names.index(found[1])) or "none"
        if found := re.match(r"Bet of (.+): who, how much", prompt):
            seats = table.sides[table.side_names.index(found[1])]
            return next((_initial(table.names[seat]) + bet for seat in seats if (bet := self._bet(seat))), "none")
        if prompt.startswith("Who was the Shepherd"):
            made = ((_initial(table.names[seat]), self._bet(seat)) for seat in table.seats)
            return next((who + (bet if self._together else "") for who, bet in made if bet), "nobody")
        if found := re.match(r"What did (.+) bid\b", prompt):
            return self._bet(table.names.index(found[1])) or "none"
        if prompt.startswith("Save this round? "):
            return "y"
        raise ValueError(f"nobody foresaw the question {prompt!r}")

    def _bet(self, seat: int) -> str | None:
        """The amount that a player has at stake, or the beginning of its name if that is shorter; None for none."""
        amount = self._outcome.stakes[seat]
        if amount is None:
            return None
        names = self._table.variant.betting.names
        beginnings = [name[:length] for name in names for length in range(1, len(name))]
        clear = [word for word in beginnings if _worths(names, word) == [amount]]
        return min([str(amount), *clear], key=len)


def _worths(names: Mapping[str, int], beginning: str) -> list[int]:
    return [worth for name, worth in names.items() if name.startswith(beginning)]


def _initial(name: str) -> str:
    return name[0].casefold()


def _means(default: str, answer: str) -> bool:
    """Whether an answer that is offered is the right one."""
    return default.casefold() in (answer, f"{answer}/n") or (answer.isalpha() and default.casefold().startswith(answer))
