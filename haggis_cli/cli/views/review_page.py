"""The review of rounds as a page: a table of the players, the costliest plays, and how each round went."""

from collections.abc import Mapping

from haggis_cli.analysis.review import COSTLIEST, Losses, PlayReview, RoundReview, count_losses
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.views.actions import render_colored_action
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.support.glyphs import can_hold
from haggis_cli.support.text_tables import with_direction_marks

_INDENT = "  "
_LEVELS, _ASCII_LEVELS = "▁▂▃▄▅▆▇█", "_:-=+*%#"


def print_reviews(printer: Printer, report: Report, reviews: Mapping[int, RoundReview]) -> None:
    """Print the reviews of rounds by their number, and the sum of several."""
    page = Page(printer)
    if any(review.signs is None for review in reviews.values()):
        page.print_text(
            "Everybody plays alone here, and is valued against the others together: nobody can reach less with the "
            "best play."
        )
    for number, review in reviews.items():
        page.print_gap()
        page.print_text(printer.styled(f"Round {number}", "bold"))
        _print_losses(page, report, count_losses(review))
        _print_course(page, report, review)
        for each in review.costliest(COSTLIEST):
            _print_play(page, report.rounds[number - 1], each)
    if len(reviews) > 1:
        page.print_gap()
        page.print_text(printer.styled("All rounds", "bold"))
        _print_losses(page, report, count_losses(*reviews.values()))


def _print_losses(page: Page, report: Report, losses: Mapping[int, Losses]) -> None:
    rows = [["", "plays", "known", "best", "lost"]]
    for seat, each in losses.items():
        rows.append([safe(report.table.names[seat]), *map(str, (each.plays, each.exact, each.best, each.lost))])
    page.print_rows(rows, "<>>>>", _INDENT)


def _print_course(page: Page, report: Report, review: RoundReview) -> None:
    """How the round stood after each play: a sign for each, the higher the better for the first player's side."""
    course, signs = review.course(), review.signs
    known = [value for value in course if value is not None]
    if signs is None or not known:
        return
    levels = _LEVELS if can_hold(_LEVELS, page.printer.out.encoding) else _ASCII_LEVELS
    low, high = min(known), max(known)
    step = max(1, high - low) / (len(levels) - 1)
    line = "".join(page.glyphs.track if value is None else levels[round((value - low) / step)] for value in course)
    names = [safe(name) for name, sign in zip(report.table.names, signs, strict=True) if sign == signs[0]]
    page.print_gap()
    page.print_text(
        f"What {' and '.join(names)} would come to after each play ({levels[0]} is {low:+}, {levels[-1]} is {high:+})",
        indent=_INDENT,
    )
    room = max(10, page.width - 2 * len(_INDENT))
    for at in range(0, len(line), room):
        page.print_line(f"{_INDENT}{line[at : at + room]}")


def _print_play(page: Page, played: RoundReport, each: PlayReview) -> None:
    """A costly play, with what was better and why."""
    assert played.start is not None
    printer, event, table = page.printer, played.events[each.event - 1], played.start.table
    page.print_gap()
    lost = f"{'' if each.exact else 'at least '}{each.lost}"
    name = with_direction_marks(safe(table.names[each.seat]))
    done, better = (render_colored_action(printer, which, table) for which in (event, each.best))
    page.print_text(
        f"Event {each.event}, {name}: {done} {printer.styled(f'lost {lost}', 'bold')}",
        indent=_INDENT,
        hanging=_INDENT,
    )
    values = f" ({each.best_low:+} instead of {each.low:+})" if each.exact else ""
    why = f": {safe(each.reason)}" if each.reason else ""
    page.print_text(f"Better: {better}{values}{why}", indent=_INDENT * 2, hanging=_INDENT)
