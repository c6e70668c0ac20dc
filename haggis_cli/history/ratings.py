"""How strong everybody is: ratings of the Plackett-Luce model, worked out anew from the finished matches each time.

Partners are rated as a team, three players by their ranks; results count only for who is ahead of whom. R. C. Weng and
C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011), as the package openskill has it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from haggis_cli.history.timeline import PlayedMatch, SeriesPoint
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.extras import install_command

MIN_MATCHES = 5
"""Nobody has a rating with fewer finished matches: before, it says more of the first opponents than of the player."""


class Rating(NamedTuple):
    """A person's strength.

    mu: the likeliest value.
    sigma: how unsure that is.
    matches: after how many matches.
    """

    mu: float
    sigma: float
    matches: int

    @property
    def rating(self) -> float:
        """The strength that the person most probably has at least: three sigma below mu."""
        return self.mu - 3 * self.sigma


class Ratings:
    """Everybody's rating, match by match; HaggisError where the package that does the mathematics is missing.

    people: the ratings of those with enough matches.
    series: their ratings after each match, from the first one that counts as one.
    """

    def __init__(self) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise HaggisError(f"ratings need openskill: {install_command('ratings')}") from None
        self._model = PlackettLuce()
        self._known: dict[str, Rating] = {}
        self.people: dict[str, Rating] = {}
        self.series: dict[str, list[SeriesPoint]] = {}

    def add_all(self, matches: Iterable[PlayedMatch]) -> "Ratings":
        """Rate these matches, the oldest first."""
        for place, match in enumerate(matches):
            self._add_match(place, match)
        return self

    def _add_match(self, place: int, match: PlayedMatch) -> None:
        sides: dict[int, list[str]] = {}
        results: dict[int, int] = {}
        for seat in match.seats:
            sides.setdefault(seat.side, []).append(seat.person)
            results[seat.side] = seat.decisive
        before = [[self._player(person) for person in team] for team in sides.values()]
        after = self._model.rate(before, scores=list(results.values()))
        for team, rated in zip(sides.values(), after, strict=True):
            for person, player in zip(team, rated, strict=True):
                matches = self._known[person].matches + 1 if person in self._known else 1
                self._known[person] = Rating(player.mu, player.sigma, matches)
                if matches >= MIN_MATCHES:
                    self.people[person] = self._known[person]
                    self.series.setdefault(person, []).append(SeriesPoint(place, self.people[person].rating))

    def _player(self, person: str) -> Any:
        known = self._known.get(person)
        return self._model.rating(mu=known.mu, sigma=known.sigma) if known else self._model.rating()
