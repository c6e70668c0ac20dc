"""Whether a match can go on: each check raises RulesError with the reason and the command that helps."""

from collections.abc import Callable

from haggis_cli.book.match import OpenMatch, check_no_copy, command_word
from haggis_cli.referee.report import MATCH_OVER, Report, Violation
from haggis_cli.referee.sentences import victory, violation_place
from haggis_cli.support.errors import RulesError


def check_round_due(match: OpenMatch) -> None:
    """RulesError if no new round can begin: a rule is broken, a round is in progress, or the match is over.

    StoreError for a copy of a match.
    """
    check_no_copy(match)
    report = match.report
    check_no_violations(report, lambda: command_word(match))
    if report.current:
        word = command_word(match)
        raise RulesError(
            f"round {report.current.number} is being recorded play by play: finish it with 'haggis record{word}', "
            f"or take it back with 'haggis undo{word} --round'"
        )
    check_not_over(report)


def check_not_over(report: Report) -> None:
    """RulesError if the match is over."""
    if report.over:
        how = "it is closed" if report.winner is None else f"{victory(report, report.winner)} it"
        raise RulesError(f"the match is over, {how}: start the next one with 'haggis new'")


def check_no_violations(report: Report, find_word: Callable[[], str] = str) -> None:
    """RulesError if the match breaks a rule: it must be put right before it goes on.

    find_word: gives what names the match behind a command, see `command_word`.
    """
    if report.violations:
        first, word = report.violations[0], find_word()
        raise RulesError(
            f"the match breaks the rules in {violation_place(first)}: {first.message} Put it right with "
            f"'haggis {_correcting_command(report, first, word)}' or 'haggis undo{word}' first."
        )


def _correcting_command(report: Report, violation: Violation, word: str) -> str:
    """The command that puts the round right; the editor where the deal is wrong, or the match was over before it."""
    recorded = report.rounds[violation.round - 1].recorded
    if violation.code == MATCH_OVER or (recorded and violation.event is None):
        return f"edit{word}"
    return f"{'record' if recorded else 'score'}{word} --round {violation.round}"
