"""Players who keep a bomb for late tricks and lead single cards: rounds that chance alone hardly ever plays.

In random rounds nine bombs of ten are gone after three tricks, so a rule that fails in the tenth was never asked there.
"""

from random import Random

from haggis_cli.players.policies.random import random_event
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.play_reading import unambiguous_play
from haggis_cli.rules.combinations.readings import Kind
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.move_generation.parts import Move
from haggis_cli.rules.rounds.events import Event, Pass, Phase, Play
from haggis_cli.rules.rounds.playable import playable
from haggis_cli.rules.rounds.round import Round

FIRST_BOMB = range(3, 14)
"""How many tricks may have to be over before a bomb is played."""
PASS_RATE = 0.6
"""How often a trick is left to the others, so that there are many."""


class PatientPlayers:
    """Everybody at a table who waits: the trick from which on bombs are played is drawn anew for each of them."""

    def __init__(self, chance: Random) -> None:
        self.bombs_from = chance.choice(FIRST_BOMB)

    def next_event(self, state: Round, chance: Random) -> Event:
        """A legal event, by whoever may act; the same as random players do, but for the cards that are played."""
        event = random_event(state, chance)
        if state.phase is not Phase.PLAY or not isinstance(event, Play | Pass):
            return event
        move = self._choose(state, chance)
        if move is None:
            return Pass(state.turn)
        return unambiguous_play(state.table, state.turn, *move, state.reading_to_beat)

    def _choose(self, state: Round, chance: Random) -> Move | None:
        """What is played; None to pass."""
        moves = playable(state)
        bombs = [move for move in moves if move[1].kind is Kind.BOMB]
        if bombs and state.trick and len(state.tricks) >= self.bombs_from:
            return chance.choice(bombs)
        if state.trick and (not moves or chance.random() < PASS_RATE):
            return None
        kept = _kept_bomb(state)
        others = [move for move in moves if not move[0] & kept]
        if state.trick:
            return chance.choice(others) if others else None
        return min(others or moves, key=lambda move: (move[1].size, chance.random()))


def _kept_bomb(state: Round) -> Cards:
    """The cards of the highest bomb in the hand of whoever's turn it is; none where there is no bomb."""
    assert state.hands is not None
    plays = legal_plays(state.table.variant.combinations, state.table.deck, state.hands[state.turn])
    bombs = [(reading.rank, cards) for cards, reading in plays if reading.kind is Kind.BOMB]
    return max(bombs, default=(0, 0))[1]
