"""The replay on a page: the table with its players, cards and controls, and the story of the rounds beside it.

The table is hidden until the script is there to serve it; without one the story is read round by round.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.rules.deck import SUIT_NAMES
from haggis_cli.sheets.renderers.card_svg import card_symbols, suit_sign
from haggis_cli.sheets.renderers.html_story import render_round
from haggis_cli.sheets.renderers.replay_data import replay_json
from haggis_cli.sheets.renderers.svg import read_asset
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.sheets.short_names import short_names, short_side_names
from haggis_cli.support.markup import Markup, join, tag
from haggis_cli.support.suit_signs import SIGNS, draw_card


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
