"""Computer players over states: legal, repeatable, and blind to the other hands."""

import pytest

from haggis_cli import LEVELS, ComputerPlayer, RulesError, UsageError, deal, load_variant, variant_ids

GAMES = [(variant, players) for variant in variant_ids() for players in load_variant(variant).players]


@pytest.mark.parametrize("level", ["random", "easy"])
@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_what_a_player_chooses_is_legal(variant: str, players: int, level: str) -> None:
    player, state = ComputerPlayer(level), deal(variant, players, seed=3)
    while not state.over:
        event = player(state)
        assert event.player == state.turn
        assert event in state.legal_events
        after = state.play(event)
        if event.action == "play":
            assert after.events[-1].reading == event.reading is not None
        state = after
    with pytest.raises(RulesError, match="the round is over"):
        player(state)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_chooses_the_same_again(level: str) -> None:
    state, player = deal("two-player", seed=1), ComputerPlayer(level, playouts=20)
    assert player(state) == player(state) == ComputerPlayer(level, playouts=20, seed=1)(state)
    assert player == ComputerPlayer(level, playouts=20)


def test_another_seed_may_choose_otherwise() -> None:
    state = deal("two-player", seed=1)
    assert len({str(ComputerPlayer("random", seed=seed)(state)) for seed in range(20)}) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_does_not_see_the_other_hands(level: str) -> None:
    state, player = deal("two-player", ["Noah", "Isla"], seed=1), ComputerPlayer(level, playouts=20, seed=0)
    *suited, jack, queen, king = state.hands["Isla"]
    hands = {"Noah": state.hands["Noah"], "Isla": (*suited[:-1], state.haggis[0], jack, queen, king)}
    swapped = deal("two-player", hands=hands, haggis=(suited[-1], *state.haggis[1:]), seed=1)
    assert swapped.hands != state.hands
    assert player(swapped) == player(state)


def test_a_level_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="there is no level 'grandmaster': the levels are random, easy, normal, hard"):
        ComputerPlayer("grandmaster")
