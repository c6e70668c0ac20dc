"""The page of `haggis stats PLAYER`: one person's figures, then who was met at the table."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from haggis_cli.cli.history.table import mean, percent, pluralize, rating_text
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.wrapping import wrap_text

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsResult
    from haggis_cli.history.statistics import PlayerStats

_LABEL_COLUMNS = 10  # columns


def print_person(printer: Printer, found: "StatisticsResult", person: str) -> None:
    """Tell of one person."""
    player, company = found.stats.players[person], found.company.get(person)
    printer.print_line(printer.styled(safe(player.name), "bold"))
    room = (printer.columns or 1_000) - _LABEL_COLUMNS - 2
    for label, text in _figure_lines(found, person, player):
        first, *more = wrap_text(text, max(room, 20))
        printer.print_line(f"{label:{_LABEL_COLUMNS}}  {first}")
        for line in more:
            printer.print_line(f"{'':{_LABEL_COLUMNS}}  {line}")
    if company and company.opponents:
        printer.print_line()
        heading = ["against", "matches", "ahead", "behind"]
        rows = [
            [safe(found.display_name(other)), str(each.matches), str(each.ahead), str(each.behind)]
            for other, each in sorted(company.opponents.items(), key=lambda item: -item[1].matches)
        ]
        printer.print_table([[printer.styled(title, "bold") for title in heading], *rows], "<>>>")
    if company and company.partners:
        printer.print_line()
        heading = ["with", "matches", "won", "rate"]
        rows = [
            [safe(found.display_name(other)), str(each.matches), str(each.won), percent(each.won, each.matches)]
            for other, each in sorted(company.partners.items(), key=lambda item: -item[1].matches)
        ]
        printer.print_table([[printer.styled(title, "bold") for title in heading], *rows], "<>>>")


def _figure_lines(found: "StatisticsResult", person: str, player: "PlayerStats") -> Iterator[tuple[str, str]]:
    yield "matches", _render_matches(player)
    company = found.company.get(person)
    if company and player.matches:
        yield "in a row", f"{company.streak} won now, {company.best_streak} at best"
    if found.ratings is not None:
        yield "rating", rating_text(found.ratings.get(person))
    yield "rounds", f"{player.rounds}, the most points in {player.tops} ({percent(player.tops, player.rounds)})"
    parts = [
        f"{mean(points, player.rounds)} {what}"
        for what, points in (
            ("hands", player.hand_points),
            ("captured", player.captured),
            ("bonus", player.bonus),
            ("bets", player.bet_points),
        )
        if points
    ]
    yield "a round", f"{mean(player.points, player.rounds)} points" + (f": {', '.join(parts)}" if parts else "")
    yield "best", f"{player.best} in a round" + _render_best_match(player)
    yield (
        "going out",
        f"first in {percent(player.first, player.rounds)}, at all in {percent(player.out, player.rounds)}",
    )
    caught = f"{pluralize(player.hand, 'card')} of opponents caught"
    yield "caught", caught + (f", {mean(player.hand, player.out)} each time out" if player.out else "")
    if player.led:
        share = percent(player.led_first, player.led)
        yield "leading", f"led {pluralize(player.led, 'round')}, first out in {player.led_first} of them ({share})"
    yield "bets", _render_bets(player)
    if player.recorded:
        yield "bombs", _render_bombs(player)
    if player.slams:
        yield "slams", f"{player.slams}"


def _render_matches(player: "PlayerStats") -> str:
    won = f"{player.matches} over, {player.won} won ({percent(player.won, player.matches)})"
    drawn = f", {player.drawn} drawn" if player.drawn else ""
    going = f"; {player.unfinished} going on" if player.unfinished else ""
    return won + drawn + going


def _render_best_match(player: "PlayerStats") -> str:
    if player.best_match is None:
        return ""
    return f", {player.best_match} in a match ({mean(player.match_points, player.matches)} on average)"


def _render_bets(player: "PlayerStats") -> str:
    if not player.bets:
        return "none"
    share = percent(player.bets_kept, player.bets_made)
    sizes = ", ".join(f"{amount}: {kept} of {made}" for amount, (made, kept) in sorted(player.bets.items()))
    return f"kept {player.bets_kept} of {player.bets_made} ({share}); by size {sizes}"


def _render_bombs(player: "PlayerStats") -> str:
    took = f", {player.bombs_won} took the trick" if player.bombs else ""
    cost = f" and gave away {pluralize(player.bomb_cost, 'point')} of captured cards" if player.bomb_cost else ""
    return f"{player.bombs} thrown in {pluralize(player.recorded, 'recorded round')}{took}{cost}"
