"""The statistics as JSON and as comma-separated values, for scripts and spreadsheets."""

from dataclasses import asdict, fields
from json import dumps
from typing import TYPE_CHECKING, Any

from haggis_cli.history.figures import Sums
from haggis_cli.history.ratings import MIN_MATCHES
from haggis_cli.history.timeline import PlayerHistory
from haggis_cli.support.csv_cells import Cell, csv_text

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult


_SUMS = [each.name for each in fields(Sums)]
_OF_MATCHES, _OF_ROUNDS = _SUMS[: _SUMS.index("rounds")], _SUMS[_SUMS.index("rounds") :]
_COLUMNS = ["name", "bot", *_OF_MATCHES, "best", "best_match", *_OF_ROUNDS]
"""A player's figures in the order of JSON and CSV (docs/reference.md, stats)."""


def render_json(found: "StatisticsResult", order: str) -> str:
    """One line of JSON, in ASCII."""
    stats = found.stats
    value: dict[str, Any] = {
        "matches": stats.matches,
        "unfinished": stats.unfinished,
        "without_rounds": stats.without_rounds,
        "rounds": stats.rounds,
        "lead": {"rounds": stats.lead.rounds, "first": stats.lead.first, "chance": round(stats.lead.chance, 4)},
        "players": [_player_json(found, person) for person in found.rank(order)],
        "unscored_players": found.unscored_people if found.person is None else [],
        "left_out": [each._asdict() for each in found.left_out],
        "conflicts": list(found.conflicts),
    }
    if found.ratings is not None:
        value["rated_from"] = MIN_MATCHES
    return dumps(value, ensure_ascii=True, allow_nan=False) + "\n"


def _player_json(found: "StatisticsResult", person: str) -> dict[str, Any]:
    figures = asdict(found.stats.players[person])
    player = {name: figures[name] for name in (*_COLUMNS, "bets")}
    company = found.company.get(person, PlayerHistory())
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


def render_csv(found: "StatisticsResult", order: str) -> str:
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
        company = found.company.get(person, PlayerHistory())
        row = [*(getattr(player, name) for name in _COLUMNS), company.current_streak, company.longest_streak]
        for size in sizes:
            row += player.bets.get(size, (0, 0))
        if found.ratings is not None:
            rating = found.ratings.get(person)
            row.append(round(rating.rating, 4) if rating else None)
        rows.append(row)
    return csv_text(rows)
