"""How a match stands, as one value for a screen that the whole table sees: totals, who does what next, the round."""

from typing import NamedTuple

from haggis_cli.book.table_facts import captured_so_far, seats_passed
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.roles import next_roles
from haggis_cli.referee.sentences import describe_progress
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.rounds.round import Round
from haggis_cli.sheets.chart import leaders
from haggis_cli.sheets.sheet import Sheet


class BoardPlayer(NamedTuple):
    """A player on the board.

    name: the name.
    roles: what the player does next, a word or two each, such as `leads`.
    bet: the bet of the round in progress in words; empty for none.
    cards: how many cards the player holds; None while no round is being recorded.
    captured: the points of the captured tricks so far; None while no round is being recorded.
    went_out: the place in the order of going out, from 1; None for a player who is in.
    """

    name: str
    roles: tuple[str, ...]
    bet: str = ""
    cards: int | None = None
    captured: int | None = None
    went_out: int | None = None


class BoardSide(NamedTuple):
    """Who scores together.

    name: the name of the player or the team.
    players: the players of the side; one alone is called as the side is.
    total: the game total; None where a violation makes it unknown.
    is_ahead: whether nobody has more of what decides the match, and somebody has some.
    has_won: whether the match is won by this side.
    """

    name: str
    players: tuple[BoardPlayer, ...]
    total: int | None
    is_ahead: bool
    has_won: bool


class BoardPlay(NamedTuple):
    """A play of the trick on the table.

    name: who played it.
    cards: its cards, as they are written.
    words: what they count as.
    """

    name: str
    cards: tuple[str, ...]
    words: str


class BoardTrick(NamedTuple):
    """The trick on the table.

    number: which of the round it is, from 1.
    plays: what was played into it, in order.
    passed: who has passed since the last play.
    """

    number: int
    plays: tuple[BoardPlay, ...]
    passed: tuple[str, ...]


class Board(NamedTuple):
    """How a match stands.

    progress: the goal and how far the match is, such as `goal 250 points, round 3`.
    due: a sentence on what is next.
    sides: who scores, in the order of the seats.
    trick: the trick on the table; None where there is none.
    rounds: how many rounds are scored.
    spoken: the standing in sentences, to be read aloud.
    """

    progress: str
    due: str
    sides: tuple[BoardSide, ...]
    trick: BoardTrick | None
    rounds: int
    spoken: str


def make_board(report: Report, sheet: Sheet) -> Board:
    """The board of an adjudicated match, whose sheet this is."""
    state = report.current.last if report.current and report.ok else None
    players = _players(report, state)
    ahead, totals = leaders(sheet), sheet.totals or (None,) * len(sheet.sides)
    sides = tuple(
        BoardSide(
            name=side.name,
            players=tuple(players[seat] for seat in side.seats),
            total=totals[number],
            is_ahead=number in ahead,
            has_won=number == sheet.winner,
        )
        for number, side in enumerate(sheet.sides)
    )
    return Board(
        progress=describe_progress(report),
        due=sheet.due,
        sides=sides,
        trick=_trick(state) if state and state.trick else None,
        rounds=len(report.complete_rounds),
        spoken=_speak(report, sheet),
    )


def _players(report: Report, state: Round | None) -> list[BoardPlayer]:
    table, roles = report.table, next_roles(report)
    players = [BoardPlayer(name, roles.get(seat, ())) for seat, name in enumerate(table.names)]
    if state is None:
        return players
    betting, captured = table.variant.betting, captured_so_far(state)
    stakes = betting.stakes(table, state.betting)
    return [
        player._replace(
            bet="" if stakes[seat] is None else f"{_stake_word(report)} {betting.bet_text(stakes[seat] or 0)}",
            cards=state.sizes[seat],
            captured=captured[seat],
            went_out=state.out.index(seat) + 1 if seat in state.out else None,
        )
        for seat, player in enumerate(players)
    ]


def _stake_word(report: Report) -> str:
    return "bid" if report.table.variant.betting.by_auction else "bet"


def _trick(state: Round) -> BoardTrick:
    names, bombs = state.table.names, state.table.variant.combinations.bombs
    plays = tuple(
        BoardPlay(names[play.seat], tuple(card_list(play.cards, state.table.deck)), describe(play.reading, bombs))
        for play in state.trick
    )
    return BoardTrick(len(state.tricks) + 1, plays, tuple(names[seat] for seat in seats_passed(state)))


def _speak(report: Report, sheet: Sheet) -> str:
    """The last round, the totals, and what is next."""
    parts = []
    scored = [each for each in sheet.rounds if each.sides]
    if scored and not report.current:
        parts.append(_speak_round(scored[-1].number, report.rounds[scored[-1].number - 1], sheet))
    if sheet.totals is not None and any(sheet.totals):
        pairs = zip(sheet.sides, sheet.totals, strict=True)
        parts.append(f"Totals: {', '.join(f'{side.name} {total}' for side, total in pairs)}.")
    return " ".join([*parts, sheet.due])


def _speak_round(number: int, played: RoundReport, sheet: Sheet) -> str:
    gains = ", ".join(
        f"{side.name} {figures.total}"
        for side, figures in zip(sheet.sides, sheet.rounds[number - 1].sides, strict=True)
    )
    first = f"{sheet.players[played.out[0]]} went out first. " if played.out else ""
    return f"Round {number}: {first}{gains}."
