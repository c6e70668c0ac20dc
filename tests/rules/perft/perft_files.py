"""Counts of legal plays from fixed hands, one file a game: they show at once when a change loses or adds a play.

`python -m tests.rules.perft.perft_files` writes them anew, from hands drawn with fixed seeds, checking the small ones
against the slow reference; review the difference before keeping it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from haggis_cli.rules.cards import rank_name
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Kind, Reading
from tests.rules.decks import GAMES, Game

FOLDER = Path(__file__).parent
LARGEST_CHECKED = 12


class Line(NamedTuple):
    """`hand | over | plays`: the cards held, the reading to beat (or a dash for a lead), the number of legal plays."""

    hand: list[str]
    over: Reading | None
    plays: int


def write_over(over: Reading | None) -> str:
    """The reading to beat in full: `set3@5`, `sequence4@10`, `stair2x3@J` (three pairs up to J), `bomb@2`."""
    if over is None:
        return "-"
    kind, width, length, rank = over
    shape = {Kind.SET: f"{width}", Kind.SEQUENCE: f"{length}", Kind.STAIR: f"{width}x{length}"}.get(kind, "")
    return f"{kind}{shape}@{rank if kind is Kind.BOMB else rank_name(rank)}"


def read_over(text: str, game: Game) -> Reading | None:
    """The reading that `write_over` wrote."""
    found = re.fullmatch(r"([a-z]+)(\d*)(?:x(\d+))?@(\w+)", text)
    if not found:
        return None
    name, first, second, top = found.groups()
    kind, rank = Kind(name), {"J": 11, "Q": 12, "K": 13}.get(top) or int(top)
    match kind:
        case Kind.SINGLE:
            return Reading(kind, 1, 1, rank)
        case Kind.SET:
            return Reading(kind, int(first), 1, rank)
        case Kind.SEQUENCE:
            return Reading(kind, 1, int(first), rank)
        case Kind.STAIR:
            return Reading(kind, int(first), int(second), rank)
        case Kind.BOMB:
            return Reading(kind, 1, len(game.combinations.bombs[rank - 1].ranks), rank)


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
    """Hands of every size, each with a lead and with an answer to two kinds of combination in turn."""
    rng = Random(f"perft {game.name}")
    kinds = list(Kind)
    for size in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, *([21] if game.copies == 2 else [])]:
        hand = game.hand(rng, size)
        yield Line(hand, None, count_plays(game, hand, None))
        beaten = {reading for _, reading in legal_plays(game.combinations, game.deck, game.pack(game.hand(rng, 10)))}
        for _ in range(2):
            kinds.append(kinds.pop(0))
            answerable = [over for over in beaten if over.kind is kinds[0]] or sorted(beaten)
            over = max(answerable, key=lambda over: (count_plays(game, hand, over), over))
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
