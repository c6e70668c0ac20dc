"""The reviews of rounds on a page: a table of the players and the costliest plays, whose better play can be unfolded.

A costly play links to its moment in the replay, whose slider goes along the course of the round. Players have the short
names of the replay, because a column of a phone has no room for long ones.
"""

import re
from collections.abc import Mapping

from haggis_cli.sheets.review import AGAINST_ALL, EXPLANATION, LOSS_HEADINGS, CostlyPlay, SheetReview
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.design import SUITS
from haggis_cli.support.html import Markup, join, section, tag
from haggis_cli.support.players import short_names, with_short_names
from haggis_cli.support.text import capitalize, in_print, typeset

_MARKS = "Dots in the graph: the points lost (hollow: an estimate)."


def render_reviews(sheet: Sheet) -> Markup:
    """The section with the reviews of the rounds."""
    alone = any(not each.side for each in sheet.reviews)
    notes = typeset(" ".join([EXPLANATION, *[AGAINST_ALL] * alone]))
    hint = tag("p", notes, tag("span", f" {_MARKS}") if sheet.replays else "", class_="hint")
    names = dict(zip(sheet.players, short_names(sheet.players), strict=True))
    return section("review", "Review", (_render_review(each, names) for each in sheet.reviews), hint)


def _render_review(review: SheetReview, names: Mapping[str, str]) -> Markup:
    plays = tag("ul", (_render_play(review, each, names) for each in review.costly)) if review.costly else Markup()
    return tag("article", tag("h3", f"Round {review.number}"), _render_losses(review, names), plays)


def _render_losses(review: SheetReview, names: Mapping[str, str]) -> Markup:
    head = tag("tr", tag("td"), (tag("th", capitalize(heading), scope="col") for heading in LOSS_HEADINGS))
    rows = (
        tag("tr", tag("th", tag("bdi", names[name]), scope="row"), (tag("td", figure) for figure in figures))
        for name, figures in review.losses
    )
    return tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll")


def _render_play(review: SheetReview, play: CostlyPlay, names: Mapping[str, str]) -> Markup:
    link = tag("a", "Show it in the replay", href=_moment(review, play.event))
    said, instead = (with_short_names(text, names) for text in (play.said, f"{play.instead_text}{play.why}"))
    better = tag("p", play.label, tag("bdi", _in_suits(instead)), ". ", link)
    return tag("li", tag("details", tag("summary", tag("bdi", _in_suits(said))), better))


def _in_suits(said: str) -> Markup:
    """A sentence whose cards have the colours of their suits."""
    cards = re.split(rf"\b((?:[2-9]|10)[{''.join(SUITS)}])\b", in_print(said))
    return join(*(tag("b", part, class_=part[-1]) if at % 2 else part for at, part in enumerate(cards)))


def _moment(review: SheetReview, event: int) -> str:
    """The address of the moment after an event in the replay."""
    return f"#r{review.number}e{event}"
