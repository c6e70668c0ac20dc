"""The recorded rounds on a page: trick by trick to read, and as data with the controls that step through it."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from haggis_cli.sheets.replay import Action, Frame, Replay
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.markup import Markup, join, tag
from haggis_cli.support.suit_signs import draw_card

_STEPS = (
    ("first", "First", "Home"),
    ("trick-back", "Trick back", "ArrowUp PageUp"),
    ("back", "Back", "ArrowLeft"),
    ("on", "Forward", "ArrowRight"),
    ("trick-on", "Trick forward", "ArrowDown PageDown"),
    ("last", "Last", "End"),
)
_COLUMNS = ("Player", "Holds", "Cards", "Captured cards")


def render_tricks(sheet: Sheet, replay: Replay, *, unfolded: bool = False) -> Markup:
    """A round to unfold: its tricks, what was left over, and what is wrong with it; `unfolded`: it is so already."""
    frames = [frame for frame in replay.frames if frame.action]
    parts = [_render_trick(sheet, number, list(group)) for number, group in groupby(frames, lambda frame: frame.trick)]
    if replay.leftovers:
        left = (
            tag("li", tag("bdi", each.owner), " ", _render_cards(each.cards), " ", each.text)
            for each in replay.leftovers
        )
        parts.append(tag("li", tag("h4", "Left over"), tag("ul", left)))
    troubles = [tag("li", text) for text in replay.problems]
    return tag(
        "details",
        tag("summary", tag("h3", replay.heading)),
        tag("ul", troubles, class_="troubles") if troubles else "",
        tag("ol", parts, class_="tricks") if parts else tag("p", "Nothing is played yet."),
        open=unfolded,
    )


def render_panel(sheet: Sheet, number: int | None = None) -> Markup:
    """The controls and the table they show; hidden until the script is there to serve them.

    number: the round that is shown first; None for the first one.
    """
    rounds = (
        tag("option", each.heading, value=at, selected=each.number == number) for at, each in enumerate(sheet.replays)
    )
    steps = (
        tag("button", label, type="button", data_step=step, aria_keyshortcuts=keys) for step, label, keys in _STEPS
    )
    seats = (
        tag("tr", tag("th", tag("bdi", name), scope="row"), tag("td"), tag("td"), tag("td")) for name in sheet.players
    )
    return tag(
        "section",
        tag("h2", "Replay", id="replay-title"),
        tag("p", tag("label", "Round ", tag("select", rounds, id="replay-round"))),
        tag("div", steps, class_="steps", role="group", aria_label="Steps"),
        tag("input", type="range", min=0, value=0, id="replay-at", aria_label="Event of the round"),
        tag("p", id="replay-said", aria_live="polite", aria_atomic="true", class_="unseen"),
        tag(
            "table",
            tag("caption", "The players now"),
            tag("thead", tag("tr", (tag("th", column, scope="col") for column in _COLUMNS))),
            tag("tbody", seats, id="replay-seats"),
        ),
        tag("h3", id="replay-trick"),
        tag("ol", id="replay-deeds"),
        render_suits(sheet),
        tag(
            "p",
            "Keys: left and right for a play; up and down or Page Up and Page Down for a trick, Home and End, once "
            "something in here has the focus.",
            class_="hint",
        ),
        tag("script", Markup(_script_data(sheet)), type="application/json", id="replay-data"),
        id="replay",
        aria_labelledby="replay-title",
        hidden=True,
    )


def render_suits(sheet: Sheet) -> Markup:
    """What the letters on the cards mean, as far as they have names."""
    return tag("p", f"Suits: {', '.join(sheet.suits)}.", class_="hint") if sheet.suits else Markup()


def _render_trick(sheet: Sheet, number: int, frames: Sequence[Frame]) -> Markup:
    title = f"Trick {number}" if number else "Before the first trick"
    return tag("li", tag("h4", title), tag("ul", (tag("li", _render_action(sheet, frame.action)) for frame in frames)))


def _render_action(sheet: Sheet, action: Action | None) -> Markup:
    assert action is not None
    parts: list[Markup | str] = [action.words]
    if action.cards:
        parts = [tag("bdi", sheet.players[action.seat]), " ", _render_cards(action.cards), " ", action.words]
    return join(*parts, (tag("span", f" {text}", class_="then") for text in action.then))


def _render_cards(cards: Sequence[str]) -> Markup:
    return join(*_with_spaces(cards))


def _with_spaces(cards: Sequence[str]) -> Iterator[Markup | str]:
    for at, card in enumerate(cards):
        yield " " if at else ""
        yield tag("span", draw_card(card), class_=f"card {card[-1].lower()}")


def _script_data(sheet: Sheet) -> str:
    """What the script steps through, as JSON in which no sign means anything to the page around it."""
    data = {"names": [escape_text(name) for name in sheet.players], "rounds": list(map(_round_data, sheet.replays))}
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _round_data(replay: Replay) -> dict[str, Any]:
    """A round for the script; of hands and court cards only those that differ from the frame before."""
    pairs = zip(replay.frames, [None, *replay.frames], strict=False)
    return {
        "moments": [_frame_data(frame, previous) for frame, previous in pairs],
        "left": replay.leftovers,
    }


def _frame_data(frame: Frame, previous: Frame | None) -> dict[str, Any]:
    return {
        "trick": frame.trick,
        "deed": frame.action and frame.action._asdict(),
        "held": frame.held,
        "courts": _changed_cards(frame.courts, previous and previous.courts),
        "hands": frame.hands and _changed_cards(frame.hands, previous and previous.hands),
        "captured": frame.captured,
        "turn": frame.turn,
    }


def _changed_cards(cards: Sequence[Sequence[str]], previous: Sequence[Sequence[str]] | None) -> list[str | None]:
    return [None if previous and previous[seat] == mine else " ".join(mine) for seat, mine in enumerate(cards)]
