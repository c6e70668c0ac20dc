"""Whether a match can go on: each check raises RulesError with the reason and the command that helps."""

from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import victory
from haggis_cli.support.errors import RulesError


def check_round_due(report: Report) -> None:
    """RulesError if no new round can begin: a rule is broken, a round is in progress, or the match is over."""
    check_no_violations(report)
    if report.current:
        raise RulesError(
            f"round {report.current.number} is being recorded play by play: finish it with 'haggis record', "
            "or take it back with 'haggis undo --round'"
        )
    check_not_over(report)


def check_not_over(report: Report) -> None:
    """RulesError if the match is over."""
    if report.over:
        how = "it is closed" if report.winner is None else f"{victory(report, report.winner)} it"
        raise RulesError(f"the match is over, {how}: start the next one with 'haggis new'")


def check_no_violations(report: Report) -> None:
    """RulesError if the match breaks a rule: it must be put right before it goes on."""
    if report.violations:
        first = report.violations[0]
        raise RulesError(
            f"the match breaks the rules in round {first.round} (line {first.line}): {first.message} Put it right with "
            "'haggis edit' or 'haggis undo' first."
        )
