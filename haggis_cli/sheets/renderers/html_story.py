"""The rounds on a page to read: trick by trick, what was left over, and the result with its figures."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from haggis_cli.sheets.figures import PlayerFigures, SheetRound, SideFigures
from haggis_cli.sheets.notes import note_lines
from haggis_cli.sheets.replay import Replay
from haggis_cli.sheets.replay_frames import Action, Frame
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.sheets.short_names import short_names, short_side_names, story_names
from haggis_cli.support.english import join_words
from haggis_cli.support.markup import Child, Markup, join, tag, without_implied_ends
from haggis_cli.support.suit_signs import draw_card


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
    figures = [scored.figures[seat] for seat in order]
    rows = [_row("Opponents\u2019 hand", [_hand(sheet, each) for each in figures])]
    rows.append(_row("Captured, points", [each.captured for each in figures]))
    if sheet.bonus:
        rows.append(_row("Out first", [each.bonus for each in figures]))
    if sheet.teams:
        rows.append(_row("Player", [each.total for each in figures]))
    spans = [len(side.seats) for side in sheet.sides]
    for label, cells in _side_rows(scored.sides):
        rows.append(_row(label, cells, spans))
    return tag(
        "table",
        tag("caption", f"Result of round {replay.number}"),
        tag("thead", tag("tr", tag("td"), heads)),
        tag("tbody", rows),
        class_="result",
    )


def _side_rows(sides: Sequence[SideFigures]) -> Iterator[tuple[str, list[str]]]:
    yield "Bet", ["\u2013" if each.bet is None else str(each.bet) for each in sides]
    yield "Bet points", [str(each.bet_points) for each in sides]
    yield "Round", [str(each.total) for each in sides]
    yield "Game", ["?" if each.game is None else str(each.game) for each in sides]


def _hand(sheet: Sheet, figures: PlayerFigures) -> str:
    return f"{figures.hand}×{sheet.hand_points}"


def _row(label: str, cells: Sequence[Child], spans: Sequence[int] | None = None) -> Markup:
    wide = spans or [1] * len(cells)
    shown = (tag("td", cell, colspan=span if span > 1 else None) for cell, span in zip(cells, wide, strict=True))
    return tag("tr", tag("th", label, scope="row"), shown)
