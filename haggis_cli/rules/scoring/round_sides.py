"""Sides that change from round to round: who plays alone against all others together.

Each function is one answer that a variant can give; the first paragraph of its docstring is what the variant's
description says. It is shown the match before the round, with who leads and deals it.
"""

from haggis_cli.rules.scoring.standing import Standing


def lead_player_alone(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The lead player plays the round alone against all others together."""
    return _alone(standing, standing.leader)


def lowest_alone(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The player with the lowest total plays the round alone against all others together; on a tie, the first of them
    clockwise from the lead player.
    """
    return _first_alone(standing, standing.lowest())


def highest_alone(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The player with the highest total plays the round alone against all others together; on a tie, the first of them
    clockwise from the lead player.
    """
    return _first_alone(standing, standing.highest())


def _first_alone(standing: Standing, seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return _alone(standing, next(seat for seat in standing.table.clockwise_from(standing.leader) if seat in seats))


def _alone(standing: Standing, alone: int) -> tuple[tuple[int, ...], ...]:
    return (alone,), tuple(seat for seat in standing.table.seats if seat != alone)


def find_sides_fault(sides: object, players: int) -> str | None:
    """Why these cannot be the sides of a round; None if every player is on one of two sides or more, once."""
    if isinstance(sides, tuple) and all(isinstance(side, tuple) and side for side in sides):
        seats = [seat for side in sides for seat in side]
        if all(type(seat) is int for seat in seats) and sorted(seats) == list(range(players)) and len(sides) > 1:
            return None
    return f"round_sides gives {sides!r}: it must be two sides or more, which seat each of {players} players once"
