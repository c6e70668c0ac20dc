"""The table of `haggis stats`: a line for each player, and below it what holds for all."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.wrapping import wrap_text

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult
    from haggis_cli.history.ratings import Rating
    from haggis_cli.history.statistics import PlayerStats, Stats

_NARROW = 64  # columns of a terminal that is too small for every figure
_RATING = 8  # columns that a rating takes


def print_table(printer: Printer, found: "StatisticsResult", sort: str) -> None:
    """Tell of everybody, in the order wanted."""
    needed = _NARROW + (_RATING if found.ratings is not None else 0)
    narrow = printer.columns is not None and printer.columns < needed
    heading = ["player", "matches", "won", "rate", *([] if narrow else ["rounds"]), "a round"]
    heading += [] if narrow else ["best", "first", "bets"]
    heading += ["rating"] if found.ratings is not None else []
    rows = [[printer.styled(title, "bold") for title in heading]]
    for person in rank_people(found, sort):
        each = found.players[person]
        row = [safe(each.name), str(each.matches), str(each.won), percent(each.won, each.matches)]
        row += [] if narrow else [str(each.rounds)]
        row += [mean(each.points, each.rounds)]
        row += (
            []
            if narrow
            else [
                _render_best(each),
                percent(each.first, each.rounds),
                render_kept_bets(each.bets_kept, each.bets_made),
            ]
        )
        row += [rating_text(found.ratings.get(person))] if found.ratings is not None else []
        rows.append(row)
    printer.print_table(rows, "<" + ">" * (len(heading) - 1))
    printer.print_line()
    sentences = summary(found.stats)
    if found.ratings is not None:
        from haggis_cli.history.ratings import MIN_MATCHES

        sentences.append(f"Ratings are shown from {MIN_MATCHES} matches on; they say how strong somebody is at least.")
    for line in (line for each in sentences for line in wrap_text(each, printer.columns or len(each))):
        printer.print_line(line)


def rank_people(found: "StatisticsResult", order: str) -> list[str]:
    """The persons in an order; where it does not decide, the one with more victories first.

    Ratings that are not shown yet come after all others.
    """
    players = found.players

    def strength(person: str) -> tuple[bool, float]:
        rated = (found.ratings or {}).get(person)
        return (rated.is_reliable, rated.rating) if rated else (False, float("-inf"))

    keys: dict[str, Callable[[str], Any]] = {
        "won": lambda person: 0,
        "rate": lambda person: players[person].won / max(players[person].matches, 1),
        "points": lambda person: players[person].points / max(players[person].rounds, 1),
        "matches": lambda person: players[person].matches,
        "rounds": lambda person: players[person].rounds,
        "first": lambda person: players[person].first / max(players[person].rounds, 1),
        "rating": strength,
    }
    if order == "name":
        return sorted(players, key=lambda person: players[person].name.casefold())
    return sorted(players, key=keys[order], reverse=True)


def summary(stats: "Stats") -> list[str]:
    """What the figures are of, and whether it helps to lead."""
    going = f" and {stats.unfinished} going on" if stats.unfinished else ""
    matches = pluralize(stats.matches, "match", "matches")
    sentences = [f"{matches} over{going}, {pluralize(stats.rounds, 'round')}."]
    if stats.lead.rounds:
        sentences.append(
            f"The leader of a round went out first in {percent(stats.lead.first, stats.lead.rounds)} of "
            f"{stats.lead.rounds}; by chance it would be {stats.lead.chance:.0%}."
        )
    return sentences


def pluralize(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things.

    >>> pluralize(1, "round"), pluralize(8, "match", "matches")
    ('1 round', '8 matches')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def percent(part: int, whole: int) -> str:
    """A share in percent, a dash where there is nothing to share.

    >>> percent(7, 12), percent(0, 0)
    ('58%', '-')
    """
    return f"{part / whole:.0%}" if whole else "-"


def mean(total: int, number: int) -> str:
    """An average, a dash where there is none."""
    return f"{total / number:.1f}" if number else "-"


def render_kept_bets(kept: int, made: int) -> str:
    """Bets kept of those made, a dash where none was made."""
    return f"{kept}/{made}" if made else "-"


def rating_text(rating: "Rating | None") -> str:
    """A rating, a dash as long as it says nothing."""
    return f"{rating.rating:.1f}" if rating and rating.is_reliable else "-"


def _render_best(player: "PlayerStats") -> str:
    return "-" if player.best is None else str(player.best)
