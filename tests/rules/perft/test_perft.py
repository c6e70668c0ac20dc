"""Tens of thousands of positions in which as many events are legal as when they were counted."""

import pytest

from tests.rules.perft.perft_rounds import FOLDER, Game, counts, games, way, written
from tests.support.tables import VARIANTS

WANTED = 46_960
"""What python-chess counts in its files."""


def lines(variant: str) -> list[tuple[Game, int, list[str]]]:
    """The rounds of a variant: which game, which number, and what was counted."""
    by_name = {game.name: game for game in games(variant)}
    found = []
    for line in (FOLDER / f"{variant}.txt").read_text(encoding="ascii").splitlines():
        name, _, tokens = line.partition(" | ")
        name, _, number = name.rpartition(" ")
        found.append((by_name[name], int(number), tokens.split()))
    return found


@pytest.mark.slow
@pytest.mark.sample("two-player", "tatties")
@pytest.mark.parametrize("variant", VARIANTS)
def test_as_many_events_are_legal_as_ever(variant: str, rounds: int) -> None:
    """With many rounds asked for, the slow reference counts again, too: some minutes."""
    for game, number, tokens in lines(variant):
        for position, token in zip(way(game, number, reference=rounds > 20), tokens, strict=True):
            wanted = [int(count) for count in token.rstrip("*").split(",")]
            assert list(counts(position, len(wanted))) == wanted, (game, number, position.place)
            assert position.reference is None or written(position) == token, (game, number, position.place)


def test_enough_is_counted_in_every_game_mostly_by_the_reference() -> None:
    tokens = [token for variant in VARIANTS for _, _, counted in lines(variant) for token in counted]
    assert len(tokens) >= WANTED
    assert sum("*" in token for token in tokens) < len(tokens) / 2
    for variant in VARIANTS:
        assert {game.name for game, _, _ in lines(variant)} == {game.name for game in games(variant)}
