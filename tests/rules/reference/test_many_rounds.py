"""The command that plays a million rounds, in short: `python -m tests.rules.reference.many_rounds`."""

import pytest

from tests.rules.duel import GAMES
from tests.rules.reference.many_rounds import BLOCK, Tally, play, played


@pytest.mark.sample(12)
@pytest.mark.parametrize("number", [*range(2 * len(GAMES)), 60_626])
def test_a_round_of_the_million(number: int) -> None:
    """60,626: who is out with a bomb names who captures the trick, and another leads."""
    duel = play(number)
    assert duel.reference.over
    assert duel.log


@pytest.mark.slow
def test_it_goes_on_where_it_got_to() -> None:
    begun = Tally(rounds=BLOCK, events=7, refused=3, seconds=0.5)
    (done,) = played(begun, 2 * BLOCK, 1)
    assert done.rounds == 2 * BLOCK
    assert done.events > 7 + 20 * BLOCK
    assert list(played(done, 2 * BLOCK, 1)) == []
