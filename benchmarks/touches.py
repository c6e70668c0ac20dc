"""The number of touches for whole matches on the score pad of `haggis serve`, in a real browser of a phone's size.

`python -m benchmarks.touches` plays the matches of `benchmarks.keystrokes` and enters their rounds by touch: bets,
buttons for who went out and the fullest hand, digits for the captured points, and "Save"; the score pad computes the
last pile, and the page of a saved round asks who went out first in the next one. The totals must be those of
the played match.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from benchmarks.keystrokes import official_variants
from tests.support.browser import browser, phone, score_rounds
from tests.support.haggis import Haggis
from tests.support.matches import Evening, play_evening
from tests.support.served import served


def count_touches(evening: Evening, running: Browser, folder: Path) -> list[int]:
    """The touches of each round of a match."""
    haggis = Haggis(folder)
    started = haggis.process(*evening.words("evening"))
    assert started.code == 0, started
    with served(haggis, "evening") as server, phone(running, server) as held:
        touches = score_rounds(held, evening.rounds, "evening")
    shown = haggis.process("check", "evening", "--json")
    assert shown.code == 0, shown
    return touches


def main() -> None:
    """Print a line for each official variant."""
    print("| variant | players | rounds | touches | a round | most |")
    print("|---|---|---|---|---|---|")
    with browser() as running:
        for variant_id in official_variants():
            with TemporaryDirectory() as played, TemporaryDirectory() as touched:
                evening = play_evening(variant_id, "an evening", Path(played))
                touches = count_touches(evening, running, Path(touched))
            total, rounds = sum(touches), len(touches)
            names = len(evening.table.names)
            print(
                f"| {variant_id} | {names} | {rounds} | {total} | {total / rounds:.1f} | {max(touches)} |", flush=True
            )


if __name__ == "__main__":
    main()
