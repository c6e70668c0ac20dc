"""Readings, moves and rounds of the program against those of the slow reference."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import find_readings
from haggis_cli.rules.variant import OptionValue
from tests.rules.decks import GAMES, Game, engine_reading, plain
from tests.rules.duel import GAMES as DUELS
from tests.rules.duel import Duel


@st.composite
def nearly_combinations(draw: st.DrawFn, game: Game) -> list[str]:
    """One to nine cards, mostly a set, sequence, stair or bomb with some cards replaced by court cards or spoilt."""
    cards = draw(layouts(game))
    wild = draw(st.lists(st.sampled_from(["J", "Q", "K"]), unique=True, max_size=min(3, len(cards))))
    places = draw(st.permutations(range(len(cards))))
    for place, court in zip(places, wild, strict=False):
        cards[place] = court
    for _ in range(draw(st.integers(0, 2)) * draw(st.booleans())):
        cards[draw(st.integers(0, len(cards) - 1))] = draw(st.sampled_from(game.all_cards()))
    return within_deck(game, cards)[:9]


def layouts(game: Game) -> st.SearchStrategy[list[str]]:
    """The cards of a combination as they would lie on the table, above 10 too; or any cards."""

    def lay(width: int, length: int, low: int, suits: list[str]) -> list[str]:
        return [f"{rank}{suit}" for rank in range(low, low + length) for suit in suits[:width]]

    suits = st.lists(st.sampled_from(game.suits), min_size=4, max_size=4)
    ordered = st.builds(lay, st.integers(1, 4), st.integers(1, 8), st.integers(2, 10), suits)
    odd = st.builds(
        lambda suits: [f"{rank}{suit}" for rank, suit in zip((3, 5, 7, 9), suits, strict=True)],
        st.one_of(st.permutations(game.suits).map(lambda letters: letters[:4]), suits),
    )
    anything = st.lists(st.sampled_from(game.all_cards()), min_size=1, max_size=9)
    return st.one_of(ordered, ordered, odd, anything)


def within_deck(game: Game, cards: list[str]) -> list[str]:
    """The cards that exist, each as often as one player can hold it; a 2 of the first suit if that leaves none."""
    rest = game.all_cards()
    kept = []
    for card in cards:
        if card in rest:
            rest.remove(card)
            kept.append(card)
    return kept or ["2" + game.suits[0]]


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_reading_and_no_other(game: Game, rounds: int) -> None:
    combinations = game.combinations

    @settings(max_examples=30 * rounds, deadline=None)
    @given(nearly_combinations(game))
    def compare(cards: list[str]) -> None:
        found = find_readings(combinations, game.pack(cards))
        assert len(set(found)) == len(found)
        assert set(map(plain, found)) == game.reference_readings(cards)

    compare()


@pytest.mark.slow
@pytest.mark.sample("five-suits", "four-suits", "no-climb", "two-copies")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_play_once_and_no_other(game: Game, rounds: int) -> None:
    rng = Random(f"moves {game.name}")
    for _ in range(rounds):
        hand = game.hand(rng, rng.randint(6, 9))
        held = game.pack(hand)
        leads = game.moves(legal_plays(game.combinations, game.deck, held))
        expected = game.reference_moves(hand)
        assert len(set(leads)) == len(leads), hand
        assert set(leads) == expected, hand
        beaten = sorted({move[1:] for move in game.reference_moves(game.hand(rng, 8))})
        for reading in rng.sample(beaten, min(3, len(beaten))):
            over = engine_reading(reading)
            answers = game.moves(legal_plays(game.combinations, game.deck, held, over))
            assert len(set(answers)) == len(answers), (hand, over)
            assert set(answers) == game.reference_moves(hand, over), (hand, over)


IDS = [" ".join([name, str(players), *map(str, options.values())]) for name, players, options in DUELS]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "players", "options"), DUELS, ids=IDS)
def test_random_rounds(name: str, players: int, options: dict[str, OptionValue], rounds: int) -> None:
    for number in range(rounds):
        duel = Duel(name, players, options, f"{name} {players} {options} {number}")
        duel.play_out()
        duel.compare_results()
