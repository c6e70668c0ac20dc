"""Ratings: by who came in ahead of whom, partners as a team, three players by their ranks; from five matches on."""

import pytest

from haggis_cli.history.timeline import MIN_MATCHES, Participant, PlayedMatch, Rating, Ratings

pytest.importorskip("openskill")


def match(*sides: tuple[int, str]) -> PlayedMatch:
    """A finished match: for each side its points and its players, one or two letters."""
    best = max(points for points, _ in sides)
    return PlayedMatch(
        0.0,
        tuple(
            Participant(person, side, int(points == best), points, 1, points)
            for side, (points, people) in enumerate(sides)
            for person in people
        ),
    )


def rated(*matches: PlayedMatch) -> dict[str, Rating]:
    """The ratings after these matches, which are played as often as it takes to be rated."""
    return Ratings().add_all(matches * MIN_MATCHES).people


def test_three_players_are_rated_by_their_ranks() -> None:
    people = rated(match((250, "a"), (100, "b"), (20, "c")))
    assert people["a"].mu > people["b"].mu > people["c"].mu
    assert all(each.matches == 5 for each in people.values())


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
    some, more = (rated(*[match((250, "a"), (100, "b"))] * number)["a"] for number in (1, 3))
    assert (more.matches, more.sigma < some.sigma, more.rating > some.rating) == (15, True, True)


def test_the_course_begins_with_the_fifth_match_and_ends_at_the_rating() -> None:
    ratings = Ratings().add_all([match((250, "a"), (100, "b")), match((250, "a"), (100, "c"))] * 3)
    assert [point.place for point in ratings.series["a"]] == [4, 5]
    assert ratings.series["a"][-1].value == ratings.people["a"].rating


def test_nobody_is_rated_below_five_matches() -> None:
    ratings = Ratings().add_all([match((250, "a"), (100, "b"))] * 4)
    assert (ratings.people, ratings.series) == ({}, {})
    ratings.add_all([match((250, "a"), (100, "c"))])
    assert list(ratings.people) == list(ratings.series) == ["a"]
