"""Reviews of rounds: made or found again, and printed with the losses, the costliest plays and the course of each."""

from collections.abc import Iterable, Mapping, Sequence

from haggis_cli.analysis.review import RoundReview, count_decisions, count_losses
from haggis_cli.book.match import OpenMatch
from haggis_cli.cli.terminal.display import progress
from haggis_cli.cli.terminal.printer import Page, Printer, Styled
from haggis_cli.history.reviews import Reviews, find_obstacle
from haggis_cli.matches.notation import card_list, tell_action
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules.events import Event, Play
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.review import (
    AGAINST_ALL,
    EXPLANATION,
    LOSS_HEADINGS,
    CostlyPlay,
    SheetReview,
    course_title,
    figures_of,
    sheet_reviews,
)
from haggis_cli.support.errors import UsageError
from haggis_cli.support.text import can_hold, join_words, with_direction_marks, with_sign

_INDENT = "  "
_LEVELS, _ASCII_LEVELS = "▁▂▃▄▅▆▇█", "_:-=+*%#"


def review_rounds(
    printer: Printer, opened: OpenMatch, rounds: Sequence[RoundReport], seconds: float
) -> tuple[dict[int, RoundReview], dict[int, str]]:
    """The reviews by the number of the round, and why others have none; UsageError if all have none."""
    obstacles = {each.number: find_obstacle(opened.report, each) for each in rounds}
    skipped = {number: why for number, why in obstacles.items() if why}
    wanted = [each for each in rounds if each.number not in skipped]
    if not wanted:
        raise UsageError(f"no round can be reviewed: {name_skipped(skipped) or 'the match has no finished round'}")
    kept, found, before = Reviews(opened.store.home), {}, 0
    with guard_rules(opened.variant.id), progress(printer, "plays reviewed") as show:
        of_all = sum(count_decisions(each.steps()) for each in wanted)

        def show_done(done: int, _of: int) -> None:
            show(before + done, of_all)

        for each in wanted:
            found[each.number] = kept.review(opened.report, each, seconds, show_done)
            before += len(found[each.number].plays)
    return found, skipped


def name_skipped(skipped: dict[int, str]) -> str:
    """The rounds that have no review, and why."""
    parts = []
    for why in dict.fromkeys(skipped.values()):
        numbers = [str(number) for number, each in skipped.items() if each == why]
        parts.append(f"round{'s' if len(numbers) > 1 else ''} {join_words(numbers)} ({why})")
    return ", ".join(parts)


def print_reviews(printer: Printer, report: Report, reviews: Mapping[int, RoundReview]) -> None:
    """Print the reviews of rounds by their number, and the sum of several."""
    page = Page(printer)
    if reviews:
        page.print_text(EXPLANATION)
    if any(review.signs is None for review in reviews.values()):
        page.print_text(f"{AGAINST_ALL} With best play each player gets at least that, whatever the others do.")
    for review in sheet_reviews(report, reviews):
        page.print_gap()
        page.print_text(printer.styled(f"Round {review.number}", "bold"))
        _print_losses(page, review.losses)
        _print_course(page, review)
        for each in review.costly:
            _print_play(page, report.table, each)
    if len(reviews) > 1:
        page.print_gap()
        page.print_text(printer.styled("All rounds", "bold"))
        of_all = count_losses(*reviews.values())
        _print_losses(page, [(report.table.names[seat], figures_of(each)) for seat, each in of_all.items()])


def _print_losses(page: Page, losses: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    rows = [["", *LOSS_HEADINGS], *([name, *figures] for name, figures in losses)]
    page.print_rows(rows, "<" + ">" * len(LOSS_HEADINGS), _INDENT)


def _print_course(page: Page, review: SheetReview) -> None:
    """How the round stood after each play: a sign for each, the higher the better for the first player's side."""
    course = [value for _, value in review.course]
    known = [value for value in course if value is not None]
    if not known:
        return
    levels = _LEVELS if can_hold(_LEVELS, page.printer.out.encoding) else _ASCII_LEVELS
    low, high = min(known), max(known)
    step = max(1, high - low) / (len(levels) - 1)
    line = "".join(page.glyphs.track if value is None else levels[round((value - low) / step)] for value in course)
    page.print_gap()
    page.print_text(
        f"{course_title(review.side)} ({levels[0]} is {with_sign(low)}, {levels[-1]} is {with_sign(high)}, "
        f"{page.glyphs.track} is unknown)",
        indent=_INDENT,
    )
    room = max(10, page.width - 2 * len(_INDENT))
    for at in range(0, len(line), room):
        page.print_line(f"{_INDENT}{line[at : at + room]}")


def _print_play(page: Page, table: Table, play: CostlyPlay) -> None:
    """A costly play, with what was better and why."""
    printer = page.printer
    page.print_gap()
    name = with_direction_marks(play.player)
    done, better = (render_colored_action(printer, which, table) for which in (play.done, play.instead))
    page.print_text(
        *(
            f"Trick {play.trick}: {name} ",
            Styled(play.tell_done(done)),
            " and ",
            printer.styled(play.loss, "bold"),
            ".",
        ),
        indent=_INDENT,
        hanging=_INDENT,
    )
    page.print_text(play.label, better, f"{play.why}.", indent=_INDENT * 2, hanging=_INDENT)


def render_colored_action(printer: Printer, event: Event, table: Table) -> Styled:
    """An event without whose it is; a play with its reading where the cards alone mean another."""
    said = tell_action(event, table)
    if not isinstance(event, Play):
        return Styled.join_parts(said)
    cards = printer.render_cards(card_list(event.cards, table.deck))
    return Styled.join_parts(cards, said.removeprefix(table.deck.cards_text(event.cards)))
