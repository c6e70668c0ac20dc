"""`python -m tests.reliability.interrupts [NUMBER]`: Ctrl-C at so many moments, at two kinds of prompts in turn."""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.support.haggis import Haggis
from tests.support.reliability.interrupted_prompts import AFTER_A_KEY, AFTER_ENTER, interrupt


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
