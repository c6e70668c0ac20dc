"""`python -m tests.reliability.interrupts [NUMBER]`: Ctrl-C at so many moments, at two kinds of prompts in turn."""

import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal

_HUNG = 20  # seconds after which it has not been heard
_NOISE = ("Traceback", "Exception", "Error", "Warning", "never awaited", "Press ENTER")

AFTER_ENTER, AFTER_A_KEY = "record, after Enter", "score, after a key"
"""The line editor of prompt_toolkit, between two prompts; and Python's readline, while it waits."""
_LONGEST = {AFTER_ENTER: 0.06, AFTER_A_KEY: 0.002}


def interrupt(haggis: Haggis, where: str, chance: Random) -> str:
    """Press Ctrl-C a moment after Enter or a key; what is wrong with what came of it, empty for nothing."""
    path = haggis.keep(header())
    for draft in path.parent.glob("*.draft"):
        draft.unlink()
    if where == AFTER_ENTER:
        command, terminal, shown, keys = "record", "xterm", "cards", "4r\r"
    else:
        command, terminal, shown, keys = "score", "dumb", "first", chance.choice(("n", "no", "n9"))
    with Terminal(haggis, command, "friday", TERM=terminal) as screen:
        screen.expect(shown)
        screen.settle(0.05)
        screen.press(keys)
        time.sleep(delay := chance.uniform(0, _LONGEST[where]))
        screen.press("\x03")
        code = screen.ended_within(_HUNG)
        saw = f"{delay * 1000:.2f} ms after {keys!r}: {screen.shown[-500:]!r}"
    if code is None:
        return f"it hangs, {saw}"
    if any(each in screen.shown for each in _NOISE):
        return f"a traceback, {saw}"
    ends_well = code == 130 or (code == 0 and b"4r" in path.read_bytes())  # it came while the event was saved
    return "" if ends_well else f"it ends with {code}, {saw}"


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    chance, wrong = Random(number), 0
    with TemporaryDirectory() as folder:
        haggis = Haggis(Path(folder))
        for place in range(number):
            fault = interrupt(haggis, (AFTER_ENTER, AFTER_A_KEY)[place % 2], chance)
            if fault:
                wrong += 1
                sys.stdout.write(f"{place}: {fault}\n")
    sys.stdout.write(f"{number} interruptions, {wrong} of them wrong\n")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
