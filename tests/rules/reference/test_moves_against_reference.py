"""From whatever hand, the engine offers exactly the plays that the slow reference finds."""

from random import Random

import pytest

from haggis_cli.rules.moves import legal_plays
from tests.rules.decks import GAMES, Game, engine_reading


@pytest.mark.slow
@pytest.mark.sample("five-suits", "four-suits", "no-climb", "two-copies")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_play_once_and_no_other(game: Game, rounds: int) -> None:
    rng = Random(f"moves {game.name}")
    for _ in range(rounds):
        hand = game.hand(rng, rng.randint(6, 9))
        held = game.pack(hand)
        leads = game.moves(legal_plays(game.combinations, game.deck, held))
        expected = game.reference_moves(hand)
        assert len(set(leads)) == len(leads), hand
        assert set(leads) == expected, hand
        beaten = sorted({move[1:] for move in game.reference_moves(game.hand(rng, 8))})
        for reading in rng.sample(beaten, min(3, len(beaten))):
            over = engine_reading(reading)
            answers = game.moves(legal_plays(game.combinations, game.deck, held, over))
            assert len(set(answers)) == len(answers), (hand, over)
            assert set(answers) == game.reference_moves(hand, over), (hand, over)
