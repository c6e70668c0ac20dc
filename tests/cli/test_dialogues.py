"""Whole dialogues of every command, word for word: each is a file of `tests/golden/dialogues/`."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from tests.cli.transcripts import play_transcript, questions, transcripts
from tests.support.haggis import Haggis
from tests.support.plugins import MOOR, plugged

WIDE = [name for name in transcripts() if not name.startswith("moor/record")]
"""All but those of `record` beside a plugin, which takes every terminal for 80 columns wide."""


def with_every_question() -> list[str]:
    """Some of the dialogues, in which each question of them all is asked."""
    asked = {name: questions(name) for name in WIDE}
    chosen, left = list[str](), set[str]().union(*asked.values())
    while left:
        chosen.append(max(WIDE, key=lambda name: len(asked[name] & left)))
        left -= asked[chosen[-1]]
    return chosen


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
@pytest.mark.longest(*with_every_question())
@pytest.mark.parametrize("name", WIDE)
def test_in_a_narrow_terminal_it_has_the_same_words(haggis: Haggis, name: str) -> None:
    play_transcript(haggis, name, columns=50)
