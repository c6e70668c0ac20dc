"""Many matches between computer players: fair seats, the same result on any number of cores, and sure numbers."""

from multiprocessing import active_children

import pytest

from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import Tallies, TournamentSettings, play_all, wilson_interval
from haggis_cli.rules.scoring import Goal
from haggis_cli.support.jobs import Workers


def terms(variant: str = "two-player", players: int = 2, rounds: int = 1) -> TournamentSettings:
    seats = tuple((name, "random") for name in "ABCD"[:players])
    return TournamentSettings(variant, seats, Goal(rounds=rounds), {}, None, "7", Effort())


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    one, two = (sorted(play_all(terms(), 6, Workers(jobs))) for jobs in (1, 2))
    assert one == two
    assert [result.number for result in one] == list(range(6))


def test_everybody_sits_everywhere_equally_often() -> None:
    seats = [[name for name, _ in terms(players=3).seating(number)] for number in range(6)]
    for seat in range(3):
        assert sorted(names[seat] for names in seats) == sorted("ABC" * 2)


def test_partners_stay_partners_wherever_they_sit() -> None:
    for number in range(4):
        table = terms("neeps", 4).table(number)
        assert {frozenset(table.names[seat] for seat in side) for side in table.sides} == {
            frozenset("AC"),
            frozenset("BD"),
        }


def test_a_victory_counts_for_both_partners_and_nobody_else() -> None:
    tallies = Tallies(terms("neeps", 4))
    for result in play_all(terms("neeps", 4), 5, Workers(1)):
        tallies.add(result)
    a, b, c, d = tallies.players.values()
    assert (a, b) == (c, d)
    assert a.wins + b.wins == 5 == tallies.matches
    assert a.matches == 5 <= a.rounds
    assert a.mean_points == a.points / 5


@pytest.mark.slow
def test_leaving_early_ends_the_processes() -> None:
    before = set(active_children())
    results = play_all(terms(rounds=50), 1000, Workers(2))
    next(results)
    assert len(set(active_children()) - before) == 2
    results.close()
    assert set(active_children()) == before


@pytest.mark.parametrize(("wins", "matches"), [(0, 10), (10, 10), (5, 10), (171, 200), (0, 0)])
def test_the_true_rate_lies_between_nothing_and_all(wins: int, matches: int) -> None:
    low, high = wilson_interval(wins, matches)
    assert 0 <= low < high <= 1
    assert not matches or low - 1e-9 <= wins / matches <= high + 1e-9


def test_more_matches_make_the_rate_surer() -> None:
    widths = [high - low for low, high in (wilson_interval(matches // 2, matches) for matches in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
