"""The legal events of a round: all that the rules allow, each once, and a sequence like any other."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from haggis_cli import Event, State, deal, load_variant, variant_ids
from haggis_cli.library.legal_events import make_event, rules_event
from haggis_cli.library.state import rules_round
from haggis_cli.players.policies import random_event
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Exchange, Play
from haggis_cli.rules.judge import judge

GAMES = [(variant, players) for variant in variant_ids() for players in load_variant(variant).players]


def states_of(variant: str, players: int, rounds: int) -> Iterator[State]:
    """The states of random rounds; the engine's own random player chooses what happens."""
    for seed in range(rounds):
        chance, state = Random(f"{variant} {players} {seed}"), deal(variant, players, seed=seed)
        while not state.over:
            yield state
            now = rules_round(state)
            state = state.play(make_event(now.table, random_event(now, chance)))
        yield state


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_what_the_rules_offer_is_listed_each_once(variant: str, players: int, rounds: int) -> None:
    for state in states_of(variant, players, max(1, rounds // 3)):
        legal, now = state.legal_events, choices(rules_round(state))
        events = list(legal)
        listed = [rules_event(event, now.state.table) for event in events]
        assert len(set(events)) == len(legal) == len(listed)
        assert all(judge(now.state, event) is None for event in listed)
        assert [event for event in listed if not isinstance(event, Play | Exchange)] == list(now.others())
        if not state.over:
            assert make_event(now.state.table, random_event(now.state, Random(len(state.events)))) in events


@pytest.mark.parametrize("copies", [1, 2])
def test_the_exchanges_are_all_choices_of_cards_each_once(copies: int) -> None:
    tatties = load_variant("tatties")
    (setup,) = tatties.setups.values()
    variant = replace(tatties, setups={3: setup._replace(suits=setup.suits // copies, copies=copies, dealt=11)})
    if copies == 1:
        variant = replace(variant, setups={3: setup})
    state = deal(variant, seed=1)
    for event in ("bid 15", "pass", "pass"):
        state = state.play(f"{state.turn}: {event}")
    assert state.phase == "exchange"
    held = [card for card in (*state.hands[state.turn], *state.haggis[:3]) if card not in ("J", "Q", "K")]
    expected = {tuple(sorted(cards)) for cards in combinations(held, 3)}
    found = [tuple(sorted(event.cards)) for event in state.legal_events if event.action == "exchange"]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_many_exchanges_cost_as_little_as_a_few() -> None:
    tatties = load_variant("tatties")
    (setup,) = tatties.setups.values()
    variant = replace(
        tatties,
        setups={3: setup._replace(suits=8, copies=2, dealt=30)},
        betting=replace(tatties.betting, exchange={15: 20, 30: 2, 45: 1}),  # type: ignore[type-var]
    )
    state = deal(variant, seed=1)
    for event in ("bid 15", "pass", "pass"):
        state = state.play(f"{state.turn}: {event}")
    legal = state.legal_events
    assert len(legal) > 1_000_000_000
    for place in (0, 123_456_789, -1):
        assert len(legal[place].cards) == 20
        assert state.play(legal[place]).phase == "play"
    assert state.play(Random(1).choice(legal)).phase == "play"


class TestASequence:
    @pytest.fixture
    def state(self) -> State:
        return deal("three-player", ["Noah", "Isla", "Jamie"], seed=4)

    def test_it_is_indexed_sliced_and_iterated_alike(self, state: State) -> None:
        legal = state.legal_events
        events = list(legal)
        assert [legal[place] for place in range(len(legal))] == events
        assert [legal[-place] for place in range(1, 4)] == events[-1:-4:-1]
        assert legal[2:9:3] == events[2:9:3]
        assert list(reversed(legal)) == events[::-1]
        assert legal.index(events[7]) == 7
        with pytest.raises(IndexError):
            legal[len(legal)]

    def test_what_is_in_it(self, state: State) -> None:
        legal = state.legal_events
        card = state.hands["Noah"][0]
        assert f"Noah: {card}" in legal
        assert f"noah: {card} as single" in legal
        assert "Isla: bet big" in legal
        assert "Noah: pass" not in legal
        assert "nonsense" not in legal
        assert 7 not in legal

    def test_it_shows_its_first_events(self, state: State) -> None:
        card = state.hands["Noah"][0]
        assert repr(state.legal_events).startswith(f"<{len(state.legal_events)} legal events: 'Noah: ")
        assert repr(state.legal_events).endswith("', ...>")
        assert f"'Noah: {card}'" in [repr(str(event)) for event in state.legal_events]

    def test_readings_are_named_where_the_cards_alone_would_mean_another(self, state: State) -> None:
        named = [event for event in state.legal_events if " as " in str(event)]
        assert named
        for event in named:
            assert event.reading == state.play(str(event)).trick[0].reading == state.play(event).trick[0].reading


def test_an_event_says_who_does_what() -> None:
    noah, isla = "Noah", "Isla"
    state = deal("two-player", [noah, isla], seed=2)
    bet = next(event for event in state.legal_events if event.action == "bet")
    assert (bet.player, bet.amount, bet.cards, bet.reading, bet.to) == (noah, 5, (), None, None)
    assert repr(bet) == "Event('Noah: bet baby')"
    assert bet == state.legal_events[state.legal_events.index(bet)]
    assert bet != "Noah: bet baby"


def test_awards_and_leads_name_a_player() -> None:
    named: dict[str, Event] = {}
    for state in states_of("neeps", 4, 3):
        named |= {event.action: event for event in state.legal_events if event.to}
    assert set(named) == {"award", "lead"}
    assert all(str(event) == f"{event.player}: {action} {event.to}" for action, event in named.items())
