"""Computer players over states: legal, repeatable, and blind to the other hands."""

import pytest

from haggis_cli import LEVELS, ComputerPlayer, RulesError, State, UsageError, deal, load_variant, variant_ids

GAMES = [(variant, players) for variant in variant_ids() for players in load_variant(variant).players]


@pytest.mark.sample(3)
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


def play_out(state: State, player: ComputerPlayer) -> tuple[State, int]:
    """The round's end, and how often a player who was out gave the lead away."""
    given = asked = 0
    while not state.over:
        lead = None
        if state.lead_giver and asked != len(state.events):
            lead = player.give_lead(state)
            asked = len(state.events)
        if lead:
            assert (lead.action, lead.player) == ("lead", state.lead_giver)
            assert lead in state.legal_events
            given += 1
        state = state.play(lead or player(state))
    return state, given


def out_with_a_bomb() -> State:
    hands = {
        name: f"2-10{suit} 2-10{suit}" for name, suit in zip(("Noah", "Robbie", "Isla", "Ailsa"), "rgby", strict=True)
    }
    state = deal("neeps", list(hands), hands=hands, seed=1)
    gifts = ("2r", "2g", "2b", "2y", "2b", "2y", "2r", "2g")
    for gift, player in zip(gifts, (*state.players, *state.players), strict=True):
        state = state.play(f"{player}: give {gift}")
    for cards in ("2-10r", "2-10r", "JQK"):
        state = state.play(f"Noah: {cards}").play("Robbie: pass").play("Isla: pass").play("Ailsa: pass")
    return state


def test_k2_a_player_who_is_out_says_whether_the_partner_leads() -> None:
    state, player = out_with_a_bomb(), ComputerPlayer("easy")
    assert (state.lead_giver, state.turn) == ("Noah", "Robbie")
    lead = player.give_lead(state)
    assert str(lead) == "Noah: lead Isla"
    assert state.play(str(lead)).turn == "Isla"
    assert state.play(str(lead)).lead_giver is None
    end, given = play_out(state, player)
    assert given == 1
    assert end.over


def test_nobody_is_asked_for_a_lead_that_is_not_offered() -> None:
    state = deal("neeps", seed=1)
    assert state.lead_giver is None
    with pytest.raises(RulesError, match="nobody who is out can give the lead to a partner now"):
        ComputerPlayer("easy").give_lead(state)
