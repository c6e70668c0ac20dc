"""The scoresheet as one value, from which every format is drawn: the same figures everywhere.

Its columns are those of the official sheets (Rulebook 2.1, Scoresheets): for each player the opponents' hand, the
captured cards, the bet and its points, the round total and the game total; for a team both players' cards, then the
team's bet and totals.
"""

from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.matches.moments import day_of
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due, violation_sentence
from haggis_cli.rules.deck import SUIT_NAMES
from haggis_cli.rules.scoring.goal import Goal, add_win, decisive
from haggis_cli.rules.scoring.scores import has_teams
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue
from haggis_cli.sheets.figures import SheetRound, Side, has_bonus, round_figures
from haggis_cli.support.suit_signs import draw_card

if TYPE_CHECKING:
    from haggis_cli.sheets.replay import Replay
    from haggis_cli.sheets.review import SheetReview


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
    house_rules: what these options settle, in words.
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
    reference: on a blank sheet, what the table looks up: pairs of a label and a text.
    typing: on a blank sheet, how it is typed in later; empty on others.
    replays: the rounds play by play, for a format that shows them; empty where none is recorded so.
    suits: what the letters on the cards of these rounds mean.
    event: the evening, league or tournament that the match belongs to; empty for none.
    notes: what people have written about the match, as they typed it.
    closed: whether it was ended by agreement before its goal.
    link: where else the match can be put; None if that is not asked for.
    reviews: what the plays of its rounds gave away; empty if that is not asked for.
    """

    match_id: str
    date: str
    variant_id: str
    variant: str
    options: tuple[tuple[str, OptionValue], ...]
    house_rules: tuple[str, ...]
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
    reference: tuple[tuple[str, str], ...] = ()
    typing: str = ""
    replays: "tuple[Replay, ...]" = ()
    suits: tuple[str, ...] = ()
    event: str = ""
    notes: str = ""
    closed: bool = False
    link: Link | None = None
    reviews: "tuple[SheetReview, ...]" = ()

    def side_of(self, seat: int) -> int:
        """The number of the side that the seat scores for."""
        return next(number for number, side in enumerate(self.sides) if seat in side.seats)

    def standings(self) -> list[tuple[int, tuple[int, ...]]]:
        """The numbers of the scored rounds, each with what decides who is ahead after it, by side, as far as known."""
        found, wins = [], (0,) * len(self.sides)
        for each in self.rounds:
            totals = tuple(side.game for side in each.sides if side.game is not None)
            if len(totals) == len(self.sides):
                wins = add_win(wins, tuple(side.total for side in each.sides))
                found.append((each.number, decisive(self.goal, totals, wins)))
        return found

    def totals_by_round(self, side: int) -> list[tuple[int, int]]:
        """The numbers of the scored rounds, each with the game total of the side after it, as far as it is known."""
        scored = [(each.number, each.sides[side].game) for each in self.rounds if each.sides]
        return [(number, game) for number, game in scored if game is not None]


def scoresheet(report: Report, *, plays: bool = False) -> Sheet:
    """The sheet of an adjudicated match; `plays`: with the recorded rounds play by play."""
    record, letters = report.match.record, report.table.deck.letters
    return empty_sheet(report.table, report.goal)._replace(
        match_id=record.id,
        date=day_of(record.created),
        event=record.event or "",
        notes=record.notes,
        closed=record.closed,
        rounds=tuple(round_figures(report, each) for each in report.rounds),
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
        house_rules=variant.house_rules(table.options),
        goal=goal,
        players=table.names,
        sides=tuple(Side(name, seats) for name, seats in zip(table.side_names, table.sides, strict=True)),
        teams=has_teams(table),
        hand_points=variant.hand_points,
        bonus=has_bonus(table),
        rounds=(),
        totals=None,
        winner=None,
        due="",
        complaints=(),
    )


def _replays(report: Report) -> "tuple[Replay, ...]":
    from haggis_cli.sheets.replay import replays  # only some formats show plays, and `show` does not

    return replays(report)
