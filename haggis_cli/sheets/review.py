"""The reviews of rounds for a sheet: what each player gave away, the costliest plays, how the round stood."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.analysis.review import COSTLIEST, PlayReview, RoundReview, count_losses
from haggis_cli.matches.notation import render_action, render_event
from haggis_cli.referee.report import Report
from haggis_cli.support.english import join_words

LOSS_HEADINGS = ("plays", "known", "best", "lost")
AGAINST_ALL = "Everybody plays alone here, and is valued against the others together."
EXPLANATION = (
    "All hands open, bets left out. Known are plays whose value, and that of the best, is found exactly; best are "
    "those of which it is proven that nothing was better; lost are the points given away, as far as that is proven."
)


class CostlyPlay(NamedTuple):
    """A play that gave points away.

    event: its number among the round's events, from 1.
    said: what was done and what it lost, in a sentence without a full stop.
    better: what was better and why, likewise.
    """

    event: int
    said: str
    better: str


class SheetReview(NamedTuple):
    """The review of a round.

    number: the round's number.
    losses: for each player the name and figures in the order of LOSS_HEADINGS.
    about: whose result the course is of; empty where everybody is valued alone.
    course: after each event that was reviewed what the round would come to; None where it is not known.
    costly: the costliest plays, the worst first.
    """

    number: int
    losses: tuple[tuple[str, tuple[int, ...]], ...]
    about: str
    course: tuple[tuple[int, int | None], ...]
    costly: tuple[CostlyPlay, ...]


def sheet_reviews(report: Report, reviews: Mapping[int, RoundReview]) -> tuple[SheetReview, ...]:
    """The reviews, by the number of their round, for the sheet of the match."""
    return tuple(_sheet_review(report, number, review) for number, review in reviews.items())


def _sheet_review(report: Report, number: int, review: RoundReview) -> SheetReview:
    names, signs = report.table.names, review.signs
    losses = count_losses(review).items()
    own = [name for name, sign in zip(names, signs, strict=True) if sign == signs[0]] if signs else []
    numbers = [each.event for each in review.plays]
    return SheetReview(
        number=number,
        losses=tuple((names[seat], (each.plays, each.exact, each.best, each.lost)) for seat, each in losses),
        about=join_words(own) if own else "",
        course=tuple(zip(numbers, review.course(), strict=True)) if own else (),
        costly=tuple(_costly_play(report, number, each) for each in review.costliest(COSTLIEST)),
    )


def _costly_play(report: Report, number: int, each: PlayReview) -> CostlyPlay:
    table = report.table
    event = report.rounds[number - 1].events[each.event - 1]
    lost = f"lost {'' if each.exact else 'at least '}{each.lost}"
    values = f" ({each.best_low:+} instead of {each.low:+})" if each.exact else ""
    why = f": {each.reason}" if each.reason else ""
    return CostlyPlay(
        each.event,
        f"{render_event(event, table)} {lost}",
        f"{render_action(each.best, table)}{values}{why}",
    )
