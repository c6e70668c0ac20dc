"""A round to play as a value: what it shows, how it goes on, and what it refuses."""

import pickle
from pathlib import Path
from random import Random

import pytest

from haggis_cli import (
    AmbiguousEventError,
    ComputerPlayer,
    Event,
    IllegalEventError,
    NotationError,
    RulesError,
    ScoreBook,
    State,
    UsageError,
    VariantError,
    deal,
    load_variant,
    playout,
    variant_ids,
)
from haggis_cli.library.state import rules_round

GAMES = [(variant, players) for variant in variant_ids() for players in load_variant(variant).players]


def play_at_random(state: State, chance: Random) -> State:
    while not state.over:
        state = state.play(chance.choice(state.legal_events))
    return state


def list_states(state: State, chance: Random) -> list[State]:
    states = [state]
    while not states[-1].over:
        states.append(states[-1].play(chance.choice(states[-1].legal_events)))
    return states


def judged(state: State, event: Event | str) -> State | str:
    """The state after an event, or why there is none."""
    try:
        return state.play(event)
    except RulesError as error:
        return str(error)


@pytest.mark.sample(3)
@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_random_matches_of_every_variant_come_to_an_end(variant: str, players: int) -> None:
    chance = Random(f"{variant} {players}")
    state = deal(variant, players, seed=1)
    before = dict.fromkeys(state.totals, 0)
    for number in (1, 2, 3):
        state = play_at_random(state, chance)
        assert (state.number, state.phase, state.over) == (number, "over", True)
        sides = state.teams or {name: (name,) for name in state.players}
        gained = {side: sum(state.score_lines[name].total for name in names) for side, names in sides.items()}
        assert state.totals == {side: before[side] + points for side, points in gained.items()}
        own = {
            name: line.total - (line.bet_points if state.teams else 0)  # a team's bet is the team's
            for name, line in state.score_lines.items()
        }
        assert state.scores == own | gained
        before = state.totals
        state = state.next_round()
        assert state.totals == before
        assert state.events == ()


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_the_same_events_as_text_give_the_same_states(variant: str, players: int) -> None:
    start = deal(variant, players, seed=5)
    end = play_at_random(start, Random(5))
    state = start
    for event in end.events:
        assert event in state.legal_events
        assert str(event) in state.legal_events
        state = state.play(str(event))
    assert state == end
    assert hash(state) == hash(end)
    assert state.events == end.events
    assert start.events == ()


def test_no_card_is_lost_while_a_round_is_played() -> None:
    chance = Random(3)
    for variant, players in GAMES:
        state = deal(variant, players, seed=3)
        every = sorted(sum((*state.hands.values(), state.haggis), ()))
        while not state.over:
            state = state.play(chance.choice(state.legal_events))
            on_table = sum((play.cards for play in state.trick), ())
            there = sorted(sum((*state.hands.values(), *state.captured.values(), on_table, state.haggis), ()))
            assert there == every, variant


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_state_goes_to_another_process_and_back(variant: str, players: int) -> None:
    state = play_at_random(deal(variant, players, seed=2), Random(2))
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_seed_deals_the_same_cards_again_and_no_seed_others() -> None:
    assert deal("neeps", seed=7) == deal("neeps", seed="7")
    assert deal("neeps", seed=7) != deal("neeps", seed=8)
    assert deal("neeps") != deal("neeps")


def test_names_teams_options_suits_and_the_lead() -> None:
    state = deal(
        "neeps",
        ["Noah", "Isla", "Jamie", "Ewan"],
        seed=1,
        teams=["High Rollas", "Slam Jamma"],
        options={"partner_cards": "first-out"},
        suits="rgbo",
        lead="Jamie",
    )
    assert state.variant == "neeps"
    assert state.players == ("Noah", "Isla", "Jamie", "Ewan")
    assert state.teams == {"High Rollas": ("Noah", "Jamie"), "Slam Jamma": ("Isla", "Ewan")}
    assert state.turn == "Jamie"
    assert {card[-1] for hand in state.hands.values() for card in hand} <= set("rgboJQK")
    assert list(state.totals) == ["High Rollas", "Slam Jamma"]
    assert list(play_at_random(state, Random(1)).scores) == [*state.players, *state.teams]
    assert deal("two-player").teams == {}


def test_hands_can_be_given_and_are_the_round_s_own_way_to_write_them() -> None:
    dealt = deal("two-player", ["Noah", "Isla"], seed=3)
    assert deal("two-player", hands=dealt.hands, haggis=dealt.haggis, seed=3) == dealt
    texts = {name: " ".join(hand[:-3]) for name, hand in dealt.hands.items()}
    assert deal("two-player", hands=texts, haggis=" ".join(dealt.haggis), seed=3) == dealt


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"variant": "whist"}, VariantError, "there is no variant 'whist'"),
        ({"players": 5}, UsageError, "Haggis (2-Player) is for 2 players, not 5"),
        ({"players": "Noah"}, UsageError, "players must be int, a list of str or None, not str: 'Noah'"),
        ({"players": ["Noah", "noah "]}, UsageError, "every name must be different: noah is already playing"),
        ({"players": ["Noah", "Is:la"]}, UsageError, "'Is:la': a name cannot hold a colon"),
        ({"teams": ["A", "B"]}, UsageError, "Haggis (2-Player) has no teams, but 2 are named"),
        ({"options": {"bonus": True}}, UsageError, "Haggis (2-Player) has no option 'bonus'"),
        ({"suits": "rg"}, UsageError, "'suits' needs 4 different letters"),
        ({"lead": "Isla"}, NotationError, "nobody called 'Isla' plays here"),
        ({"hands": {"Noah": "2r", "Isla": "3r"}}, UsageError, "Noah has 1 suit card, not 14"),
        ({"hands": {"Noah": "2x", "Isla": "3r"}}, NotationError, "there is no suit 'x'"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_the_reason(
    arguments: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refused:
        deal(**{"variant": "two-player"} | arguments)  # type: ignore[arg-type]
    assert message in str(refused.value)


HANDS = {"Noah": "2-10r 4g 6g 6b 8g 3y", "Isla": "2g 3g 5g 7g 9g 10g 2-5b 7-10b"}
HAGGIS = "2y 4y 5y 6y 7y 8y 9y 10y"


@pytest.fixture
def dealt() -> State:
    return deal("two-player", hands=HANDS, haggis=HAGGIS)


class TestPlay:
    def test_a_text_that_cannot_be_read(self, dealt: State) -> None:
        for text in ("pass", "Noah: 7x", "Ewan: pass", "Noah: bet much", ""):
            with pytest.raises(NotationError):
                dealt.play(text)

    def test_what_the_rules_forbid_is_refused_with_the_rule(self, dealt: State) -> None:
        with pytest.raises(IllegalEventError) as refused:
            dealt.play("noah: 6g r4")
        assert refused.value.event == "Noah: 4r 6g"
        assert refused.value.code == "not-a-combination"
        assert refused.value.reason.startswith("4r 6g is not a combination: ")
        assert refused.value.rule == "Rulebook 2.1, Sequences"
        assert refused.value.topic == pickle.loads(pickle.dumps(refused.value)).topic == "combinations"
        assert str(refused.value) == f"Noah: {refused.value.reason} (Rulebook 2.1, Sequences)"

    def test_nothing_goes_past_an_auction(self) -> None:
        state = deal("tatties", seed=7)
        with pytest.raises(IllegalEventError) as refused:
            state.play(f"{state.turn}: {state.hands[state.turn][0]}")
        assert refused.value.code == "auction-pending"

    def test_an_ambiguous_lead(self, dealt: State) -> None:
        with pytest.raises(AmbiguousEventError) as refused:
            dealt.play("Noah: 5r J Q")
        assert refused.value.code == "ambiguous"
        assert isinstance(refused.value, RulesError)
        assert not isinstance(refused.value, IllegalEventError)
        assert str(dealt.play("Noah: 5r J Q as set").trick[0].reading).startswith("Reading(kind=<Kind.SET")

    def test_an_event_of_another_table_is_read_anew(self, dealt: State) -> None:
        other = deal(
            "two-player", ["Isla", "Noah"], hands={"Isla": HANDS["Isla"], "Noah": HANDS["Noah"]}, haggis=HAGGIS
        )
        event = next(event for event in dealt.legal_events if str(event) == "Noah: 4r")
        with pytest.raises(IllegalEventError, match="It is Isla's turn"):
            other.play(event)
        led = deal("two-player", ["Isla", "Noah"], hands=HANDS, haggis=HAGGIS, lead="Noah")
        assert led.play(event).trick == (event,)


class TestWhatItShows:
    def test_a_trick_with_its_plays(self, dealt: State) -> None:
        state = dealt.play("Noah: bet little").play("Noah: 2-4r").play("Isla: 3-5b")
        first, second = state.trick
        assert (first.player, first.action, first.cards) == ("Noah", "play", ("2r", "3r", "4r"))
        assert second.reading is not None
        assert second.reading._asdict() == {"kind": "sequence", "width": 1, "length": 3, "rank": 5}
        assert state.bets == {"Noah": 15}
        assert [str(event) for event in state.events] == ["Noah: bet little", "Noah: 2r 3r 4r", "Isla: 3b 4b 5b"]
        taken = state.play("Noah: pass")
        assert taken.trick == ()
        assert taken.captured == {"Noah": (), "Isla": ("2r", "3r", "4r", "3b", "4b", "5b")}
        assert (taken.turn, taken.out) == ("Isla", ())

    def test_a_person_sees_cards(self, dealt: State) -> None:
        assert str(dealt.play("Noah: bet little").play("Noah: 2-4r")) == (
            "two-player, round 1: Isla must beat a sequence of 3 cards up to 4, or pass\n"
            "  Noah  3y 4g 5r 6r 6g 6b 7r 8r 8g 9r 10r J Q K\n"
            "  Isla  2g 2b 3g 3b 4b 5g 5b 7g 7b 8b 9g 9b 10g 10b J Q K\n"
            "Haggis: 2y 4y 5y 6y 7y 8y 9y 10y\n"
            "Bets: Noah 15\n"
            "Trick: Noah: 2r 3r 4r"
        )
        assert repr(dealt) == "<State: two-player, round 1, Noah leads; Noah 17, Isla 17 cards>"

    def test_the_scores_of_a_round_that_is_not_over(self, dealt: State) -> None:
        for ask in (lambda: dealt.scores, lambda: dealt.score_lines, dealt.next_round):
            with pytest.raises(RulesError, match="the round is not over: Noah leads"):
                ask()
        assert dealt.totals == {"Noah": 0, "Isla": 0}

    @pytest.mark.parametrize(("variant", "players"), GAMES)
    def test_every_state_can_be_written(self, variant: str, players: int) -> None:
        state = deal(variant, players, seed=2)
        while not state.over:
            assert len(str(state).splitlines()) >= players + 1
            assert "\n" not in repr(state)
            assert len(repr(state)) < 200
            state = state.play(Random(len(state.events)).choice(state.legal_events))
        assert "over: Player 1 " in repr(state)


def test_a_seed_deals_the_same_cards_as_in_the_score_book(tmp_path: Path) -> None:
    friday = ScoreBook(tmp_path).new("two-player", ["Noah", "Isla"], rounds=6)
    friday.deal(seed=7)
    dealt = friday.settings.rounds[-1].deal
    assert dealt is not None
    assert deal("two-player", hands=dealt.hands, haggis=dealt.haggis, seed=7) == deal(
        "two-player", ["Noah", "Isla"], seed=7
    )


class TestPlayingOn:
    @pytest.mark.parametrize("variant", variant_ids())
    def test_what_was_listed_comes_out_as_what_is_written(self, variant: str) -> None:
        chance, state = Random(variant), deal(variant, seed=variant)
        while not state.over:
            event = chance.choice(state.legal_events)
            after, written = state.play(event), state.play(str(event))
            assert after == written
            assert rules_round(after) == rules_round(written)
            assert [each.reading for each in after.events] == [each.reading for each in written.events]
            state = after

    def test_an_event_of_another_moment_is_judged(self) -> None:
        first = deal("two-player", seed=1)
        listed = first.legal_events[0]
        second = first.play(listed)
        with pytest.raises(IllegalEventError):
            second.play(listed)
        assert first.play(listed) == second

    @pytest.mark.slow
    @pytest.mark.sample(3)
    @pytest.mark.parametrize(("variant", "players"), GAMES)
    def test_what_another_state_has_listed_is_judged_in_full(self, variant: str, players: int) -> None:
        chance, refused = Random(f"{variant} {players}"), 0
        states = [list_states(deal(variant, players, seed=seed), chance) for seed in (1, 1, 2)]
        foreign = [chance.choice(state.legal_events) for round_ in states for state in round_[:-1]]
        for state in chance.sample(states[0], 12):
            for event in foreign:
                said = judged(state, event)
                assert said == judged(state, str(event)), (state, event)
                refused += isinstance(said, str)
        assert 0 < refused < 12 * len(foreign)

    @pytest.mark.parametrize("variant", variant_ids())
    def test_a_playout_is_a_round_that_can_be_played(self, variant: str) -> None:
        start = deal(variant, seed=3)
        last = playout(start, seed=4)
        assert last.over
        assert last == playout(start, seed=4)
        assert len({playout(start, seed=seed) for seed in range(5)}) > 1
        state = start
        for event in last.events:
            state = state.play(str(event))
        assert state == last
        assert state.scores == last.scores

    def test_a_playout_goes_on_from_any_moment_as_it_is_told(self) -> None:
        state = deal("two-player", seed=1)
        state = state.play(state.legal_events[0])
        last = playout(state, ComputerPlayer("easy"))
        assert last.events[:1] == state.events
        assert last.over
        with pytest.raises(IllegalEventError):
            playout(state, lambda now: f"{now.turn}: bid 15")
