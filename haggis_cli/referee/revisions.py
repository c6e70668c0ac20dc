"""Matches that were recorded under another revision of their variant than the one that is installed.

They are judged by the rules under which they were recorded where the variant has kept these; else by those of today,
and then nobody at the table is to blame for what these refuse.
"""

from collections.abc import Callable, Iterator, Mapping

from haggis_cli.matches.model import MatchRecord
from haggis_cli.referee.report import Report, RevisionNote, Violation, Warning, recorded_revision  # noqa: A004 - the word of `check --json`
from haggis_cli.rules.breach import option_line
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import OptionValue, Table, Variant
from haggis_cli.support.errors import HaggisError

OTHER_REVISION = "other-revision"
"""The code of a warning, and of what the rules of another revision refuse."""


def judge_other_revision(record: MatchRecord, variant: Variant, judge: Callable[[Variant], Report]) -> Report:
    """The report on a match of another revision, which says so first.

    judge: gives the report by the rules of a variant; HaggisError where they do not allow its set-up.
    """
    recorded = recorded_revision(record, variant.revision)
    former = variant.at_revision(recorded)
    if former is None:
        note = RevisionNote(variant.id, recorded, variant.revision, None)
        report = judge(variant)
        blameless = tuple(_blame_nobody(each, note) for each in report.violations)
        return _with_note(report._replace(violations=blameless), note)
    report = judge(former)
    try:
        today: Report | None = judge(variant)
    except HaggisError:
        today = None
    return _with_note(report, RevisionNote(variant.id, recorded, variant.revision, _count_differences(report, today)))


def _with_note(report: Report, note: RevisionNote) -> Report:
    return report._replace(warnings=(Warning(None, OTHER_REVISION, note.text), *report.warnings), revision=note)


def _blame_nobody(violation: Violation, note: RevisionNote) -> Violation:
    """What the installed rules refuse may have been legal by those under which it was recorded."""
    text = (
        f"Not legal by revision {note.installed}; under revision {note.recorded} it may have been: {violation.message}"
    )
    return violation._replace(player=None, code=OTHER_REVISION, message=text)


def _count_differences(before: Report, after: Report | None) -> int:
    """How many points of a player in a round are others by the rules of `after`; all of them where it has none."""
    found = {each.number: each.scores for each in after.complete_rounds} if after else {}
    differ = 0
    for each in before.complete_rounds:
        had, has = each.scores or (), found.get(each.number) or ()
        differ += sum(place >= len(has) or line.total != has[place].total for place, line in enumerate(had))
    return differ


# A match that was recorded by another house rule than its file says: which option reads it as it was recorded.


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
