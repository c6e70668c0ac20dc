"""About what plays bring where bounds do not meet: no proof, and never added to what is proven.

The computer players make estimates (`players.estimates`), which this room does not know; a review asks for them.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from haggis_cli.analysis.scoring import Scoring
from haggis_cli.rules.rounds.events import Event
from haggis_cli.rules.rounds.round import Round


class Estimate(NamedTuple):
    """About what something that was done brings, and the best that could have been done.

    value: points for the side of the player, from then on to the end of the round.
    best_value: the same of the best; `value` where nothing seems clearly better.
    best: what that is; what was done where nothing seems clearly better.
    """

    value: int
    best_value: int
    best: Event

    @property
    def lost(self) -> int:
        """About how many points were given away."""
        return self.best_value - self.value

    def within(self, played: tuple[int, int], best: tuple[int, int], best_event: Event) -> "Estimate":
        """The estimate as near as what is proven allows; the loss stays as it was estimated where that can be.

        played: what was done brings at least and at most.
        best: the same of the best that could be done.
        best_event: what is proven to bring most.
        """
        value = _clamp(self.value, *played)
        wanted = value + self.lost
        best_value = _clamp(wanted, max(best[0], value), best[1])
        return Estimate(value, best_value, best_event if best_value > wanted else self.best)


Estimator: TypeAlias = Callable[[Round, Event, Scoring, float], Estimate | None]
"""Estimates what an event brings in a round whose hands are known, in so many seconds; None if it cannot."""


def _clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)
