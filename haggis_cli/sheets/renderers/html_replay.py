"""The replay on a page: the table with its players, cards and controls, and the story of the rounds beside it.

The page shows an empty table at once, and its script deals the cards. Without scripts there is no table, and the story
shows the rounds one by one.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from haggis_cli.matches.heading import LONGEST_NAME
from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.sheets.columns import sheet_columns
from haggis_cli.sheets.renderers.svg import card_symbols, draw_face, read_asset, split_card, suit_sign
from haggis_cli.sheets.replay import Action, Frame, Laid, Replay
from haggis_cli.sheets.sheet import Sheet, SheetRound, note_lines
from haggis_cli.sheets.story import story_names
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.html import Markup, fill, join, pack_script, tag, without_implied_ends
from haggis_cli.support.players import draw_badges, short_names, short_side_names, with_short_names
from haggis_cli.support.text import SIGNS, draw_card, in_print, join_words, keep_together

_HEAD_LETTERS = 24
"""How many letters of names the heads of a round's result have room for; more run upwards."""
_PLATE_LETTERS, _SMALL_PLATE_LETTERS = 6, 5
"""How many letters of a word the small plate of a player, and the smallest, have room for in letters of usual size."""


def render_replay(sheet: Sheet, number: int | None = None) -> Markup:
    """The replay of all rounds; `number` is the round that is shown first, None for the first recorded round."""
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
    faces = tag("template", draw_face("2r"), draw_face("J"), id="replay-faces")
    return tag("div", card_symbols(_letters(sheet)), faces, _stage(sheet, first), story, data, id="replay")


def replay_styles(*, reviewed: bool = False) -> str:
    """The styles that `render_replay` needs besides those of all pages, before they are packed.

    reviewed: whether the sheet has reviews.
    """
    return read_asset("replay.css") + (read_asset("replay_review.css") if reviewed else "")


def replay_script(*, reviewed: bool = False) -> str:
    """The script for the HTML of `render_replay`; `reviewed` as in `replay_styles`."""
    names = ("replay_moments.js", "replay_table.js", *(["replay_review.js"] if reviewed else []), "replay_steps.js")
    parts = "".join(map(read_asset, names))
    # The browser shows the table before the script takes its time to deal the cards.
    return pack_script(f'"use strict";\nrequestAnimationFrame(() => setTimeout(() => {{\n{parts}}}));')


# The table and the controls.


def _stage(sheet: Sheet, number: int) -> Markup:
    """The table with its players, clockwise from the bottom left, and the controls; it begins with that round."""
    players = len(sheet.players)
    badges = draw_badges(sheet.players, sheet.sides)
    # A player is a plate with the name, the number of cards, the bet, the action and the captured pile; and the hand.
    seats = [
        fill(read_asset("replay_seat.html"), seat=seat, name=name, short=short, mark=badges[name], kind=_kind_of(short))
        for seat, (name, short) in enumerate(
            zip(sheet.players, short_names(sheet.players, longest_word=LONGEST_NAME), strict=True)
        )
    ]
    last_above = players // 2 + players % 2
    return fill(
        read_asset("replay_stage.html"),
        rounds=(
            tag("option", f"Round {each.number}", value=at, selected=each.number == number)
            for at, each in enumerate(sheet.replays)
        ),
        sides=(
            tag("li", badges[side.name], tag("bdi", short), tag("b", "\u00a0"), tag("span"))
            for side, short in zip(sheet.sides, short_side_names(sheet.sides), strict=True)
        ),
        above=seats[1 : last_above + 1],
        below=[seats[0], *reversed(seats[last_above + 1 :])],
        course=fill(read_asset("replay_course.html")) if sheet.reviews else "",
    )


def _kind_of(name: str) -> str:
    """The classes of a name: one with a long word has small letters where there is little room."""
    longest = max(map(len, name.split()))
    return "name broad" if longest > _PLATE_LETTERS else "name mid" if longest > _SMALL_PLATE_LETTERS else "name"


def _letters(sheet: Sheet) -> list[str]:
    """The letters of the suits: those that are explained, and any others on cards of the replays."""
    cards = {
        card
        for replay in sheet.replays
        for frame in replay.frames
        for group in (*(frame.hands or ()), *(laid.cards for laid in frame.laid), *frame.piles)
        for card in group
    }
    return sorted({*sheet.suits, *(card[-1] for card in cards if card[-1].islower())})


def _suit_line(sheet: Sheet) -> Markup:
    """The meaning of the signs and letters on the cards, as far as they have names."""
    parts = [
        tag(
            "span",
            "" if letter in SIGNS else suit_sign(letter),
            f"{draw_card(letter)} {SUIT_NAMES[letter]}",
            "," if at < len(sheet.suits) else ".",
            class_="bound",
        )
        for at, letter in enumerate(sheet.suits, 1)
    ]
    return tag("p", "Suits:", *(join(" ", part) for part in parts), class_="hint") if parts else Markup()


def _name_line(sheet: Sheet) -> Markup:
    """The full names behind the short names of players and teams that are not words of theirs."""
    players = dict(zip(short_names(sheet.players), sheet.players, strict=True))
    teams = dict(zip(short_side_names(sheet.sides), [side.name for side in sheet.sides], strict=True))
    told = {short: name for short, name in teams.items() if not set(short.split(" & ")) <= set(players)}
    pairs = [(short, name) for short, name in (players | told).items() if not name.startswith(short)]
    parts = [
        join("; " if at else "", tag("bdi", short), " is ", tag("bdi", name)) for at, (short, name) in enumerate(pairs)
    ]
    return tag("p", "Names: ", parts, ".", class_="hint") if parts else Markup()


# The rounds as text: trick by trick, the leftover cards, and the result with its figures.


def render_round(sheet: Sheet, replay: Replay, *, unfolded: bool = False) -> Markup:
    """A round that can be unfolded: its tricks, its result and its problems; `unfolded` shows it open."""
    frames = [frame for frame in replay.frames if frame.action]
    names = story_names(sheet.players)
    parts = [_render_trick(names, number, list(group)) for number, group in groupby(frames, lambda frame: frame.trick)]
    scored = sheet.rounds[replay.number - 1]
    if scored.sides:
        parts.append(_render_result(sheet, replay, scored))
    troubles = [tag("li", text) for text in replay.problems]
    told = tag(
        "details",
        tag("summary", tag("h3", replay.heading), _gains(sheet, scored)),
        (tag("p", line, dir="auto", class_="said") for line in note_lines(scored.notes) if line),
        tag("ul", troubles, class_="troubles") if troubles else "",
        "" if replay.recorded else tag("p", "This round was typed in: its plays are not known."),
        tag("ol", parts, class_="tricks") if parts else tag("p", "No plays yet.") if replay.recorded else "",
        open=unfolded,
        id=f"r{replay.number}",
    )
    return without_implied_ends(told)


def _gains(sheet: Sheet, scored: SheetRound) -> Markup:
    """The points of each side in the round, in a few words beside its number."""
    sides = list(zip(short_side_names(sheet.sides), scored.sides, strict=False))
    gains = [
        tag("span", tag("bdi", name), f"\u00a0{in_print(str(figures.total))}", "," if at < len(sides) else "")
        for at, (name, figures) in enumerate(sides, 1)
    ]
    return tag("span", *(join(" ", each) for each in gains), class_="gains") if gains else Markup()


def _render_trick(names: Sequence[str], number: int, frames: Sequence[Frame]) -> Markup:
    title = f"Trick {number}" if number else "Before the first trick"
    lines = (tag("li", _render_line(names, line)) for line in _story_lines(frames))
    return tag("li", tag("h4", title), tag("ul", lines))


def _story_lines(frames: Sequence[Frame]) -> Iterator[list[Frame]]:
    """The lines of the story, each an action or consecutive passes; the replay's script counts them the same way."""
    for is_pass, alike in groupby(frames, lambda frame: frame.action is not None and frame.action.is_pass):
        line = list(alike)
        yield from [line] if is_pass else ([frame] for frame in line)


def _render_line(names: Sequence[str], frames: Sequence[Frame]) -> Markup:
    actions = [frame.action for frame in frames if frame.action]
    last = actions[-1]
    parts: list[Markup | str] = [last.words]
    if len(actions) > 1:
        parts = [_render_passes(names, actions, is_end=frames[-1].taker is not None)]
    elif last.cards:
        parts = [names[last.seat], " ", render_cards(last.cards)]
        parts += [", ", keep_together(last.words)] if len(last.cards) > 1 else []  # a single card needs no words
    elif last.named:
        before, _, after = last.words.partition(f" {' '.join(map(draw_card, last.named))}")
        parts = [before, " ", render_cards(last.named), after.replace(" to ", " to\u00a0")]
    return join(*parts, (tag("i", " ", keep_together(text.replace(" = ", "\u00a0=\u00a0"))) for text in last.then))


def _render_passes(names: Sequence[str], actions: Sequence[Action], *, is_end: bool) -> str:
    """Consecutive passes; a trick ends when everybody else passes."""
    return "All pass" if is_end else f"{join_words([names[each.seat] for each in actions])} pass"


def render_cards(cards: Sequence[str]) -> Markup:
    """Cards as text in the colours of their suits; neighbours of one suit share an element."""
    return join(*_with_spaces(cards))


def _with_spaces(cards: Sequence[str]) -> Iterator[Markup | str]:
    for at, (suit, alike) in enumerate(groupby(cards, lambda card: card[-1] if card[-1].islower() else "")):
        kind = f" class={suit}" if suit else ""
        yield " " if at else ""
        yield Markup(f"<b{kind}>{' '.join(map(draw_card, alike))}</b>")  # a page has thousands of them


def _render_result(sheet: Sheet, replay: Replay, scored: SheetRound) -> Markup:
    left = [
        tag(
            "li",
            *((tag("bdi", each.owner), ": ") if each.owner else ()),
            render_cards(each.cards),
            ", " if each.cards else " ",
            keep_together(each.text),
        )
        for each in replay.leftovers
    ]
    return tag(
        "li",
        tag("h4", "Result"),
        _result_table(sheet, replay, scored),
        tag("p", "Left over") if left else "",
        tag("ul", left) if left else "",
        class_="end",
    )


def _result_table(sheet: Sheet, replay: Replay, scored: SheetRound) -> Markup:
    """The figures of a round as on the sheet: a column for each player and a row for each figure."""
    order = [seat for side in sheet.sides for seat in side.seats]
    names = short_names(sheet.players)
    heads = (tag("th", tag("bdi", names[seat]), scope="col") for seat in order)
    owners = [(False, seat, 1) for seat in order]
    owners += [(True, side, len(each.seats)) for side, each in enumerate(sheet.sides)]
    rows = []
    for column in (*sheet_columns(sheet, of_side=False), *sheet_columns(sheet, of_side=True)):
        cells = (
            tag("td", render_figure(column.text(sheet, scored.number - 1, owner)), colspan=span if span > 1 else None)
            for of_side, owner, span in owners
            if of_side == column.of_side
        )
        rows.append(tag("tr", tag("th", column.label, scope="row"), cells))
    return tag(
        "table",
        tag("caption", f"Result of round {replay.number}"),
        tag("thead", tag("tr", tag("td"), heads)),
        tag("tbody", rows),
        class_="upwards" if sum(map(len, names)) > _HEAD_LETTERS else None,
    )


def render_figure(text: str) -> Markup:
    """A figure of a round; where there is little room, its sum is on a line of its own, without the sign before it."""
    factors, equals, product = in_print(text).partition("= ")
    return join(factors, tag("i", "=\u00a0") if equals else "", product)


# The moments of all rounds as JSON for the script of the page: each moment has only what the script does not expect.
#
# `_expect` predicts a moment exactly as the script does: a play leaves the hand and goes into the trick, each card is
# worth a point, a play after a captured trick begins the next one and clears the table, the trick is captured when all
# others have passed, it goes to the pile of its taker, and then it is the next player's turn. The JSON has only the
# differences.
#
# If the player in turn plays cards as expected, the moment is their text; if a seat passes, it is the seat's number.

_KEYS = {
    "laid": "l",
    "worth": "w",
    "taker": "k",
    "passed": "y",
    "held": "h",
    "courts": "j",
    "hands": "c",
    "captured": "n",
    "points": "v",
    "bets": "b",
    "out": "o",
    "turn": "a",
}
"""The fields of a frame, and their names in the script."""


def replay_json(sheet: Sheet) -> str:
    """The JSON that the script steps through, with all characters escaped that HTML would interpret."""
    data = {
        "names": [escape_text(name) for name in short_names(sheet.players)],
        "sides": [side.seats for side in sheet.sides],
        "plain": _cards_are_points(sheet.replays),
        "rounds": [_round_data(sheet, replay) | _review_data(sheet, replay) for replay in sheet.replays],
    }
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _cards_are_points(replays: Sequence[Replay]) -> bool:
    """Whether every captured card counts one point, so that the number of cards is enough."""
    return all(frame.captured in (None, frame.points) for replay in replays for frame in replay.frames)


def _round_data(sheet: Sheet, replay: Replay) -> dict[str, Any]:
    scored = sheet.rounds[replay.number - 1].sides
    pairs = zip(replay.frames, [None, *replay.frames], strict=False)
    return {
        "n": replay.number,
        "before": replay.before,
        "due": {keep_together(words): until for until, words in enumerate(replay.due, 1)},
        "won": [side.total for side in scored] or None,
        "after": [side.game for side in scored] or None,
        "moments": [_frame_data(frame, before) for frame, before in pairs],
    }


def _review_data(sheet: Sheet, replay: Replay) -> dict[str, Any]:
    """The course of the round by moments and whose it is; what costly plays lost and what better ones lead to.

    Estimates are in brackets.
    """
    review = next((each for each in sheet.reviews if each.number == replay.number), None)
    if review is None:
        return {}
    names = dict(zip(sheet.players, short_names(sheet.players), strict=True))
    course: list[int | list[int] | None] = []
    known, estimated = dict(review.course), dict(review.estimated_course)
    for place in range(len(replay.frames)):
        value, about = known.get(place), estimated.get(place)
        if place in known:
            course.append([about] if value is None and about is not None else value)
        else:  # a bet, an award or the result gives nothing away
            course.append(course[-1] if course else None)
    lost = [(each, escape_text(in_print(each.in_short(names[each.player])))) for each in review.costly]
    return {
        "side": escape_text(with_short_names(review.side, names)),
        "course": course,
        "lost": {each.event: [told] if each.estimated else told for each, told in lost},
        "better": {each.event: each.better_result for each in review.costly if each.better_result is not None},
    }


def _frame_data(frame: Frame, before: Frame | None) -> dict[str, Any] | str | int:
    expected, data = (None, {"r": 1} if frame.is_result else {}) if before is None else _expect(frame, before)
    for field, key in _KEYS.items():
        value = getattr(frame, field)
        if expected is None or value != getattr(expected, field):
            data[key] = _cells(value)
    data |= _piles(frame, expected)
    return _shorten(data, before)


def _piles(frame: Frame, expected: Frame | None) -> dict[str, Any]:
    """The captured piles: the cards added to them unexpectedly, or all their cards."""
    before = expected.piles if expected else ((),) * len(frame.piles)
    pairs = list(zip(frame.piles, before, strict=True))
    if expected and frame.piles == before:
        return {}
    if all(pile[: len(known)] == known for pile, known in pairs):
        return {"g": [_cards(pile[len(known) :]) for pile, known in pairs]}
    return {"q": _cells(frame.piles)}


def _shorten(data: dict[str, Any], before: Frame | None) -> dict[str, Any] | str | int:
    """The short form of the usual moments: thirty rounds of Neeps have 4000 of them."""
    if set(data) == {"x"}:
        seat: int = data["x"]
        return seat
    if before is not None and set(data) == {"p"} and data["p"][0] == before.turn:
        cards: str = data["p"][1]
        return cards
    return data


def _cells(value: Any) -> Any:
    """Lists of cards as texts; everything else unchanged."""
    if isinstance(value, Laid):
        return [value.seat, _cards(value.cards)]
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return [_cells(each) if isinstance(each, Laid) else _cards(each) for each in value]
    return value


def _cards(cards: Sequence[str]) -> str:
    """Cards as a short text; neighbours of one rank share it: `4rg5bJ`."""
    words: list[str] = []
    for card in cards:
        rank, suit = split_card(card)
        if suit and words and words[-1][: len(rank)] == rank and words[-1][len(rank) :].islower():
            words[-1] += suit
        else:
            words.append(rank + suit)
    return "".join(words)


def _expect(frame: Frame, before: Frame) -> tuple[Frame, dict[str, Any]]:
    """The frame as the script expects it from the trick and the play or pass, and the data for these."""
    data: dict[str, Any] = {}
    told = before
    if frame.is_result:
        data["r"] = 1
    action = frame.action
    begins = action is not None and action.cards and before.taker is not None
    if frame.trick != before.trick + bool(begins):
        data["t"] = frame.trick
    if frame.is_result or begins or "t" in data:
        told = told._replace(trick=frame.trick, laid=(), worth=0, taker=None, passed=())
    if action is None:
        return told, data
    seat, cards = action.seat, action.cards
    if cards:
        data["p"] = [seat, _cards(cards)]
        told = _lay(told, seat, cards)
    elif len(frame.passed) > len(told.passed):
        data["x"] = seat
        told = told._replace(passed=(*told.passed, seat))
    if cards or "x" in data:
        told = told._replace(turn=_next_turn(told, seat))
    taker = _expect_taker(told) if "x" in data else told.taker
    if frame.taker != taker:
        data["k"] = frame.taker
    if frame.taker is not None and told.taker is None:
        told = _capture(told, frame.taker, frame.worth)
    return told, data


def _expect_taker(told: Frame) -> int | None:
    """The seat that played last, if all others with cards have passed; None while the trick goes on."""
    last = told.laid[-1].seat if told.laid else None
    waiting = (seat for seat, held in enumerate(told.held) if held and seat != last and seat not in told.passed)
    return last if next(waiting, None) is None else None


def _lay(frame: Frame, seat: int, cards: tuple[str, ...]) -> Frame:
    return frame._replace(
        laid=(*frame.laid, Laid(seat, cards)),
        worth=frame.worth + len(cards),
        passed=(),
        held=_changed(frame.held, seat, frame.held[seat] - len(cards)),
        courts=_changed(frame.courts, seat, _without(frame.courts[seat], cards)),
        hands=frame.hands and _changed(frame.hands, seat, _without(frame.hands[seat], cards)),
    )


def _capture(frame: Frame, taker: int, worth: int) -> Frame:
    cards = tuple(card for laid in frame.laid for card in laid.cards)
    assert frame.captured is not None
    return frame._replace(
        taker=taker,
        captured=_changed(frame.captured, taker, frame.captured[taker] + len(cards)),
        points=_changed(frame.points, taker, frame.points[taker] + worth),
        piles=_changed(frame.piles, taker, (*frame.piles[taker], *cards)),
    )


def _next_turn(frame: Frame, seat: int) -> int:
    """The next seat to the left that still has cards."""
    players = len(frame.held)
    left = [(seat + step) % players for step in range(1, players + 1)]
    return next((other for other in left if frame.held[other]), seat)


def _without(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    rest = list(hand)
    for card in cards:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def _changed(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
