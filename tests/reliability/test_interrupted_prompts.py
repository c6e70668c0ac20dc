"""Ctrl-C ends a dialogue at whatever moment it comes, without a traceback: also between two prompts."""

import signal
import sys
from random import Random

import pytest

from haggis_cli.cli.terminal.line_editor import PromptInterrupts
from tests.reliability.interrupts import AFTER_A_KEY, AFTER_ENTER, interrupt
from tests.support.haggis import Haggis

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
MOMENTS = 8


@pytest.mark.slow
@pytest.mark.parametrize("where", [AFTER_ENTER, AFTER_A_KEY])
def test_ctrl_c_ends_a_dialogue_at_any_moment(haggis: Haggis, where: str) -> None:
    """Many more moments: `python -m tests.reliability.interrupts`."""
    chance = Random()
    assert [fault for _ in range(MOMENTS) if (fault := interrupt(haggis, where, chance))] == []


def test_an_interruption_while_the_line_editor_begins_is_raised_behind_it() -> None:
    woken: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    done = []

    def begin() -> None:
        with PromptInterrupts(lambda: woken.append("")) as interrupts:
            signal.raise_signal(signal.SIGINT)
            assert interrupts.heard
            done.append("what was begun is ended")

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert (len(woken), len(done)) == (1, 1)
    assert signal.getsignal(signal.SIGINT) is before


def test_the_end_of_the_input_is_told_before_an_interruption() -> None:
    def end() -> None:
        with PromptInterrupts(lambda: None):
            signal.raise_signal(signal.SIGINT)
            raise EOFError

    with pytest.raises(EOFError):
        end()


def test_an_interruption_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with PromptInterrupts(lambda: None) as interrupts:
            signal.raise_signal(signal.SIGINT)
        assert not interrupts.heard
    finally:
        signal.signal(signal.SIGINT, before)
