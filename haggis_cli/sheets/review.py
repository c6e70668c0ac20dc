"""The reviews of rounds in words: what each player gave away, the costliest plays, and how the round stood.

Proven values and estimates ("about") have separate figures and words, which are defined only here.
"""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.analysis.review import COSTLIEST, Losses, PlayReview, RoundReview, count_losses
from haggis_cli.matches.notation import tell_action
from haggis_cli.referee.report import Report
from haggis_cli.rules.events import Event, Lead, Pass, Play
from haggis_cli.rules.variant import Table
from haggis_cli.support.text import capitalize, join_words, keep_together, pluralize, with_sign

LOSS_HEADINGS = ("plays", "solved", "best", "points lost")
AGAINST_ALL = "Everybody plays alone here, so each player is compared with all the others together."
EXPLANATION = (
    "The computer sees all hands. A play is solved if it was worked out to the end of the round, and best if no other "
    "would have scored more. 'About' marks an estimate, and +20 means 20 points ahead at the end of the round. Each "
    "play is judged by itself, and a later mistake by an opponent may give points back, so the losses may add up to "
    "more than the points of the round. Only the costliest plays are listed."
)
MOST_DOUBTFUL = 2
"""The number of plays listed that seem to have lost points although nothing is proven."""
_ONE_LINE = 20
"""The letters of a play that a line of a phone has room for."""


class CostlyPlay(NamedTuple):
    """A play that gave points away, or seems to have done so.

    event: its number among the round's events, from 1.
    trick: the number of its trick, from 1.
    done, instead: the action taken; the action that was, or seems, better.
    done_text, instead_text: the same actions in words; a few cards stay on one line.
    loss: the loss in words.
    values: the result of the round for the player's side after the better action and after the action taken, in
        brackets; empty if unknown.
    reason: why it was better, in a sentence without a full stop; empty if unknown.
    estimated: whether these values are estimates.
    better_result: the result of the round after the better action, for the side of the course; None if it is unknown.
    """

    event: int
    trick: int
    player: str
    done: Event
    instead: Event
    done_text: str
    instead_text: str
    loss: str
    values: str
    reason: str
    estimated: bool
    better_result: int | None

    @property
    def said(self) -> str:
        """The trick, the action and its loss, in a sentence without a full stop."""
        return f"Trick {self.trick}: {self.player} {self.tell_done(self.done_text)} and {keep_together(self.loss)}"

    def tell_done(self, action: str) -> str:
        """The action as the verb of a sentence; `action` is the action in words, with or without colours."""
        if isinstance(self.done, Pass):
            return "passed"
        return f"played {action}" if isinstance(self.done, Play) else action

    @property
    def label(self) -> str:
        """The label before the better action."""
        return "Better, it seems: " if self.estimated else "Better: "

    @property
    def why(self) -> str:
        """The text after the better action: a second sentence without its full stop if the reason is known."""
        return self.values + (f". {capitalize(self.reason)}" if self.reason else "")

    @property
    def better(self) -> str:
        """The better action and the reason, in a sentence without a full stop."""
        return f"{self.label}{self.instead_text}{self.why}"

    def in_short(self, name: str) -> str:
        """The loss and the better action; `name` is what the player is called there.

        The values are left out: a small phone has three lines for the caption, and the course shows them.
        """
        return f"{name} {self.loss}. {self.label}{self.instead_text}"


class SheetReview(NamedTuple):
    """The review of a round.

    losses: for each player, the name and the figures in the order of LOSS_HEADINGS.
    side: the side whose result the course shows; empty if every player is valued alone.
    course: after each reviewed event, the expected result of the round; None if it is unknown.
    estimated_course: the estimate where the result is unknown; None if it is known or there is no estimate.
    costly: the plays that cost the most, or seem to have done so, the worst first.
    """

    number: int
    losses: tuple[tuple[str, tuple[str, ...]], ...]
    side: str
    course: tuple[tuple[int, int | None], ...]
    estimated_course: tuple[tuple[int, int | None], ...]
    costly: tuple[CostlyPlay, ...]


def course_title(side: str) -> str:
    """A description of the drawing of the course; `side` is the side whose result it shows."""
    return f"The result of the round for {side} after each play, with best play from there on"


def sheet_reviews(report: Report, reviews: Mapping[int, RoundReview]) -> tuple[SheetReview, ...]:
    """The reviews for the sheet of the match, from the round reviews by number."""
    return tuple(_sheet_review(report, number, review) for number, review in reviews.items())


def figures_of(losses: Losses) -> tuple[str, ...]:
    """A player's losses, in the order of LOSS_HEADINGS; their sum is an estimate if a part of it is one."""
    lost = f"{'about ' if losses.about else ''}{losses.lost + losses.about}"
    return str(losses.plays), str(losses.exact), str(losses.best), lost


def _sheet_review(report: Report, number: int, review: RoundReview) -> SheetReview:
    names, signs = report.table.names, review.signs
    own = [name for name, sign in zip(names, signs, strict=True) if sign == signs[0]] if signs else []
    numbers = [each.event for each in review.plays] if own else []
    found = [*review.costliest(COSTLIEST), *review.doubtful(MOST_DOUBTFUL)]
    costly = sorted(found, key=lambda each: -(each.lost or each.about_lost))
    return SheetReview(
        number=number,
        losses=tuple((names[seat], figures_of(each)) for seat, each in count_losses(review).items()),
        side=join_words(own) if own else "",
        course=tuple(zip(numbers, review.course(), strict=True)),
        estimated_course=tuple(zip(numbers, review.estimated_course(), strict=True)),
        costly=tuple(
            _costly_play(report, number, each, signs[0] * signs[each.seat] if signs else 0) for each in costly
        ),
    )


def _costly_play(report: Report, number: int, each: PlayReview, sign: int) -> CostlyPlay:
    """The play in words; `sign` is -1 where the course shows the result for the other side, 0 where there is none."""
    table, event = report.table, report.rounds[number - 1].events[each.event - 1]
    before = report.rounds[number - 1].states()[each.event - 1]
    estimated, instead, values = not each.lost, each.best, ""
    best = each.best_low if each.exact else None
    if estimated:
        assert each.about is not None
        instead, best = each.about.best, each.about.best_value
        loss = f"lost about {pluralize(each.about_lost, 'point')}"
        values = _values(each, best, each.about.value, "about ")
    elif each.exact:
        loss = f"lost {pluralize(each.lost, 'point')}"
        values = _values(each, each.best_low, each.low)
    else:
        loss = f"lost at least {pluralize(each.lost, 'point')}"
    return CostlyPlay(
        event=each.event,
        trick=len(before.tricks) + (not isinstance(event, Lead)),  # the lead is given when the trick is over
        player=table.names[each.seat],
        done=event,
        instead=instead,
        done_text=_in_a_line(event, table),
        instead_text=_in_a_line(instead, table),
        loss=loss,
        values=values,
        reason=each.reason,
        estimated=estimated,
        better_result=sign * (each.earned + best) if sign and best is not None else None,
    )


def _in_a_line(event: Event, table: Table) -> str:
    action = tell_action(event, table)
    if not isinstance(event, Play):
        return action
    cards = table.deck.cards_text(event.cards)
    return keep_together(action.replace(cards, cards.replace(" ", "\u00a0")) if len(cards) <= _ONE_LINE else action)


def _values(each: PlayReview, best: int, taken: int, about: str = "") -> str:
    """What the side of the player had before is part of the result, as it is in the course of the round."""
    return f" ({about}{with_sign(each.earned + best)} instead of {with_sign(each.earned + taken)})"
