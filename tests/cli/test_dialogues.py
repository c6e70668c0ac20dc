"""Whole dialogues of every command, word for word: each is a file of `tests/golden/dialogues/`."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, plugged
from tests.support.transcripts import play_transcript, transcripts


@pytest.fixture(autouse=True)
def variants(request: pytest.FixtureRequest, haggis: Haggis) -> Iterator[None]:
    """The dialogues of the folder `moor` are of a variant of somebody else, in which blind bets are made."""
    with plugged(haggis, {"moor": MOOR}) if "moor/" in request.node.name else nullcontext():
        yield


@pytest.mark.parametrize("name", transcripts())
def test_it_goes_exactly_so(haggis: Haggis, name: str) -> None:
    play_transcript(haggis, name)


@pytest.mark.sample(
    "score/step-by-step-with-the-rest-offered",
    "score/a-team-is-asked-once-who-bet-and-how-much",
    "score/a-slam-repeats-the-count-and-ends-the-round",
)
@pytest.mark.parametrize("name", [name for name in transcripts() if not name.startswith("moor/record")])
def test_in_a_narrow_terminal_it_has_the_same_words(haggis: Haggis, name: str) -> None:
    """But for `record` beside a plugin, which takes every terminal for 80 columns wide."""
    play_transcript(haggis, name, columns=50)
