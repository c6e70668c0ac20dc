"""Which round is asked for: the next one, or an older one that is corrected."""

from typing import Protocol

from haggis_cli.book.corrections.rescoring import RoundCorrection, rescore_round
from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.scoring import RoundProposal, propose_round
from haggis_cli.book.typed_round import TypedRound, typed_round_of


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
