"""Whole dialogues of every command, word for word: each is a file of `tests/golden/dialogues/`."""

import pytest

from tests.support.haggis import Haggis
from tests.support.transcripts import play_transcript, transcripts


@pytest.mark.parametrize("name", transcripts())
def test_it_goes_exactly_so(haggis: Haggis, name: str) -> None:
    play_transcript(haggis, name)


@pytest.mark.sample(
    "score/step-by-step-with-the-rest-offered",
    "score/a-team-is-asked-once-who-bet-and-how-much",
    "score/a-slam-repeats-the-count-and-ends-the-round",
)
@pytest.mark.parametrize("name", transcripts())
def test_in_a_narrow_terminal_it_has_the_same_words(haggis: Haggis, name: str) -> None:
    play_transcript(haggis, name, columns=50)
