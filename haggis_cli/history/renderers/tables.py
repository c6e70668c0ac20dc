"""The statistics as text and data: a table of everybody, one person's figures, a figure over time, JSON and CSV."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields
from json import dumps
from typing import Any, NamedTuple

from haggis_cli.history.figures import PlayerStats, Sums
from haggis_cli.history.query import Course, StatisticsResult
from haggis_cli.history.timeline import MIN_MATCHES, SeriesPoint
from haggis_cli.support.escaping import Cell, csv_text, escape_text
from haggis_cli.support.text import can_hold, join_words, percent, pluralize, width

_FULL_WIDTH = 66  # columns that the table with every figure takes

MIN_ROUNDS = 20
"""A share of fewer rounds says nothing: then the numbers are given, not a percentage."""

PARTS: dict[str, Callable[[PlayerStats], tuple[int, int]]] = {
    "first": lambda each: (each.first, each.rounds),
    "bets": lambda each: (each.bets_kept, each.bets_made),
}
"""What is told as a part of a whole, by its order: shares of few rounds or bets would say nothing."""


class Column(NamedTuple):
    """A column of the table of everybody.

    order: the order that it stands for, one of `query.ORDERS`.
    means: what its figures are, in full.
    has_room: whether it is left out where columns are few.
    """

    order: str
    heading: str
    means: str
    form: str = "d"
    has_room: bool = False

    def render(self, found: StatisticsResult, person: str) -> str:
        """Somebody's figure as text; a dash where there is none."""
        each = found.players[person]
        if self.order == "name":
            return escape_text(each.name)
        if self.order in PARTS:
            part, whole = PARTS[self.order](each)
            return f"{part}/{whole}" if whole else "-"
        figure = found.figure(person, self.order)
        if figure is None:
            return "-"
        return percent(figure) if self.form == "%" else format(figure, self.form)


_TABLE = (
    Column("name", "player", "player"),
    Column("matches", "matches", "matches"),
    Column("won", "won", "matches won"),
    Column("rate", "rate", "of the matches won", "%"),
    Column("rounds", "rounds", "rounds", has_room=True),
    Column("points", "per round", "points per round", ".1f"),
    Column("best", "best", "points in a round", has_room=True),
    Column("first", "first", "first out", has_room=True),
    Column("bets", "bets", "bets won", has_room=True),
)
_RATING = Column("rating", "rating", "rating", ".1f")
_STREAKS = (
    Column("current", "current streak", "won in a row now"),
    Column("longest", "longest streak", "won in a row"),
)


def columns_of(found: StatisticsResult, limit: int | None = None) -> list[Column]:
    """The columns of the table; some figures are left out where the terminal has too few columns, `limit`."""
    more = [*([_RATING] if found.ratings is not None else []), *(_STREAKS if found.company else [])]
    narrow = limit is not None and limit < _FULL_WIDTH + sum(len(column.heading) + 2 for column in more)
    return [column for column in (*_TABLE, *more) if not (narrow and column.has_room)]


def render_table_rows(found: StatisticsResult, order: str, limit: int | None) -> list[list[str]]:
    """The headings, then a row for each player in one of `query.ORDERS`; `limit` as for `columns_of`."""
    columns = columns_of(found, limit)
    people = found.rank(order)
    return [[each.heading for each in columns], *([each.render(found, who) for each in columns] for who in people)]


def render_counts(found: StatisticsResult) -> list[str]:
    """Sentences: what the figures are of, and how many matches of the list count in nothing though nothing is wrong."""
    stats = found.stats
    matches, rounds = pluralize(stats.matches, "finished match", "finished matches"), pluralize(stats.rounds, "round")
    if stats.unfinished:
        unfinished = pluralize(stats.unfinished, "unfinished match", "unfinished matches")
        matches, rounds = f"{stats.matches} finished and {unfinished}", f"{rounds} in all"
    sentences = [f"{matches}, {rounds}."]
    if stats.without_rounds:
        closed = pluralize(stats.without_rounds, "match was", "matches were")
        they = "it is" if stats.without_rounds == 1 else "they are"
        sentences.append(f"{closed} closed before a round was scored; {they} listed but not counted.")
    return sentences


def render_summary(found: StatisticsResult) -> list[str]:
    """Sentences: what the figures are of, whether it helps to lead, who has no figures, and what a rating says."""
    stats = found.stats
    sentences = render_counts(found)
    if stats.begun:
        sentences.append("The rounds of an unfinished match count; the match itself counts once it is over.")
    if found.person is None and any(each.rounds and not each.matches for each in found.players.values()):
        sentences.append("Players without a finished match come last.")
    if stats.led >= MIN_ROUNDS:
        share = render_percent(stats.led_first, stats.led)
        by_chance = f"chance alone would give {percent(stats.led_chance)}"
        sentences.append(
            f"Whoever led the first trick of a round went out first in {share} of {stats.led} rounds; {by_chance}."
        )
    if found.unscored_people and found.person is None:
        sentences.append(_left_out(len(found.unscored_people), "without a scored round"))
    if found.ratings is not None:
        sentences.append(
            f"A rating needs {MIN_MATCHES} finished matches; it is a cautious estimate of a player's strength."
        )
    return sentences


def render_uncharted(found: StatisticsResult) -> list[str]:
    """Sentences: who has no line in the chart of the answer, and why; none of one person's chart."""
    course, charted, chartable = found.course, found.charted_people, found.chartable_people
    if course is None or found.person is not None:
        return []
    sentences = []
    if len(charted) < len(chartable):
        sentences.append(f"The {len(charted)} players with the most matches are shown.")
    if missing := len(found.players) - len(chartable):
        few = "without a finished match" if course.least <= 1 else f"with fewer than {course.least} finished matches"
        sentences.append(_left_out(missing, few))
    return sentences


def render_no_chart(found: StatisticsResult) -> str:
    """Why nothing can be drawn, without a full stop."""
    if found.course is None or found.course.least <= 1:
        return "there is no finished match to draw"
    if found.person is None:
        return f"there is nothing to draw: nobody has {found.course.least} finished matches yet"
    name = escape_text(found.display_name(found.person))
    return f"there is nothing to draw: {name} has fewer than {found.course.least} finished matches"


def _left_out(number: int, lacking: str) -> str:
    return f"{pluralize(number, 'player')} {lacking} {'is' if number == 1 else 'are'} omitted."


def render_percent(part: int, whole: int) -> str:
    """A share in percent, a dash where there is nothing to share.

    >>> render_percent(7, 12), render_percent(0, 0)
    ('58%', '-')
    """
    return percent(part / whole) if whole else "-"


def render_mean(total: int, number: int) -> str:
    """An average, a dash where there is none."""
    return f"{total / number:.1f}" if number else "-"


# One person's statistics as lines with a label each, and as tables of opponents and of partners.


def render_figures(found: StatisticsResult, person: str) -> Iterator[tuple[str, str]]:
    """The figures of one person, pairs of a label and a text."""
    player, history = found.players[person], found.company[person]
    share = f" ({render_percent(player.won, player.matches)})" if player.rounds >= MIN_ROUNDS else ""
    won = f"{player.won} of {player.matches} won{share}"
    drawn = f", {player.drawn} drawn" if player.drawn else ""
    unfinished = f", {player.unfinished} unfinished" if player.unfinished else ""
    yield "matches", (won if player.matches else "none finished") + drawn + unfinished
    if player.matches:
        for label, streak in (("longest", history.longest_streak), ("current", history.current_streak)):
            yield f"{label} streak", pluralize(streak, "win") if streak else "none"
    if found.ratings is not None:
        rating = found.ratings.get(person)
        yield "rating", f"{rating.rating:.1f}" if rating else f"needs {MIN_MATCHES} finished matches"
    if player.rounds:
        yield (
            "rounds",
            f"{player.rounds} played, highest score in {player.tops}{_render_share(player.tops, player.rounds)}",
        )
        yield "points per round", _render_round_points(player)
        yield "best round", pluralize(player.best or 0, "point")
    if player.best_match is not None:
        yield "points per match", f"{render_mean(player.match_points, player.matches)} on average"
        yield "best match", pluralize(player.best_match, "point")
    if player.rounds:
        yield "first out", _render_rounds(player.first, player.rounds)
        if player.led:
            yield (
                "first out as leader",
                _render_rounds(player.led_first, player.led, " whose first trick the player led"),
            )
        yield "went out", _render_rounds(player.out, player.rounds)
        if player.out:
            average = render_mean(player.hand, player.out)
            yield "opponents' hands", f"{average} cards on average when the player went out, {player.hand} in all"
        yield "bets won", _render_bets(player)
    if player.recorded:
        yield "bombs", _render_bombs(player)
    if player.slams:
        yield "slams", f"{pluralize(player.slams, 'round')} in which the team went out first and second"


def render_company_rows(found: StatisticsResult, person: str) -> list[list[list[str]]]:
    """The opponents and the partners of a person, as far as there are any: headings, then rows, most frequent first."""
    history = found.company[person]
    opponents, partners = [["against", "matches", "ahead", "behind"]], [["with", "matches", "won", "rate"]]
    for other, met in sorted(history.opponents.items(), key=lambda item: -item[1].matches):
        name = escape_text(found.display_name(other))
        opponents.append([name, str(met.matches), str(met.ahead), str(met.behind)])
    for other, joined in sorted(history.partners.items(), key=lambda item: -item[1].matches):
        name, rate = escape_text(found.display_name(other)), render_percent(joined.won, joined.matches)
        partners.append([name, str(joined.matches), str(joined.won), rate])
    return [rows for rows in (opponents, partners) if len(rows) > 1]


def _render_share(part: int, rounds: int) -> str:
    """The share of so many rounds, or bets, behind their number, from MIN_ROUNDS on."""
    return f" ({render_percent(part, rounds)})" if rounds >= MIN_ROUNDS else ""


def _render_rounds(part: int, rounds: int, kind: str = "") -> str:
    """How many of somebody's rounds."""
    return f"{part} of {pluralize(rounds, 'round')}{kind}{_render_share(part, rounds)}"


def _render_round_points(player: PlayerStats) -> str:
    """The points of a round on average, what they are made of, and what bets brought teams beside them."""
    bets = player.points - player.hand_points - player.captured - player.bonus
    sources = (
        ("opponents' hands", player.hand_points),
        ("captured cards", player.captured),
        ("the bonus", player.bonus),
        ("bets", bets),
    )
    made = {source: points for source, points in sources if points}
    means = _split_mean([*made.values()], player.rounds)
    parts = [f"{mean:.1f} for {source}" for source, mean in zip(made, means, strict=True)]
    told = f"{render_mean(player.points, player.rounds)} on average" + (f": {join_words(parts)}" if parts else "")
    of_teams = player.bet_points - bets
    return told + (f"; the team's bets add {render_mean(of_teams, player.rounds)}" if of_teams else "")


def _split_mean(parts: Sequence[int], rounds: int) -> list[float]:
    """The means of the parts of a sum to a tenth each, rounded so that they add up to the mean of the sum.

    >>> _split_mean([2214, 1813], 100), f"{4027 / 100:.1f}"
    ([22.2, 18.1], '40.3')
    """
    tenths = [divmod(10 * part, rounds) for part in parts]
    missing = round(10 * float(f"{sum(parts) / rounds:.1f}")) - sum(down for down, _ in tenths)
    up = sorted(range(len(parts)), key=lambda at: -tenths[at][1])[:missing]
    return [(down + (at in up)) / 10 for at, (down, _) in enumerate(tenths)]


def _render_bets(player: PlayerStats) -> str:
    if not player.bets:
        return "no bet made"
    won = f"{player.bets_kept} of {player.bets_made}{_render_share(player.bets_kept, player.bets_made)}"
    if len(player.bets) == 1:
        return f"{won}, at {pluralize(min(player.bets), 'point')}"
    sizes = sorted(player.bets.items())
    told = [f"{kept} of {made} at {pluralize(amount, 'point')}" for amount, (made, kept) in sizes]
    return f"{won}; {', '.join(told)}"


def _render_bombs(player: PlayerStats) -> str:
    """How many were played, the tricks that they won, and what opponents got by that."""
    told = f"{player.bombs or 'none'} played in {pluralize(player.recorded, 'recorded round')}"
    if not player.bombs:
        return told
    won = pluralize(player.bombs_won, "trick") if player.bombs_won else "no trick"
    told += f"; {'it' if player.bombs == 1 else 'they'} won {won}"
    if not player.bomb_cost:
        return told
    its = "its" if player.bombs_won == 1 else "their"
    return f"{told}, and opponents captured {its} {pluralize(player.bomb_cost, 'point')}"


# A figure over time as text: a line of rising and falling signs for each player.

BLOCKS, ASCII_BLOCKS = "▁▂▃▄▅▆▇█", "_.:-=+*#"
"""The signs of a line, from the lowest to the highest value."""

_WIDEST, _NARROWEST = 60, 10  # columns of a line
_WIDEST_NAME = 20  # columns of a name
_OTHER_COLUMNS = 12  # columns of a row beside the name and the line


def render_chart_rows(found: StatisticsResult, course: Course, limit: int, signs: str) -> list[list[str]]:
    """A row for each player that a chart shows: the name, the line made of these signs, and the last value."""
    people = found.charted_people
    bounds = course.bounds(people)
    names = [escape_text(found.display_name(person)) for person in people]
    room = limit - min(max(map(width, names)), _WIDEST_NAME) - _OTHER_COLUMNS
    columns = min(course.matches, _WIDEST, max(room, _NARROWEST))
    return [
        [name, _render_line(points, course.matches, columns, bounds, signs), f"{points[-1].value:.1f}"]
        for name, points in zip(names, (course.points[person] for person in people), strict=True)
    ]


def render_chart_legend(found: StatisticsResult, course: Course, signs: str) -> list[str]:
    """Sentences below the chart: the days it spans, what the signs are, and who is not on it."""
    low, high = course.bounds(found.charted_people)
    span = f"{course.first_day} to {course.last_day}; {signs[0]} is {low:.1f}, {signs[-1]} is {high:.1f}"
    return [span, *render_uncharted(found)]


def choose_signs(encoding: str | None) -> str:
    """The signs that text in this encoding can hold."""
    return BLOCKS if can_hold(BLOCKS, encoding) else ASCII_BLOCKS


def _render_line(points: list[SeriesPoint], matches: int, columns: int, bounds: tuple[float, float], signs: str) -> str:
    """The value after each stretch of matches, nothing before the first."""
    low, high = bounds
    line, at = "", 0
    for column in range(columns):
        end = (column + 1) * matches // columns
        while at < len(points) and points[at].place < end:
            at += 1
        if not at:
            line += " "
            continue
        share = (points[at - 1].value - low) / (high - low) if high > low else 0.5
        line += signs[min(int(share * len(signs)), len(signs) - 1)]
    return line


# The statistics as JSON and as comma-separated values, for scripts and spreadsheets.

_SUMS = [each.name for each in fields(Sums)]
_OF_MATCHES, _OF_ROUNDS = _SUMS[: _SUMS.index("rounds")], _SUMS[_SUMS.index("rounds") :]
_COLUMNS = ["name", "bot", *_OF_MATCHES, "best", "best_match", *_OF_ROUNDS]
"""A player's figures in the order of JSON and CSV (docs/reference.md, stats)."""


def render_json(found: StatisticsResult, order: str) -> str:
    """One line of JSON, in ASCII."""
    stats = found.stats
    value: dict[str, Any] = {
        "matches": stats.matches,
        "unfinished": stats.unfinished,
        "without_rounds": stats.without_rounds,
        "rounds": stats.rounds,
        "lead": {"rounds": stats.led, "first": stats.led_first, "chance": round(stats.led_chance, 4)},
        "players": [_player_json(found, person) for person in found.rank(order)],
        "unscored_players": found.unscored_people if found.person is None else [],
        "left_out": [each._asdict() for each in found.left_out],
        "conflicts": list(found.conflicts),
    }
    if found.ratings is not None:
        value["rated_from"] = MIN_MATCHES
    return dumps(value, ensure_ascii=True, allow_nan=False) + "\n"


def _player_json(found: StatisticsResult, person: str) -> dict[str, Any]:
    figures = asdict(found.stats.players[person])
    player = {name: figures[name] for name in (*_COLUMNS, "bets")}
    company = found.company[person]
    more: dict[str, Any] = {
        "bot": player["bot"] or None,
        "bets": {str(amount): {"made": made, "kept": kept} for amount, (made, kept) in player["bets"].items()},
        "current_streak": company.current_streak,
        "longest_streak": company.longest_streak,
        "opponents": {found.display_name(key): asdict(each) for key, each in company.opponents.items()},
        "partners": {found.display_name(key): asdict(each) for key, each in company.partners.items()},
    }
    if found.ratings is not None:
        rating = found.ratings.get(person)
        parts = ("rating", "mu", "sigma")
        more["rating"] = None if rating is None else {name: round(getattr(rating, name), 4) for name in parts}
    return player | more


def render_csv(found: StatisticsResult, order: str) -> str:
    """A line for each player: the sums, matches won in a row, and a column for the bets of each size, made and kept."""
    people = found.rank(order)
    sizes = sorted({amount for person in people for amount in found.players[person].bets})
    heading = [
        *_COLUMNS,
        "current_streak",
        "longest_streak",
        *(f"bets_{size}_{what}" for size in sizes for what in ("made", "kept")),
    ]
    rows: list[list[Cell]] = [[*heading, *(["rating"] if found.ratings is not None else [])]]
    for person in people:
        player = found.players[person]
        company = found.company[person]
        row = [*(getattr(player, name) for name in _COLUMNS), company.current_streak, company.longest_streak]
        for size in sizes:
            row += player.bets.get(size, (0, 0))
        if found.ratings is not None:
            rating = found.ratings.get(person)
            row.append(round(rating.rating, 4) if rating else None)
        rows.append(row)
    return csv_text(rows)
