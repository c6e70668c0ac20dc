"""The table of one match: the variant with its options, who sits where, and the deck they play with."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from haggis_cli.rules.deck import SUIT_NAMES, Deck, Setup
from haggis_cli.rules.variant import OptionValue, Variant


class Table(NamedTuple):
    """Who plays, and by which rules. A seat is a number from 0, clockwise.

    variant: the variant, with the chosen options in force.
    names: the players' names by seat.
    setup: what is dealt.
    deck: the suit cards.
    sides: the seats of each side: a player alone, or a team.
    side_names: what each side is called.
    options: the options that this match has chosen, by name.
    """

    variant: Variant
    names: tuple[str, ...]
    setup: Setup
    deck: Deck
    sides: tuple[tuple[int, ...], ...]
    side_names: tuple[str, ...]
    options: Mapping[str, OptionValue] = {}

    def __repr__(self) -> str:
        return f"<Table: {self.variant.id}, {', '.join(self.names)}>"

    @property
    def seats(self) -> range:
        """Every seat, clockwise."""
        return range(len(self.names))

    def left(self, seat: int, steps: int = 1) -> int:
        """The next seat clockwise, or the one `steps` further."""
        return (seat + steps) % len(self.names)

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """Every seat, beginning with this one."""
        return (seat, *to_the_left(len(self.names), seat))

    def side(self, seat: int) -> int:
        """The number of the side (a player, or a team) that the seat scores for."""
        return _side_numbers(self.sides)[seat]

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the same team."""
        return tuple(other for other in self.sides[self.side(seat)] if other != seat)

    def with_sides(self, sides: tuple[tuple[int, ...], ...]) -> "Table":
        """The table of a round with these sides; the table itself where a round has none of its own."""
        return self._replace(sides=sides, side_names=_names_of(sides, self.names)) if sides else self

    def ended_by(self, out: tuple[int, ...]) -> bool:
        """Whether a round is over when these players are out: one player is left, or a whole team is out (rules P5).

        A player alone against one team is a whole side, too: with that player out nobody is left to play against.
        """
        if len(out) >= len(self.names) - 1:
            return True
        if len(out) < 2 and len(self.sides) > 2:
            return False
        return any(set(side) <= set(out) for side in self.sides if len(side) > 1 or len(self.sides) == 2)

    def recorders(self, out: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the players out, in this order, who record the opponents' cards (rules P4)."""
        return out[:1] if self.variant.only_first_records else out

    def is_slam(self, out: tuple[int, ...]) -> bool:
        """Whether partners went out first and second; further partners, in larger teams, do not matter."""
        return len(out) > 1 and out[1] in self.partners(out[0])

    def repeats_first_count(self, seat: int, out: tuple[int, ...]) -> bool:
        """Whether a player records the same count as the first, having gone out second in a slam.

        out: who has gone out, in order, the player among them.
        """
        rules = self.variant
        return rules.slam_repeats and not rules.only_first_records and out[1:2] == (seat,) and self.is_slam(out)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Everybody on another side, clockwise from the seat."""
        side = self.sides[self.side(seat)]
        return tuple(other for other in self.clockwise_from(seat) if other not in side)


def _names_of(sides: tuple[tuple[int, ...], ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(" & ".join(names[seat] for seat in side) for side in sides)


@cache
def to_the_left(players: int, seat: int) -> tuple[int, ...]:
    """The other seats clockwise, the nearest first."""
    return tuple((seat + step) % players for step in range(1, players))


@cache
def _side_numbers(sides: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {seat: number for number, seats in enumerate(sides) for seat in seats}


def seat_players(
    variant: Variant,
    names: tuple[str, ...],
    *,
    options: Mapping[str, OptionValue] | None = None,
    letters: str | None = None,
    team_names: tuple[str, ...] = (),
) -> Table:
    """The table for these players, clockwise; they must be a number of players that the variant is for."""
    setup = variant.setups[len(names)]
    sides = variant.teams or tuple((seat,) for seat in range(len(names)))
    side_names = team_names or _names_of(sides, names)
    return Table(
        variant.with_options(options or {}),
        names,
        setup,
        Deck(letters or "".join(SUIT_NAMES)[: setup.suits], setup.copies),
        sides,
        side_names,
        options or {},
    )
