"""A round that is half entered: what has been answered of it, kept beside its match until it is saved.

A face that asks for a round keeps a draft after every answer, and offers it when the match is opened again:

    drafts = RoundDrafts(match)
    kept = drafts.load()
    if kept and kept.misfit(match) is None:
        answers = kept.answers
    drafts.keep(RoundDraft(DraftBasis.of(match), answers))
    drafts.remove()

Nothing here is checked but names: what cannot have happened is refused when the round is proposed.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form.captured import name_of
from haggis_cli.book.typed_round import TypedRound, entry_lines, render_entries
from haggis_cli.matches.draft_record import DraftRecord, parse_draft, render_draft
from haggis_cli.matches.store.drafts import DraftFile
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.referee.report import Report
from haggis_cli.referee.table_records import typed_outcome
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue
from haggis_cli.support.errors import HaggisError, NotationError, RecordError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text


class DraftBasis(NamedTuple):
    """What of a match a half-entered round rests on: where it has changed, the answers may mean something else."""

    variant: str
    """The id of the variant."""
    players: tuple[str, ...]
    """Who plays, clockwise."""
    options: Mapping[str, OptionValue]
    """The options of the match."""
    number: int
    """The number of the round, counted from 1."""
    corrects: tuple[str, ...] = ()
    """The round that is corrected, as entries; empty for a new round."""
    created: datetime | None = None
    """When the match was started, which tells it from another of its name; None where a draft does not say."""

    @classmethod
    def of(cls, match: OpenMatch, number: int | None = None) -> "DraftBasis":
        """The basis of the next round, or of the correction of the round of that number."""
        record = match.file.record
        corrects = () if number is None else tuple(round_entries(match.report, number))
        number = len(record.rounds) + 1 if number is None else number
        return cls(record.variant, tuple(record.players), dict(record.options), number, corrects, record.created)


def encode_basis(basis: DraftBasis) -> str:
    """A basis as one word of letters, for a form that is sent back later."""
    return urlsafe_b64encode(render_draft(_to_record(RoundDraft(basis, HalfRound())))).decode()


def decode_basis(word: str) -> DraftBasis:
    """The basis that a form was made for. UsageError for a word that is none."""
    try:
        return _from_record(parse_draft(urlsafe_b64decode(word), "the form"), "the form").basis
    except (HaggisError, ValueError):
        raise UsageError("the form does not say which round it is for: load the page again") from None


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
            self._is_of(match)
            and len(match.file.record.rounds) >= number
            and self.basis.players == tuple(match.file.record.players)
            and round_entries(match.report, number) == self._whole_entries(match.report.table)
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
        if not basis.corrects:
            return None if basis.number == rounds + 1 else f"round {rounds + 1} is due now"
        if basis.number > rounds:
            return f"there is no round {basis.number} any more"
        if basis.corrects != tuple(round_entries(match.report, basis.number)):
            return f"round {basis.number} was changed meanwhile"
        return None

    def fits_players(self, match: OpenMatch) -> bool:
        """Whether the answers can be used for another round of the match."""
        basis = self.basis
        return not basis.corrects and basis == DraftBasis.of(match)._replace(number=basis.number)

    def _is_of(self, match: OpenMatch) -> bool:
        """Whether it is a draft of this match, and not of one that had its name before."""
        return self.basis.created == match.file.record.created

    def render_entries(self, table: Table) -> list[str]:
        """What has been answered, as entries that can be typed on the command line; `?` stands for a missing count.

        Figures that are refused stand at the end, as they were typed.
        table: the table of the match, whose players may be others now.
        """
        players = self.basis.players
        rest_seat = self.answers.rest_seat
        lines = entry_lines(self.answers.typed(), players, table, missing=" ?", rest_seat=rest_seat)
        return lines + [f"{players[seat]}: cards {self.texts[name_of(seat)]}" for seat in self.refused_seats]

    @property
    def refused_seats(self) -> list[int]:
        """The players for whom something was typed that they cannot have captured."""
        seats = [seat for seat in range(len(self.basis.players)) if name_of(seat) in self.texts]
        return [seat for seat in seats if seat not in self.answers.captured]

    def _whole_entries(self, table: Table) -> list[str]:
        """The round as it is saved, with the pile that was left uncounted worked out."""
        typed = self.answers.typed()
        if self.answers.rest_seat is not None:
            with suppress(NotationError):
                typed.fill_missing_captured(table)
        return render_entries(typed, table)


class RoundDrafts:
    """The draft of one round of a match on the disk."""

    def __init__(self, match: OpenMatch, number: int | None = None, owner: str = "") -> None:
        """The draft that one face keeps.

        number: the number of the round that is corrected; None for the next round.
        owner: the name of the phone that the round is entered with; empty for the terminal.
        """
        self._file = DraftFile(match.store, match.path, number, owner)
        self._created = match.file.record.created
        self._source = self._file.path.name

    @property
    def path(self) -> Path:
        """Where the draft lies, or would."""
        return self._file.path

    def load(self) -> RoundDraft | None:
        """The draft that is kept; None if there is none. StoreError or RecordError for what cannot be read."""
        data = self._file.read()
        if data is None:
            return None
        draft = _from_record(parse_draft(data, self._source), self._source)
        # A draft that does not say when its match was started is taken for one of this match.
        return draft._replace(basis=draft.basis._replace(created=draft.basis.created or self._created))

    def keep(self, draft: RoundDraft) -> None:
        """Keep a draft in the place of the one before. StoreError where it is not kept, Conflict if it is another's."""
        self._file.write(render_draft(_to_record(draft)))

    def remove(self) -> None:
        """Remove the draft that was loaded or kept here."""
        self._file.remove()

    def set_aside(self) -> Path:
        """Move the draft to the removed files, for it cannot be used; where it is now. StoreError where it stays."""
        return self._file.set_aside()


def read_draft(path: Path) -> RoundDraft:
    """The draft in a file, wherever it lies. StoreError or RecordError for what cannot be read."""
    try:
        data = read_regular(path)
    except OSError as error:
        raise StoreError(f"{escape_text(str(path))}: cannot be read: {error.strerror or error}") from None
    return _from_record(parse_draft(data, path.name), path.name)


def round_entries(report: Report, number: int) -> list[str]:
    """A typed-in round of a match as entries; empty for a recorded round."""
    typed = typed_round_of(report, number)
    return render_entries(typed, report.table) if typed else []


def typed_round_of(report: Report, number: int) -> TypedRound | None:
    """What was typed in for a round; None for a recorded round. NotationError if its names are no players'."""
    record = report.rounds[number - 1].record.table
    if record is None:
        return None
    return TypedRound.of_outcome(typed_outcome(record, report.table))


def _to_record(draft: RoundDraft) -> DraftRecord:
    (variant, names, options, number, corrects, created), answers, notes, texts = draft

    def named(values: Mapping[int, int]) -> dict[str, int]:
        return {names[seat]: value for seat, value in values.items()}

    # Nothing is to be checked: what a person has answered is kept in any case.
    return DraftRecord.model_construct(
        created=created,
        variant=variant,
        players=list(names),
        round=number,
        corrects=list(corrects),
        notes=notes,
        out=[names[seat] for seat in answers.out],
        hands=named(answers.counts),
        captured=named(answers.captured),
        rest=None if answers.rest_seat is None else names[answers.rest_seat],
        bets=named({seat: stake for seat, stake in answers.stakes.items() if stake is not None}),
        no_bets=[names[seat] for seat, stake in answers.stakes.items() if stake is None],
        shepherd=None if answers.shepherd is None else names[answers.shepherd],
        typed=dict(texts),
        options=dict(options),
    )


def _from_record(record: DraftRecord, source: str) -> RoundDraft:
    names = record.players

    def seat_of(name: str) -> int:
        if name not in names:
            raise RecordError(f"{source}: {name} is none of the players")
        return names.index(name)

    def by_seat(values: Mapping[str, int]) -> dict[int, int]:
        return {seat_of(name): value for name, value in values.items()}

    stakes: dict[int, int | None] = {**by_seat(record.bets)}
    stakes |= {seat_of(name): None for name in record.no_bets}
    answers = HalfRound(
        [seat_of(name) for name in dict.fromkeys(record.out)],
        by_seat(record.hands),
        by_seat(record.captured),
        None if record.rest is None else seat_of(record.rest),
        stakes,
        None if record.shepherd is None else seat_of(record.shepherd),
    )
    basis = DraftBasis(
        record.variant, tuple(names), dict(record.options), record.round, tuple(record.corrects), record.created
    )
    return RoundDraft(basis, answers, record.notes, record.typed)
