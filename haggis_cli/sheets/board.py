"""How a match stands: as bars of text, and as one value for a screen that the whole table sees.

`render_bars` draws the game totals, `make_board` has totals, who does what next, and the trick on the table.
"""

from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_progress, inline_name, next_roles
from haggis_cli.rules.round import Round
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import Glyphs, pad, shorten_apart, width

# The game totals as bars: a stretch for every round, in two shades by turns that keep the rounds apart.

_LONGEST_NAME = 20
_SHORTEST_BAR = 10
_LONGEST_BAR = 60


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """The sides that are ahead, with the highest total or the most rounds won; none while nobody has scored."""
    decisive = sheet.decisive()
    return tuple(side for side, number in enumerate(decisive) if number and number == max(decisive))


def render_bars(sheet: Sheet, limit: int, glyphs: Glyphs) -> list[str]:
    """A line for each side: a mark for the leader, the name, the total and its bar, at most `limit` columns.

    While nobody has reached a goal of points, a bar is as long as the goal, and dotted where points are missing.
    """
    totals = sheet.totals or (0,) * len(sheet.sides)
    figures = [str(total) if sheet.totals is not None else "?" for total in totals]
    widest_figure = max(map(len, figures))
    names = [escape_text(side.name) for side in sheet.sides]
    scale = max(sheet.goal.points or 0, *totals, 1)
    goal = str(sheet.goal.points) if sheet.goal.points == scale else ""  # nobody has passed it
    fixed = 2 + 2 + widest_figure + 1 + len(goal) + 1
    widest_name = min(max(map(width, names)), max(_LONGEST_NAME, limit // 2 - fixed))
    widest_name = max(1, min(widest_name, limit - fixed - _SHORTEST_BAR))
    columns = max(_SHORTEST_BAR, min(_LONGEST_BAR, limit - fixed - widest_name))
    lines = []
    for side, name in enumerate(shorten_apart(names, widest_name)):
        mark = glyphs.marker if side in leaders(sheet) else " "
        steps = [total for _, total in sheet.totals_by_round(side)] or [totals[side]]
        bar = _render_bar(steps, scale, columns, glyphs)
        track = pad(bar, columns).replace(" ", glyphs.track) + f" {goal}" if goal else bar
        lines.append(f"{mark} {pad(name, widest_name)}  {pad(figures[side], widest_figure, '>')} {track}")
    return [line.rstrip() for line in lines]


def _render_bar(totals: list[int], scale: int, columns: int, glyphs: Glyphs) -> str:
    bar = ""
    for place, total in enumerate(totals):
        bar += glyphs.shades[place % 2] * (total * columns // scale - len(bar))
    return bar


# The board.


class BoardPlayer(NamedTuple):
    """A player on the board.

    name: the name.
    roles: what the player does next, a word or two each, such as `leads`.
    bet: the bet of the round in progress in words; empty for none.
    cards: how many cards the player holds; None while no round is being recorded.
    courts: the court cards that the player has not played yet.
    captured: the points of the captured tricks so far; None while no round is being recorded.
    went_out: the place in the order of going out, from 1; None for a player who is in.
    """

    name: str
    roles: tuple[str, ...]
    bet: str = ""
    cards: int | None = None
    courts: tuple[str, ...] = ()
    captured: int | None = None
    went_out: int | None = None


class BoardSide(NamedTuple):
    """Who scores together.

    name: the name of the player or the team.
    players: the players of the side; one alone is called as the side is.
    look: the number of what tells it from the others, see `support.players`.
    total: the game total; None where a violation makes it unknown.
    rank: how many sides are ahead of it.
    is_ahead: whether nobody has more of what decides the match, and somebody has some.
    has_won: whether the match is won by this side.
    """

    name: str
    players: tuple[BoardPlayer, ...]
    look: int
    total: int | None
    rank: int
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
    told: what the last round brought, until the next is recorded; empty before the first.
    spoken: the standing in sentences, to be read aloud.
    """

    progress: str
    due: str
    sides: tuple[BoardSide, ...]
    trick: BoardTrick | None
    rounds: int
    told: str
    spoken: str


def make_board(report: Report, sheet: Sheet) -> Board:
    """The board of an adjudicated match, whose sheet this is."""
    state = report.current.last if report.current and report.ok else None
    players = players_at(report, state)
    ahead, totals = leaders(sheet), sheet.totals or (None,) * len(sheet.sides)
    decisive = sheet.decisive() or (0,) * len(sheet.sides)
    told = "" if report.current else _tell_last_round(report, sheet)
    sides = tuple(
        BoardSide(
            name=side.name,
            players=tuple(players[seat] for seat in side.seats),
            look=look,
            total=totals[number],
            rank=sum(other > decisive[number] for other in decisive),
            is_ahead=number in ahead,
            has_won=number == sheet.winner,
        )
        for number, (side, look) in enumerate(zip(sheet.sides, sheet.side_looks(), strict=True))
    )
    return Board(
        progress=describe_progress(report),
        due=sheet.due,
        sides=sides,
        trick=trick_on_table(state) if state and state.trick else None,
        rounds=len(report.complete_rounds),
        told=told,
        spoken=" ".join(filter(None, [told, _tell_totals(sheet), sheet.due])),
    )


def players_at(report: Report, state: Round | None) -> list[BoardPlayer]:
    """The players by seat, with what the table sees of each in a round, if there is one."""
    table, roles = report.table, next_roles(report)
    players = [BoardPlayer(name, roles.get(seat, ())) for seat, name in enumerate(table.names)]
    if state is None:
        return players
    betting, captured = table.variant.betting, state.captured()
    stakes = betting.stakes(table, state.betting)
    return [
        player._replace(
            bet="" if stakes[seat] is None else f"{betting.verb} {betting.bet_text(stakes[seat] or 0)}",
            cards=state.sizes[seat],
            courts=tuple(card_list(state.courts[seat], table.deck)),
            captured=captured[seat],
            went_out=state.out.index(seat) + 1 if seat in state.out else None,
        )
        for seat, player in enumerate(players)
    ]


def trick_on_table(state: Round) -> BoardTrick:
    """The trick in progress, which may have no play yet."""
    from haggis_cli.rules.explanations import describe  # a scoreboard has no trick

    names, bombs = state.table.names, state.table.variant.combinations.bombs
    plays = tuple(
        BoardPlay(names[play.seat], tuple(card_list(play.cards, state.table.deck)), describe(play.reading, bombs))
        for play in state.trick
    )
    return BoardTrick(len(state.tricks) + 1, plays, tuple(names[seat] for seat in state.seats_passed()))


def _tell_last_round(report: Report, sheet: Sheet) -> str:
    """Who went out first in the last round, and what each side has of it."""
    scored = [each for each in sheet.rounds if each.sides]
    if not scored:
        return ""
    last, out = scored[-1], report.rounds[scored[-1].number - 1].out
    first = f"{inline_name(sheet.players[out[0]])} went out first. " if out else ""
    pairs = zip(sheet.sides, last.sides, strict=True)
    gains = ", ".join(f"{inline_name(side.name)} {figures.total}" for side, figures in pairs)
    return f"Round {last.number}: {first}{gains}."


def _tell_totals(sheet: Sheet) -> str:
    if sheet.totals is None or not any(sheet.totals):
        return ""
    pairs = zip(sheet.sides, sheet.totals, strict=True)
    return f"Totals: {', '.join(f'{inline_name(side.name)} {total}' for side, total in pairs)}."
