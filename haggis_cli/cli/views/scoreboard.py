"""The scoreboard as it is read at the table: the totals, every round in short, the round in progress, what is due."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from haggis_cli.book.match import standing
from haggis_cli.cli.terminal.printer import Page, Printer, Styled
from haggis_cli.matches.heading import match_title, now_here, title_with_id
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_progress
from haggis_cli.rules.betting import Betting
from haggis_cli.rules.round import Round
from haggis_cli.sheets.sheet import Sheet, SheetRound, SideFigures, note_lines, scoresheet
from haggis_cli.support.escaping import escape_text, shell_word
from haggis_cli.support.text import width, with_direction_marks, with_sign

if TYPE_CHECKING:
    from haggis_cli.sheets.columns import Group
    from haggis_cli.sheets.standing import BarPart

WIDE = 100
"""Columns of a terminal from which on the columns of the scoresheet are shown."""
_IN_SHORT = ("bet", "round", "game")
"""The columns of a narrower one."""
_LONGEST_BET_NAME = 8


def print_scoreboard(printer: Printer, report: Report) -> None:
    """Print the whole scoreboard."""
    with guard_rules(report.table.variant.id):
        _print_board(Page(printer), report)


def print_share(printer: Printer, report: Report) -> None:
    """Print how the match ended or stands as a text to send."""
    from haggis_cli.sheets.standing import share_lines

    with guard_rules(report.table.variant.id):
        for line in share_lines(scoresheet(report), printer.out.encoding):
            printer.print_line(line)


def _print_board(page: Page, report: Report) -> None:
    # Other commands print a round alone.
    from haggis_cli.sheets.standing import SHOWN, highlights, is_over, leaders, render_bars

    printer = page.printer
    sheet = scoresheet(report)
    ahead = leaders(sheet)
    first, rest = report.warnings[: bool(report.revision)], report.warnings[bool(report.revision) :]
    for warning in first:
        page.print_warning(warning)
    over = is_over(sheet)
    if over:
        page.print_text(printer.styled(sheet.due, "gold"))
    page.print_text(printer.styled(sheet.variant, "bold"), f": {describe_progress(report)}")
    page.print_text(", ".join(filter(None, [_name_match(sheet), sheet.event])))
    for rule in sheet.house_rules:
        page.print_text(f"House rule: {rule}", hanging="  ")
    for line in note_lines(sheet.notes):
        page.print_text(with_direction_marks(line))
    page.print_gap()
    for line in render_bars(sheet, page.width, page.glyphs, _painter(printer, sheet, ahead)):
        page.print_line(Styled(line))
    _print_rounds(page, sheet, report.table.variant.betting, ahead)
    _print_round_notes(page, sheet)
    if report.current and report.current.last and report.ok:
        _print_current(page, report.current, report.current.last)
    if over:
        for label, text in highlights(sheet)[:SHOWN]:
            page.print_text(f"{label}: {text}", hanging="  ")
    else:
        page.print_text(printer.styled(sheet.due, "bold"))
    for warning in rest:
        page.print_warning(warning)
    for complaint in sheet.complaints:
        page.print_text(printer.styled("illegal:", "bad"), f" {complaint}", hanging="  ")
    if over and printer.columns is not None:
        match = shell_word(sheet.match_id)
        printer.print_message(f"A rematch: 'haggis new --like {match}'")
        printer.print_message(
            f"To send the result: 'haggis show {match} --share' or 'haggis sheet {match} -o result.png'"
        )


def _painter(printer: Printer, sheet: Sheet, ahead: Sequence[int]) -> "Callable[[int, BarPart, str], str]":
    """The colours of the bars: those of the players, as on pages; the leader's mark is gold, and the name bold."""
    looks = sheet.side_looks() if printer.colored else ()

    def paint(side: int, part: "BarPart", text: str) -> str:
        if part == "bar" and looks:
            return printer.in_color_of(looks[side][0], text)
        return printer.styled(text, "gold" if part == "mark" else "bold") if side in ahead else text

    return paint


def _name_match(sheet: Sheet) -> str:
    """What people call the match, and behind it the id that commands take, where that is another."""
    this_year = str(now_here().year)
    title = match_title(sheet.match_id, sheet.players, sheet.date, title=sheet.own_title, this_year=this_year)
    return title_with_id(title, sheet.match_id)


def _print_rounds(page: Page, sheet: Sheet, betting: Betting, ahead: Sequence[int]) -> None:
    """The rounds, a block for each side; the names of those ahead are bold."""
    if not sheet.rounds:
        return
    from haggis_cli.sheets.columns import blocks  # most commands show no round, or the last alone
    from haggis_cli.sheets.renderers.text import render_columns

    page.print_gap()
    shown: Sequence[Sequence[Group]] = blocks(sheet, page.glyphs)
    if page.width < WIDE:
        shown = [(_in_short(sheet, side, block[-1], betting),) for side, block in enumerate(shown)]
    styled = [_with_bold_titles(block, page.printer) if side in ahead else block for side, block in enumerate(shown)]
    for line in render_columns(sheet, styled, page.glyphs, page.width, lambda text: page.printer.styled(text, "dim")):
        page.print_line(Styled(line))


def _print_round_notes(page: Page, sheet: Sheet) -> None:
    if sheet.winner is not None and not sheet.rounds:
        return  # nothing follows
    page.print_gap()
    for each in sheet.rounds:
        for at, line in enumerate(note_lines(each.notes)):
            page.print_text(with_direction_marks(line), indent="  " if at else f"Round {each.number}: ")
    page.print_gap()


def _with_bold_titles(block: "Sequence[Group]", printer: Printer) -> "list[Group]":
    return [group._replace(title=printer.styled(group.title, "bold")) for group in block]


def _in_short(sheet: Sheet, side: int, group: "Group", betting: Betting) -> "Group":
    """A side's bet and what it brought, its round total and its game total."""
    seats = sheet.sides[side].seats
    bets = [_render_bet(each, each.sides[side], seats, betting) if each.sides else "" for each in sheet.rounds]
    kept = [each for each in group.columns if each.column.of_side and each.column.name in _IN_SHORT]
    columns = [each._replace(cells=tuple(bets)) if each.column.name == "bet" else each for each in kept]
    return group._replace(columns=tuple(columns))


def _render_bet(each: SheetRound, side: SideFigures, seats: tuple[int, ...], betting: Betting) -> str:
    """The bet of a side, and the points that bets brought it, those that others lost included.

    `little +15` was won, `big lost` brought nothing, `+30` is what somebody else has lost;
    `big lost -30` where a lost bet is taken away.
    """
    brought = with_sign(side.bet_points) if side.bet_points else ""
    for seat in seats:
        mine = each.figures[seat]
        if mine.bet:
            lost = "" if mine.went_out == 1 else "lost"
            return " ".join(filter(None, [_bet_name(mine.bet, betting), lost, brought]))
    return brought or "-"


def _bet_name(amount: int, betting: Betting) -> str:
    """What people call the bet, where that is short."""
    name = betting.name_of(amount)
    return escape_text(name) if name and width(name) <= _LONGEST_BET_NAME else str(amount)


def _print_current(page: Page, current: RoundReport, state: Round) -> None:
    """The round in progress: who led it, the bets, the trick on the table."""
    table = state.table
    names = [escape_text(name) for name in table.names]
    stakes = [
        f"{names[seat]} {amount}"
        for seat, amount in enumerate(table.variant.betting.stakes(table, state.betting))
        if amount is not None
    ]
    out = [names[seat] for seat in state.out]
    parts = [
        f"Round {current.number}",
        f"bets: {', '.join(stakes) if stakes else 'none'}",
        *([f"out: {', '.join(out)}"] if out else []),
    ]
    page.print_text(f" {page.glyphs.dot} ".join(parts))
    if state.trick:
        plays = [f"{names[play.seat]} {page.render_cards(play.cards, table.deck)}" for play in state.trick]
        page.print_text(f"Trick {len(state.tricks) + 1}: ", Styled(", ".join(plays)), hanging="  ")


# What commands that change a match print of it: the round that was added, events with their numbers, what is due.
#
# It is a chapter of its own because all of them load it, and it loads little.


def print_round(printer: Printer, report: Report, number: int, match: str = "") -> None:
    """Print the lines that a round adds to the scoresheet; `match` names the match in the first of them."""
    from haggis_cli.sheets.columns import score_rows  # most events end no round

    page = Page(printer)
    page.print_text(printer.styled(f"{match}, round {number}" if match else f"Round {number}", "bold"))
    rows, align = score_rows(scoresheet(report), number, page.glyphs, page.width)
    page.print_rows(rows, align, "  ")


def print_events(printer: Printer, rounds: Iterable[RoundReport]) -> None:
    """Print each event as it stands in the file, with its number in the round, by which a correction names it."""
    page = Page(printer)
    for played in rounds:
        page.print_text(printer.styled(f"Round {played.number}", "bold"))
        events = played.record.events
        for number, event in enumerate(events or [], 1):
            page.print_text(event, indent=f"{number:4}  ", hanging="")
        if not events:
            page.print_text("typed in" if events is None else "no event yet", indent="  ")


def print_standing(printer: Printer, report: Report, before: str = "") -> None:
    """Print how the match stands, and what is expected next, or who has won; `before` stands on the same line."""
    first, *others = (each.text for each in standing(report))
    Page(printer).print_sentences([before + first, *others], broken=bool(report.violations))
