"""The current or final standing of a match, as a headline, a message to send, bars of text, and a board.

Its figures are those that decide the match: the game totals, or the rounds won where they are the goal.

`headline` gives it in one line, `highlights` lists the most memorable facts, and `share_lines` has both for a chat;
`make_result` is the value for pages and pictures. `render_bars` draws the game totals. `make_board` is for a screen
that the whole table sees: totals, who acts next, and the trick on the table.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Literal, NamedTuple

from haggis_cli.matches.heading import players_and_day
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due, inline_name, next_roles, progress_parts
from haggis_cli.rules.betting import Betting
from haggis_cli.rules.judge import NO_ENTRY
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import largest_deficit, leading_side
from haggis_cli.sheets.sheet import PlayerFigures, Sheet, Side
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import (
    Glyphs,
    can_hold,
    in_print,
    join_words,
    pad,
    pluralize,
    shorten_apart,
    width,
)

SHOWN = 3
"""The number of highlights shown with the result."""

_LONGEST_IN_SENTENCES = 12
_LONGEST_WORD = 20
"""The columns of the longest first word that a sentence has whole."""


def headline(sheet: Sheet, *, alone: bool = True) -> str:
    """The current or final standing, without a full stop; empty on a blank sheet.

    During a match, `Sheet.due` says what is next; when the match is over, both say the same.

    alone: whether it also says after which round that is.
    """
    if sheet.blank:
        return ""
    if is_over(sheet) or sheet.totals is None:
        return sheet.due.removesuffix(".")
    standings = sheet.standings()
    if not standings:
        return "No round has been scored yet"
    number, decisive = standings[-1]
    rounds = f" of {sheet.goal.rounds}" if sheet.goal.rounds else ""
    return _standing(sheet, decisive, f" after round {number}{rounds}" if alone else "")


def is_over(sheet: Sheet) -> bool:
    """Whether the match has a winner or was closed."""
    return sheet.winner is not None or (sheet.closed and not sheet.complaints)


def highlights(sheet: Sheet, *, longest_word: int = _LONGEST_WORD) -> list[tuple[str, str]]:
    """The memorable facts of a match as pairs of a label and a text, the most remarkable first.

    They are the best round, the winner's comeback, the bet of the night, the longest sequence or the best bomb if plays
    are recorded, then the lead, the bets won and who went out first. There are none before the first score. They have
    short names where sentences have: the whole ones stand on the same sheet.

    longest_word: how long a first name may be without being cut.
    """
    if sheet.totals is None or not any(each.sides for each in sheet.rounds):
        return []
    sheet = name_sheet_briefly(sheet, longest_word=longest_word)
    return [
        ("Best round", _best_round(sheet)),
        *_comeback(sheet),
        *_bet_of_the_night(sheet),
        *_best_play(sheet),
        ("Lead", _lead(sheet)),
        *_bets(sheet),
        ("Out first", _out_first(sheet)),
    ]


def _standing(sheet: Sheet, decisive: tuple[int, ...], when: str) -> str:
    """Who is ahead, by the figures that decide the match."""
    ranked = sorted(range(len(decisive)), key=lambda side: -decisive[side])
    high = decisive[ranked[0]]
    best = pluralize(high, "round") if sheet.goal.round_wins else str(high)
    level = [inline_name(sheet.sides[side].name) for side in ranked if decisive[side] == high]
    if len(level) > 1:
        return f"{join_words(level)} are level at {best}{when}"
    leads = "lead" if len(sheet.sides[ranked[0]].seats) > 1 else "leads"
    if len(ranked) == 2:
        return f"{level[0]} {leads} {best} to {decisive[ranked[1]]}{when}"
    behind = join_words([f"{inline_name(sheet.sides[side].name)} ({decisive[side]})" for side in ranked[1:]])
    return f"{level[0]} {leads} with {best}{when}, ahead of {behind}"


def _lead(sheet: Sheet) -> str:
    """Since or until which round nobody else has been ahead, and how often the lead changed."""
    leading = [(number, leading_side(decisive)) for number, decisive in sheet.standings()]
    ahead = [(number, side) for number, side in leading if side is not None]
    if not ahead:
        return "Nobody was ever ahead"
    last, first = ahead[-1]
    name = inline_name(sheet.sides[first].name)
    if leading[-1][1] is None:
        told = f"{name} until round {last}"
    else:
        since = [number for number, _ in takewhile(lambda each: each[1] == first, reversed(ahead))][-1]
        ties = [str(number) for number, side in leading if side is None and number > since]
        told = f"{name} from round {since} on{_but_for(ties)}"
    changes = sum(before != after for (_, before), (_, after) in pairwise(ahead))
    return f"{told} ({pluralize(changes, 'lead change')})" if changes else told


def _but_for(ties: Sequence[str]) -> str:
    if not ties:
        return ""
    if len(ties) > _FEW_TIES:
        return f", but for {len(ties)} ties"
    return f", but for {'a tie after round' if len(ties) == 1 else 'ties after rounds'} {join_words(ties)}"


_FEW_TIES = 3
"""So many are told one by one."""


def _best_round(sheet: Sheet) -> str:
    """The most points of a side in a round; the first of equal rounds, with all who have as many in it."""
    best = max(figures.total for each in sheet.rounds for figures in each.sides)
    first = next(each for each in sheet.rounds if best in [figures.total for figures in each.sides])
    pairs = zip(sheet.sides, first.sides, strict=True)
    names = [inline_name(side.name) for side, figures in pairs if figures.total == best]
    return f"{join_words(names)}, {best} in round {first.number}"


def _comeback(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The winner's largest deficit, if points decide and it was large enough to be worth telling."""
    if sheet.winner is None or sheet.goal.round_wins:
        return
    standings = sheet.standings()
    behind, at = largest_deficit([totals for _, totals in standings], sheet.winner)
    if behind >= _LEAST_COMEBACK:
        name = inline_name(sheet.sides[sheet.winner].name)
        yield "Biggest comeback", f"{name}, {behind} behind after round {standings[at][0]}"


_LEAST_COMEBACK = 20
"""Points: a round is worth 40 to 100, so fewer are made up for in passing."""


def _bet_of_the_night(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The highest bet that was won or, if none was won, the highest that was lost; the first of equal ones.

    Nothing is said if several are equal and no bet was lower.
    """
    made = [
        (mine.went_out == 1, mine.bet, -each.number, seat)
        for each in sheet.rounds
        for seat, mine in enumerate(each.figures)
        if mine.bet
    ]
    equal = [each[:2] for each in made].count(max(made)[:2]) if made else 0
    if equal == 1 or len({amount for _, amount, *_ in made}) > 1:
        won, amount, number, seat = max(made)
        name = inline_name(sheet.players[seat])
        yield "Bet of the night", f"{name} {'won' if won else 'lost'} a bet of {amount} in round {-number}"


def _best_play(sheet: Sheet) -> Iterator[tuple[str, str]]:
    if best := sheet.best_play:
        yield best.label, f"{inline_name(sheet.players[best.seat])}, {best.words} in round {best.round}"


def _bets(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The number of bets made, and how many were won: a bet is won by going out first."""
    made = [[each for each in figures if each.bet] for figures in _figures_of_sides(sheet)]
    texts = [_out_first_of(side, bets, len(bets)) for side, bets in zip(sheet.sides, made, strict=True) if bets]
    if texts:
        yield "Bets won", ", ".join(texts)


def _out_first(sheet: Sheet) -> str:
    """In how many of the scored rounds each side went out first."""
    played = sum(bool(each.figures) for each in sheet.rounds)
    pairs = zip(sheet.sides, _figures_of_sides(sheet), strict=True)
    return ", ".join(_out_first_of(side, figures, played) for side, figures in pairs)


def _figures_of_sides(sheet: Sheet) -> list[list[PlayerFigures]]:
    """What the players of each side did in the scored rounds."""
    return [
        [each.figures[seat] for each in sheet.rounds if each.figures for seat in side.seats] for side in sheet.sides
    ]


def _out_first_of(side: Side, figures: Sequence[PlayerFigures], of: int) -> str:
    return f"{inline_name(side.name)} {sum(each.went_out == 1 for each in figures)} of {of}"


# The result as a value, for the pages and the picture.


class Score(NamedTuple):
    """A side's score.

    figure: the deciding figure, points or rounds won; `?` if unknown.
    badges: the players' looks, each with a monogram.
    """

    name: str
    figure: str
    has_won: bool
    players: tuple[str, ...]
    badges: tuple[tuple[int, str], ...]


class Result(NamedTuple):
    """The current or final result of a match.

    who: the winner or leader; empty if there is none.
    says: the verb, such as `has won`; a whole sentence if `who` is empty.
    scores: the sides in the order of `rank_sides`.
    highlights: the first few of `highlights`.
    facts: the variant, the goal, and the rounds played.
    """

    who: str
    says: str
    scores: tuple[Score, ...]
    highlights: tuple[tuple[str, str], ...]
    facts: str


def make_result(sheet: Sheet) -> Result:
    """The current or final result of a match, with short names."""
    from haggis_cli.support.players import monogram, player_looks  # the terminal draws none

    brief, decisive = name_sheet_briefly(sheet), sheet.decisive()
    players = list(zip(player_looks(sheet.players), map(monogram, sheet.players), strict=True))
    order = rank_sides(sheet)
    scores = [
        Score(
            name=sheet.sides[side].name,
            figure=in_print(str(decisive[side])) if decisive else "?",
            has_won=side == sheet.winner,
            players=tuple(brief.players[seat] for seat in sheet.sides[side].seats),
            badges=tuple(players[seat] for seat in sheet.sides[side].seats),
        )
        for side in order
    ]
    who, says = _verdict(sheet, brief, decisive)
    return Result(
        who=who,
        says=says,
        scores=tuple(scores),
        highlights=tuple((label, in_print(text)) for label, text in highlights(sheet)[:SHOWN]),
        facts=" \u00b7 ".join(filter(None, [sheet.variant, f"goal {sheet.goal}", _rounds_played(sheet), sheet.event])),
    )


def _rounds_played(sheet: Sheet) -> str:
    return f"{pluralize(sum(bool(each.sides) for each in sheet.rounds), 'round')} played"


def rank_sides(sheet: Sheet) -> list[int]:
    """The sides, the winner first, then by what decides; those who are level by their seats."""
    decisive = sheet.decisive() or (0,) * len(sheet.sides)
    return sorted(range(len(sheet.sides)), key=lambda side: (side != sheet.winner, -decisive[side]))


def _verdict(sheet: Sheet, brief: Sheet, decisive: tuple[int, ...]) -> tuple[str, str]:
    """The winner or leader, and the verb for them; a name alone that would be cut is whole."""
    if sheet.winner is not None:
        first, says = [sheet.winner], ("has won", "have won")
    elif any(decisive) and not is_over(sheet):
        first = [side for side, number in enumerate(decisive) if number == max(decisive)]
        says = ("leads", "lead") if len(first) == 1 else ("", "are level")
    else:
        return "", in_print(headline(brief))
    several = len(first) > 1 or len(sheet.sides[first[0]].seats) > 1
    names = [brief.sides[side].name for side in first]
    if len(first) == 1 and "\u2026" in names[0]:
        names = [sheet.sides[first[0]].name]
    return join_words([inline_name(name) for name in names]), says[several]


# A text to send to a chat: at most five lines that need no context.

TROPHY = "\N{TROPHY} "


def share_lines(sheet: Sheet, encoding: str | None = "utf-8") -> list[str]:
    """The current or final standing, the title of the match with who played and when, and up to three highlights.

    encoding: the encoding of the lines; if it has a trophy, a victory begins with one.
    """
    trophy = TROPHY if sheet.winner is not None and can_hold(TROPHY, encoding) else ""
    players = (sheet if len(sheet.players) == 2 else name_sheet_briefly(sheet)).players
    played = f"{players_and_day(players, sheet.date)}; " if sheet.has_own_name else ""  # else the title says it
    about = escape_text(f"{sheet.title}: {played}{sheet.variant}, goal {sheet.goal}")
    told = [f"{label}: {text}" for label, text in highlights(sheet)[:SHOWN]]
    return [f"{trophy}{headline(sheet)}", about, *told]


# The game totals as bars: a segment for every round, in two alternating shades.

_LONGEST_NAME = 20
_SHORTEST_BAR = 10
_LONGEST_BAR = 60


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """The sides that are ahead, with the highest total or the most rounds won; empty until somebody has scored."""
    decisive = sheet.decisive()
    return tuple(side for side, number in enumerate(decisive) if number and number == max(decisive))


BarPart = Literal["mark", "name", "bar"]


def render_bars(
    sheet: Sheet, limit: int, glyphs: Glyphs, paint: Callable[[int, BarPart, str], str] = lambda side, part, text: text
) -> list[str]:
    """A line for each side: a mark for the leader, the name, the figure and its bar, at most `limit` columns.

    Until somebody has reached a goal of points or rounds won, a bar is as long as the goal; what is missing is dotted.

    paint: renders each part of a side's line, the name with the figure; none gets wider.
    """
    totals = sheet.decisive() or (0,) * len(sheet.sides)
    figures = [str(total) if sheet.totals is not None else "?" for total in totals]
    widest_figure = max(map(len, figures))
    names = [escape_text(side.name) for side in sheet.sides]
    wanted = sheet.goal.figure or 0
    scale = max(wanted, *totals, 1)
    goal = str(wanted) if wanted == scale else ""  # nobody has exceeded it
    fixed = 2 + 2 + widest_figure + 1 + len(goal) + 1
    widest_name = min(max(map(width, names)), max(_LONGEST_NAME, limit // 2 - fixed))
    widest_name = max(1, min(widest_name, limit - fixed - _SHORTEST_BAR))
    columns = max(_SHORTEST_BAR, min(_LONGEST_BAR, limit - fixed - widest_name))
    lines = []
    for side, name in enumerate(shorten_apart(names, widest_name)):
        mark = glyphs.marker if side in leaders(sheet) else " "
        steps = [total for _, total in sheet.course(side)] or [totals[side]]
        bar = _render_bar(steps, scale, columns, glyphs)
        track = glyphs.track * (columns - len(bar)) + f" {goal}" if goal else ""
        told = f"{pad(name, widest_name)}  {pad(figures[side], widest_figure, '>')}"
        line = f"{paint(side, 'mark', mark)} {paint(side, 'name', told)} {paint(side, 'bar', bar)}{track}"
        lines.append(line.rstrip())
    return lines


def _render_bar(totals: list[int], scale: int, columns: int, glyphs: Glyphs) -> str:
    bar = ""
    for place, total in enumerate(totals):
        bar += glyphs.shades[place % 2] * (total * columns // scale - len(bar))
    return bar


# The board.


class BoardPlayer(NamedTuple):
    """A player on the board.

    roles: the player's next actions, a few words each, such as `to lead`.
    bet: the bet of the round in progress in words; empty for none.
    bet_parts: the verb, and the amount without its name, such as `bet` and `15`.
    cards: the number of cards the player holds; None if no round is being recorded.
    courts: the court cards that the player has not played yet.
    captured: the points of the captured tricks so far; None if no round is being recorded.
    went_out: the place in the order of going out, from 1; None for a player who still has cards.
    """

    name: str
    roles: tuple[str, ...]
    bet: str = ""
    bet_parts: tuple[str, ...] = ()
    cards: int | None = None
    courts: tuple[str, ...] = ()
    captured: int | None = None
    went_out: int | None = None


class BoardSide(NamedTuple):
    """A player or a team that scores together.

    look: the class that gives it its colour, see `support.players`.
    total: the game total, or the rounds won if they decide; None if a violation makes it unknown.
    rank: the number of sides ahead of it.
    is_ahead: whether no side has a higher deciding figure, and some side has scored.
    """

    name: str
    players: tuple[BoardPlayer, ...]
    look: str
    total: int | None
    rank: int
    is_ahead: bool
    has_won: bool


class BoardPlay(NamedTuple):
    """A play of the trick on the table: the player, the cards as they are written, and what they count as."""

    name: str
    cards: tuple[str, ...]
    words: str


class BoardTrick(NamedTuple):
    """The trick on the table, with short names; `passed` are those who have passed since the last play."""

    number: int
    plays: tuple[BoardPlay, ...]
    passed: tuple[str, ...]


class Board(NamedTuple):
    """The standing of a match.

    progress: the goal and the current round, such as `goal 250 points` and `round 3`, or how many rounds were played.
    due: a sentence on what is next.
    rounds: the number of scored rounds.
    told: the result of the last round in sentences; empty before the first.
    spoken: the standing in sentences, to be read aloud.
    """

    progress: tuple[str, ...]
    due: str
    sides: tuple[BoardSide, ...]
    trick: BoardTrick | None
    rounds: int
    told: tuple[str, ...]
    spoken: str


def make_board(report: Report, sheet: Sheet) -> Board:
    """The board of an adjudicated match with this sheet."""
    from haggis_cli.support.players import look_class  # as above

    state = report.current.last if report.current and report.ok else None
    players = players_at(report, state)
    ahead, decisive = leaders(sheet), sheet.decisive() or (0,) * len(sheet.sides)
    told = _tell_last_round(report, sheet)
    is_won = sheet.winner is not None and report.rounds  # the board says who has won
    sides = tuple(
        BoardSide(
            name=side.name,
            players=tuple(players[seat] for seat in side.seats),
            look=look_class(looks[0]),
            total=decisive[number] if sheet.totals is not None else None,
            rank=sum(other > decisive[number] for other in decisive),
            is_ahead=number in ahead,
            has_won=number == sheet.winner,
        )
        for number, (side, looks) in enumerate(zip(sheet.sides, sheet.side_looks(), strict=True))
    )
    return Board(
        progress=(f"goal {sheet.goal}", _rounds_played(sheet)) if is_won else progress_parts(report),
        due=due(report, tells_hands=False).replace(NO_ENTRY, ""),  # the sides tell hands
        sides=sides,
        trick=trick_on_table(state) if state and state.trick else None,
        rounds=len(report.complete_rounds),
        told=told,
        spoken=" ".join(filter(None, [*told, _tell_totals(sheet), sheet.due])),
    )


def name_briefly(report: Report) -> Report:
    """The report with everybody's short name if a name has more than twelve letters, for sentences."""
    table = report.table
    if brief := _brief_names(table.names, list(zip(table.side_names, table.sides, strict=True))):
        return report._replace(table=table._replace(names=brief[0], side_names=brief[1]))
    return report


def brief_names(report: Report) -> dict[str, str]:
    """The names of `name_briefly` by the whole names, of players and of sides; empty if no name is long."""
    table, brief = report.table, name_briefly(report).table
    if brief is table:
        return {}
    return dict(zip((*table.names, *table.side_names), (*brief.names, *brief.side_names), strict=True))


def name_sheet_briefly(sheet: Sheet, *, longest_word: int = _LONGEST_WORD) -> Sheet:
    """The sheet with the names of `name_briefly`."""
    if brief := _brief_names(sheet.players, sheet.sides, longest_word):
        sides = map(Side, brief[1], (side.seats for side in sheet.sides))
        return sheet._replace(players=brief[0], sides=tuple(sides))
    return sheet


def _brief_names(
    names: Sequence[str], sides: Sequence[tuple[str, tuple[int, ...]]], longest_word: int = _LONGEST_WORD
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The short names of the players and of the sides; None if no name has more than twelve letters."""
    if max(map(width, names)) <= _LONGEST_IN_SENTENCES:
        return None
    from haggis_cli.support.players import short_names, short_side_names  # the terminal needs them for long names alone

    return short_names(names, longest_word=longest_word), short_side_names(sides, longest_word=longest_word)


def players_at(report: Report, state: Round | None) -> list[BoardPlayer]:
    """The players by seat, with what everybody can see of them during a round."""
    table, roles = report.table, next_roles(report)
    players = [BoardPlayer(name, roles.get(seat, ())) for seat, name in enumerate(table.names)]
    if state is None:
        return players
    betting, captured = table.variant.betting, state.captured()
    stakes = betting.stakes(table, state.betting)
    return [
        player._replace(
            bet="" if stakes[seat] is None else f"{betting.verb} {betting.bet_text(stakes[seat] or 0)}",
            bet_parts=_bet_parts(betting, stakes[seat]),
            cards=state.sizes[seat],
            courts=tuple(card_list(state.courts[seat], table.deck)),
            captured=captured[seat],
            went_out=state.out.index(seat) + 1 if seat in state.out else None,
        )
        for seat, player in enumerate(players)
    ]


def _bet_parts(betting: Betting, stake: int | None) -> tuple[str, ...]:
    if stake is None:
        return ()
    return betting.verb, f"{stake} blind" if stake in betting.blind else str(stake)


def trick_on_table(state: Round) -> BoardTrick:
    """The trick in progress, which may have no play yet."""
    from haggis_cli.rules.explanations import describe  # a scoreboard has no trick
    from haggis_cli.support.players import short_names

    short = short_names(state.table.names, longest_word=_LONGEST_WORD)
    bombs = state.table.variant.combinations.bombs
    plays = tuple(
        BoardPlay(short[play.seat], tuple(card_list(play.cards, state.table.deck)), describe(play.reading, bombs))
        for play in state.trick
    )
    return BoardTrick(len(state.tricks) + 1, plays, tuple(short[seat] for seat in state.seats_passed()))


def _tell_last_round(report: Report, sheet: Sheet) -> tuple[str, ...]:
    """Who went out first in the last round, and each side's points."""
    scored = [each for each in sheet.rounds if each.sides]
    if not scored:
        return ()
    last, out = scored[-1], report.rounds[scored[-1].number - 1].out
    pairs = zip(sheet.sides, last.sides, strict=True)
    gains = ", ".join(f"{inline_name(side.name)} {figures.total}" for side, figures in pairs)
    if not out:
        return f"Round {last.number}:", f"{gains}."
    return f"Round {last.number}: {inline_name(sheet.players[out[0]])} went out first.", f"{gains}."


def _tell_totals(sheet: Sheet) -> str:
    if sheet.totals is None or not any(sheet.totals):
        return ""
    pairs = zip(sheet.sides, sheet.decisive(), strict=True)
    what = "Rounds won" if sheet.goal.round_wins else "Totals"
    return f"{what}: {', '.join(f'{inline_name(side.name)} {total}' for side, total in pairs)}."
