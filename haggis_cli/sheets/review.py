"""The reviews of rounds for people: what each player gave away, the costliest plays, how the round stood.

What is proven and what is an estimate ("about") have their own figures and words, and these stand here alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.analysis.review import COSTLIEST, Losses, PlayReview, RoundReview, count_losses
from haggis_cli.matches.notation import render_action
from haggis_cli.referee.report import Report
from haggis_cli.rules.events import Event, Pass, Play
from haggis_cli.support.text import capitalize, join_words, pluralize, with_sign

LOSS_HEADINGS = ("plays", "known", "best", "lost", "about")
AGAINST_ALL = "Everybody plays alone here, so each player is compared with all the others together."
OPEN_HANDS = (
    "The review looks at all hands: it values every play knowing cards that no player could see. A value is the points "
    "of the player's side, minus those of the other side, from the play to the end of the round; bets do not count."
)
COLUMNS = (
    "In the table, 'known' counts the plays with an exact value, and 'best' those that are proved best. 'lost' is the "
    "points that are proved to be given away; 'about' estimates what the other plays gave away: computer players play "
    "the round to its end, which proves nothing."
)
EXPLANATION = f"{OPEN_HANDS} {COLUMNS}"
MOST_DOUBTFUL = 2
"""How many plays are named that seem to have lost points, and of which nothing is proven."""


class CostlyPlay(NamedTuple):
    """A play that gave points away, or seems to have.

    event: its number among the round's events, from 1.
    player: who did it.
    done, instead: what was done; what was better, or seems to have been.
    done_action, instead_text: the same as they are typed.
    loss: what it lost, in words.
    values: what the better would have brought instead of what was done brought, in brackets; empty where not known.
    reason: why it was better, in a sentence without a full stop; empty where that is not known.
    estimated: whether all this is an estimate.
    """

    event: int
    player: str
    done: Event
    instead: Event
    done_action: str
    instead_text: str
    loss: str
    values: str
    reason: str
    estimated: bool

    @property
    def said(self) -> str:
        """What was done and what it lost, in a sentence without a full stop."""
        return f"{self.player} {self.tell_done(self.done_action)} and {self.loss}"

    def tell_done(self, action: str) -> str:
        """What was done, as the verb of a sentence; `action` is what was done as it is typed, in colours or not."""
        return (
            "passed" if isinstance(self.done, Pass) else f"played {action}" if isinstance(self.done, Play) else action
        )

    @property
    def label(self) -> str:
        """What stands before what was better."""
        return "Better, it seems: " if self.estimated else "Better: "

    @property
    def why(self) -> str:
        """What stands behind what was better: one sentence more where the reason is known, without its full stop."""
        return self.values + (f". {capitalize(self.reason)}" if self.reason else "")

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


def course_title(side: str) -> str:
    """What the drawing of the course shows; `side` is whose result it is."""
    return f"What the round is worth to {side} after each play, with best play from there on"


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
        loss, instead = f"lost about {pluralize(each.about_lost, 'point')}", each.about.best
        values = f" (about {with_sign(each.about.best_value)} instead of {with_sign(each.about.value)})"
    elif each.exact:
        loss, values = (
            f"lost {pluralize(each.lost, 'point')}",
            f" ({with_sign(each.best_low)} instead of {with_sign(each.low)})",
        )
    else:
        loss = f"lost at least {pluralize(each.lost, 'point')}"
    return CostlyPlay(
        event=each.event,
        player=table.names[each.seat],
        done=event,
        instead=instead,
        done_action=render_action(event, table),
        instead_text=render_action(instead, table),
        loss=loss,
        values=values,
        reason=each.reason,
        estimated=estimated,
    )
