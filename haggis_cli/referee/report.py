"""What the referee says of a match, as values: rounds with their scores, violations, warnings, and what is due."""

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.events import Bid, Event, option_line
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import Goal, Standing, decisive
from haggis_cli.rules.variant import OptionValue, Outcome, Score, Table, Variant
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.text import pluralize

MATCH_OVER = "match-over"
"""The code of a violation: a round after the match's end."""


class Violation(NamedTuple):
    """A violation of the rules and its place (docs/reference.md, `check --json`)."""

    round: int
    """The number of the round, from 1."""
    event: int | None
    """The number of the event in it, from 1; None for a typed round, or a fault of the whole round."""
    line: int
    """The line of the file, from 1."""
    player: str | None
    """The player whose event it is; None if that is unknown."""
    text: str
    """The event as written in the file; empty if the violation is not in an event."""
    code: str
    """The kind of violation, a word of docs/reference.md such as `not-higher`."""
    message: str
    """What is wrong, in a sentence."""
    rule: str
    """The rulebook and the heading."""
    topic: str | None = None
    """The topic of `haggis rules` that explains the rule; None if no rule of the game is broken."""


class MatchWarning(NamedTuple):
    """Something unlikely that may still be correct."""

    round: int | None
    """The number of the round, from 1; None for the whole match."""
    code: str
    """The kind of warning, a word of docs/reference.md such as `captured-total`."""
    message: str
    """What is unlikely, in a sentence."""


class RoundReport(NamedTuple):
    """One round, adjudicated as far as it is legal."""

    number: int
    """Its number, from 1."""
    record: RoundRecord
    standing: Standing | None
    """Where the match stood before it; None where a violation makes that unknown."""
    complete: bool
    """Whether it is over and breaks no rule."""
    start: Round | None = None
    """A recorded round before its first event; None if typed in."""
    events: tuple[Event, ...] = ()
    """The legal events of a recorded round, up to the first that is not."""
    last: Round | None = None
    """A recorded round after its last legal event; None if typed in."""
    outcome: Outcome | None = None
    """What counts of it; None while it is not complete."""
    scores: tuple[Score, ...] | None = None
    """The scores by seat; None while it is not complete."""
    totals: tuple[int, ...] | None = None
    """The game totals by side after it; None while it is not complete, or they are not known."""

    @property
    def leader(self) -> int | None:
        """The seat that was to lead; None where a violation before makes it unknown."""
        return self.standing.leader if self.standing else None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Its sides, where they change from round to round; empty where they do not, or are not known."""
        return self.standing.sides if self.standing else ()

    @property
    def recorded(self) -> bool:
        """Whether it is recorded play by play."""
        return self.record.table is None

    def states(self) -> tuple[Round, ...]:
        """A recorded round before, between and after its legal events; empty if typed in.

        Each call plays the round once more: most who ask the referee need its last state alone, and hundreds take room.
        VariantError if a third party's rules fail now.
        """
        if self.start is None:
            return ()
        with guard_rules(self.start.table.variant.id):
            return tuple(accumulate(self.events, Round.after, initial=self.start))

    def steps(self) -> list[tuple[Round, Event, Round]]:
        """Every legal event, between the states before and after it."""
        states = self.states()
        return list(zip(states, self.events, states[1:], strict=False))

    def first_leader(self, table: Table) -> int | None:
        """Who leads the first trick. None while an auction is open, or where a violation makes it unknown."""
        state = self.last
        if state is None:  # typed in: the Shepherd leads, else the lead player
            shepherd = self.record.table.shepherd if self.record.table and self.outcome else None
            return parse_name(shepherd, table.names) if shepherd else self.leader
        if self.leader is None and not (state.tricks or state.trick):
            return None
        from haggis_cli.rules.choices import choices  # for rounds that are recorded

        return None if choices(state).event is Bid else state.first_lead

    @property
    def out(self) -> tuple[int, ...]:
        """Who has gone out so far, in order."""
        if self.outcome:
            return self.outcome.out
        return self.last.out if self.last else ()


class Pending(NamedTuple):
    """What the match waits for."""

    kind: str
    """`round` for a new round; in a round `play`, `bid`, `award`, `exchange` or `give`, as in `show --json`."""
    seat: int
    """Who is to do it; of a new round who leads it."""


class Report(NamedTuple):
    """A match, adjudicated."""

    match: MatchFile
    table: Table
    """Who plays what, with the variant's options in force."""
    goal: Goal
    rounds: tuple[RoundReport, ...]
    violations: tuple[Violation, ...]
    """What breaks the rules, in order; empty if all is well."""
    warnings: tuple[MatchWarning, ...]
    standing: Standing | None
    """Where the match stands after its complete rounds; None after a violation, or where nobody knows."""
    winner: int | None
    """The number of the side that has won; None while none has."""
    revision: "RevisionNote | None" = None
    """That it was recorded under another revision of its variant; None where it was not."""

    @property
    def ok(self) -> bool:
        """Whether the rules have nothing against it."""
        return not self.violations

    @property
    def totals(self) -> tuple[int, ...] | None:
        """The game totals by side; None after a violation, or where final scores are not all known."""
        return self.standing.totals if self.standing else None

    @property
    def decisive(self) -> tuple[int, ...] | None:
        """What decides who is ahead and who wins, by side: rounds won or totals; None after a violation."""
        if self.match.record.final:
            return self.totals
        return decisive(self.goal, self.standing.totals, self.standing.wins) if self.standing else None

    @property
    def wins(self) -> tuple[int, ...] | None:
        """How many rounds each side has won; None where they are not the goal, or after a violation."""
        return self.decisive if self.goal.round_wins and not self.match.record.final else None

    @property
    def over(self) -> bool:
        """Whether no further round is played."""
        return self.winner is not None or self.match.record.closed or self.match.record.final is not None

    @property
    def current(self) -> RoundReport | None:
        """The round in progress."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and not last.complete else None

    def is_unjudged(self, played: RoundReport) -> bool:
        """Whether a round is not judged at all: its sides follow from totals that a violation has made unknown."""
        return self.table.variant.round_sides is not None and played.leader is None

    def round_table(self, number: int | None = None) -> Table:
        """Who plays a round, with its sides; without a number it is the round in progress, or else the one to come.

        number: the number of the round, from 1; one more than there are is the round to come.
        """
        place = len(self.rounds) - (self.current is not None) if number is None else number - 1
        if place < len(self.rounds):
            return self.table.with_sides(self.rounds[place].sides)
        return self.table.with_sides(self.standing.sides) if self.standing else self.table

    @property
    def complete_rounds(self) -> tuple[RoundReport, ...]:
        """The rounds that are over and scored."""
        return tuple(each for each in self.rounds if each.complete and each.scores)

    @property
    def pending(self) -> Pending | None:
        """What is expected next; None when the match is over or a violation stands in the way."""
        if self.violations or self.standing is None or self.over:
            return None
        if self.current and self.current.last:
            state = self.current.last
            return Pending(state.phase.value, state.turn)
        return Pending("round", self.standing.leader)


# What is said of a match that was recorded under another revision of its variant than the installed one.


class RevisionNote(NamedTuple):
    """That a match was recorded under another revision than the installed one.

    recorded: the revision by which its rounds were recorded.
    differ: how many results, each of a player in a round, the installed revision would change; None where the rules of
        the recorded one are not known, so that the match is judged by the installed one.
    """

    variant: str
    recorded: int
    installed: int
    differ: int | None

    @property
    def judged_by(self) -> int:
        """The revision by whose rules the match is judged."""
        return self.installed if self.differ is None else self.recorded

    @property
    def text(self) -> str:
        """What people are told before anything else."""
        begin = other_revision_text(self.variant, self.recorded, self.installed)
        if self.differ is None:
            return f"{begin}: results may differ, because '{self.variant}' does not include revision {self.recorded}"
        results = f"{pluralize(self.differ, 'result')} {'differs' if self.differ == 1 else 'differ'}"
        return f"{begin}: {results if self.differ else 'no result differs'} (judged under revision {self.recorded})"

    def as_json(self) -> dict[str, Any]:
        """The note as JSON."""
        return {
            "recorded": self.recorded,
            "installed": self.installed,
            "judged_by": self.judged_by,
            "differ": self.differ,
            "message": self.text,
        }


def other_revision_text(variant: str, recorded: int, installed: int) -> str:
    """The beginning of what is said of such a match."""
    return f"recorded under revision {recorded} of '{variant}', but revision {installed} is installed"


def recorded_revision(record: MatchRecord, installed: int) -> int:
    """The revision by which a match was recorded; one without rounds will be by the installed one."""
    return (record.revision or 1) if record.rounds else installed


# Matches that were recorded under another revision of their variant than the one that is installed.
#
# They are judged by the rules under which they were recorded where the variant has kept these; else by those of today,
# and then nobody at the table is to blame for what these refuse.


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
    found = {each.number: each.scores for each in today.complete_rounds} if today else {}
    differ = 0
    for each in report.complete_rounds:
        had, has = each.scores or (), found.get(each.number) or ()
        differ += sum(place >= len(has) or line.total != has[place].total for place, line in enumerate(had))
    return _with_note(report, RevisionNote(variant.id, recorded, variant.revision, differ))


def _with_note(report: Report, note: RevisionNote) -> Report:
    return report._replace(warnings=(MatchWarning(None, OTHER_REVISION, note.text), *report.warnings), revision=note)


def _blame_nobody(violation: Violation, note: RevisionNote) -> Violation:
    """What the installed rules refuse may have been legal by those under which it was recorded."""
    text = f"Not legal under revision {note.installed}, though it may be under {note.recorded}: {violation.message}"
    return violation._replace(player=None, code=OTHER_REVISION, message=text)


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
            said = f"{first.message} With '{text}' under [options] it would be legal as recorded."
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
