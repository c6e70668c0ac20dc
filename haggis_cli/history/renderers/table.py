"""The statistics as a table with a line for each player, and the sentences on what holds for all of them."""

from typing import TYPE_CHECKING

from haggis_cli.support.english import pluralize
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:
    from haggis_cli.history.query import Course, StatisticsResult
    from haggis_cli.history.ratings import Rating
    from haggis_cli.history.statistics import PlayerStats, Stats

_FULL_WIDTH = 64  # columns that the table with every figure takes
_RATING_WIDTH = 8  # columns that a rating takes


def render_table_rows(found: "StatisticsResult", order: str, limit: int | None) -> list[list[str]]:
    """The headings, then a row for each player in an order of `StatisticsResult.rank`.

    limit: the columns there are; None for any number. Where they are too few, some figures are left out.
    """
    rated = found.ratings is not None
    narrow = limit is not None and limit < _FULL_WIDTH + (_RATING_WIDTH if rated else 0)
    rows = [_headings(narrow=narrow, rated=rated)]
    for person in found.rank(order):
        each = found.players[person]
        row = [escape_text(each.name), str(each.matches), str(each.won), render_percent(each.won, each.matches)]
        row += [] if narrow else [str(each.rounds)]
        row.append(render_mean(each.points, each.rounds))
        row += [] if narrow else _further_figures(each)
        row += [render_rating(found.ratings.get(person))] if found.ratings is not None else []
        rows.append(row)
    return rows


def _headings(*, narrow: bool, rated: bool) -> list[str]:
    headings = ["player", "matches", "won", "rate", *([] if narrow else ["rounds"]), "a round"]
    return [*headings, *([] if narrow else ["best", "first", "bets"]), *(["rating"] if rated else [])]


def _further_figures(player: "PlayerStats") -> list[str]:
    """The best round, how often the player was first out, and the bets kept of those made."""
    best = "-" if player.best is None else str(player.best)
    bets = f"{player.bets_kept}/{player.bets_made}" if player.bets_made else "-"
    return [best, render_percent(player.first, player.rounds), bets]


def render_summary(found: "StatisticsResult") -> list[str]:
    """Sentences: what the figures are of, whether it helps to lead, who is left out, and what a rating says."""
    sentences = _stats_sentences(found.stats)
    if found.unscored_people and found.person is None:
        sentences.append(_left_out(len(found.unscored_people), "without a scored round"))
    if found.ratings is not None:
        from haggis_cli.history.ratings import MIN_MATCHES

        sentences.append(f"Ratings are shown from {MIN_MATCHES} matches on; they say how strong somebody is at least.")
    return sentences


def render_uncharted(found: "StatisticsResult") -> list[str]:
    """Sentences: who has no line in the chart of the answer, and why; none of one person's chart."""
    course, charted, chartable = found.course, found.charted_people, found.chartable_people
    if course is None or found.person is not None:
        return []
    sentences = []
    if len(charted) < len(chartable):
        sentences.append(f"The {len(charted)} players with the most matches are shown.")
    if missing := len(found.players) - len(chartable):
        sentences.append(_left_out(missing, _lacking(course)))
    return sentences


def render_no_chart(found: "StatisticsResult") -> str:
    """Why nothing can be drawn, without a full stop."""
    if found.course is None or found.course.least <= 1:
        return "there is no finished match to draw"
    if found.person is None:
        return f"there is nothing to draw: nobody has {found.course.least} finished matches yet"
    name = escape_text(found.display_name(found.person))
    return f"there is nothing to draw: {name} has fewer than {found.course.least} finished matches"


def _lacking(course: "Course") -> str:
    """What those have too little of who have no value in a figure over time."""
    return "without a finished match" if course.least <= 1 else f"with fewer than {course.least} finished matches"


def _left_out(number: int, lacking: str) -> str:
    return f"{pluralize(number, 'player')} {lacking} {'is' if number == 1 else 'are'} left out."


def _stats_sentences(stats: "Stats") -> list[str]:
    unfinished = f" and {stats.unfinished} going on" if stats.unfinished else ""
    matches = pluralize(stats.matches, "match", "matches")
    sentences = [f"{matches} over{unfinished}, {pluralize(stats.rounds, 'round')}."]
    if stats.without_rounds:
        closed = pluralize(stats.without_rounds, "match was", "matches were")
        sentences.append(f"{closed} closed before a round was scored: listed, and left out of every figure.")
    if stats.lead.rounds:
        sentences.append(
            f"The leader of a round went out first in {render_percent(stats.lead.first, stats.lead.rounds)} of "
            f"{stats.lead.rounds}; by chance it would be {stats.lead.chance:.0%}."
        )
    return sentences


def render_percent(part: int, whole: int) -> str:
    """A share in percent, a dash where there is nothing to share.

    >>> render_percent(7, 12), render_percent(0, 0)
    ('58%', '-')
    """
    return f"{part / whole:.0%}" if whole else "-"


def render_mean(total: int, number: int) -> str:
    """An average, a dash where there is none."""
    return f"{total / number:.1f}" if number else "-"


def render_rating(rating: "Rating | None") -> str:
    """A rating, a dash where there are too few matches for one."""
    return f"{rating.rating:.1f}" if rating else "-"
