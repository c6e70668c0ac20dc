"""The review of a round: every play has the value that the solver gives it, and what was lost is proven."""

from random import Random

import pytest

from haggis_cli.analysis.review import COSTLIEST, RoundStep, review_round
from haggis_cli.analysis.sides import count_earned, read_scoring
from haggis_cli.analysis.solver import OpenPosition, Solver, open_round
from haggis_cli.matches.notation import parse_cards, parse_event
from haggis_cli.plugins.registry import load
from haggis_cli.rules.events import Award, Claim, Event, Pass, Phase, Play
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, read_play, unambiguous_play
from haggis_cli.rules.variant import seat_players
from tests.support.tables import GAMES, Game, random_ending

LONG = 1000.0  # seconds: nothing here takes so long


def play_on(state: Round, chance: Random) -> list[RoundStep]:
    """Random plays and passes to the end of the round."""
    steps = []
    while not state.over:
        event = random_event(state, chance)
        steps.append((state, event, state.after(event)))
        state = state.after(event)
    return steps


def random_event(state: Round, chance: Random) -> Event:
    if state.phase is Phase.AWARD:
        trick = state.bombed_trick
        assert trick
        return Award(trick.winner, chance.choice(state.table.variant.bomb_taker(state, trick).seats))
    table, over = state.table, state.reading_to_beat
    assert state.hands is not None
    plays = legal_plays(table.variant.combinations, table.deck, state.hands[state.turn], over)
    if plays and (over is None or chance.random() < 0.7):
        cards, reading = chance.choice(plays)
        return unambiguous_play(table, state.turn, cards, reading, over)
    return Pass(state.turn)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_play_has_the_values_of_the_solver(game: Game) -> None:
    chance = Random(f"review {game.name}")
    root = random_ending(game, chance)[0]
    steps = play_on(root, chance)
    review = review_round(steps, LONG)
    assert [each.event for each in review.plays] == [
        number for number, (_, event, _) in enumerate(steps, 1) if not isinstance(event, Award)
    ]
    for each in review.plays:
        before, event, _ = steps[each.event - 1]
        solution = Solver(before, None if game.has_sides else event.seat).solve(before)
        values = {play.event: play.low for play in solution.plays}
        assert each.exact
        assert (each.low, each.best_low) == (values[event], solution.value)
        assert values[each.best] == solution.value
        assert each.lost == each.best_low - each.low
        assert each.is_best == (each.lost == 0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_combination_that_is_named_without_need_changes_nothing(game: Game) -> None:
    for seed in (0, 1, 7, 14):  # among them rounds that end with a bomb whose winner says who captures it
        chance = Random(f"{game.name} {seed}")
        steps = play_on(random_ending(game, chance)[0], chance)
        named = [(before, name_combination(before, event), after) for before, event, after in steps]
        assert review_round(named, LONG) == review_round(steps, LONG)


def name_combination(before: Round, event: Event) -> Event:
    """A play with its combination named in full."""
    if not isinstance(event, Play):
        return event
    reading = read_play(before.table, event, before.reading_to_beat)
    assert isinstance(reading, Reading)
    return event._replace(claim=Claim(reading.kind, reading.width, reading.rank))


@pytest.mark.parametrize("game", [each for each in GAMES if each.players == 2], ids=lambda game: game.name)
def test_what_both_lost_leads_from_the_value_of_the_round_to_its_score(game: Game) -> None:
    chance = Random(f"sum {game.name}")
    for _ in range(5):
        root = random_ending(game, chance)[0]
        steps = play_on(root, chance)
        review, signs = review_round(steps, LONG), read_scoring(root).signs
        value = signs[root.turn] * review.plays[0].best_low
        given = sum(signs[each.seat] * each.lost for each in review.plays)
        assert value - given == count_earned(steps[-1][2], read_scoring(root)) == review.course()[-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_without_time_what_is_lost_is_never_more_than_it_is(game: Game) -> None:
    chance = Random(f"bounds {game.name}")
    steps = play_on(random_ending(game, chance)[0], chance)
    for found, exact in zip(review_round(steps, 0).plays, review_round(steps, LONG).plays, strict=True):
        assert found.low <= exact.low <= found.high
        assert found.best_low <= exact.best_low <= found.best_high
        assert 0 <= found.lost <= exact.lost
        assert exact.is_best or not found.is_best


def test_the_first_players_course_is_not_told_where_everybody_plays_alone() -> None:
    steps = play_on(random_ending(Game("three-player", 3, {}, 3), Random(2))[0], Random(2))
    review = review_round(steps, LONG)
    assert review.signs is None
    assert review.course() == []


def sentences(hands: tuple[str, str], events: list[str], variant: str = "two-player") -> list[str]:
    """Why each play that lost points of a round from these hands did so."""
    table = seat_players(load(variant), ("Noah", "Isla"))
    cards = tuple(parse_cards(hand, table.deck) for hand in hands)
    state = open_round(table, OpenPosition(cards))
    steps = []
    for text in events:
        event = parse_event(text, table)
        steps.append((state, event, state.after(event)))
        state = state.after(event)
    return [each.reason for each in review_round(steps, LONG).plays if each.lost]


class TestReasons:
    """Why a play was worse: only what differs between the lines."""

    def test_it_let_somebody_out(self) -> None:
        (said,) = sentences(("9r 4g", "5g"), ["Noah: 4g", "Isla: 5g"])
        going_out, costs = said.split(" and costs ")
        assert going_out == "9r lets Noah go out at once; 4g lets Isla go out at once"
        assert costs == "10 points for cards left in hands and 4 for captured cards"

    def test_what_it_gains_stands_behind_what_it_costs(self) -> None:
        (said, *_) = sentences(("J K", "J K"), ["Noah: K", "Isla: J K"], "revised")
        assert said.endswith("costs 15 points for cards left in hands while gaining 10 points for captured cards")

    def test_the_trick_went_to_the_other(self) -> None:
        found = sentences(
            ("J Q 2g 2b", "10g 9g 8b 6b"),
            ["Noah: 2g", "Isla: 10g", "Noah: pass", "Isla: 9g", "Noah: Q", "Isla: pass", "Noah: J", "Isla: pass"],
        )
        assert "costs 5 points for cards left in hands" in found[0]
        assert found[1] == (
            "J wins the trick (2 points); a pass spends no court card, but lets Isla win the trick and costs 5 points "
            "for cards left in hands"
        )

    def test_the_costliest_alone_are_explained(self) -> None:
        chance = Random(5)
        while True:
            review = review_round(play_on(random_ending(GAMES[0], chance)[0], chance), LONG)
            costly = [each for each in review.plays if each.lost]
            if len(costly) > COSTLIEST:
                break
        assert [each for each in costly if each.reason] == sorted(
            review.costliest(COSTLIEST), key=lambda each: each.event
        )
