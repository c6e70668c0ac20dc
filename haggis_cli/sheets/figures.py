"""The figures of a scoresheet: those of a player, of a side, and of a round."""

from typing import NamedTuple

from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_sides
from haggis_cli.rules.scoring.scores import player_total
from haggis_cli.rules.table import Table


class PlayerFigures(NamedTuple):
    """One player's figures of one round.

    hand: the opponents' cards recorded on going out.
    hand_points: the points for them.
    captured: the points of captured cards.
    bonus: the points for going out first.
    bet: the amount of the bet; None if no bet was made.
    bet_points: the points by bets. What a team wins by the other's failed bet stands with its first player.
    total: the sum of the points; a team's bet is added for the team alone.
    went_out: the place in the order of going out, from 1; None if the player did not go out.
    """

    hand: int
    hand_points: int
    captured: int
    bonus: int
    bet: int | None
    bet_points: int
    total: int
    went_out: int | None


class SideFigures(NamedTuple):
    """What a player or a team has of one round.

    bet: the sum of the bets; None if no bet was made.
    bet_points: the points by bets.
    total: the sum of all points of the round.
    game: the game total after it; None where a violation makes it unknown.
    """

    bet: int | None
    bet_points: int
    total: int
    game: int | None


class SheetRound(NamedTuple):
    """One line of the sheet.

    number: the number of the round, from 1.
    recorded: whether it is recorded play by play.
    unscored: why it is not scored; empty if it is.
    figures: the players' figures by seat; empty if it is not scored.
    sides: the figures of players or teams, by side; empty if it is not scored.
    notes: what people have written about it, as they typed it.
    line_up: who plays with whom, in a sentence; empty where that does not change from round to round.
    """

    number: int
    recorded: bool
    unscored: str
    figures: tuple[PlayerFigures, ...] = ()
    sides: tuple[SideFigures, ...] = ()
    notes: str = ""
    line_up: str = ""


class Side(NamedTuple):
    """Who scores together: a player alone, or a team.

    name: the name of the player or the team.
    seats: the seats of its players.
    """

    name: str
    seats: tuple[int, ...]


def has_bonus(table: Table) -> bool:
    """Whether there is a bonus for going out first."""
    return bool(table.variant.first_out_bonus.get(len(table.names)))


def round_figures(report: Report, played: RoundReport) -> SheetRound:
    """The line of a round of the match: its figures, or why it has none."""
    line_up = describe_sides(report.round_table(played.number)) if played.sides else ""
    if played.scores is None or played.outcome is None:
        why, notes = _why_unscored(report, played), played.record.notes
        return SheetRound(played.number, played.recorded, why, notes=notes, line_up=line_up)
    stakes, out = played.outcome.stakes, played.outcome.out
    figures = tuple(
        PlayerFigures(
            hand=score.hand,
            hand_points=score.hand_points,
            captured=score.captured,
            bonus=score.bonus,
            bet=stakes[seat],
            bet_points=score.bet_points,
            total=player_total(report.table, score),
            went_out=out.index(seat) + 1 if seat in out else None,
        )
        for seat, score in enumerate(played.scores)
    )
    sides = tuple(_side(report.table, played, figures, side) for side in range(len(report.table.sides)))
    return SheetRound(played.number, played.recorded, "", figures, sides, played.record.notes, line_up)


def _why_unscored(report: Report, played: RoundReport) -> str:
    broken = next((each for each in report.violations if each.round == played.number), None)
    if broken is None:
        return "not judged" if report.is_unjudged(played) else "in progress"
    return f"not scored, see line {broken.line}"


def _side(table: Table, played: RoundReport, figures: tuple[PlayerFigures, ...], side: int) -> SideFigures:
    mine = [figures[seat] for seat in table.sides[side]]
    bets = [each.bet for each in mine if each.bet is not None]
    return SideFigures(
        bet=sum(bets) if bets else None,
        bet_points=sum(each.bet_points for each in mine),
        total=sum(played.scores[seat].total for seat in table.sides[side]) if played.scores else 0,
        game=played.totals[side] if played.totals else None,
    )
