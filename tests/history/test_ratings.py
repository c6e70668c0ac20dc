"""Ratings: by who came in ahead of whom, partners as a team, three players by their ranks."""

import pytest

from haggis_cli.history.ratings import Rating, Ratings
from haggis_cli.history.timeline import FinishedMatch, Participant

pytest.importorskip("openskill")


def match(*sides: tuple[int, str]) -> FinishedMatch:
    """A finished match: for each side its points and its players, one or two letters."""
    best = max(points for points, _ in sides)
    return FinishedMatch(
        0.0,
        tuple(
            Participant(person, side, int(points == best), points, 1, points)
            for side, (points, people) in enumerate(sides)
            for person in people
        ),
    )


def rated(*matches: FinishedMatch) -> dict[str, Rating]:
    return Ratings().add_all(matches).people


def test_three_players_are_rated_by_their_ranks() -> None:
    people = rated(match((250, "a"), (100, "b"), (20, "c")))
    assert people["a"].mu > people["b"].mu > people["c"].mu
    assert all(each.matches == 1 for each in people.values())


def test_by_how_much_one_is_ahead_does_not_matter() -> None:
    assert rated(match((250, "a"), (249, "b"))) == rated(match((250, "a"), (1, "b")))


def test_partners_are_rated_as_a_team() -> None:
    people = rated(match((250, "ac"), (100, "bd")))
    assert people["a"] == people["c"]
    assert people["b"] == people["d"]
    assert people["a"].mu > people["b"].mu


def test_a_tie_between_equals_moves_nobody_apart() -> None:
    people = rated(match((100, "a"), (100, "b")))
    assert people["a"].mu == pytest.approx(people["b"].mu)


def test_more_matches_make_it_surer() -> None:
    once, often = (rated(*[match((250, "a"), (100, "b"))] * number)["a"] for number in (1, 12))
    assert (often.matches, often.sigma < once.sigma, often.rating > once.rating) == (12, True, True)


def test_the_course_ends_at_the_rating() -> None:
    ratings = Ratings().add_all([match((250, "a"), (100, "b")), match((250, "a"), (100, "c"))])
    assert [point.place for point in ratings.series["a"]] == [0, 1]
    assert ratings.series["a"][-1].value == ratings.people["a"].rating
