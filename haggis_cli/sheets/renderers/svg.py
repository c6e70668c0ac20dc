"""The score chart as SVG, as a file or inside a page; and the cards as pages draw them.

Colours are attributes, for light paper; the style sheet changes them for dark screens.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.sheets.standing import headline
from haggis_cli.support import charts
from haggis_cli.support.design import COLORS, SUITS
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.html import Markup, fill, join, tag, to_ascii
from haggis_cli.support.players import draw_line, draw_marker, short_side_names
from haggis_cli.support.text import capitalize, in_print


@cache
def read_asset(name: str) -> str:
    """The text of a file in the folder `assets`: the style sheets and scripts that pages embed."""
    return files("haggis_cli.sheets.renderers").joinpath("assets", name).read_text("utf-8")


def render(sheet: Sheet, _style: Style) -> str:
    """The chart as a separate file, with the standing, the title and date of the match, and the style sheet."""
    title, about = caption(sheet)
    chart = ScoreChart(sheet, charts.WIDE)
    drawn = charts.draw_chart(
        chart,
        f"{title}: {_what_is_drawn(sheet)}, {about}",
        chart.description(),
        styles=charts.chart_styles(),
        heading=charts.draw_heading(charts.WIDE, title, about),
    )
    return to_ascii(drawn) + "\n"


def caption(sheet: Sheet) -> tuple[str, str]:
    """What a page or drawing is of: the standing, and in which match."""
    about = filter(None, [sheet.variant, sheet.dated_title, sheet.event])
    return in_print(headline(sheet)), " \u00b7 ".join(map(escape_text, about))


def render_chart(sheet: Sheet, canvas: charts.Canvas = charts.WIDE) -> Markup:
    """The chart as an element."""
    chart = ScoreChart(sheet, canvas)
    return charts.draw_chart(chart, capitalize(_what_is_drawn(sheet)), chart.description())


def render_charts(sheet: Sheet, *canvases: charts.Canvas) -> Markup:
    """The chart in two widths; the style sheet shows the one that is readable."""
    drawn = [render_chart(sheet, canvas) for canvas in canvases]
    return tag("div", drawn, class_="charts")


def _what_is_drawn(sheet: Sheet) -> str:
    return "rounds won, round by round" if sheet.goal.round_wins else "game totals by round"


# The deciding figures by round as a drawing: a line for each side, with its last total and its name at the end.

_MANY_ROUNDS = 16
"""From this number of rounds on, the markers on a wide drawing are smaller, so that they do not touch, on a narrow one
from fewer rounds on. From twice as many on, a narrow drawing has no room for them and marks only the last round."""

_BEFORE_GOAL = 10
"""So much of the goal's line is before its label."""


class ScoreChart(charts.ChartFrame):
    """The layout of the drawing of the game totals, or of the rounds won if they decide."""

    def __init__(self, sheet: Sheet, canvas: charts.Canvas) -> None:
        self.sheet, self.looks = sheet, [looks[0] for looks in sheet.side_looks()]
        self.lines = [sheet.course(side) for side in range(len(sheet.sides))]
        totals = [total for line in self.lines for _, total in line]
        bounds = min(0, *totals, 0), max(sheet.goal.figure or 0, *totals, 1)
        values = [self._value(side) for side in range(len(self.lines))]
        self.names = [side.name for side in sheet.sides]
        self.short_names = short_side_names(sheet.sides)
        super().__init__(canvas, bounds, self.names, self.short_names, values)
        self.played = max((line[-1][0] for line in self.lines if line), default=0)
        self.rounds = max(self.played, sheet.goal.rounds or 0, 1)
        if self.played == self.rounds and not canvas.stacked:
            self.labels.bottom = canvas.height - 1  # only the last round's number stands near them
        if all(line and line[-1][0] == self.played for line in self.lines):
            self.labels.stand_at([self.y(line[-1][1]) for line in self.lines])
        self.right = self._right_edge()

    def _value(self, side: int) -> str:
        if self.lines[side] or self.sheet.totals is not None:
            return str(self.lines[side][-1][1] if self.lines[side] else 0)
        return "?"

    def _right_edge(self) -> float:
        """The position of the last round: labels fit after the ends of the lines, over coming rounds or beside them."""
        inside = self.canvas.width - self.canvas.edge - self.labels.width
        if not self.played:
            return self.canvas.width - 2 * charts.EDGE
        whole = self.left + (inside - self.left) * self.rounds / self.played
        return min(whole, self.canvas.width - 2 * charts.EDGE)

    def x(self, number: int) -> float:
        """The horizontal position of a round."""
        return round(self.left + (self.right - self.left) * number / self.rounds, 1)

    def description(self) -> str:
        """A description of the chart in words."""
        texts = [
            f"{escape_text(side.name)}: {', '.join(in_print(str(total)) for _, total in line) or 'nothing yet'}."
            for side, line in zip(self.sheet.sides, self.lines, strict=True)
        ]
        return " ".join([f"Goal: {self.sheet.goal}.", *texts])

    def parts(self) -> Iterator[Markup]:
        """All elements of the drawing, from back to front."""
        yield from self._grid()
        line, words = self._goal()
        yield line
        for side in range(len(self.lines)):
            yield from self._line(side)
        yield words
        yield from self._ends()
        if not self.played:
            empty = "No round has been scored yet" if self.sheet.totals is not None else "The totals are not known"
            yield charts.draw_text(
                empty,
                (self.left + self.right) / 2,
                (charts.TOP + self.canvas.bottom) / 2,
                text_anchor="middle",
                class_="empty",
            )

    def _grid(self) -> Iterator[Markup]:
        last = self.x(self.played or self.rounds)
        yield from self.draw_values(last, self._goal_label())  # labels stand beyond, where only the axis goes on
        yield tag(
            "path", d=f"M{last} {self.canvas.bottom}H{self.right:.1f}", stroke=COLORS["line"].light, class_="grid"
        )
        for number in self._numbers():
            yield charts.draw_text(
                str(number), self.x(number), self.canvas.bottom + self.canvas.size + 4, text_anchor="middle"
            )
        if not self._hides_goal:
            yield charts.draw_text("round", (self.left + self.right) / 2, self.canvas.height - 8, text_anchor="middle")

    def _numbers(self) -> list[int]:
        """The rounds told below the axis: in equal steps, and the last one, before which one may have to make room."""
        least = charts.tick_step(self.rounds, self.canvas.most_ticks)
        step = next((each for each in range(least, 2 * least) if self.rounds % each == 0), least)
        told = [*range(0, self.rounds, step), self.rounds]
        between = self.x(self.rounds) - self.x(told[-2])
        if self.rounds % step and between < 2 * charts.text_width(str(self.rounds), self.canvas.size) + 8:
            del told[-2]
        return told

    @property
    def _hides_goal(self) -> bool:
        """Whether labels stand where the line at the last round would be: the goal is then told below the axis."""
        last = self.x(self.played)
        return bool(self.sheet.goal.rounds) and last < self.x(self.sheet.goal.rounds or 0) < last + self.labels.width

    def _goal_label(self) -> charts.Label:
        """The room of the goal's label, within its line near the beginning."""
        wanted = self.sheet.goal.figure
        if not wanted:
            return charts.NO_LABEL
        size, at, left = self.canvas.size, self.y(wanted), self.left + _BEFORE_GOAL
        return charts.Label(left, at - size * 0.7, left + self._width(self._goal_words()) + 8, at + size * 0.7)

    def _width(self, words: str) -> float:
        return charts.text_width(words, self.canvas.size * self.canvas.breadth)

    def _goal_words(self) -> str:
        """The goal in words, without the unit where they would take half of the room of the lines."""
        goal = self.sheet.goal
        words, room = f"goal: {goal}", self.x(self.played or self.rounds) - self.left
        return f"goal: {goal.figure}" if goal.figure and self._width(words) > 0.45 * room else words

    def _goal(self) -> tuple[Markup, Markup]:
        """The line at the goal, and its label."""
        goal = self.sheet.goal
        if goal.figure:
            at, label = self.y(goal.figure), self._goal_label()
            path = label.interrupt(self.left, at, self.x(self.played or self.rounds))  # labels stand beyond
            middle = (label.left + label.right) / 2  # as much room at both sides, however wide the letters are
            words = charts.draw_text(self._goal_words(), middle, at + self.canvas.size * 0.3, text_anchor="middle")
        elif goal.rounds:
            x = self.x(goal.rounds)
            if self._hides_goal:
                return Markup(), charts.draw_text(f"goal: {goal}", x + 4, self.canvas.height - 8, text_anchor="end")
            path = f"M{x} {charts.TOP - 6}V{self.canvas.bottom}"
            words = charts.draw_text(f"goal: {goal}", x + 4, charts.TOP - 13, text_anchor="end")
        else:
            return Markup(), Markup()
        line = tag("path", d=path, stroke=COLORS["soft"].light, stroke_dasharray="1 3", stroke_width=1.5, class_="goal")
        return line, words

    def _course(self, side: int) -> list[tuple[float, float]]:
        """The points of a side's line, from the start on."""
        return [(self.x(number), self.y(total)) for number, total in [(0, 0), *self.lines[side]]]

    def _line(self, side: int) -> Iterator[Markup]:
        points = self.lines[side]
        if not points:
            return
        look = self.looks[side]
        yield draw_line(look, "M" + "L".join(f"{x} {y}" for x, y in self._course(side)))
        room = _MANY_ROUNDS * self.canvas.width / charts.WIDE.width
        if self.rounds > 2 * room and self.canvas is not charts.WIDE:
            points = points[-1:]
        name = self.short_names[side]
        for number, total in points:
            label = tag("title", f"{name}, round {number}: {in_print(str(total))}")
            pointed_at = [label] if self.canvas is charts.WIDE else []  # a finger does not hover
            scale = 0.65 if self.rounds > room and number != self.played else 1
            yield draw_marker(look, self.x(number), self.y(total), *pointed_at, scale=scale)

    def _ends(self) -> Iterator[Markup]:
        """Each side's total and name at the end of its line; before the first round all are at the start."""
        ends = []
        for side, line in enumerate(self.lines):
            number, total = line[-1] if line else (0, 0)
            ends.append(
                charts.LineEnd(self.looks[side], self.x(number), self.y(total), self.values[side], self.names[side])
            )
        yield from self.labels.draw(ends, self.x(self.played))


# Cards as drawings, the same on every page, on the player aid and in the replay.
#
# A page composes its cards from a symbol for each rank and each suit. A suit has a sign as well as a colour, so a page
# in grey is just as clear.


def card_symbols(letters: Iterable[str]) -> Markup:
    """The symbols for the cards of a deck with these suits, to be referred to by `#rank-10`, `#suit-r`, `#court`."""
    drawn = dict(re.findall(r'(?m)^(<symbol id="([^"]+)".*)$', read_asset("cards.svg")))
    named = {name: Markup(symbol) for symbol, name in drawn.items()}
    ring = named.pop("suit-$letter")
    symbols = [symbol for name, symbol in named.items() if name.startswith("rank-")]
    symbols += [named.get(f"suit-{letter}") or fill(ring, letter=letter, sign=letter.upper()) for letter in letters]
    return tag("svg", symbols, named["court"], class_="symbols", width=0, height=0, aria_hidden="true")


def suit_sign(letter: str) -> Markup:
    """The sign of a suit as a small drawing; the page must have its symbol."""
    drawing = tag("use", href=f"#suit-{letter}")
    return tag("svg", drawing, class_=f"sign {letter}", viewBox="0 0 20 20", aria_hidden="true")


@lru_cache(maxsize=256)
def draw_face(card: str, **place: str | float) -> Markup:
    """A card such as `10r` or `J`: rank and sign in its corner, and a large sign; a court card is gold, its rank large.

    place: attributes of SVG, such as `x` and `width`, in a drawing; a page sets the size of `.face`.
    """
    rank, suit = split_card(card)
    stock, ink = COLORS["face" if suit else "court"].light, COLORS[SUITS.get(suit, "print")].light
    edge = COLORS["face-edge"].light
    sign = f"#suit-{suit}" if suit else "#court"
    number, corner = f"#rank-{rank}", (1.75 if rank == "10" else 0.5, 2, 19)
    drawn = [(number, *corner), (sign, 3, 23, 14), (sign, 18, 33, 19)]
    if not suit:  # letters are broader than figures, and a J goes below the line
        drawn = [(number, 2, 3, 17), (sign, 4, 23, 12), (number, 16, 31, 20)]
    return tag(
        "svg",
        tag("rect", x=0.5, y=0.5, width=39, height=55, rx=4, fill=stock, stroke=edge),
        *(tag("use", href=symbol, x=x, y=y, width=size, height=size) for symbol, x, y, size in drawn),
        viewBox="0 0 40 56",
        class_=f"face {suit or 'court'}",
        color=ink,
        aria_hidden="true",
        **place,
    )


@lru_cache(maxsize=256)
def draw_corner(card: str) -> Markup:
    """The visible part of a card below others: rank and sign side by side, to choose it by."""
    rank, suit = split_card(card)
    x, y, size, left = (28.5, 4, 13, 0) if rank == "10" else (27, 3, 15, 1.5)
    uses = [_draw_rank(rank)]
    uses.append(tag("use", href=f"#suit-{suit}" if suit else "#court", x=x, y=y, width=size, height=size))
    return tag("svg", uses, viewBox=f"{left} 0 42 20", class_="corner", aria_hidden="true")


def draw_fan(cards: Sequence[str]) -> Markup:
    """Cards in a row, each partly over the one before; screen readers and copied text get their notation."""
    return tag("span", tag("span", " ".join(cards), class_="unseen"), map(draw_face, cards), class_="fan")


def draw_fans(groups: Sequence[Sequence[str]]) -> Markup:
    """Groups of cards in rows, with the symbols for them, which a page must not have yet."""
    suits = {split_card(card)[1] for cards in groups for card in cards} - {""}
    return join(card_symbols(sorted(suits)), *(join(" ", draw_fan(cards)) for cards in groups))


@lru_cache(maxsize=1024)
def draw_in_words(text: str) -> Markup:
    """A sentence with its cards in colour, each with the sign of its suit; screen readers get their notation.

    A line may break beside a drawing, also at a no-break space, which would begin the next line, but not before a mark
    that ends a clause. A court card alone is a word.
    """
    parts: list[Markup | str] = []
    told = 0
    for found in _CARDS.finditer(text):
        cards, mark = found[1].replace("\u00a0", " ").split(" "), found[2]
        if len(cards) > 1 or split_card(cards[0])[1]:
            parts += [_BESIDE.sub(" ", text[told : found.start()]), _draw_in_words(cards, mark)]
            told = found.end()
    return join(*parts, _BESIDE.sub(" ", text[told:]))


_CARD = r"(?:(?:10|[2-9])[rgbyop]|[JQK])"
_CARDS = re.compile(rf"(?<![\w\u2011-])({_CARD}(?:[ \u00a0]{_CARD})*)(?![\w\u2011-])([;,.:]?)")
"""Cards in a sentence, and the mark behind them."""
_BESIDE = re.compile("^\u00a0|\u00a0$")
"""A no-break space beside a drawing."""
_IN_A_LINE = 6
"""So many cards are never parted by the end of a line."""


def _draw_in_words(cards: Sequence[str], mark: str) -> Markup:
    kind = "run whole" if len(cards) <= _IN_A_LINE else "run"
    return tag("span", *(_draw_card(card, " " * (place > 0)) for place, card in enumerate(cards)), mark, class_=kind)


def _draw_card(card: str, before: str) -> Markup:
    rank, suit = split_card(card)
    if not suit:
        return join(before, tag("b", card))
    left, sign, breadth = (0, 24, 38) if rank == "10" else (4, 17, 27)
    drawn = [_draw_rank(rank), tag("use", href=f"#suit-{suit}", x=sign, y=3, width=14, height=14)]
    seen = tag("svg", drawn, viewBox=f"{left} 0 {breadth} 20", aria_hidden="true")
    return join(before, tag("span", tag("span", card, class_="unseen"), seen, class_=f"suited {suit}"))


def _draw_rank(rank: str) -> Markup:
    """The rank with its sign beside it; a 10 is as broad as there is room for, other than on a card in a fan."""
    broad = "scale(1.2 1)" if rank == "10" else None
    return tag("use", href=f"#rank-{rank}", width=20, height=20, transform=broad)


def split_card(card: str) -> tuple[str, str]:
    """The rank of a card and the letter of its suit, which is empty for a court card."""
    return (card, "") if card in ("J", "Q", "K") else (card[:-1], card[-1])
