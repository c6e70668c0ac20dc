"""The scoresheet as one value from which every format is rendered, so that all show the same figures.

Its columns are those of the official sheets (Rulebook 2.1, Scoresheets): for each player the opponents' hand, the
captured cards, the bet and its points, the round total and the game total; for a team both players' cards, then the
team's bet and totals. Begin with `scoresheet`; `blank_sheet` is the same for pen and paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.matches.heading import day_of, match_title, players_and_day, spell_day
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_sides, due, violation_sentence
from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.rules.events import option_text
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.scoring import Goal, add_win, decisive
from haggis_cli.rules.variant import OptionValue, Table, has_teams, name_sides, player_total
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import in_print, with_direction_marks

if TYPE_CHECKING:
    from haggis_cli.sheets.replay import Replay
    from haggis_cli.sheets.review import SheetReview


class PlayerFigures(NamedTuple):
    """One player's figures of one round.

    hand, hand_points: the opponents' cards recorded on going out, and the points for them.
    bet: the amount of the bet; None if no bet was made.
    bet_points: the points from bets. Points that a team wins by the other's failed bet are its first player's.
    total: the sum of the points; a team's bet counts only for the team.
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
    """The figures of a player or a team for one round: the sums of its players.

    bet: None if no bet was made.
    game: the game total after the round; None if a violation makes it unknown.
    """

    bet: int | None
    bet_points: int
    total: int
    game: int | None


class SheetRound(NamedTuple):
    """One line of the sheet.

    recorded: whether it is recorded play by play.
    unscored: the reason why it is not scored; empty if it is.
    figures, sides: the figures by seat, and by player or team; empty if the round is not scored.
    notes: people's notes about the round, as they typed them.
    line_up: the sides in a sentence; empty unless they change from round to round.
    """

    number: int
    recorded: bool
    unscored: str
    figures: tuple[PlayerFigures, ...] = ()
    sides: tuple[SideFigures, ...] = ()
    notes: str = ""
    line_up: str = ""


class BestPlay(NamedTuple):
    """The play of a match to tell of: what is said of it, such as `Best bomb`, and its cards in words."""

    label: str
    seat: int
    round: int
    words: str


class Side(NamedTuple):
    """A player or a team that scores together."""

    name: str
    seats: tuple[int, ...]


class Link(NamedTuple):
    """A link that opens the match in another program, and the link as a QR code (SVG)."""

    address: str
    code: str


class Sheet(NamedTuple):
    """A match's scoresheet.

    house_rules: the options of the variant in words.
    teams: whether teams score.
    hand_points: the points for each of the opponents' cards.
    bonus: whether there is a bonus for going out first.
    footnote: a footnote on the column of the bet points; empty if nobody can bet.
    match_id, date: its id and its day, as in 2026-11-21; empty on a blank sheet.
    totals: the game totals by side; None after a violation.
    winner: the number of the side that has won; None until one has.
    due: a sentence on what is next.
    complaints: the violations, one sentence each.
    blank: whether it is to be filled in by hand.
    begins: on a blank sheet, the label of the field for the player who begins.
    reference: on a blank sheet, the quick reference: pairs of a label and a text.
    typing: on a blank sheet, how to type it in later; empty on others.
    best_play: the longest sequence or the best bomb of the recorded rounds that are over; None if there is none.
    replays: the rounds play by play, for a format that shows them; empty if no round is recorded play by play.
    suits: the suit letters on the cards of these rounds that have names.
    notes: people's notes about the match, as they typed them.
    closed: whether it was ended by agreement before its goal.
    link, reviews: only if they were requested.
    """

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
    footnote: str = ""
    match_id: str = ""
    date: str = ""
    rounds: tuple[SheetRound, ...] = ()
    totals: tuple[int, ...] | None = None
    winner: int | None = None
    due: str = ""
    complaints: tuple[str, ...] = ()
    blank: bool = False
    begins: str = ""
    reference: tuple[tuple[str, str], ...] = ()
    typing: str = ""
    best_play: BestPlay | None = None
    replays: "tuple[Replay, ...]" = ()
    suits: str = ""
    own_title: str = ""
    event: str = ""
    notes: str = ""
    closed: bool = False
    link: Link | None = None
    reviews: "tuple[SheetReview, ...]" = ()

    @property
    def title(self) -> str:
        """The title of the match, with the year; empty on a blank sheet."""
        return match_title(self.match_id, self.players, self.date, title=self.own_title)

    @property
    def has_own_name(self) -> bool:
        """Whether somebody has named the match: otherwise, its title is made of the players and the day."""
        return self.title in (self.match_id, self.own_title)

    @property
    def dated_title(self) -> str:
        """The title, with the day also where somebody has named the match."""
        says_day = not self.has_own_name or self.date in self.title
        return self.title if says_day else f"{self.title}, {self.day}"

    @property
    def day(self) -> str:
        """The day as people say it, with the number that tells the match from others of that day."""
        return spell_day(self.date) if self.has_own_name else self.title.rpartition(", ")[2]

    def side_of(self, seat: int) -> int:
        """The number of the side that the seat scores for."""
        return next(number for number, side in enumerate(self.sides) if seat in side.seats)

    def side_looks(self) -> tuple[tuple[int, ...], ...]:
        """How each side is drawn: the looks of its players, see `support.players`."""
        from haggis_cli.support.players import player_looks  # a table of figures has none

        looks = player_looks(self.players)
        return tuple(tuple(looks[seat] for seat in side.seats) for side in self.sides)

    def standings(self) -> list[tuple[int, tuple[int, ...]]]:
        """The numbers of the scored rounds, each with the deciding figures by side after it, as far as known."""
        found, wins = [], (0,) * len(self.sides)
        for each in self.rounds:
            totals = tuple(side.game for side in each.sides if side.game is not None)
            if len(totals) == len(self.sides):
                wins = add_win(wins, tuple(side.total for side in each.sides))
                found.append((each.number, decisive(self.goal, totals, wins)))
        return found

    def decisive(self) -> tuple[int, ...]:
        """The figures by side that decide who is ahead now; empty if unknown."""
        standings = self.standings() if self.totals is not None else []
        return standings[-1][1] if standings else self.totals or ()  # only the final scores of some matches are known

    def course(self, side: int) -> list[tuple[int, int]]:
        """The numbers of the scored rounds, each with the side's deciding figure after it, as far as it is known."""
        if self.goal.round_wins:
            return [(number, figures[side]) for number, figures in self.standings()]
        return self.totals_by_round(side)

    def totals_by_round(self, side: int) -> list[tuple[int, int]]:
        """The numbers of the scored rounds, each with the side's game total after it, as far as it is known."""
        scored = [(each.number, each.sides[side].game) for each in self.rounds if each.sides]
        return [(number, game) for number, game in scored if game is not None]


def scoresheet(report: Report, *, plays: bool = False) -> Sheet:
    """The sheet of an adjudicated match; with `plays`, it has the recorded rounds play by play."""
    record = report.match.record
    recorded: tuple[Replay, ...] = ()
    if plays and any(each.recorded for each in report.rounds):
        from haggis_cli.sheets.replay import replays  # only some formats show plays, and `show` does not

        recorded = replays(report)
    return empty_sheet(report.table, report.goal)._replace(
        match_id=record.id,
        date=day_of(record.created),
        own_title=record.title or "",
        event=record.event or "",
        notes=record.notes,
        closed=record.closed,
        rounds=tuple(round_figures(report, each) for each in report.rounds),
        totals=report.totals,
        winner=report.winner,
        due=due(report),
        complaints=tuple(map(violation_sentence, report.violations)),
        best_play=_find_best_play(report),
        replays=recorded,
        suits="".join(letter for letter in report.table.deck.letters if letter in SUIT_NAMES),
    )


_LEAST_SEQUENCE = 5
"""Cards: sequences of three or four are played in almost every round."""


def _find_best_play(report: Report) -> BestPlay | None:
    """The longest sequence, if it is longer than most; else the highest bomb. Of equal ones it is the first."""
    plays = [
        (each.number, play)
        for each in report.complete_rounds
        if each.last
        for trick in each.last.tricks
        for play in trick.plays
        if play.reading.kind in (Kind.BOMB, Kind.SEQUENCE)
    ]
    if not plays:
        return None
    number, best = max(plays, key=lambda each: _weigh_play(each[1].reading))
    if best.reading.kind is Kind.BOMB:
        bomb = report.table.variant.combinations.bombs[best.reading.rank - 1]
        return BestPlay("Best bomb", best.seat, number, bomb.name)
    length = best.reading.length
    return BestPlay("Longest sequence", best.seat, number, f"{length} cards") if length >= _LEAST_SEQUENCE else None


def _weigh_play(reading: Reading) -> tuple[bool, bool, int]:
    is_bomb = reading.kind is Kind.BOMB
    return not is_bomb and reading.length >= _LEAST_SEQUENCE, is_bomb, reading.rank if is_bomb else reading.length


def empty_sheet(table: Table, goal: Goal) -> Sheet:
    """The sheet of a table before any round has been played."""
    variant = table.variant
    return Sheet(
        variant_id=variant.id,
        variant=variant.name,
        options=tuple(table.options.items()),
        house_rules=variant.house_rules(table.options),
        goal=goal,
        players=table.names,
        sides=tuple(Side(name, seats) for name, seats in zip(table.side_names, table.sides, strict=True)),
        teams=has_teams(table),
        hand_points=variant.hand_points,
        bonus=bool(variant.first_out_bonus.get(len(table.names))),
        footnote=escape_text(variant.betting.footnote),
    )


# The figures of a round.


def round_figures(report: Report, played: RoundReport) -> SheetRound:
    """The line of a round of the match: its figures, or the reason why it has none."""
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


# The facts above the columns of a scoresheet: the day, the players, the goal, the house rules.

FILL_IN_LINE = "_" * 16
"""The line for something to be written by hand."""


def sheet_facts(sheet: Sheet) -> list[tuple[str, str]]:
    """Pairs of a label and a text; a blank sheet has names only above its columns."""
    house_rules = [("House rule", text) for text in sheet.house_rules]
    if sheet.blank:
        return [
            ("Date", FILL_IN_LINE),
            ("Goal", str(sheet.goal) if any(sheet.goal) else FILL_IN_LINE),
            *([(sheet.begins, FILL_IN_LINE)] if sheet.begins else []),
            *house_rules,
        ]
    return [
        ("Match", sheet.title),
        ("Date", sheet.date),
        *([("Event", sheet.event)] if sheet.event else []),
        ("Teams", _teams(sheet)) if sheet.teams else ("Players", _names(sheet, range(len(sheet.players)))),
        ("Goal", str(sheet.goal)),
        *([("Final scores", _final_scores(sheet))] if sheet.totals and any(sheet.totals) and not sheet.rounds else []),
        *house_rules,
    ]


def facts_once(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The facts for pages and paper, without a title that says only who plays and when: other facts do."""
    for label, text in sheet_facts(sheet):
        if label == "Date" and sheet.date:
            yield label, spell_day(sheet.date)
        elif label == "Teams":
            yield label, ", ".join(_team(sheet, side) for side in sheet.sides)
        elif label == "Final scores":
            yield label, in_print(text)
        elif label != "Match" or sheet.title != players_and_day(sheet.players, sheet.date):
            yield label, text


def _final_scores(sheet: Sheet) -> str:
    """The final scores of a match whose rounds are not known."""
    scores = zip(sheet.sides, sheet.totals or (), strict=True)
    return ", ".join(f"{with_direction_marks(side.name)} {total}" for side, total in scores)


def _teams(sheet: Sheet) -> str:
    return ", ".join(_with_players(sheet, side) for side in sheet.sides)


def _with_players(sheet: Sheet, side: Side) -> str:
    return f"{with_direction_marks(side.name)} ({_names(sheet, side.seats)})"


def _team(sheet: Sheet, side: Side) -> str:
    """A team, and who its players are where the name does not say that."""
    says_who = (side.name,) == name_sides([side.seats], sheet.players)
    return with_direction_marks(side.name) if says_who else _with_players(sheet, side)


def _names(sheet: Sheet, seats: Iterable[int]) -> str:
    return ", ".join(with_direction_marks(sheet.players[seat]) for seat in seats)


# Notes about a match and its rounds, made safe for every format; and the sides of each round.


class Note(NamedTuple):
    """A note about `Match` or, say, `Round 3`; an empty line separates paragraphs."""

    about: str
    lines: tuple[str, ...]


def sheet_notes(sheet: Sheet) -> list[Note]:
    """The note of the match, then those of its rounds; empty if there are none.

    If sides change from round to round, the note of a round begins with its sides.
    """
    notes = [Note("Match", note_lines(sheet.notes))]
    for each in sheet.rounds:
        line_up = (each.line_up,) if each.line_up else ()
        notes.append(Note(f"Round {each.number}", (*line_up, *note_lines(each.notes))))
    return [note for note in notes if note.lines]


def note_lines(text: str) -> tuple[str, ...]:
    r"""The lines of a note, without trailing blanks and without empty lines before and after them.

    >>> note_lines("\n At Rory's. \n\tCrisps.\x07\n")
    ("At Rory's.", 'Crisps.\\x07')
    """
    lines = [escape_text(" ".join(line.split())) for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return tuple(lines)


# An empty scoresheet for pen and paper: the official layout, twelve rounds (Rulebook 2.1, Scoresheets).
#
# It also has fields for answers that `haggis score` needs and the official sheet omits: the day, who began, the order
# of going out, and which player made a team's bet. Below is a quick reference: the values of cards and the order of
# bombs.

ROUNDS = 12
NO_DAY = "2000-01-01"
"""The day of creation that files with a blank sheet have."""
FILL_IN_NAME = "_" * 7
"""The line for a name to be written by hand."""


def with_names(table: Table, names: Sequence[str]) -> Table:
    """The same table with these players, or with lines for the names of players and teams."""
    players = tuple(names) or tuple(f"{seat + 1}: {FILL_IN_NAME}" for seat in table.seats)
    teams = tuple(f"Team {side + 1}: {FILL_IN_NAME}" for side in range(len(table.sides)))
    return table._replace(names=players, side_names=teams if table.variant.teams else players)


def blank_sheet(table: Table, goal: Goal | None = None) -> Sheet:
    """The blank sheet of a table that has no match yet."""
    options = "".join(f" --option {quote(f'{name}={option_text(value)}')}" for name, value in table.options.items())
    return _sheet(table, goal or Goal(), f"haggis new --variant {table.variant.id}{options} --date DAY")


def blank_sheet_of(report: Report, name: str) -> Sheet:
    """The blank sheet of the match with that name or, if it already has rounds, of another match at the same table."""
    if report.rounds:
        return _sheet(report.table, report.goal, f"haggis new --like {quote(name)} --date DAY")
    sheet = _sheet(report.table, report.goal, "", f"haggis score {quote(name)}")
    return sheet._replace(begins="", due=f"{due(report)} {sheet.due}".strip())


def _sheet(table: Table, goal: Goal, new_command: str, score: str = "haggis score") -> Sheet:
    first = f"{new_command}, then " if new_command else ""
    return empty_sheet(table, goal)._replace(
        rounds=tuple(SheetRound(number, recorded=False, unscored="") for number in range(1, ROUNDS + 1)),
        due=" ".join(_how_to_fill_in(table)),
        reference=tuple(_reference(table)),
        typing=escape_text(f"To type it in later: {first}{score} for every round."),
        blank=True,
        begins="Dealer" if table.variant.has_dealer else "First lead",
    )


def _how_to_fill_in(table: Table) -> list[str]:
    betting = table.variant.betting
    sentences = []
    if len(table.names) > 2:
        sentences.append("Out: 1 for the first player to go out, 2 for the next.")
    if len(table.names) > 2 and table.variant.only_first_records:
        sentences.append("Hand: only for the first player to go out.")
    if betting.amounts:
        amounts = f"the bid of the Shepherd, {betting.amounts_text()}" if betting.by_auction else betting.amounts_text()
        sentences.append(f"Bet: {amounts}{', and who made it' if table.variant.teams else ''}.")
    return sentences


def counted_hand(table: Table) -> str:
    """Whose cards count for a player who goes out."""
    return "your opponent's hand" if len(table.names) == 2 else "the fullest opposing hand"


def _reference(table: Table) -> Iterator[tuple[str, str]]:
    """The quick reference for playing and counting."""
    variant = table.variant
    yield "Captured cards", variant.card_values.name
    bonus = variant.first_out_bonus.get(len(table.names))
    more = f"; {bonus} more for going out first" if bonus else ""
    yield "Going out", f"{variant.hand_points} for each card in {counted_hand(table)}{more}"
    if bombs := variant.combinations.bombs:
        yield "Bombs, from low to high", ", ".join(bomb.name for bomb in bombs)
