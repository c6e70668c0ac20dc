"""The reviews of rounds for people: what each player gave away, the costliest plays, how the round stood.

What is proven and what is an estimate ("about") have their own figures and words, and these stand here alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.analysis.review import COSTLIEST, Losses, PlayReview, RoundReview, count_losses
from haggis_cli.matches.notation import render_action, render_event
from haggis_cli.referee.report import Report
from haggis_cli.rules.rounds.events import Event
from haggis_cli.support.english import join_words

LOSS_HEADINGS = ("plays", "known", "best", "lost", "about")
AGAINST_ALL = "Everybody plays alone here, and is valued against the others together."
EXPLANATION = (
    "All hands open, bets left out. Known are plays whose value, and that of the best, is found exactly; best are "
    "those of which it is proven that nothing was better; lost are the points given away, as far as that is proven. "
    "About is what plays that are not known seem to have lost besides: an estimate by computer players who play the "
    "round out, and no proof."
)
MOST_DOUBTFUL = 2
"""How many plays are named that seem to have lost points, and of which nothing is proven."""


class CostlyPlay(NamedTuple):
    """A play that gave points away, or seems to have.

    event: its number among the round's events, from 1.
    done: what was done.
    instead: what was better, or seems to have been.
    player: who did it.
    said: what was done and what it lost, in a sentence without a full stop.
    loss: what it lost, in words.
    better: what was better and why, likewise.
    why: the end of it: the values, and why.
    estimated: whether it only seems so.
    """

    event: int
    done: Event
    instead: Event
    player: str
    said: str
    loss: str
    better: str
    why: str
    estimated: bool


class SheetReview(NamedTuple):
    """The review of a round.

    number: the round's number.
    losses: for each player the name and figures in the order of LOSS_HEADINGS.
    side: whose result the course is of; empty where everybody is valued alone.
    course: after each event that was reviewed what the round would come to; None where it is not known.
    estimated_course: the same where it is not known, as it was estimated; None where it is, or there is no estimate.
    costly: the costliest plays, the worst first; then those that only seem so.
    """

    number: int
    losses: tuple[tuple[str, tuple[int, ...]], ...]
    side: str
    course: tuple[tuple[int, int | None], ...]
    estimated_course: tuple[tuple[int, int | None], ...]
    costly: tuple[CostlyPlay, ...]


def sheet_reviews(report: Report, reviews: Mapping[int, RoundReview]) -> tuple[SheetReview, ...]:
    """The reviews, by the number of their round, for the sheet of the match."""
    return tuple(_sheet_review(report, number, review) for number, review in reviews.items())


def figures_of(losses: Losses) -> tuple[int, ...]:
    """What a player gave away, in the order of LOSS_HEADINGS."""
    return losses.plays, losses.exact, losses.best, losses.lost, losses.about


def _sheet_review(report: Report, number: int, review: RoundReview) -> SheetReview:
    names, signs = report.table.names, review.signs
    own = [name for name, sign in zip(names, signs, strict=True) if sign == signs[0]] if signs else []
    numbers = [each.event for each in review.plays] if own else []
    costly = [*review.costliest(COSTLIEST), *review.doubtful(MOST_DOUBTFUL)]
    return SheetReview(
        number=number,
        losses=tuple((names[seat], figures_of(each)) for seat, each in count_losses(review).items()),
        side=join_words(own),
        course=tuple(zip(numbers, review.course(), strict=True)),
        estimated_course=tuple(zip(numbers, review.estimated_course(), strict=True)),
        costly=tuple(_costly_play(report, number, each) for each in costly),
    )


def _costly_play(report: Report, number: int, each: PlayReview) -> CostlyPlay:
    table, event = report.table, report.rounds[number - 1].events[each.event - 1]
    estimated, instead = not each.lost, each.best
    if estimated:
        assert each.about is not None
        loss, instead = f"lost about {each.about_lost}", each.about.best
        why = f" (about {each.about.best_value:+} instead of {each.about.value:+})"
    else:
        loss = f"lost {each.lost}" if each.exact else f"lost at least {each.lost}"
        values = f" ({each.best_low:+} instead of {each.low:+})" if each.exact else ""
        why = values + (f": {each.reason}" if each.reason else "")
    return CostlyPlay(
        event=each.event,
        done=event,
        instead=instead,
        player=table.names[each.seat],
        said=f"{render_event(event, table)} {loss}",
        loss=loss,
        better=f"{render_action(instead, table)}{why}",
        why=why,
        estimated=estimated,
    )


def better_label(play: CostlyPlay) -> str:
    """What stands before what was better."""
    return "Better, it seems: " if play.estimated else "Better: "
