"""The reviews of rounds on a page: a table of the players, a chart of the round's course, and the costliest plays.

A mark in the chart and the line of a costly play link to its moment in the replay; the better play can be unfolded.
"""

from collections.abc import Iterator
from itertools import groupby

from haggis_cli.sheets.review import AGAINST_ALL, OPEN_HANDS, CostlyPlay, SheetReview, course_title
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.html import Markup, join, section, tag
from haggis_cli.support.text import in_print, typeset, with_sign

_WIDTH, _HEIGHT = 420, 130
_LEFT, _RIGHT, _EDGE = 44, 14, 20
"""The margin for the figures on the left, and around the line."""
_LINE = 20
"""The least distance between two figures."""
_HEADINGS = ("Plays", "Value known", "Proved best", "Points lost", "Lost, about")
"""The headings of the losses, which need no key."""
_ESTIMATES = "“About” is an estimate: computer players play the round to its end, which proves nothing."


def render_reviews(sheet: Sheet) -> Markup:
    """The section with the reviews of the rounds."""
    alone = any(not each.side for each in sheet.reviews)
    hint = tag("p", typeset(OPEN_HANDS), f" {_ESTIMATES}", f" {AGAINST_ALL}" if alone else "", class_="hint")
    return section("review", "Review", hint, map(_render_review, sheet.reviews))


def _render_review(review: SheetReview) -> Markup:
    drawn = _render_course(review) if any(value is not None for _, value in review.course) else Markup()
    plays = tag("ul", (_render_play(review, each) for each in review.costly)) if review.costly else Markup()
    return tag("article", tag("h3", f"Round {review.number}"), _render_losses(review), drawn, plays)


def _render_losses(review: SheetReview) -> Markup:
    head = tag("tr", tag("td"), (tag("th", heading, scope="col") for heading in _HEADINGS))
    rows = (
        tag("tr", tag("th", tag("bdi", name), scope="row"), (tag("td", figure) for figure in figures))
        for name, figures in review.losses
    )
    return tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll")


def _render_play(review: SheetReview, play: CostlyPlay) -> Markup:
    link = tag("a", "Show it in the replay", href=_moment(review, play.event))
    better = tag("p", play.label, tag("bdi", in_print(f"{play.instead_text}{play.why}")), ". ", link)
    return tag("li", tag("details", tag("summary", tag("bdi", in_print(play.said))), better))


def _moment(review: SheetReview, event: int) -> str:
    """The address of the moment after an event in the replay."""
    return f"#r{review.number}e{event}"


def _render_course(review: SheetReview) -> Markup:
    """The expected result of the round after each play, as a line with marks at the costly plays."""
    known = [value for _, value in review.course if value is not None]
    low, high = min(0, *known), max(0, *known)
    span, step = max(1, high - low), (_WIDTH - _LEFT - _RIGHT) / max(1, len(review.course) - 1)

    def height(value: int) -> int:
        return round(_HEIGHT - _EDGE - (value - low) * (_HEIGHT - 2 * _EDGE) / span)

    points = {
        event: (round(_LEFT + at * step), height(value))
        for at, (event, value) in enumerate(review.course)
        if value is not None
    }
    zero = tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=height(0), y2=height(0))
    beside = {low: max(height(low), height(0) + _LINE), high: min(height(high), height(0) - _LINE), 0: height(0)}
    figures = (
        tag("text", in_print(with_sign(value)), x=_LEFT - 8, y=y + 4, text_anchor="end") for value, y in beside.items()
    )
    marks = (_render_mark(review, play, *points[play.event]) for play in review.costly if play.event in points)
    title = course_title(review.side) + (", as far as it is known" if len(known) < len(review.course) else "")
    drawing = join(zero, figures, _lines(review, points), marks)
    return tag(
        "figure",
        tag("figcaption", title),
        tag("svg", drawing, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="group", aria_label="Course of the round"),
    )


def _lines(review: SheetReview, points: dict[int, tuple[int, int]]) -> Iterator[Markup]:
    """A line through each run of plays whose value is known."""
    for is_known, stretch in groupby(review.course, key=lambda each: each[1] is not None):
        if is_known:
            places = [points[event] for event, _ in stretch]
            yield tag("polyline", points=" ".join(f"{across},{down}" for across, down in places))


def _render_mark(review: SheetReview, play: CostlyPlay, across: int, down: int) -> Markup:
    return tag(
        "a",
        tag("circle", cx=across, cy=down, r=6),
        href=_moment(review, play.event),
        aria_label=f"{play.player} {play.loss}",
    )
