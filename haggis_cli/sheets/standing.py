"""How a match stands or ended: what people want to read first, and send to others; as bars of text, and on a board.

`headline` says it in one line, `highlights` what the match will be remembered for, `share_lines` both for a chat;
`make_result` is the value of pages and pictures. `render_bars` draws the game totals, `make_board` is for a screen that
the whole table sees: totals, who does what next, and the trick on the table.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_progress, inline_name, next_roles
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import largest_deficit, leading_side
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import Glyphs, can_hold, glyphs_for, join_words, pad, pluralize, shorten_apart, width

SHOWN = 3
"""So many highlights are shown where the result is told first."""


def headline(sheet: Sheet) -> str:
    """How the match stands or ended, without a full stop; empty on a blank sheet.

    While the match goes on, what is next stands in `Sheet.due`; of one that is over the two say the same.
    """
    if sheet.blank:
        return ""
    if is_over(sheet) or sheet.totals is None:
        return sheet.due.removesuffix(".")
    standings = sheet.standings()
    if not standings:
        return "No round has been scored yet"
    return f"{_standing(sheet, standings[-1][1])} after {_progress(sheet)}"


def is_over(sheet: Sheet) -> bool:
    """Whether the match has a winner or was closed."""
    return sheet.winner is not None or (sheet.closed and not sheet.complaints)


def highlights(sheet: Sheet) -> list[tuple[str, str]]:
    """Pairs of a label and a text, the most remarkable first: what the match will be remembered for.

    The best round, the winner's comeback, the bet of the night, the longest sequence or bomb where plays are recorded,
    then who led and for how long, and all bets; none before the first score.
    """
    if sheet.totals is None or not any(each.sides for each in sheet.rounds):
        return []
    return [
        ("Best round", _best_round(sheet)),
        *_comeback(sheet),
        *_bet_of_the_night(sheet),
        *_longest_play(sheet),
        ("Lead", _lead_changes(sheet)),
        *_bets(sheet),
    ]


def _standing(sheet: Sheet, decisive: tuple[int, ...]) -> str:
    """Who is ahead by what decides the match."""
    ranked = sorted(range(len(decisive)), key=lambda side: -decisive[side])
    high = decisive[ranked[0]]
    best = pluralize(high, "round") if sheet.goal.round_wins else str(high)
    level = [inline_name(sheet.sides[side].name) for side in ranked if decisive[side] == high]
    if len(level) > 1:
        return f"{join_words(level)} are level at {best}"
    leads = "lead" if len(sheet.sides[ranked[0]].seats) > 1 else "leads"
    if len(ranked) == 2:
        return f"{level[0]} {leads}, {best} to {decisive[ranked[1]]},"
    behind = join_words([f"{inline_name(sheet.sides[side].name)} ({decisive[side]})" for side in ranked[1:]])
    return f"{level[0]} {leads} with {best}, ahead of {behind},"


def _progress(sheet: Sheet) -> str:
    """The last scored round, and how far the goal is."""
    last = max(each.number for each in sheet.rounds if each.sides)
    return f"round {last} of {sheet.goal.rounds}" if sheet.goal.rounds else f"round {last}, to {sheet.goal}"


def _lead_changes(sheet: Sheet) -> str:
    """Who led after each round, as changes of the lead; a tie changes nothing."""
    changes: list[tuple[int, int]] = []
    for number, decisive in sheet.standings():
        first = leading_side(decisive)
        if first is not None and (not changes or changes[-1][1] != first):
            changes.append((number, first))
    if not changes:
        return "nobody was ever ahead"
    number, side = changes[-1]
    name = inline_name(sheet.sides[side].name)
    if len(changes) == 1:
        return f"{name} from round {number} on"
    times = ("once", "twice")[len(changes) - 2] if len(changes) <= 3 else f"{len(changes) - 1} times"
    return f"changed {times}; {name} from round {number} on"


def _best_round(sheet: Sheet) -> str:
    """The highest points of a side in a round, the first of equal ones."""
    scored = ((figures.total, -each.number, side) for each in sheet.rounds for side, figures in enumerate(each.sides))
    total, number, side = max(scored)
    return f"{inline_name(sheet.sides[side].name)}, {total} in round {-number}"


def _comeback(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """How far the winner was behind at most, where points decide."""
    if sheet.winner is None or sheet.goal.round_wins:
        return
    standings = sheet.standings()
    behind, at = largest_deficit([totals for _, totals in standings], sheet.winner)
    if behind:
        name = inline_name(sheet.sides[sheet.winner].name)
        yield "Biggest comeback", f"{name}, {behind} behind after round {standings[at][0]}"


def _bet_of_the_night(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The highest bet that was kept, or if none was, that was lost; the first of equal ones."""
    made = [
        (mine.went_out == 1, mine.bet, -each.number, seat)
        for each in sheet.rounds
        for seat, mine in enumerate(each.figures)
        if mine.bet
    ]
    if made:
        kept, amount, number, seat = max(made)
        name = inline_name(sheet.players[seat])
        yield "Bet of the night", f"{name}, {amount} in round {-number}, {'kept' if kept else 'lost'}"


def _longest_play(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The longest sequence, or a bomb of as many cards."""
    if sheet.longest_plays:
        longest = max(sheet.longest_plays, key=lambda play: play.cards)
        name = inline_name(sheet.players[longest.seat])
        yield f"Longest {longest.kind}", f"{name}, {longest.cards} cards in round {longest.round}"


def _bets(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The bets that were made, and how many of them were kept: who bets goes out first."""
    texts = []
    for side in sheet.sides:
        bets = [each.figures[seat] for each in sheet.rounds if each.figures for seat in side.seats]
        made = [each for each in bets if each.bet]
        if made:
            kept = sum(each.went_out == 1 for each in made)
            texts.append(f"{inline_name(side.name)} {kept} of {len(made)}")
    if texts:
        yield "Bets kept", ", ".join(texts)


# The result as a value, for the pages and the picture.


class Score(NamedTuple):
    """What a side has.

    name: the player or the team.
    figure: what decides, points or rounds won; `?` where it is not known.
    has_won: whether the match is won by it.
    look: the number of what tells it from the others, see `support.players`.
    badges: the looks of its players, each with its monogram.
    """

    name: str
    figure: str
    has_won: bool
    look: int
    badges: tuple[tuple[int, str], ...]


class Result(NamedTuple):
    """How a match ended, or stands.

    who: who has won or leads; empty where that is nobody.
    says: what is said of them, such as `has won`; a sentence where that is nobody.
    scores: the sides, in the order of the seats.
    highlights: pairs of a label and a text, the few that are shown first.
    facts: what was played, to which goal, and how far.
    """

    who: str
    says: str
    scores: tuple[Score, ...]
    highlights: tuple[tuple[str, str], ...]
    facts: str


def make_result(sheet: Sheet) -> Result:
    """The result of a match, or how it stands."""
    from haggis_cli.support.players import monograms, player_looks  # the terminal draws none

    decisive = sheet.decisive()
    figures = map(str, decisive) if decisive else repeat("?")
    players = list(zip(player_looks(sheet.players), monograms(sheet.players), strict=True))
    scores = [
        Score(side.name, figure, number == sheet.winner, look, tuple(players[seat] for seat in side.seats))
        for number, (side, figure, look) in enumerate(zip(sheet.sides, figures, sheet.side_looks(), strict=False))
    ]
    who, says = _verdict(sheet, decisive)
    played = pluralize(sum(bool(each.sides) for each in sheet.rounds), "round")
    return Result(
        who=who,
        says=says,
        scores=tuple(scores),
        highlights=tuple(highlights(sheet)[:SHOWN]),
        facts=" \u00b7 ".join(filter(None, [sheet.variant, f"goal {sheet.goal}", f"{played} played", sheet.event])),
    )


def _verdict(sheet: Sheet, decisive: tuple[int, ...]) -> tuple[str, str]:
    """Who has won or leads, and in words that they do."""
    if sheet.winner is not None:
        first, says = [sheet.winner], ("has won", "have won")
    elif any(decisive) and not is_over(sheet):
        first = [side for side, number in enumerate(decisive) if number == max(decisive)]
        says = ("leads", "lead") if len(first) == 1 else ("", "are level")
    else:
        return "", headline(sheet)
    several = len(first) > 1 or len(sheet.sides[first[0]].seats) > 1
    return join_words([inline_name(sheet.sides[side].name) for side in first]), says[several]


# A text to send, as to a chat: at most five lines, which say by themselves what they are of.

TROPHY = "\N{TROPHY} "


def share_lines(sheet: Sheet, encoding: str | None = "utf-8") -> list[str]:
    """How the match ended or stands, what it is, and up to three highlights.

    encoding: what the lines are written in; a trophy stands before a victory where it has one.
    """
    trophy = TROPHY if sheet.winner is not None and can_hold(TROPHY, encoding) else ""
    title, dot = escape_text(sheet.title), glyphs_for(encoding).dot
    about = f"{title} {dot} {sheet.variant}, goal {sheet.goal}"
    told = [f"{label}: {text}" for label, text in highlights(sheet)[:SHOWN]]
    return [f"{trophy}{headline(sheet)}", about, *told]


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
