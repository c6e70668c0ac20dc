"""The replay on a page: the table with its players, cards and controls, and the story of the rounds beside it.

The table is hidden until the script is there to serve it; without one the story is read round by round.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import cos, pi, sin
from typing import NamedTuple

from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.sheets.columns import sheet_columns
from haggis_cli.sheets.renderers.replay_data import replay_json
from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.sheets.replay import Action, Frame, Replay
from haggis_cli.sheets.sheet import Sheet, SheetRound, note_lines, short_names, short_side_names, story_names
from haggis_cli.support.html import Markup, join, tag, without_implied_ends
from haggis_cli.support.text import SIGNS, draw_card, join_words


def render_replay(sheet: Sheet, number: int | None = None) -> Markup:
    """The replay of all rounds; `number`: the round that is shown first, None for the first that was recorded."""
    first = next(each.number for each in sheet.replays if number in (each.number, None) and (number or each.recorded))
    rounds = (render_round(sheet, each, unfolded=each.number == number) for each in sheet.replays)
    story = tag(
        "section",
        tag("h2", "Rounds, trick by trick", id="rounds-title"),
        _suit_line(sheet),
        _name_line(sheet),
        rounds,
        class_="rounds",
        id="replay-told",
        aria_labelledby="rounds-title",
    )
    data = tag("script", Markup(replay_json(sheet)), type="application/json", id="replay-data")
    return tag("div", card_symbols(_letters(sheet)), _stage(sheet, first), story, data, id="replay")


def replay_styles(*, reviewed: bool = False) -> str:
    """The styles that `render_replay` needs beside those of all pages; `reviewed`: whether the sheet has reviews."""
    styles = read_asset("replay.css") + (read_asset("replay_review.css") if reviewed else "")
    return re.sub(r" ?([{};]) ?", r"\1", _pack(styles))


def replay_script(*, reviewed: bool = False) -> str:
    """The script that serves what `render_replay` gives; its parts know each other and nobody else.

    reviewed: whether the sheet has reviews.
    """
    names = ("replay_moments.js", "replay_table.js", *(["replay_review.js"] if reviewed else []), "replay_steps.js")
    parts = "".join(map(read_asset, names))
    return _pack(f'"use strict";\n(() => {{\n{parts}}})();')


def _pack(text: str) -> str:
    """The same styles or script without indentation and comments of whole lines: pages go through the mail."""
    lines = map(str.strip, text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not (line.startswith("/*") and line.endswith("*/")))


# The table and the controls.


class _Button(NamedTuple):
    """A step: its name for the script, what it says, its keys, and what is drawn on it."""

    step: str
    label: str
    keys: str
    drawing: str


_STEPS = (
    _Button("first", "First", "Home", "M5 4v16M19 5v14L8 12z"),
    _Button("trick-back", "Trick back", "ArrowUp PageUp", "M12 5v14L3 12zM21 5v14l-9-7z"),
    _Button("back", "Back", "ArrowLeft", "M16 5v14L6 12z"),
    _Button("play", "Play", "Space", "M7 4v16l13-8z"),
    _Button("on", "Forward", "ArrowRight", "M8 5v14l10-7z"),
    _Button("trick-on", "Trick forward", "ArrowDown PageDown", "M12 5v14l9-7zM3 5v14l9-7z"),
    _Button("last", "Last", "End", "M19 4v16M5 5v14l11-7z"),
)
_TEAM_MARKS = "\u25cf\u25a0\u25b2\u25c6"
_PAUSE = "M8 5v14M16 5v14"
_PILE = "M4 7h11v14H4zM8 7V3h12v14h-5"
_SPEEDS = (("2400", "½×"), ("1300", "1×"), ("600", "2×"))
_HINT = (
    "Keys: left and right for a play; up and down or Page Up and Page Down for a trick, Home and End, space to play "
    "and pause, once something in here has the focus. The address of the page leads to the very moment that is shown."
)


def _stage(sheet: Sheet, number: int) -> Markup:
    """The table and the controls."""
    return tag(
        "section",
        tag("h2", "Replay", id="replay-title"),
        _head(sheet, number),
        _table(sheet),
        _controls(reviewed=bool(sheet.reviews)),
        tag("p", _HINT, class_="hint"),
        id="replay-stage",
        aria_labelledby="replay-title",
        hidden=True,
    )


def _head(sheet: Sheet, number: int) -> Markup:
    """Which round it is, and how the match stood."""
    rounds = (
        tag("option", each.heading, value=at, selected=each.number == number) for at, each in enumerate(sheet.replays)
    )
    sides = (
        tag("li", _side_mark(sheet, number), tag("bdi", side.name), tag("b"), tag("span"))
        for number, side in enumerate(sheet.sides)
    )
    return tag(
        "div",
        _step_button(_Button("round-back", "Round back", "", "M15 5L8 12l7 7")),
        tag("select", rounds, id="replay-round", aria_label="Round"),
        _step_button(_Button("round-on", "Round forward", "", "M9 5l7 7l-7 7")),
        tag("ul", sides, id="replay-score", aria_label="Game totals"),
        class_="over",
    )


def _table(sheet: Sheet) -> Markup:
    """The players round the table, clockwise from below on the left, and the trick between them."""
    players = len(sheet.players)
    above, below = range(1, players // 2 + players % 2 + 1), range(players - 1, players // 2 + players % 2, -1)
    centre = tag(
        "div",
        tag("p", tag("b", id="replay-trick"), tag("span", id="replay-worth"), class_="line"),
        tag("div", id="replay-laid"),
        tag("p", id="replay-best", class_="line"),
        tag("div", id="replay-result"),
        tag("div", id="replay-pile", role="region", aria_label="Captured cards", hidden=True),
        class_="centre",
    )
    return tag(
        "div",
        tag("div", (_seat(sheet, seat) for seat in above if seat < players), class_="seats"),
        centre,
        tag("div", (_seat(sheet, seat) for seat in (0, *below)), class_="seats"),
        class_="felt",
    )


def _seat(sheet: Sheet, seat: int) -> Markup:
    """A player: the plate with name, number of cards, bet, what the player does, captured pile; the hand."""
    name = sheet.players[seat]
    pile = tag(
        "button",
        _icon(_PILE),
        tag("span", class_="long"),
        tag("span", class_="short"),
        type="button",
        class_="pile",
        aria_expanded="false",
        aria_controls="replay-pile",
    )
    plate = (
        tag("span", class_="count"),
        tag("span", _side_mark(sheet, sheet.side_of(seat)), tag("bdi", name), class_="name", title=name),
        tag("span", class_="bet"),
        tag("span", class_="state"),
        pile,
    )
    hand = tag("div", class_="fan", role="img", aria_label=f"Hand of {name}")
    return tag("div", tag("div", plate, class_="plate"), hand, class_="seat", data_seat=seat)


def _side_mark(sheet: Sheet, side: int) -> Markup:
    """What tells the players of a team, and its totals, from those of the others."""
    mark = _TEAM_MARKS[side % len(_TEAM_MARKS)]
    return tag("span", mark, " ", class_="team", aria_hidden="true") if sheet.teams else Markup()


def _controls(*, reviewed: bool) -> Markup:
    """What was done last, the slider, above which marks of moments have their place, and the buttons."""
    speeds = (tag("option", label, value=pause, selected=label == "1×") for pause, label in _SPEEDS)
    return tag(
        "div",
        tag("p", id="replay-said", aria_live="polite", aria_atomic="true"),
        tag(
            "div",
            _review_strip() if reviewed else "",
            tag("div", id="replay-marks", aria_hidden="true"),
            tag("input", type="range", min=0, value=0, id="replay-at", aria_label="Event of the round"),
            tag("span", id="replay-where"),
            class_="track reviewed" if reviewed else "track",
        ),
        tag(
            "div",
            tag("div", (_step_button(each) for each in _STEPS), class_="steps", role="group", aria_label="Steps"),
            tag("label", tag("span", "Speed", class_="unseen"), tag("select", speeds, id="replay-speed")),
            class_="row",
        ),
        class_="controls",
    )


def _review_strip() -> Markup:
    """The course of the round over the slider, with buttons at the costly plays, and its value at the moment."""
    drawing = tag("svg", preserveAspectRatio="none", role="img", aria_label="Course of the round")
    marks = tag("div", id="replay-lost", role="group", aria_label="Costly plays")
    return join(tag("div", drawing, marks, id="replay-course"), tag("p", tag("bdi"), tag("b"), id="replay-value"))


def _step_button(button: _Button) -> Markup:
    drawings: Sequence[Markup] = [_icon(button.drawing)]
    if button.step == "play":
        drawings = [_icon(button.drawing, "go"), _icon(_PAUSE, "stop")]
    return tag(
        "button",
        drawings,
        type="button",
        data_step=button.step,
        aria_label=button.label,
        title=button.label,
        aria_keyshortcuts=button.keys or None,
    )


def _icon(path: str, name: str | None = None) -> Markup:
    return tag("svg", tag("path", d=path), viewBox="0 0 24 24", class_=name, aria_hidden="true")


def _letters(sheet: Sheet) -> list[str]:
    """The letters of the suits: those that are explained, and any others that cards of the replays have."""
    cards = {
        card
        for replay in sheet.replays
        for frame in replay.frames
        for group in (*(frame.hands or ()), *(laid.cards for laid in frame.laid), *frame.piles)
        for card in group
    }
    return sorted({*_named_suits(sheet).values(), *(card[-1] for card in cards if card[-1].islower())})


def _named_suits(sheet: Sheet) -> dict[str, str]:
    """The letters of the suits that have names, by what the sheet says of them."""
    letters = {draw_card(letter): letter for letter in SUIT_NAMES}
    return {said: letters[said.partition(" ")[0]] for said in sheet.suits}


def _suit_line(sheet: Sheet) -> Markup:
    """What the signs and letters on the cards mean, as far as they have names."""
    parts = [
        join(", " if at else "", "" if letter in SIGNS else suit_sign(letter), said)
        for at, (said, letter) in enumerate(_named_suits(sheet).items())
    ]
    return tag("p", "Suits: ", parts, ".", class_="hint") if parts else Markup()


def _name_line(sheet: Sheet) -> Markup:
    """Who is meant by the short names of players and teams."""
    players = zip(short_names(sheet.players), sheet.players, strict=True)
    teams = zip(short_side_names(sheet.sides), [side.name for side in sheet.sides], strict=True)
    pairs = [(short, name) for short, name in dict.fromkeys([*players, *teams]) if short != name]
    parts = [
        join("; " if at else "", tag("bdi", short), " is ", tag("bdi", name)) for at, (short, name) in enumerate(pairs)
    ]
    return tag("p", "Names: ", parts, ".", class_="hint") if parts else Markup()


# The rounds to be read: trick by trick, what was left over, and the result with its figures.


def render_round(sheet: Sheet, replay: Replay, *, unfolded: bool = False) -> Markup:
    """A round to unfold: its tricks, its result, and what is wrong with it; `unfolded`: it is so already."""
    frames = [frame for frame in replay.frames if frame.action]
    parts = [_render_trick(sheet, number, list(group)) for number, group in groupby(frames, lambda frame: frame.trick)]
    scored = sheet.rounds[replay.number - 1]
    if scored.sides:
        parts.append(_render_result(sheet, replay, scored))
    troubles = [tag("li", text) for text in replay.problems]
    told = tag(
        "details",
        tag("summary", tag("h3", replay.heading), _gains(sheet, scored)),
        (tag("p", line, dir="auto", class_="said") for line in note_lines(scored.notes) if line),
        tag("ul", troubles, class_="troubles") if troubles else "",
        "" if replay.recorded else tag("p", "Typed in from the table: nobody noted the plays."),
        tag("ol", parts, class_="tricks") if parts else tag("p", "Nothing is played yet.") if replay.recorded else "",
        open=unfolded,
        id=f"r{replay.number}",
    )
    return without_implied_ends(told)


def _gains(sheet: Sheet, scored: SheetRound) -> Markup:
    """What each side has scored in the round, in a few words beside its number."""
    gains = [
        join(" · " if at else "", tag("bdi", name), f" {figures.total}")
        for at, (name, figures) in enumerate(zip(short_side_names(sheet.sides), scored.sides, strict=False))
    ]
    return tag("span", gains, class_="gains") if gains else Markup()


def _render_trick(sheet: Sheet, number: int, frames: Sequence[Frame]) -> Markup:
    title = f"Trick {number}" if number else "Before the first trick"
    lines = (tag("li", _render_line(sheet, line)) for line in _story_lines(frames))
    return tag("li", tag("h4", title), tag("ul", lines))


def _story_lines(frames: Sequence[Frame]) -> Iterator[list[Frame]]:
    """What stands on a line each: an action, or passes in succession; the script of the replay counts them alike."""
    for is_pass, alike in groupby(frames, lambda frame: frame.action is not None and frame.action.is_pass):
        line = list(alike)
        yield from [line] if is_pass else ([frame] for frame in line)


def _render_line(sheet: Sheet, frames: Sequence[Frame]) -> Markup:
    actions = [frame.action for frame in frames if frame.action]
    last = actions[-1]
    parts: list[Markup | str] = [last.words]
    if len(actions) > 1:
        parts = [_render_passes(sheet, actions, is_end=frames[-1].taker is not None)]
    elif last.cards:
        parts = [story_names(sheet.players)[last.seat], " ", render_cards(last.cards)]
        parts += [" ", last.words] if len(last.cards) > 1 else []  # one card says what it is
    return join(*parts, (tag("i", f" {text}") for text in last.then))


def _render_passes(sheet: Sheet, actions: Sequence[Action], *, is_end: bool) -> str:
    """Passes in succession; a trick ends with those of everybody else."""
    names = story_names(sheet.players)
    return "All pass" if is_end else f"{join_words([names[each.seat] for each in actions])} pass"


def render_cards(cards: Sequence[str]) -> Markup:
    """Cards as text, each in the colour of its suit, neighbours of one suit together."""
    return join(*_with_spaces(cards))


def _with_spaces(cards: Sequence[str]) -> Iterator[Markup | str]:
    for at, (suit, alike) in enumerate(groupby(cards, lambda card: card[-1] if card[-1].islower() else "")):
        kind = f" class={suit}" if suit else ""
        yield " " if at else ""
        yield Markup(f"<b{kind}>{' '.join(map(draw_card, alike))}</b>")  # there are thousands of them


def _render_result(sheet: Sheet, replay: Replay, scored: SheetRound) -> Markup:
    left = [
        tag("li", *((tag("bdi", each.owner), ": ") if each.owner else ()), render_cards(each.cards), " ", each.text)
        for each in replay.leftovers
    ]
    return tag(
        "li",
        tag("h4", "Result"),
        _result_table(sheet, replay, scored),
        tag("p", "Left over:") if left else "",
        tag("ul", left) if left else "",
        class_="end",
    )


def _result_table(sheet: Sheet, replay: Replay, scored: SheetRound) -> Markup:
    """The figures of a round as on the sheet: a column for each player, a row for each figure."""
    order = [seat for side in sheet.sides for seat in side.seats]
    heads = (tag("th", tag("bdi", short_names(sheet.players)[seat]), scope="col") for seat in order)
    owners = [(False, seat, 1) for seat in order]
    owners += [(True, side, len(each.seats)) for side, each in enumerate(sheet.sides)]
    rows = []
    for column in (*sheet_columns(sheet, of_side=False), *sheet_columns(sheet, of_side=True)):
        cells = (
            tag("td", column.text(sheet, scored.number - 1, owner), colspan=span if span > 1 else None)
            for of_side, owner, span in owners
            if of_side == column.of_side
        )
        rows.append(tag("tr", tag("th", column.label, scope="row"), cells))
    return tag(
        "table",
        tag("caption", f"Result of round {replay.number}"),
        tag("thead", tag("tr", tag("td"), heads)),
        tag("tbody", rows),
        class_="result",
    )


# Cards as drawings: a symbol for each rank and each suit, out of which a page puts its cards together.
#
# A suit is known by its sign as by its colour, so a page in grey is as clear. Whoever uses a symbol gives it its
# colour: they are drawn in `currentColor`.

_RANKS = (*map(str, range(2, 11)), *"JQK")


def _star(points: int, inner: float, outer: float = 9.6, turn: float = 0.0) -> str:
    """The outline of a star around 10,10."""
    corners = []
    for at in range(points * 2):
        reach, angle = (outer if at % 2 == 0 else inner), pi * at / points - pi / 2 + turn
        corners.append(f"{10 + reach * cos(angle):.1f} {10 + reach * sin(angle):.1f}")
    return f"M{'L'.join(corners)}z"


_SIGNS = {
    "r": "M10 1a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
    "g": "M10 1.5L19.5 18H.5z",
    "b": "M2 2h16v16H2z",
    "y": _star(4, 3.3, 10),
    "p": "M7 1h6v6h6v6h-6v6H7v-6H1V7h6z",
    "o": "M.5 2h19L10 18.5z",
    "w": "M10 1a9 9 0 1 0 0 18a9 9 0 1 0 0-18zm0 5a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
    "v": "M14 1.2A9 9 0 1 0 14 18.8A9.5 9.5 0 0 1 14 1.2z",
    "h": "M10 18.5C4 13.5 1 10.4 1 6.6C1 3.8 3 2 5.4 2C7.3 2 9 3 10 5C11 3 12.7 2 14.6 2C17 2 19 3.8 19 6.6"
    "C19 10.4 16 13.5 10 18.5z",
    "d": "M10 .5L17.5 10L10 19.5L2.5 10z",
    "c": "M10 1.2a4.3 4.3 0 0 1 3.6 6.7a4.3 4.3 0 1 1-2.5 7.3c.2 1.7.8 2.9 2 3.8H6.9c1.2-.9 1.8-2.1 2-3.8"
    "a4.3 4.3 0 1 1-2.5-7.3A4.3 4.3 0 0 1 10 1.2z",
    "s": "M10 .8C15 5.5 18.5 8.3 18.5 11.8A4.1 4.1 0 0 1 11.2 14.5C11.4 16.5 12 18 13.2 19H6.8"
    "C8 18 8.6 16.5 8.8 14.5A4.1 4.1 0 0 1 1.5 11.8C1.5 8.3 5 5.5 10 .8z",
    "x": _star(5, 3.9),
}
"""The signs of the suits that have names, in a square of 20: a disc, a triangle, a square and so on."""
_CROWN = "M2 17L.5 5L6 9.5L10 2L14 9.5L19.5 5L18 17z"


def card_symbols(letters: Iterable[str]) -> Markup:
    """What the cards of a deck with these suits are made of, to be referred to by `#rank-10`, `#suit-r`, `#court`."""
    symbols = [*map(_rank_symbol, _RANKS), *map(_suit_symbol, letters), _symbol("court", tag("path", d=_CROWN))]
    return tag("svg", symbols, class_="symbols", width=0, height=0, aria_hidden="true")


def suit_sign(letter: str) -> Markup:
    """The sign of a suit as a small drawing; the page must have its symbol."""
    drawing = tag("use", href=f"#suit-{letter}")
    return tag("svg", drawing, class_=f"sign {letter}", viewBox="0 0 20 20", aria_hidden="true")


def _rank_symbol(rank: str) -> Markup:
    """A rank; the figures of a 10 are pressed together."""
    text = tag(
        "text",
        rank,
        x=10,
        y=17,
        text_anchor="middle",
        font_size=20,
        font_weight=700,
        textLength=18 if len(rank) > 1 else None,
        lengthAdjust="spacingAndGlyphs" if len(rank) > 1 else None,
    )
    return _symbol(f"rank-{rank}", text)


def _suit_symbol(letter: str) -> Markup:
    """The sign of a suit; of one without a name, its letter in a ring."""
    if letter in _SIGNS:
        return _symbol(f"suit-{letter}", tag("path", d=_SIGNS[letter], fill_rule="evenodd"))
    ring = tag("circle", cx=10, cy=10, r=8.7, fill="none", stroke="currentColor", stroke_width=2)
    text = tag("text", letter.upper(), x=10, y=14.8, text_anchor="middle", font_size=13.5, font_weight=700)
    return _symbol(f"suit-{letter}", join(ring, text))


def _symbol(name: str, drawing: Markup) -> Markup:
    return tag("symbol", drawing, id=name, viewBox="0 0 20 20", fill="currentColor")
