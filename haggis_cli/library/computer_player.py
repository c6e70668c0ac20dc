"""Computer players for rounds of the library: from a state to the event that the player would choose."""

from dataclasses import dataclass

from haggis_cli.library.events import Event
from haggis_cli.library.state import State, rules_round
from haggis_cli.players.levels import LEVELS, Effort, load_lead_giver, load_player
from haggis_cli.players.matches import choose_event, choose_offered_lead, find_absent_giver
from haggis_cli.rules.combinations.play_reading import read_play
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.rounds.events import Play
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.errors import RulesError, UsageError
from haggis_cli.support.escaping import escape_text


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A computer player. Called with a state, it chooses an event for the player whose turn it is.

    It sees that player's hand and what lies open, never the other hands. Any function from a state to an event can
    stand in its place.

    level: `random`, `easy`, `normal` or `hard`; `LEVELS` says what each does. UsageError for another.
    seconds: the longest that `hard` thinks about an event.
    playouts: how many deals `hard` plays out instead, so that its choice does not depend on the computer's speed.
    seed: what its chance depends on; the seed of the deal if left out. All but `hard` with seconds choose the same
    event again.
    """

    level: str = "normal"
    seconds: float = 1.0
    playouts: int | None = None
    seed: int | str | None = None

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            known = ", ".join(LEVELS)
            raise UsageError(f"there is no level '{escape_text(self.level)}': the levels are {known}")

    def __call__(self, state: State) -> Event:
        """Choose an event; RulesError if the round is over."""
        if state.over:
            raise RulesError("the round is over: there is nothing to choose")
        now, player = rules_round(state), load_player(self.level)
        event = choose_event(now, player, self._effort, self._seed_for(state), state.number, len(state.events))
        return Event(now.table, event, _reading(now, event) if isinstance(event, Play) else None)

    def give_lead(self, state: State) -> Event | None:
        """Choose for `state.lead_giver`, who is out, whether the partner leads; None to leave it to `state.turn`.

        RulesError if nobody is to be asked.
        """
        now, give = rules_round(state), load_lead_giver(self.level)
        seat = find_absent_giver(now)
        if seat is None:
            raise RulesError("nobody who is out can give the lead to a partner now")
        seed, number = self._seed_for(state), state.number
        lead = choose_offered_lead(now, seat, give, self._effort, seed, number, len(state.events))
        return None if lead is None else Event(now.table, lead)

    @property
    def _effort(self) -> Effort:
        return Effort(self.seconds, self.playouts)

    def _seed_for(self, state: State) -> str:
        return state.seed if self.seed is None else str(self.seed)


def _reading(state: Round, play: Play) -> Reading | None:
    """What a legal play counts as."""
    found = read_play(state.table, play, state.reading_to_beat)
    return found if isinstance(found, Reading) else None
