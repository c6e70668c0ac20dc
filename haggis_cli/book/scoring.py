"""Adding a round that was typed in from the table: propose it, look at what the rules say, save it.

A proposal is the match as it would be. Nothing is saved before `save_round`:

    typed = parse_entries(["Noah: out 8, cards 12", "Isla: bet baby"], match.report.round_table())
    proposal = propose_round(match, typed)
    print(proposal.warnings)
    match = save_round(proposal, as_shown=False)
"""

from collections.abc import Iterator
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, adjudicate_snapshot, preview, save_progress
from haggis_cli.book.readiness import check_round_due
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import MATCH_OVER, Report, Violation, Warning  # noqa: A004 - the word of `check --json`
from haggis_cli.referee.sentences import message_with_rule
from haggis_cli.referee.table_records import typed_outcome
from haggis_cli.rules.scoring.typed_rounds import typing_breaches
from haggis_cli.support.errors import Conflict, RulesError


class RoundProposal(NamedTuple):
    """A round that may be added to a match; nothing is saved."""

    before: OpenMatch
    """The match without the round."""
    after: OpenMatch
    """The match with the round as its last."""
    typed_round: TypedRound
    """What was typed in."""
    notes: str
    """The note that is kept with the round; empty for none."""

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""
        return len(self.after.report.rounds)

    @property
    def violations(self) -> list[Violation]:
        """The rules that the round breaks: a round with any cannot be saved."""
        return round_violations(self.after, self.number)

    @property
    def warnings(self) -> list[Warning]:
        """What looks wrong in the round and may all the same be true: whoever saves it should have seen this."""
        found = [each for each in self.after.report.warnings if each.round == self.number]
        return [*found, *_repetition(self.after.report)]

    def check_possible(self) -> None:
        """RulesError for a round that cannot have happened, with a line for each rule that it breaks."""
        refuse_violations(self.violations)


def round_violations(after: OpenMatch, number: int) -> list[Violation]:
    """The rules that a typed-in round breaks: with any it cannot be saved. That it comes too late is none of them.

    Refused is also what is only warned about in a file that exists already: more points captured than there are, and
    counts of players who record none.

    after: the match with the round.
    number: the number of the round, counted from 1.
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
        line = after.file.line("rounds", number - 1, "table")
        return [
            Violation(number, None, line, None, "", each.code, each.message, table.variant.cite(each.clause))
            for each in breaches
        ]


def refuse_violations(violations: list[Violation]) -> None:
    """RulesError if there are violations, with a line for each."""
    if violations:
        refusals = (f"not saved: {message_with_rule(each.message, each.rule)}" for each in violations)
        raise RulesError("\n".join(refusals))


def propose_round(match: OpenMatch, typed: TypedRound, notes: str = "") -> RoundProposal:
    """The match as it would be with one more round. RulesError if no round is due."""
    check_round_due(match)
    after = preview(match, with_round(match.file, typed.to_record(match.report.round_table(), notes)))
    return RoundProposal(match, after, typed, notes)


def save_round(proposal: RoundProposal, *, as_shown: bool) -> OpenMatch:
    """Save a proposed round; the match as it now is. RulesError if the round cannot have happened, or none is due.

    Somebody else may have saved the match since the round was proposed.

    as_shown: a person agreed to the match with this round as it was shown. Conflict if the match has changed. If not
    as_shown, the round is proposed anew and goes after the last one there is; Conflict if the players or the rules of
    the match are others now.
    """
    before = proposal.before
    with before.store.lock(before.path):
        snapshot = before.store.read(before.path)
        if snapshot.data != before.snapshot.data:
            match = None if as_shown else adjudicate_snapshot(before.store, snapshot, before.check_report)
            # Seats are numbers: with other players, sides or rules the figures would be somebody else's.
            if match is None or match.report.round_table() != before.report.round_table():
                raise Conflict("not saved: the match was changed meanwhile")
            proposal = propose_round(match, proposal.typed_round, proposal.notes)
        proposal.check_possible()
        return save_progress(proposal.before, proposal.after)


def _repetition(report: Report) -> Iterator[Warning]:
    """A warning for a last round that was typed in just like the one before it."""
    *before, last = report.rounds
    if before and last.record.table is not None and last.record.table == before[-1].record.table:
        text = f"it is identical to round {before[-1].number}: was it typed in twice?"
        yield Warning(last.number, "round-repeated", text)
