"""A match that was recorded by another house rule than its file says: which option reads it as it was recorded."""

from collections.abc import Callable, Iterator, Mapping

from haggis_cli.referee.report import Report, Violation
from haggis_cli.rules.phrases import option_line
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue


def name_fitting_option(report: Report, judge_with: Callable[[Mapping[str, OptionValue]], Report]) -> Report:
    """A report with violations; if a later round is led by somebody else than its scores say, with the option for it.

    A house rule that changes the scores changes who leads, so the first sign of the wrong one is a play out of turn.

    judge_with: the report on the same match with these options.
    """
    first, *others = report.violations
    if not _is_first_lead(report, first):
        return report
    for options, text in _other_options(report.table):
        trial = judge_with(options)
        if not trial.violations or _place(trial.violations[0]) > _place(first):
            said = f"{first.message} With '{text}' under [options] it is legal as it was recorded."
            return report._replace(violations=(first._replace(message=said), *others))
    return report


def _is_first_lead(report: Report, violation: Violation) -> bool:
    """Whether a player out of turn begins a round that is not the first."""
    if violation.code != "out-of-turn" or violation.round == 1 or violation.round > len(report.rounds):
        return False
    last: Round | None = report.rounds[violation.round - 1].last
    return last is not None and not last.trick and not last.tricks


def _other_options(table: Table) -> Iterator[tuple[dict[str, OptionValue], str]]:
    """The options of the match with one of them chosen otherwise, and how the file says that one."""
    for option in table.variant.options:
        if option.players and len(table.names) not in option.players:
            continue
        now = table.options.get(option.name, option.default)
        for choice in option.choices:
            if choice != now:
                yield {**table.options, option.name: choice}, option_line(option.name, choice)


def _place(violation: Violation) -> tuple[int, int]:
    return violation.round, violation.event or 0
