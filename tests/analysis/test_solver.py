"""What the solver promises beside single values: no card's name matters, bounds close in, and what it refuses."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from haggis_cli.analysis import duel, hand_classes
from haggis_cli.analysis.sides import Unsolvable
from haggis_cli.analysis.solver import OpenPosition, Solution, Solver, open_round
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import COURTS, Card, Cards, pack, suit_cards, unpack
from haggis_cli.rules.events import Pass, Play, RoundView, Trick
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.scoring import CardValues
from haggis_cli.rules.variant import Table, Variant, seat_players
from tests.support.tables import GAMES, Game, random_ending


def table_for(variant: str | Variant, players: int) -> Table:
    return seat_players(load(variant) if isinstance(variant, str) else variant, ("Noah", "Isla", "Jamie")[:players])


def permuted(state: Round, seats: list[int], suits: list[int]) -> Round:
    """The same position with players and suits in another order."""

    def moved(hand: Cards) -> Cards:
        cards = [Card(card.rank, None if card.suit is None else suits[card.suit]) for card in unpack(suit_cards(hand))]
        return pack(cards) | hand & COURTS

    assert state.hands is not None
    hands = [0] * len(seats)
    for seat, hand in enumerate(state.hands):
        hands[seats[seat]] = moved(hand)
    return open_round(state.table, OpenPosition(tuple(hands), seats[state.turn], (), state.haggis))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_values_do_not_depend_on_the_names_of_suits_nor_on_where_people_sit(game: Game) -> None:
    chance = Random(game.name)
    for _ in range(4):
        state, alone = random_ending(game, chance)
        step = chance.randrange(game.players)  # clockwise order, and who is whose partner, must stay
        seats = [(seat + step) % game.players for seat in range(game.players)]
        suits = chance.sample(range(len(state.table.deck.letters)), len(state.table.deck.letters))
        other = permuted(state, seats, suits)
        first = Solver(state, alone).solve(state)
        second = Solver(other, None if alone is None else seats[alone]).solve(other)
        assert sorted(each.low for each in first.plays) == sorted(each.low for each in second.plays)
        assert first.value == second.value


def large_ending() -> Round:
    """A position of two that takes some thousands of nodes."""
    chance = Random(3)
    table = table_for("two-player", 2)
    cards = unpack(table.deck.suit_cards)
    chance.shuffle(cards)
    return open_round(table, OpenPosition((pack(cards[:5]) | COURTS, pack(cards[5:10]) | COURTS)))


@pytest.fixture(scope="module")
def exact() -> Solution:
    return Solver(large_ending()).solve(large_ending())


def test_bounds_close_in_on_the_value_with_the_limit(exact: Solution) -> None:
    state = large_ending()
    values = {each.event: each.low for each in exact.plays}
    bounds = {each.event: (-1000, 1000) for each in exact.plays}
    widths = []
    for nodes in (1, 300, 700, 2000):
        found = Solver(state).solve(state, nodes=nodes)
        assert found.nodes == nodes < exact.nodes
        assert found.low <= exact.low <= found.high
        widths.append(found.high - found.low)
        for each in found.plays:
            low, high = bounds[each.event]
            assert low <= each.low <= values[each.event] <= each.high <= high
        bounds = {each.event: (each.low, each.high) for each in found.plays}
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) > 2


def test_without_time_there_are_still_bounds_for_every_play(exact: Solution) -> None:
    state = large_ending()
    found = Solver(state).solve(state, seconds=0)
    assert not found.exact
    assert found.value is None
    assert found.line == ()
    assert {each.event for each in found.plays} == {each.event for each in exact.plays}
    assert found.low <= exact.low <= found.high


def test_what_time_did_not_suffice_for_goes_on_where_it_was(exact: Solution) -> None:
    state = large_ending()
    solver = Solver(state)
    before = solver.solve(state, nodes=1000)
    after = solver.solve(state, every_play=False)
    assert before.exact < after.exact
    assert after.value == exact.value


def test_what_is_forgotten_for_want_of_memory_is_found_again(exact: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    for room, most in ((duel, "MOST_PROVEN"), (duel, "MOST_RUNS"), (hand_classes, "MOST_EXPANDED")):
        monkeypatch.setattr(room, most, 400)
    state = large_ending()
    found = Solver(state).solve(state)
    assert found.exact
    assert {each.event: each.low for each in found.plays} == {each.event: each.low for each in exact.plays}
    assert found.nodes > exact.nodes


def test_later_positions_need_hardly_anything_more(exact: Solution) -> None:
    state = large_ending()
    solver = Solver(state)
    first = solver.solve(state, every_play=False)
    later = solver.solve(state.after(first.line[0]), every_play=False)
    assert later.exact
    assert later.nodes < first.nodes / 10


def test_a_position_that_does_not_follow_from_the_root_is_refused() -> None:
    state, other = large_ending(), random_ending(GAMES[0], Random(8))[0]
    with pytest.raises(ValueError, match="does not follow"):
        Solver(other).solve(state)


def test_a_position_in_which_nobody_is_to_play_is_refused() -> None:
    table = table_for("tatties", 3)
    bidding = begin(table, 0)._replace(hands=(1, 1, 1))
    with pytest.raises(ValueError, match="no play is due"):
        Solver(bidding, 0).solve(bidding)


def test_the_only_thing_to_do_is_valued_too() -> None:
    table = table_for("two-player", 2)
    lead = open_round(table, OpenPosition((pack([Card(9, 0), Card(2, 0)]), pack([Card(4, 0)]))))
    after = lead.after(Play(0, pack([Card(9, 0)])))
    solution = Solver(lead).solve(after)
    assert [each.event for each in solution.plays] == [Pass(1)]
    assert solution.value == -(5 + 1)  # Noah takes the nine, and goes out with the two against one card


class TestRefusals:
    """What has no single value, or cannot be searched, is refused in a sentence."""

    def test_three_alone_need_a_side(self) -> None:
        state = random_ending(Game("three-player", 3), Random(1))[0]
        with pytest.raises(Unsolvable, match="3 players each for themselves have no single value"):
            Solver(state)

    def test_partners_have_no_single_player(self) -> None:
        state = random_ending(Game("neeps", 4, {}, 2), Random(1))[0]
        with pytest.raises(Unsolvable, match="partners"):
            Solver(state, 1)

    def test_unknown_hands(self) -> None:
        with pytest.raises(Unsolvable, match="all hands open"):
            Solver(begin(table_for("two-player", 2), 0))

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            (lambda each: replace(each, bomb_taker=leader_takes), "own rule for who captures a trick won by a bomb"),
            (lambda each: replace(each, hand_taker=holder_keeps), "own rule for who captures the cards left"),
            (lambda each: replace(each, card_values=CardValues("odd", (-1,) * 9, (0, 0, 0))), "negative points"),
            (lambda each: replace(each, hand_points=-5), "negative points"),
            (lambda each: replace(each, hand_points=10**9), "numbers above"),
        ],
    )
    def test_rules_that_the_search_does_not_know(self, change: Callable[[Variant], Variant], sentence: str) -> None:
        table = table_for(change(load("two-player")), 2)
        state = open_round(table, OpenPosition((pack([Card(4, 0)]), pack([Card(5, 0)]))))
        with pytest.raises(Unsolvable, match=sentence):
            Solver(state)


def leader_takes(state: RoundView, trick: Trick) -> object:
    """A rule of a plugin of its own."""
    raise AssertionError("a variant's own rule must not be run")


def holder_keeps(state: RoundView, holder: int) -> int | None:
    """A rule of a plugin of its own."""
    raise AssertionError("a variant's own rule must not be run")
