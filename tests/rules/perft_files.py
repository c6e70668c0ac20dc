"""Counts of legal plays from fixed hands, one file a game: they show at once when a change loses or adds a play.

`python -m tests.rules.perft_files` writes them anew, from hands drawn with fixed seeds, checking the small ones against
the slow reference; review the difference before keeping it.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from haggis_cli.records.notation import claim_of, read_claim, write_claim
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Kind, Reading
from tests.rules.decks import GAMES, Game

FOLDER = Path(__file__).with_name("perft")
LARGEST_CHECKED = 12


class Line(NamedTuple):
    """`hand | over | count`: the cards held, the reading to beat (or a dash for a lead), the number of legal plays."""

    hand: list[str]
    over: Reading | None
    count: int


def write_over(over: Reading | None) -> str:
    """The reading to beat in full: `stair2x3@7` is three pairs up to 7, `bomb@2` is J-Q."""
    if over is None:
        return "-"
    if over.kind is Kind.BOMB:
        return f"bomb@{over.rank}"
    name, _, rank = write_claim(claim_of(over)).partition("@")
    return f"{name}x{over.width if over.kind is Kind.SET else over.length}@{rank}"


def read_over(text: str, game: Game) -> Reading | None:
    """The reading that `write_over` wrote."""
    if text == "-":
        return None
    named, _, rank = text.partition("@")
    name, _, number = named.partition("x")
    claim = read_claim(f"{name}@{rank}")
    assert claim.rank is not None
    if claim.kind is Kind.BOMB:
        return Reading(Kind.BOMB, 1, len(game.combinations.bombs[claim.rank - 1].ranks), claim.rank)
    if claim.kind is Kind.SET:
        return Reading(Kind.SET, int(number), 1, claim.rank)
    return Reading(claim.kind, claim.width or 1, int(number), claim.rank)


def read_lines(game: Game) -> Iterator[Line]:
    """The positions of one game."""
    for line in (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            hand, over, count = (part.strip() for part in line.split("|"))
            yield Line(hand.split(), read_over(over, game), int(count))


def count_plays(game: Game, hand: list[str], over: Reading | None) -> int:
    """How many legal plays the engine finds."""
    return len(legal_plays(game.combinations, game.deck, game.pack(hand), over))


def positions(game: Game) -> Iterator[Line]:
    """Hands of every size with a lead and two answers each."""
    rng = Random(f"perft {game.name}")
    sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, *([21] if game.copies == 2 else [])]
    for size in sizes:
        hand = game.hand(rng, size)
        yield Line(hand, None, count_plays(game, hand, None))
        other = legal_plays(game.combinations, game.deck, game.pack(game.hand(rng, 10)))
        answers = sorted({reading for _, reading in other}, key=lambda over: -count_plays(game, hand, over))
        for over in (answers[0], rng.choice(answers[: len(answers) // 4 + 1])):
            yield Line(hand, over, count_plays(game, hand, over))


def write_files() -> None:
    """Write every game's file."""
    for game in GAMES:
        lines = ["# hand | over | number of legal plays"]
        for hand, over, count in positions(game):
            if len(hand) <= LARGEST_CHECKED:
                assert len(game.reference_moves(hand, over)) == count, (game.name, hand, over)
            lines.append(f"{' '.join(hand)} | {write_over(over)} | {count}")
        (FOLDER / f"{game.name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_files()
