"""What becomes of a damaged match file: `python -m tests.reliability.damage` flips every bit of three real ones.

The tests flip one bit of each byte, which is the same in a tenth of the time. Prints a line for each file: how many
are refused, break a rule or are warned of, and how many nobody could notice (a name, a card for another).
"""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.support.errors import RecordError, VariantError
from tests.support.haggis import ROOT

REAL = ("two-player-known-hands", "tatties-unknown-hands", "three-player-rulebook-bets")
"""Recorded with the hands known and two rounds; recorded with an auction and hands unknown; typed in with bets."""


def real(name: str) -> MatchFile:
    """A match of the examples, in the form in which haggis writes it."""
    path = ROOT / "examples/matches" / f"{name}.toml"
    record = MatchFile(path.read_bytes(), path.name).record
    return MatchFile(render_match(record).encode(), path.name)


def flipped(data: bytes, every: int = 1) -> Iterator[bytes]:
    """The bytes with one bit changed: each of them in turn, or each `every`-th."""
    for bit in range(0, len(data) * 8, every):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


def outcome(data: bytes, whole: Report) -> str:
    """What is made of a damaged file, in a word; anything but a sentence (HaggisError) is raised."""
    try:
        match = MatchFile(data, whole.match.source)
        report = adjudicate(match, load(match.record.variant))
    except (RecordError, VariantError) as error:
        if not str(error).replace("\n", "").isprintable():
            raise AssertionError(f"a complaint steers the terminal: {error!r}") from error
        return "refused"
    if _meaning(report) == _meaning(whole):
        return "same"  # in a comment or a blank, or other words for the same: 06b, (3g, pAss
    return "rules" if report.violations else "warned" if report.warnings else "unseen"


def _meaning(report: Report) -> object:
    """What a match says, whatever the words in which it says it."""
    heading = report.match.record.model_copy(update={"rounds": ()})
    return heading, [(each.start, each.events, each.scores) if each.recorded else each.record for each in report.rounds]


def tally(match: MatchFile, damaged: Iterable[bytes]) -> Counter[str]:
    """How often what is made of the damaged files."""
    whole = adjudicate(match, load(match.record.variant))
    return Counter(outcome(data, whole) for data in damaged)


def main() -> None:
    """Flips every bit of the real files."""
    for name in REAL:
        match, begun = real(name), time.monotonic()
        found = tally(match, flipped(match.data))
        told = ", ".join(f"{word} {number} ({number / found.total():.1%})" for word, number in found.most_common())
        took = f"{time.monotonic() - begun:.0f} s"
        sys.stdout.write(f"{name}: {found.total()} flips of {len(match.data)} bytes: {told}; {took}\n")


if __name__ == "__main__":
    main()
