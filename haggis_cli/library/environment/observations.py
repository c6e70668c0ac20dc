"""What a player sees of a round, as a row of whole numbers; seats are counted from the player who sees, clockwise."""

from itertools import pairwise

from haggis_cli.library.environment.actions import Actions
from haggis_cli.library.environment.turns import Step
from haggis_cli.players.view import view_of
from haggis_cli.rules.cards import SECOND_COPY, Cards, pack
from haggis_cli.rules.combinations.readings import Kind, Reading
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.trick import Trick
from haggis_cli.rules.table import Table

LOWEST, HIGHEST = -1_000, 1_000  # of any number
_KINDS, _PHASES = tuple(Kind), tuple(phase for phase in Phase if phase is not Phase.OVER)
_READING = len(_KINDS) + 3


class Observations:
    """The observations at a table.

    fields: where each part stands, by its name, in this order:

    - `hand`, `played`: how many of each card are in the own hand, and of each from 2 to 10 have been played by anybody;
      J, Q, K, then suit by suit. `drawn`, `discarded`: those drawn from the haggis, and put into it, where there is an
      auction. `passed`: those given to the partner that must still be there, where cards are passed.
    - `trick`, `to_beat`: the cards to beat, and what they count as: the kind as one of five, width, length, rank; zeros
      for a lead. `played_by`: who played them.
    - `chosen_cards`, `chosen`: what the own decision has named so far.
    - `phase`: one of them; `decides`: who decides; `passes`: how many have passed in a row.
    - `courts`, `cards_left`, `out`, `bet`, `captured`: by seat: which of J, Q, K are not played, how many cards are
      held, the place in going out from 1, the bet in points, the points of the cards captured.
    - `partner`: by seat, who plays together with the player who sees, where sides change from round to round.
    """

    def __init__(self, table: Table, actions: Actions) -> None:
        self._cards, self._players = actions.cards, len(table.names)
        self._auction, self._passing = table.variant.betting.by_auction, bool(table.variant.gives)
        self._tricks: tuple[Trick, ...] = ()
        self._captured = [0] * len(table.names)
        cards, players = self._cards, self._players
        sizes = {"hand": cards, "played": cards}
        sizes |= {"drawn": cards, "discarded": cards} if self._auction else {}
        sizes |= {"passed": cards} if self._passing else {}
        sizes |= {"trick": cards, "to_beat": _READING, "played_by": players, "chosen_cards": cards, "chosen": _READING}
        sizes |= {"phase": len(_PHASES), "decides": players, "passes": 1, "courts": 3 * players}
        sizes |= dict.fromkeys(("cards_left", "out", "bet", "captured"), players)
        sizes |= {"partner": players} if table.variant.round_sides else {}
        ends = [0]
        for size in sizes.values():
            ends.append(ends[-1] + size)
        self.size = ends[-1]
        self.fields = {name: slice(*bounds) for name, bounds in zip(sizes, pairwise(ends), strict=True)}

    def observe(self, state: Round, seat: int, decides: int, step: Step) -> list[int]:
        """The row for a seat; `decides` and `step`: whose decision is due, and how far it is taken."""
        view, table = view_of(state, seat), state.table
        seats = table.clockwise_from(seat)
        row = [*self._counts(view.hand), *self._counts(state.seen)]
        if self._auction:
            row += [*self._counts(pack(view.drawn)), *self._counts(view.discarded)]
        if self._passing:
            row += self._counts(view.passed)
        last = state.trick[-1] if state.trick else None
        row += self._counts(last.cards if last else 0)
        row += _reading(last.reading if last else None)
        row += [int(last is not None and last.seat == other) for other in seats]
        own = step if decides == seat else Step(None, 0, {})
        row += [*self._counts(own.cards), *_reading(own.reading)]
        row += [int(state.phase is phase) for phase in _PHASES]
        row += [int(other == decides) for other in seats]
        row.append(state.passes)
        for other in seats:
            row += [state.courts[other] >> bit & 1 for bit in range(3)]
        row += [state.sizes[other] for other in seats]
        row += [state.out.index(other) + 1 if other in state.out else 0 for other in seats]
        stakes = table.variant.betting.stakes(table, state.betting)
        row += [stakes[other] or 0 for other in seats]
        captured = self._find_captured(state)
        row += [captured[other] for other in seats]
        if table.variant.round_sides:
            row += [int(other in table.partners(seat)) for other in seats]
        return row

    def _find_captured(self, state: Round) -> list[int]:
        """The points that each seat has captured; counted anew only after a trick, of which there are few."""
        if state.tricks is not self._tricks:
            self._tricks, self._captured = state.tricks, [0] * self._players
            for trick in state.tricks:
                points = state.table.variant.card_values.of(*(play.cards for play in trick.plays))
                self._captured[trick.taker] += points
        return self._captured

    def _counts(self, cards: Cards) -> list[int]:
        """How many of each card are among these."""
        firsts = cards & (1 << SECOND_COPY) - 1
        row = list(map(int, f"{firsts:0{self._cards}b}"[::-1]))
        seconds = cards >> SECOND_COPY
        while seconds:
            lowest = seconds & -seconds
            row[lowest.bit_length() - 1] += 1
            seconds ^= lowest
        return row


def _reading(reading: Reading | None) -> list[int]:
    if reading is None:
        return [0] * _READING
    return [*(int(reading.kind is kind) for kind in _KINDS), reading.width, reading.length, reading.rank]
