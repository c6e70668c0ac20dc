"""Play a log of events while the rules allow it, then say what stopped it."""

from collections.abc import Iterable
from typing import NamedTuple

from haggis_cli.rules.breach import Breach
from haggis_cli.rules.rounds.events import Event
from haggis_cli.rules.rounds.judge import apply_event
from haggis_cli.rules.rounds.round import Round


class Replay(NamedTuple):
    """A log as far as it is legal.

    states: the round before, between and after the legal events, so one more than there are legal events.
    breach: why the next event is not legal; None if all are.
    """

    states: tuple[Round, ...]
    breach: Breach | None

    @property
    def last(self) -> Round:
        """The round after the last legal event."""
        return self.states[-1]


def replay(start: Round, events: Iterable[Event]) -> Replay:
    """Play the events one after another until one is not legal."""
    states = [start]
    for event in events:
        after = apply_event(states[-1], event)
        if isinstance(after, Breach):
            return Replay(tuple(states), after)
        states.append(after)
    return Replay(tuple(states), None)
