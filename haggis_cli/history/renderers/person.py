"""One person's statistics as lines with a label each, and as tables of opponents and of partners."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from haggis_cli.history.ratings import MIN_MATCHES
from haggis_cli.history.renderers.table import render_mean, render_percent, render_rating
from haggis_cli.support.english import pluralize
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult
    from haggis_cli.history.statistics import PlayerStats


def render_figures(found: "StatisticsResult", person: str) -> Iterator[tuple[str, str]]:
    """The figures of one person, pairs of a label and a text."""
    player, history = found.players[person], found.company.get(person)
    yield "matches", _render_matches(player)
    if history and player.matches:
        yield "streak", f"current {history.current_streak}, longest {history.longest_streak} (matches won in a row)"
    if found.ratings is not None:
        rating = found.ratings.get(person)
        yield "rating", render_rating(rating) if rating else f"none with fewer than {MIN_MATCHES} finished matches"
    yield "rounds", f"{player.rounds}, the most points in {player.tops} ({render_percent(player.tops, player.rounds)})"
    yield "a round", _render_round_points(player)
    yield "best", _render_best(player)
    first, out = render_percent(player.first, player.rounds), render_percent(player.out, player.rounds)
    yield "going out", f"first in {first}, at all in {out}"
    caught = f"{pluralize(player.hand, 'card')} of opponents caught"
    yield "caught", caught + (f", {render_mean(player.hand, player.out)} each time out" if player.out else "")
    if player.led:
        share = render_percent(player.led_first, player.led)
        yield "leading", f"led {pluralize(player.led, 'round')}, first out in {player.led_first} of them ({share})"
    yield "bets", _render_bets(player)
    if player.recorded:
        yield "bombs", _render_bombs(player)
    if player.slams:
        yield "slams", f"{player.slams}"


def render_opponent_rows(found: "StatisticsResult", person: str) -> list[list[str]]:
    """The headings, then a row for each opponent, the most frequent first; nothing where there is none."""
    history = found.company.get(person)
    if not history or not history.opponents:
        return []
    rows = [
        [escape_text(found.display_name(other)), str(each.matches), str(each.ahead), str(each.behind)]
        for other, each in sorted(history.opponents.items(), key=lambda item: -item[1].matches)
    ]
    return [["against", "matches", "ahead", "behind"], *rows]


def render_partner_rows(found: "StatisticsResult", person: str) -> list[list[str]]:
    """The headings, then a row for each partner, the most frequent first; nothing where there is none."""
    history = found.company.get(person)
    if not history or not history.partners:
        return []
    rows = [
        [
            escape_text(found.display_name(other)),
            str(each.matches),
            str(each.won),
            render_percent(each.won, each.matches),
        ]
        for other, each in sorted(history.partners.items(), key=lambda item: -item[1].matches)
    ]
    return [["with", "matches", "won", "rate"], *rows]


def _render_matches(player: "PlayerStats") -> str:
    won = f"{player.matches} over, {player.won} won ({render_percent(player.won, player.matches)})"
    drawn = f", {player.drawn} drawn" if player.drawn else ""
    unfinished = f"; {player.unfinished} going on" if player.unfinished else ""
    return won + drawn + unfinished


def _render_round_points(player: "PlayerStats") -> str:
    """The points of a round on average, what they are made of, and what bets brought teams beside them."""
    bets = player.points - player.hand_points - player.captured - player.bonus
    sources = (
        ("hands", player.hand_points),
        ("captured", player.captured),
        ("bonus", player.bonus),
        ("bets", bets),
    )
    parts = [f"{render_mean(points, player.rounds)} {source}" for source, points in sources if points]
    told = f"{render_mean(player.points, player.rounds)} points" + (f": {', '.join(parts)}" if parts else "")
    of_teams = player.bet_points - bets
    return told + (f"; {render_mean(of_teams, player.rounds)} more for the team by bets" if of_teams else "")


def _render_best(player: "PlayerStats") -> str:
    """The most points in a round and in a match, where the one and the other is known."""
    best = [f"{player.best} in a round"] if player.rounds else []
    if player.best_match is not None:
        average = render_mean(player.match_points, player.matches)
        best.append(f"{player.best_match} in a match ({average} on average)")
    return ", ".join(best)


def _render_bets(player: "PlayerStats") -> str:
    if not player.bets:
        return "none"
    share = render_percent(player.bets_kept, player.bets_made)
    sizes = ", ".join(f"{amount}: {kept} of {made}" for amount, (made, kept) in sorted(player.bets.items()))
    return f"kept {player.bets_kept} of {player.bets_made} ({share}); by size {sizes}"


def _render_bombs(player: "PlayerStats") -> str:
    won = f", {player.bombs_won} took the trick" if player.bombs else ""
    cost = f" and gave away {pluralize(player.bomb_cost, 'point')} of captured cards" if player.bomb_cost else ""
    return f"{player.bombs} thrown in {pluralize(player.recorded, 'recorded round')}{won}{cost}"
