"""The moments of all rounds as JSON for the script of the page: of each moment only what it does not expect.

What the script expects of a moment is worked out here as there, in `_expect`: a play leaves the hand and lies in the
trick, a point for each card, a play after a captured trick begins the next one and clears the table, the trick is
captured when all others have passed, it lies in the pile of its taker, and then it is the next player's turn. Whatever
is otherwise is told.

A moment is a text where whose turn it is plays these cards, and a number where that seat passes, if that says it all.
"""

import json
from collections.abc import Sequence
from typing import Any

from haggis_cli.sheets.replay import Frame, Laid, Replay
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text

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
"""The fields of a frame, and what they are called for the script."""


def replay_json(sheet: Sheet) -> str:
    """What the script steps through, in which no sign means anything to the page around it."""
    data = {
        "names": [escape_text(name) for name in sheet.players],
        "sides": [side.seats for side in sheet.sides],
        "plain": _cards_are_points(sheet.replays),
        "rounds": [_round_data(sheet, replay) | _review_data(sheet, replay) for replay in sheet.replays],
    }
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _cards_are_points(replays: Sequence[Replay]) -> bool:
    """Whether every captured card counts one point, so that the number of cards says it all."""
    return all(frame.captured in (None, frame.points) for replay in replays for frame in replay.frames)


def _round_data(sheet: Sheet, replay: Replay) -> dict[str, Any]:
    scored = sheet.rounds[replay.number - 1].sides
    pairs = zip(replay.frames, [None, *replay.frames], strict=False)
    return {
        "n": replay.number,
        "before": replay.before,
        "won": [side.total for side in scored] or None,
        "after": [side.game for side in scored] or None,
        "moments": [_frame_data(frame, before) for frame, before in pairs],
    }


def _review_data(sheet: Sheet, replay: Replay) -> dict[str, Any]:
    """The course of the round by moments, estimates in brackets, whose it is, and what costly plays lost."""
    review = next((each for each in sheet.reviews if each.number == replay.number), None)
    if review is None:
        return {}
    course: list[int | list[int] | None] = []
    known, estimated = dict(review.course), dict(review.estimated_course)
    for place in range(len(replay.frames)):
        value, about = known.get(place), estimated.get(place)
        if place in known:
            course.append([about] if value is None and about is not None else value)
        else:  # a bet, an award, the result: nothing has been given away
            course.append(course[-1] if course else None)
    return {
        "side": escape_text(review.side),
        "course": course,
        "lost": {each.event: escape_text(each.in_short) for each in review.costly},
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
    """The captured piles: what has come to them besides, or all that is in them."""
    before = expected.piles if expected else ((),) * len(frame.piles)
    pairs = list(zip(frame.piles, before, strict=True))
    if expected and frame.piles == before:
        return {}
    if all(pile[: len(known)] == known for pile, known in pairs):
        return {"g": [_cards(pile[len(known) :]) for pile, known in pairs]}
    return {"q": _cells(frame.piles)}


def _shorten(data: dict[str, Any], before: Frame | None) -> dict[str, Any] | str | int:
    """What most moments are, without words around it: thirty rounds of Neeps have 4000 of them."""
    if set(data) == {"x"}:
        seat: int = data["x"]
        return seat
    if before is not None and set(data) == {"p"} and data["p"][0] == before.turn:
        cards: str = data["p"][1]
        return cards
    return data


def _cells(value: Any) -> Any:
    """Lists of cards as texts, everything else as it is."""
    if isinstance(value, Laid):
        return [value.seat, _cards(value.cards)]
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return [_cells(each) if isinstance(each, Laid) else _cards(each) for each in value]
    return value


def _cards(cards: Sequence[str]) -> str:
    """Cards as a short text, the suits of neighbours of one rank together: `4rg5bJ`."""
    words: list[str] = []
    for card in cards:
        rank, suit = (card, "") if card.isupper() else (card[:-1], card[-1])
        if suit and words and words[-1][: len(rank)] == rank and words[-1][len(rank) :].islower():
            words[-1] += suit
        else:
            words.append(rank + suit)
    return "".join(words)


def _expect(frame: Frame, before: Frame) -> tuple[Frame, dict[str, Any]]:
    """The frame as the script expects it, knowing the trick and the play or the pass, and what tells it these."""
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
    """Whoever has played last, when all others who hold cards have passed; None while the trick goes on."""
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
    """The next player to the left who holds cards."""
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
