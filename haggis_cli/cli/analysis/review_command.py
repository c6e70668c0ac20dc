"""`haggis review`: what every play of recorded rounds gave away."""

from typing import TYPE_CHECKING, Annotated, Any

from haggis_cli.cli.options import Home, Json, Match, NoColor, RoundNumber, seconds_option
from haggis_cli.cli.reviewing import REVIEW_SECONDS
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.english import pluralize

if TYPE_CHECKING:
    from haggis_cli.analysis.review import PlayReview, RoundReview
    from haggis_cli.referee.report import Report
    from haggis_cli.rules.table import Table

Seconds = Annotated[float, seconds_option("How long to search each round.")]


def command(
    match: Match = None,
    round_number: RoundNumber = None,
    seconds: Seconds = REVIEW_SECONDS,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Say what every play of recorded rounds gave away, all hands open.

    For each round that is over and whose hands are known: how many points each player gave away, the three costliest
    plays with what would have been better, and how the round stood after each play. What a play brings counts from
    then on to the end of the round, as in 'haggis solve'; bets are left out. The first plays of a round are mostly
    beyond reach: of them what is proven is told, and apart from it what they seem to have lost, as computer players
    who play the round out estimate it. Where three play each for themselves, everybody is valued
    against the others together.

    A review is kept, and the next one of the same round takes no time.

    \b
    haggis review
    haggis review friday --round 2
    haggis review friday --seconds 120
    """
    from haggis_cli.book.corrections.lookup import find_round
    from haggis_cli.cli.opening import open_match
    from haggis_cli.cli.reviewing import name_skipped, review_rounds
    from haggis_cli.cli.views.review_page import print_reviews

    printer = Printer(no_color=no_color)
    opened = open_match(match, home)
    report = opened.report
    rounds = report.rounds if round_number is None else (find_round(report, round_number),)
    reviews, skipped = review_rounds(printer, opened, rounds, seconds)
    if json:
        shown = [_as_json(report, number, review) for number, review in reviews.items()]
        printer.print_json({"rounds": shown, "skipped": [{"number": at, "why": why} for at, why in skipped.items()]})
    else:
        if skipped:
            printer.print_message(f"Left out: {name_skipped(skipped)}.")
        print_reviews(printer, report, reviews)
        plays = [each for review in reviews.values() for each in review.plays]
        known = sum(each.exact for each in plays)
        if known < len(plays):
            printer.print_message(
                f"The value of {known} of {pluralize(len(plays), 'play')} is known exactly. A longer search "
                "(--seconds) finds out more."
            )


def _as_json(report: "Report", number: int, review: "RoundReview") -> dict[str, Any]:
    """A round as JSON."""
    from haggis_cli.analysis.review import count_losses

    names = report.table.names
    return {
        "number": number,
        "against_all_others": review.signs is None,
        "players": {names[seat]: losses._asdict() for seat, losses in count_losses(review).items()},
        "plays": [_play_json(report, number, each) for each in review.plays],
    }


def _play_json(report: "Report", number: int, each: "PlayReview") -> dict[str, Any]:
    from haggis_cli.matches.notation import render_event

    table = report.table
    text = render_event(report.rounds[number - 1].events[each.event - 1], table)
    best = render_event(each.best, table) if each.lost else text if each.is_best else None
    return {
        "event": each.event,
        "player": table.names[each.seat],
        "text": text,
        "value": each.low if each.low == each.high else None,
        "best": each.best_low if each.best_low == each.best_high else None,
        "best_text": best,
        "lost": each.lost,
        "exact": each.exact,
        "low": each.low,
        "high": each.high,
        "best_low": each.best_low,
        "best_high": each.best_high,
        "why": each.reason or None,
        "about": _estimate_json(each, table),
    }


def _estimate_json(each: "PlayReview", table: "Table") -> dict[str, Any] | None:
    """About what it brought, where that is not known; nothing of it is proven."""
    from haggis_cli.matches.notation import render_event

    if each.about is None:
        return None
    value, best_value, best = each.about
    return {
        "value": value,
        "best": best_value,
        "best_text": render_event(best, table),
        "lost": each.about.lost,
    }
