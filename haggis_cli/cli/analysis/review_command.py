"""`haggis review`: what every play of recorded rounds gave away."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.english import join_words, pluralize
from haggis_cli.support.errors import UsageError

if TYPE_CHECKING:
    from haggis_cli.analysis.review import PlayReview, RoundReview
    from haggis_cli.book.match import OpenMatch
    from haggis_cli.referee.report import Report, RoundReport

RoundNumber = Annotated[int | None, typer.Option("--round", "-r", metavar="N", help="Only this round, counted from 1.")]
Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", min=0.01, max=86_400, help="How long to search each round."),
]


def command(
    match: Match = None,
    round_number: RoundNumber = None,
    seconds: Seconds = 30.0,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Say what every play of recorded rounds gave away, all hands open.

    For each round that is over and whose hands are known: how many points each player gave away, the three costliest
    plays with what would have been better, and how the round stood after each play. What a play brings counts from
    then on to the end of the round, as in 'haggis solve'; bets are left out. The first plays of a round are mostly
    beyond reach: of them only what is proven is told. Where three play each for themselves, everybody is valued
    against the others together.

    A review is kept, and the next one of the same round takes no time.

    \b
    haggis review
    haggis review friday --round 2
    haggis review friday --seconds 120
    """
    from haggis_cli.book.corrections.lookup import find_round
    from haggis_cli.cli.analysis.review_page import print_reviews
    from haggis_cli.cli.opening import open_match

    printer = Printer(no_color=no_color)
    opened = open_match(match, home)
    report = opened.report
    rounds = report.rounds if round_number is None else (find_round(report, round_number),)
    reviews, skipped = _review_rounds(printer, opened, rounds, seconds)
    if json:
        shown = [_as_json(report, number, review) for number, review in reviews.items()]
        printer.print_json({"rounds": shown, "skipped": [{"number": at, "why": why} for at, why in skipped.items()]})
    else:
        if skipped:
            printer.print_message(f"Left out: {_name_skipped(skipped)}.")
        print_reviews(printer, report, reviews)
        plays = [each for review in reviews.values() for each in review.plays]
        known = sum(each.exact for each in plays)
        if known < len(plays):
            printer.print_message(
                f"{known} of {pluralize(len(plays), 'play')} are known exactly; of the others only what is proven "
                "counts. More --seconds prove more."
            )


def _review_rounds(
    printer: Printer, opened: "OpenMatch", rounds: "tuple[RoundReport, ...]", seconds: float
) -> "tuple[dict[int, RoundReview], dict[int, str]]":
    """The reviews by the number of the round, and why others have none; UsageError if all have none."""
    from haggis_cli.analysis.review import count_decisions
    from haggis_cli.cli.terminal.progress import progress
    from haggis_cli.history.reviews import Reviews, find_obstacle

    obstacles = {each.number: find_obstacle(opened.report, each) for each in rounds}
    skipped = {number: why for number, why in obstacles.items() if why}
    wanted = [each for each in rounds if each.number not in skipped]
    if not wanted:
        raise UsageError(f"no round can be reviewed: {_name_skipped(skipped) or 'the match has none yet'}")
    of_all = sum(count_decisions(each.steps()) for each in wanted)
    kept, found, before = Reviews(opened.store.home), {}, 0
    with progress(printer, "plays reviewed") as show:

        def show_done(done: int, _of: int) -> None:
            show(before + done, of_all)

        for each in wanted:
            found[each.number] = kept.review(opened.report, each, seconds, show_done)
            before += len(found[each.number].plays)
    return found, skipped


def _name_skipped(skipped: dict[int, str]) -> str:
    """The rounds that have no review, and why."""
    parts = []
    for why in dict.fromkeys(skipped.values()):
        numbers = [str(number) for number, each in skipped.items() if each == why]
        parts.append(f"round{'s' if len(numbers) > 1 else ''} {join_words(numbers)} ({why})")
    return ", ".join(parts)


def _as_json(report: "Report", number: int, review: "RoundReview") -> dict[str, Any]:
    """A round as the contract lays it down."""
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
    }
