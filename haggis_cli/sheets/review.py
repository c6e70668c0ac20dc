"""The reviews of rounds for people: what each player gave away, the costliest plays, how the round stood.

What is proven and what is an estimate ("about") have their own figures and words, and these stand here alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.analysis.review import COSTLIEST, Losses, PlayReview, RoundReview, count_losses
from haggis_cli.matches.notation import render_action, render_event
from haggis_cli.referee.report import Report
from haggis_cli.rules.rounds.events import Event
from haggis_cli.support.english import capitalize, join_words, with_sign

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
    player: who did it.
    done, instead: what was done; what was better, or seems to have been.
    done_text, instead_text: the same as they are typed, the former with the player's name.
    loss: what it lost, in words.
    values: what the better would have brought instead of what was done brought, in brackets; empty where not known.
    reason: why it was better, in a sentence without a full stop; empty where that is not known.
    estimated: whether all this is an estimate.
    """

    event: int
    player: str
    done: Event
    instead: Event
    done_text: str
    instead_text: str
    loss: str
    values: str
    reason: str
    estimated: bool

    @property
    def said(self) -> str:
        """What was done and what it lost, in a sentence without a full stop."""
        return f"{self.done_text} {self.loss}"

    @property
    def label(self) -> str:
        """What stands before what was better."""
        return "Better, it seems: " if self.estimated else "Better: "

    @property
    def why(self) -> str:
        """What stands behind what was better."""
        return self.values + (f": {self.reason}" if self.reason else "")

    @property
    def better(self) -> str:
        """What was better and why, in a sentence without a full stop."""
        return f"{self.label}{self.instead_text}{self.why}"

    @property
    def in_short(self) -> str:
        """What was lost, and what was better, without the reason."""
        return f"{capitalize(self.loss)}. {self.label}{self.instead_text}{self.values}"


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
        side=join_words(own) if own else "",
        course=tuple(zip(numbers, review.course(), strict=True)),
        estimated_course=tuple(zip(numbers, review.estimated_course(), strict=True)),
        costly=tuple(_costly_play(report, number, each) for each in costly),
    )


def _costly_play(report: Report, number: int, each: PlayReview) -> CostlyPlay:
    table, event = report.table, report.rounds[number - 1].events[each.event - 1]
    estimated, instead, values = not each.lost, each.best, ""
    if estimated:
        assert each.about is not None
        loss, instead = f"lost about {each.about_lost}", each.about.best
        values = f" (about {with_sign(each.about.best_value)} instead of {with_sign(each.about.value)})"
    elif each.exact:
        loss, values = f"lost {each.lost}", f" ({with_sign(each.best_low)} instead of {with_sign(each.low)})"
    else:
        loss = f"lost at least {each.lost}"
    return CostlyPlay(
        event=each.event,
        player=table.names[each.seat],
        done=event,
        instead=instead,
        done_text=render_event(event, table),
        instead_text=render_action(instead, table),
        loss=loss,
        values=values,
        reason=each.reason,
        estimated=estimated,
    )
