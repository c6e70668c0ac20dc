"""A round that was typed in from the table, new or older: propose it, look at what the rules say, save it.

A proposal is the match as it would be. Nothing is saved before `save_round`:

    target = RoundTarget(match)
    proposal = target.propose(parse_entries(["Noah: out 8, cards 12", "Isla: bet baby"], target.table))
    print(proposal.violations, proposal.warnings)
    match = save_round(proposal, as_shown=False)

With a number, `RoundTarget(match, 2)`, it is an older round, whose figures are all given anew.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.book.match import (
    OpenMatch,
    adjudicate_snapshot,
    check_round_due,
    command_word,
    find_round,
    preview,
    save_progress,
)
from haggis_cli.book.typed_round import TypedRound, typed_round_of
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.toml.changes import with_round, with_typed_round
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.adjudication import typed_outcome
from haggis_cli.referee.report import MATCH_OVER, MatchWarning, Report, Violation
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import message_with_rule
from haggis_cli.rules.typed_rounds import typing_breaches
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import Conflict, NotationError, RulesError, UsageError

if TYPE_CHECKING:  # a round that is added is no correction
    from haggis_cli.book.corrections.amending import Correction


class RoundTarget:
    """A round that is asked for: the next one, or an older typed-in one that is put right.

    corrected: the number of the older round; None for the next one.
    notes: the note to keep with the round; None for the one it has.
    """

    def __init__(self, match: OpenMatch, corrected: int | None = None, notes: str | None = None) -> None:
        """UsageError if there is no such round, or it was recorded play by play."""
        if corrected is not None and find_round(match.report, corrected).recorded:
            raise UsageError(
                f"round {corrected} was recorded play by play: 'haggis record{command_word(match)} --round "
                f"{corrected}' corrects it"
            )
        self.match = match
        self.corrected = corrected
        self.notes = notes
        self.number = corrected or len(match.report.rounds) + 1

    @property
    def table(self) -> Table:
        """The table of the round."""
        return self.match.report.round_table(self.corrected)

    @property
    def figures(self) -> TypedRound:
        """The round as it stands; nothing of a new one."""
        found = typed_round_of(self.match.report, self.corrected) if self.corrected else None
        return found or TypedRound()

    @property
    def kept_notes(self) -> str:
        """The note that is kept with the round."""
        if self.notes is None and self.corrected:
            return self.match.file.record.rounds[self.corrected - 1].notes
        return self.notes or ""

    def propose(self, typed: TypedRound) -> "RoundProposal":
        """The match as it would be. RulesError if a new round is not due."""
        file, notes = self.match.file, self.kept_notes
        record = typed.to_record(self.table, notes)
        if self.corrected is None:
            check_round_due(self.match)
            text = with_round(file, record)
        elif self._is_just(record):
            text = file.text
        else:
            text = with_typed_round(file, self.corrected - 1, record)
        return RoundProposal(self.match, preview(self.match, text), typed, notes, self.corrected)

    def _is_just(self, record: RoundRecord) -> bool:
        """Whether the older round has just these figures and this note, however they are written."""
        assert self.corrected
        assert record.table
        old = self.match.file.record.rounds[self.corrected - 1]
        if old.table is None or record.notes != old.notes:
            return False
        try:
            return typed_outcome(old.table, self.table) == typed_outcome(record.table, self.table)
        except NotationError:
            return False


class RoundProposal(NamedTuple):
    """A round that may be added to a match, or put in the place of an older one; nothing is saved."""

    before: OpenMatch
    after: OpenMatch
    typed_round: TypedRound
    notes: str
    """The note that is kept with the round; empty for none."""
    corrected: int | None = None
    """The number of the older round that is put right; None for a new round, which becomes the last."""

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""
        return self.corrected or len(self.after.report.rounds)

    @property
    def has_changes(self) -> bool:
        """Whether the match would be another: an older round may be typed in as it stands."""
        return self.before.file.data != self.after.file.data

    @property
    def correction(self) -> "Correction":
        """The match before and after an older round is put right."""
        from haggis_cli.book.corrections.amending import Correction

        return Correction(self.before, self.after)

    @property
    def violations(self) -> list[Violation]:
        """The rules that the round breaks: a round with any cannot be saved."""
        return round_violations(self.after, self.number)

    @property
    def warnings(self) -> list[MatchWarning]:
        """What looks wrong and may all the same be true: whoever saves the round should have seen this.

        It is of this round, or of another one since this one was put right.
        """
        if self.corrected:
            return self.correction.new_warnings(self.corrected)
        found = [each for each in self.after.report.warnings if each.round == self.number]
        return [*found, *_repetition(self.after.report)]

    def check_possible(self) -> None:
        """RulesError for a round that cannot have happened, with a line for each rule that it breaks."""
        if self.violations:
            refusals = (f"not saved: {message_with_rule(each.message, each.rule)}" for each in self.violations)
            topic = self.violations[0].topic
            raise RulesError(*refusals, told_in=find_told_in(self.after.report.table, topic))


def round_violations(after: OpenMatch, number: int) -> list[Violation]:
    """The rules that a typed-in round breaks: with any it cannot be saved. That it comes too late is none of them.

    Refused is also what is only warned about in a file that exists already: more points captured than there are, and
    counts of players who record none.
    """
    report = after.report
    broken = [each for each in report.violations if each.round == number and each.code != MATCH_OVER]
    record = report.rounds[number - 1].record.table
    if broken or record is None:
        return broken
    table = report.round_table(number)
    with guard_rules(table.variant.id):
        breaches = typing_breaches(table, typed_outcome(record, table))
        if not breaches:  # looking up a line goes through the whole file
            return []
        line, cite = after.file.line("rounds", number - 1, "table"), table.variant.cite
        return [
            Violation(number, None, line, None, "", each.code, each.message, cite(each.clause), each.clause.topic)
            for each in breaches
        ]


def save_round(proposal: RoundProposal, *, as_shown: bool) -> OpenMatch:
    """Save a proposed round; the match as it now is. RulesError if the round cannot have happened, or none is due.

    Somebody else may have saved the match since the round was proposed. A correction is only saved as it was shown.

    as_shown: a person agreed to the match with this round as it was shown. Conflict if the match has changed. If not
    as_shown, the round is proposed anew and goes after the last one there is; Conflict if the players or the rules of
    the match are others now.
    """
    if proposal.corrected:
        from haggis_cli.book.corrections.amending import save_correction

        return save_correction(proposal.correction)
    before = proposal.before
    with before.store.lock(before.path):
        snapshot = before.store.read(before.path)
        if snapshot.data != before.snapshot.data:
            match = None if as_shown else adjudicate_snapshot(before.store, snapshot, before.check_report)
            # Seats are numbers: with other players, sides or rules the figures would be somebody else's.
            if match is None or match.report.round_table() != before.report.round_table():
                raise Conflict("not saved: the match was changed meanwhile")
            proposal = RoundTarget(match, notes=proposal.notes).propose(proposal.typed_round)
        proposal.check_possible()
        return save_progress(proposal.before, proposal.after)


def _repetition(report: Report) -> Iterator[MatchWarning]:
    """A warning for a last round that was typed in just like the one before it."""
    *before, last = report.rounds
    if before and last.record.table is not None and last.record.table == before[-1].record.table:
        text = f"it is identical to round {before[-1].number}; was it typed in twice?"
        yield MatchWarning(last.number, "round-repeated", text)
