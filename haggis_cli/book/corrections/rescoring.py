"""Correcting an older typed-in round: all of its figures are given anew, and the match is judged with them.

typed = parse_entries(["Noah: out 8, cards 12", "Isla: bet baby"], match.report.round_table(2))
correction = rescore_round(match, 2, typed)
print(correction.violations, correction.warnings, correction.later_violations)
match = save_correction(correction.correction)
"""

from typing import NamedTuple, Protocol

from haggis_cli.book.corrections.amending import Correction
from haggis_cli.book.match import OpenMatch, command_word, find_round, preview
from haggis_cli.book.typed_round import (
    HalfRound,
    RoundProposal,
    TypedRound,
    propose_round,
    refuse_violations,
    round_violations,
    typed_round_of,
)
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.toml.changes import with_typed_round
from haggis_cli.referee.adjudication import typed_outcome
from haggis_cli.referee.report import Violation, Warning  # noqa: A004 - the word of `check --json`
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError, UsageError


class RoundCorrection(NamedTuple):
    """A typed-in round with other figures; nothing is saved."""

    correction: Correction
    """The match before and after."""
    number: int
    """The number of the round, counted from 1."""
    typed_round: TypedRound
    """What was typed in."""
    notes: str
    """The note that is kept with the round."""

    @property
    def after(self) -> OpenMatch:
        """The match with the corrected round."""
        return self.correction.after

    @property
    def violations(self) -> list[Violation]:
        """The rules that the round itself breaks: with any it cannot be saved."""
        return round_violations(self.after, self.number)

    @property
    def warnings(self) -> list[Warning]:
        """What looks wrong in the round, or in another round since it was corrected."""
        return self.correction.new_warnings(self.number)

    @property
    def later_violations(self) -> list[Violation]:
        """What other rounds break since this one was corrected."""
        return [each for each in self.correction.new_violations if each not in self.violations]

    def check_possible(self) -> None:
        """RulesError for a round that cannot have happened, with a line for each rule that it breaks."""
        refuse_violations(self.violations)


def check_typed_in(match: OpenMatch, number: int) -> None:
    """UsageError if there is no such round, or it was recorded play by play."""
    if find_round(match.report, number).recorded:
        raise UsageError(
            f"round {number} is recorded play by play: "
            f"'haggis record{command_word(match)} --round {number}' puts it right"
        )


def rescore_round(match: OpenMatch, number: int, typed: TypedRound, notes: str | None = None) -> RoundCorrection:
    """The match with other figures in a typed-in round. UsageError if there is no such round.

    notes: the note to keep with the round; None for the one it has.
    """
    check_typed_in(match, number)
    old = match.file.record.rounds[number - 1]
    kept = old.notes if notes is None else notes
    table = match.report.round_table(number)
    record = typed.to_record(table, kept)
    same = kept == old.notes and _say_the_same(old, record, table)
    after = preview(match, match.file.text if same else with_typed_round(match.file, number - 1, record))
    return RoundCorrection(Correction(match, after), number, typed, kept)


def _say_the_same(old: RoundRecord, new: RoundRecord, table: Table) -> bool:
    """Whether two typed-in rounds have the same figures, however they are written."""
    assert old.table
    assert new.table
    try:
        return typed_outcome(old.table, table) == typed_outcome(new.table, table)
    except NotationError:
        return False


# Which round is asked for: the next one, or an older one that is corrected.


class RoundTarget(Protocol):
    """A round that is asked for."""

    notes: str | None
    """The note to keep with the round; None for the one it has."""

    @property
    def match(self) -> OpenMatch:
        """The match."""

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""

    @property
    def corrected(self) -> int | None:
        """The number of the round if it is an older one; None for the next one."""

    @property
    def answers(self) -> HalfRound:
        """What is offered: the round as it stands."""

    def propose(self, typed: TypedRound) -> RoundProposal | RoundCorrection:
        """The match as it would be."""


class NextRound:
    """The round that is due."""

    corrected = None

    def __init__(self, match: OpenMatch, notes: str) -> None:
        self.match = match
        self.notes: str | None = notes
        self.number = len(match.report.rounds) + 1
        self.answers = HalfRound()

    def propose(self, typed: TypedRound) -> RoundProposal:
        """The match with one more round."""
        return propose_round(self.match, typed, self.notes or "")


class OlderRound:
    """A typed-in round that is put right. UsageError if there is no such round."""

    def __init__(self, match: OpenMatch, number: int, notes: str | None) -> None:
        self.match = match
        self.notes = notes
        self.number = self.corrected = number
        typed = typed_round_of(match.report, number)
        self.answers = HalfRound.of_typed(typed, match.report.table) if typed else HalfRound()

    def propose(self, typed: TypedRound) -> RoundCorrection:
        """The match with this round in the place of the older one."""
        return rescore_round(self.match, self.number, typed, self.notes)
