"""The plays that may be made now: those of the combinations, less what a rule of the variant's own refuses."""

from haggis_cli.rules.cards import Cards
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.move_generation.parts import Move
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.trick import TrickPlay


def playable(state: Round, hand: Cards | None = None) -> list[Move]:
    """Every play of the player whose turn it is, as `legal_plays` lists them, that `may_play` has nothing against.

    hand: the player's cards, where they are known to this player alone; those of the round if left out.
    """
    table, variant, seat = state.table, state.table.variant, state.turn
    if hand is None:
        assert state.hands is not None
        hand = state.hands[seat]
    moves = legal_plays(variant.combinations, table.deck, hand, state.reading_to_beat)
    may_play = variant.may_play
    if may_play is None:
        return moves
    return [move for move in moves if may_play(state, TrickPlay(seat, *move)) is None]
