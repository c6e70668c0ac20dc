"""The scoresheet as one value, from which every format is drawn: the same figures everywhere.

Its columns are those of the official sheets (Rulebook 2.1, Scoresheets): for each player the opponents' hand, the
captured cards, the bet and its points, the round total and the game total; for a team both players' cards, then the
team's bet and totals.
"""

from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import due, violation_sentence
from haggis_cli.rules.deck import SUIT_NAMES
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue
from haggis_cli.support.suit_signs import draw_card
from haggis_cli.support.text_tables import with_direction_marks

if TYPE_CHECKING:
    from haggis_cli.sheets.replay import Replay

FILL_IN_LINE = "_" * 16
"""Where something is to be written by hand."""


class PlayerFigures(NamedTuple):
    """One player's figures of one round.

    hand: the opponents' cards recorded on going out.
    hand_points: the points for them.
    captured: the points of captured cards.
    bonus: the points for going out first.
    bet: the amount of the bet; None if no bet was made.
    bet_points: the points by bets. What a team wins by the other's failed bet stands with its first player.
    total: the sum of all points.
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

    @property
    def without_bets(self) -> int:
        """The player's round total on a team's sheet, where bets are added for the team."""
        return self.total - self.bet_points


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
    note: why it is not scored; empty if it is.
    figures: the players' figures by seat; empty if it is not scored.
    sides: the figures of players or teams, by side; empty if it is not scored.
    """

    number: int
    recorded: bool
    note: str
    figures: tuple[PlayerFigures, ...] = ()
    sides: tuple[SideFigures, ...] = ()


class Side(NamedTuple):
    """Who scores together: a player alone, or a team.

    name: the name of the player or the team.
    seats: the seats of its players.
    """

    name: str
    seats: tuple[int, ...]


class Link(NamedTuple):
    """Where else the match can be put.

    address: the link that puts it into another program.
    code: the link as a QR code (SVG).
    """

    address: str
    code: str


class Sheet(NamedTuple):
    """A match's scoresheet.

    match_id: the id of the match; empty on a blank sheet, as is `date`.
    date: the day of the match, as in 2026-11-21.
    variant_id, variant: the id and the name of the variant.
    options: the names and values of its options.
    goal: when the match is over.
    players: the names by seat.
    sides: who scores together.
    teams: whether teams score.
    hand_points: the points for each of the opponents' cards.
    bonus: whether there is a bonus for going out first.
    rounds: the lines of the sheet.
    totals: the game totals by side; None after a violation.
    winner: the number of the side that has won; None while nobody has.
    due: a sentence on what is next.
    complaints: the violations, a sentence each.
    blank: whether it is to be filled in by hand.
    begins: the word before the place where a blank sheet wants the name of who begins.
    replays: the recorded rounds play by play, for a format that shows them.
    suits: what the letters on the cards of these rounds mean.
    event: the evening, league or tournament that the match belongs to; empty for none.
    link: where else the match can be put; None if that is not asked for.
    """

    match_id: str
    date: str
    variant_id: str
    variant: str
    options: tuple[tuple[str, OptionValue], ...]
    goal: Goal
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    teams: bool
    hand_points: int
    bonus: bool
    rounds: tuple[SheetRound, ...]
    totals: tuple[int, ...] | None
    winner: int | None
    due: str
    complaints: tuple[str, ...]
    blank: bool = False
    begins: str = ""
    replays: "tuple[Replay, ...]" = ()
    suits: tuple[str, ...] = ()
    event: str = ""
    link: Link | None = None

    def side_of(self, seat: int) -> int:
        """The number of the side that the seat scores for."""
        return next(number for number, side in enumerate(self.sides) if seat in side.seats)

    def totals_by_round(self, side: int) -> list[tuple[int, int]]:
        """The numbers of the scored rounds, each with the game total of the side after it, as far as it is known."""
        scored = [(each.number, each.sides[side].game) for each in self.rounds if each.sides]
        return [(number, game) for number, game in scored if game is not None]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What stands above the columns, pairs of a label and a text; a blank sheet has names at its columns only."""
        members = [", ".join(with_direction_marks(self.players[seat]) for seat in side.seats) for side in self.sides]
        teams = ", ".join(
            f"{with_direction_marks(side.name)} ({names})" for side, names in zip(self.sides, members, strict=True)
        )
        options = ", ".join(f"{name} = {str(value).lower()}" for name, value in self.options)
        chosen = [("Options", options)] if options else []
        if self.blank:
            beginner = [(self.begins, FILL_IN_LINE)] if self.begins else []
            return [
                ("Date", FILL_IN_LINE),
                ("Goal", str(self.goal) if any(self.goal) else FILL_IN_LINE),
                *beginner,
                *chosen,
            ]
        return [
            ("Match", self.match_id),
            ("Date", self.date),
            *([("Event", self.event)] if self.event else []),
            ("Teams", teams) if self.teams else ("Players", ", ".join(map(with_direction_marks, self.players))),
            ("Goal", str(self.goal)),
            *chosen,
        ]


def scoresheet(report: Report, *, plays: bool = False) -> Sheet:
    """The sheet of an adjudicated match; `plays`: with the recorded rounds play by play."""
    record, letters = report.match.record, report.table.deck.letters
    return empty_sheet(report.table, report.goal)._replace(
        match_id=record.id,
        date=record.created.date().isoformat(),
        event=record.event or "",
        rounds=tuple(_round(report, each) for each in report.rounds),
        totals=report.totals,
        winner=report.winner,
        due=due(report),
        complaints=tuple(map(violation_sentence, report.violations)),
        replays=_replays(report) if plays else (),
        suits=tuple(f"{draw_card(letter)} {SUIT_NAMES[letter]}" for letter in letters if letter in SUIT_NAMES),
    )


def empty_sheet(table: Table, goal: Goal) -> Sheet:
    """The sheet of a table at which nothing has been played."""
    variant = table.variant
    return Sheet(
        match_id="",
        date="",
        variant_id=variant.id,
        variant=variant.name,
        options=tuple(table.options.items()),
        goal=goal,
        players=table.names,
        sides=tuple(Side(name, seats) for name, seats in zip(table.side_names, table.sides, strict=True)),
        teams=any(len(seats) > 1 for seats in table.sides),
        hand_points=variant.hand_points,
        bonus=bool(variant.first_out_bonus.get(len(table.names))),
        rounds=(),
        totals=None,
        winner=None,
        due="",
        complaints=(),
    )


def _replays(report: Report) -> "tuple[Replay, ...]":
    from haggis_cli.sheets.replay import replay  # only some formats show plays, and `show` does not

    return tuple(replay(report, each) for each in report.rounds if each.recorded)


def _round(report: Report, played: RoundReport) -> SheetRound:
    if played.scores is None or played.outcome is None:
        return SheetRound(played.number, played.recorded, _why_unscored(report, played))
    stakes, out = played.outcome.stakes, played.outcome.out
    figures = tuple(
        PlayerFigures(
            hand=score.hand,
            hand_points=score.hand_points,
            captured=score.captured,
            bonus=score.bonus,
            bet=stakes[seat],
            bet_points=score.bet_points,
            total=score.total,
            went_out=out.index(seat) + 1 if seat in out else None,
        )
        for seat, score in enumerate(played.scores)
    )
    sides = tuple(_side(report.table, played, figures, side) for side in range(len(report.table.sides)))
    return SheetRound(played.number, played.recorded, "", figures, sides)


def _why_unscored(report: Report, played: RoundReport) -> str:
    broken = next((each for each in report.violations if each.round == played.number), None)
    if broken is None:
        return "in progress"
    return f"not scored, see line {broken.line}"


def _side(table: Table, played: RoundReport, figures: tuple[PlayerFigures, ...], side: int) -> SideFigures:
    mine = [figures[seat] for seat in table.sides[side]]
    bets = [each.bet for each in mine if each.bet is not None]
    return SideFigures(
        bet=sum(bets) if bets else None,
        bet_points=sum(each.bet_points for each in mine),
        total=sum(each.total for each in mine),
        game=played.totals[side] if played.totals else None,
    )
