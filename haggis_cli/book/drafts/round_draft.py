"""A half-entered round, and whether it still fits its match."""

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from haggis_cli.book.drafts.basis import DraftBasis
from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form.captured import name_of
from haggis_cli.book.typed_round import render_entries, round_entries
from haggis_cli.rules.table import Table
from haggis_cli.support.english import PLACES, join_words
from haggis_cli.support.errors import NotationError


class RoundDraft(NamedTuple):
    """A half-entered round, and what it rests on."""

    basis: DraftBasis
    """The match as it was."""
    answers: HalfRound
    """What has been answered."""
    notes: str = ""
    """The note to keep with the round."""
    texts: Mapping[str, str] = MappingProxyType({})
    """What was typed into a form and is refused, or counts in other words: the texts by the names of the fields."""

    def is_saved(self, match: OpenMatch) -> bool:
        """Whether the match has just this round already: it was saved, and the draft was left."""
        number = self.basis.number
        return (
            not self.refused_seats  # what is refused is not what was saved, whatever the others leave for it
            and self._is_of(match)
            and len(match.file.record.rounds) >= number
            and self.basis.players == tuple(match.file.record.players)
            and round_entries(match.report, number) == self._whole_entries(match.report.round_table(number))
        )

    def misfit(self, match: OpenMatch) -> str | None:
        """Why the answers do not fit the match any more, in a part of a sentence; None if they do."""
        basis, record = self.basis, match.file.record
        if not self._is_of(match):
            return "it is of another match of this name"
        if (basis.variant, basis.players) != (record.variant, tuple(record.players)):
            return "the players are others now" if basis.variant == record.variant else "the variant is another now"
        if basis.options != dict(record.options):
            return "the house rules are others now"
        rounds = len(record.rounds)
        if not basis.corrects and basis.number == rounds + 1:
            return None
        if not basis.corrects:
            is_recording = match.report.current and not match.report.violations
            return f"round {rounds} is being recorded" if is_recording else f"round {rounds + 1} is due now"
        if basis.number > rounds:
            return f"there is no round {basis.number} any more"
        if basis.corrects != tuple(round_entries(match.report, basis.number)):
            return f"round {basis.number} was changed meanwhile"
        return None

    def fits_players(self, match: OpenMatch) -> bool:
        """Whether the answers can be used for another round of the match."""
        basis = self.basis
        return basis == DraftBasis.of(match)._replace(number=basis.number, corrects=basis.corrects)

    def _is_of(self, match: OpenMatch) -> bool:
        """Whether it is a draft of this match, and not of one that had its name before."""
        return self.basis.created == match.file.record.created

    def describe_figures(self, table: Table) -> list[str]:
        """What has been answered, a sentence for each player of whom something is; figures that are refused as typed.

        table: the table of the match, whose players may be others now.
        """
        answers, typed, betting = self.answers, self.answers.typed(), table.variant.betting
        parts: dict[int, list[str]] = {seat: [] for seat in range(len(self.basis.players))}
        for seat, place in zip(typed.out, PLACES, strict=False):
            held = typed.recorded_count(seat, table)
            parts[seat].append(f"out {place}" + ("" if held is None else f" with {held} held"))
        for seat, points in typed.captured.items():
            parts[seat].append(f"captured {points}")
        if answers.rest_seat is not None:
            parts[answers.rest_seat].append("captured the rest")
        for seat in self.refused_seats:
            parts[seat].append(f"captured {self.texts[name_of(seat)]}")
        for seat, stake in typed.stakes.items():
            parts[seat].append(f"{'bid' if betting.by_auction else 'bet'} {betting.amount_text(stake)}")
        return [f"{self.basis.players[seat]} {join_words(said)}" for seat, said in parts.items() if said]

    @property
    def refused_seats(self) -> list[int]:
        """The players for whom something was typed that they cannot have captured."""
        seats = [seat for seat in range(len(self.basis.players)) if name_of(seat) in self.texts]
        return [seat for seat in seats if seat not in self.answers.captured]

    def _whole_entries(self, table: Table) -> list[str]:
        """The round as it is saved, with the one pile worked out that was not counted."""
        typed = self.answers.typed()
        with suppress(NotationError):
            typed.fill_missing_captured(table)
        return render_entries(typed, table)
