"""The way from a command to the reviews of a match's rounds."""

from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.text import join_words

if TYPE_CHECKING:
    from haggis_cli.analysis.review import RoundReview
    from haggis_cli.book.match import OpenMatch
    from haggis_cli.referee.report import RoundReport

REVIEW_SECONDS = 30.0
"""How long a round is searched if nothing else is said."""


def review_rounds(
    printer: Printer, opened: "OpenMatch", rounds: "tuple[RoundReport, ...]", seconds: float
) -> "tuple[dict[int, RoundReview], dict[int, str]]":
    """The reviews by the number of the round, and why others have none; UsageError if all have none."""
    from haggis_cli.analysis.review import count_decisions
    from haggis_cli.cli.terminal.display import progress
    from haggis_cli.history.reviews import Reviews, find_obstacle
    from haggis_cli.plugins.isolation import guard_rules

    obstacles = {each.number: find_obstacle(opened.report, each) for each in rounds}
    skipped = {number: why for number, why in obstacles.items() if why}
    wanted = [each for each in rounds if each.number not in skipped]
    if not wanted:
        raise UsageError(f"no round can be reviewed: {name_skipped(skipped) or 'the match has none yet'}")
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
