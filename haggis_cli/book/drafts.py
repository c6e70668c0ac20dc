"""A half-entered round, kept beside its match as TOML until it is saved, and whether it still fits that match.

Begin with `RoundDraft` and `RoundDrafts`; what follows them is the file, and how a draft goes the way of its match.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form import NOBODY, NONE, FieldKind, fill_in, name_of, rename_texts, stake_texts, texts_of
from haggis_cli.book.typed_round import REST_WORDS, render_entries, round_entries, typed_round_of
from haggis_cli.matches.model import FROZEN, Line, Name, OptionChoice, Wholes, Word, validation_messages
from haggis_cli.matches.names import MOST_PLAYERS
from haggis_cli.matches.store.drafts import DraftFile, draft_owner, find_drafts, find_phones
from haggis_cli.matches.store.files import read_regular
from haggis_cli.matches.toml.changes import Renaming
from haggis_cli.matches.toml.parsing import parse_toml
from haggis_cli.rules.variant import OptionValue, Table
from haggis_cli.support.errors import HaggisError, RecordError, StoreError, UsageError
from haggis_cli.support.text import PLACES, join_words


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


class RoundDraft(NamedTuple):
    """A half-entered round, and what it rests on."""

    basis: DraftBasis
    """The match as it was."""
    texts: Mapping[str, str] = MappingProxyType({})
    """What was answered, by the names of the fields of the round's form, in the order in which it was answered."""
    notes: str = ""
    """The note to keep with the round."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was answered but that nobody bet, which is so where nothing is said."""
        return not self.notes and all(text in (NONE, NOBODY) for text in self.texts.values())

    def is_saved(self, match: OpenMatch) -> bool:
        """Whether the match has all that was answered, in the round for which it was: the draft was left.

        A half round says nothing of bets that it does not have.
        """
        number, players = self.basis.number, tuple(match.file.record.players)
        if not self._is_of(match) or self.is_empty or self.basis.players != players:
            return False
        saved = typed_round_of(match.report, number) if number <= len(match.file.record.rounds) else None
        if saved is None:
            return False
        table = match.report.round_table(number)
        form = fill_in(table, self.texts)
        if form.typed:
            return render_entries(form.typed, table) == render_entries(saved, table)
        texts = texts_of(saved, table)
        answered = [each for each in form.fields if each.answer and each.spelled not in (NONE, NOBODY, *REST_WORDS)]
        return all(each.spelled and each.spelled == texts.get(each.name) for each in answered)

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
        players, betting = self.basis.players, table.variant.betting
        if len(players) != len(table.names):
            return list(self.texts.values())
        form = fill_in(_seat_as_then(table, players), self.texts)
        parts: dict[int, list[str]] = {seat: [] for seat in table.seats}
        for seat, place in zip(form.known.out, PLACES, strict=False):
            held = form.known.counts.get(seat)
            parts[seat].append(f"out {place}" + ("" if held is None else f" with {held} held"))
        for seat, field in enumerate(form.of_kind(FieldKind.CAPTURED)):
            if field.answer:
                said = "the rest" if field.spelled in REST_WORDS else field.spelled or field.answer
                parts[seat].append(f"captured {said}")
        for seat, stake in form.known.stakes.items():
            parts[seat].append(f"{betting.verb} {betting.amount_text(stake)}")
        return [f"{players[seat]} {join_words(said)}" for seat, said in parts.items() if said]


# The content of a draft's file: TOML with the words of a match file.

Names = Annotated[list[Name], Field(max_length=MOST_PLAYERS)]
Texts = Annotated[dict[Word, Line], Field(max_length=100)]


class DraftRecord(BaseModel):
    """What a draft says; everything may still be missing of the round."""

    model_config = FROZEN

    format: Literal[2] = 2
    """The format of drafts."""
    created: datetime | None = None
    """When the match was started, which tells it from a later one of the same name; None in an older draft."""
    variant: Word
    """The id of the match's variant."""
    players: Names
    """Who plays, clockwise."""
    round: Annotated[int, Field(ge=1, le=10_000)]
    """The number of the round."""
    corrects: Annotated[list[Line], Field(max_length=MOST_PLAYERS)] = []
    """The round that is being corrected, as entries; empty for a new round."""
    notes: str = ""
    """The note that is kept with the round."""
    texts: Texts = {}
    """What was answered: the texts by the names of the fields."""
    options: Annotated[dict[Line, OptionChoice], Field(max_length=100)] = {}
    """The options of the match."""

    def texts_at(self, table: Table) -> dict[str, str]:
        """The answers as texts."""
        return self.texts


class FormerDraftRecord(DraftRecord):
    """A draft that an older haggis has kept, which told figures instead of texts."""

    format: Literal[1] = 1  # type: ignore[assignment]
    out: Names = []
    hands: Wholes = {}
    captured: Wholes = {}
    rest: Name | None = None
    bets: Wholes = {}
    no_bets: Names = []
    shepherd: Name | None = None
    typed: Texts = {}

    def texts_at(self, table: Table) -> dict[str, str]:
        """The figures as texts. RecordError for one of somebody who does not play."""
        seats = {name: seat for seat, name in enumerate(self.players)}
        for name in (*self.out, *self.hands, *self.captured, *self.bets, *self.no_bets, self.rest, self.shepherd):
            if name is not None and name not in seats:
                raise RecordError(f"{name} is none of the players")
        texts = {}
        for place, name in enumerate(dict.fromkeys(self.out), 1):
            texts[f"out{place}"] = name
            texts |= {f"count{place}": str(self.hands[name])} if name in self.hands else {}
        texts |= {name_of(seats[name]): str(points) for name, points in self.captured.items()}
        texts |= {name_of(seats[self.rest]): REST_WORDS[0]} if self.rest is not None else {}
        stakes = {seats[name]: amount for name, amount in self.bets.items()} | {
            seats[name]: None for name in self.no_bets
        }
        texts |= stake_texts(stakes, table)
        texts |= {"shepherd": self.shepherd} if self.shepherd is not None else {}
        return texts | self.typed


def encode_draft(draft: RoundDraft) -> bytes:
    """The content of a draft's file."""
    import tomli_w

    variant, players, options, number, corrects, created = draft.basis
    # Nothing is to be checked: what a person has answered is kept in any case.
    record = DraftRecord.model_construct(
        created=created,
        variant=variant,
        players=list(players),
        round=number,
        corrects=list(corrects),
        notes=draft.notes,
        texts=dict(draft.texts),
        options=dict(options),
    )
    needed = ("format", "variant", "players", "round")
    said = {key: value for key, value in record if key in needed or value not in (None, [], {}, "")}
    heading = "# A round that is half entered: 'haggis score' goes on with it.\n"
    return (heading + tomli_w.dumps(said)).encode()


def decode_draft(data: bytes, source: str, table: Table | None = None) -> RoundDraft:
    """The draft in a file of this name. RecordError for what is none.

    table: the table of the match, whose players may be others now; None where the answers do not matter.
    """
    record = parse_draft(data, source)
    basis = DraftBasis(
        record.variant,
        tuple(record.players),
        dict(record.options),
        record.round,
        tuple(record.corrects),
        record.created,
    )
    try:
        texts = record.texts_at(_seat_as_then(table, basis.players)) if table else {}
    except RecordError as error:
        raise RecordError(f"{source}: {error}") from None
    return RoundDraft(basis, texts, record.notes)


def parse_draft(data: bytes, source: str) -> DraftRecord:
    """What a draft's file says, whoever plays. RecordError for what is none."""
    _, parsed = parse_toml(data, source)
    model = FormerDraftRecord if parsed.get("format", 1) == 1 else DraftRecord
    try:
        return model.model_validate(parsed)
    except ValidationError as error:
        raise RecordError(*validation_messages(error, source)) from None


def encode_basis(basis: DraftBasis) -> str:
    """A basis as one word of letters, for a form that is sent back later."""
    return urlsafe_b64encode(encode_draft(RoundDraft(basis))).decode()


def decode_basis(word: str) -> DraftBasis:
    """The basis that a form was made for. UsageError for a word that is none."""
    try:
        return decode_draft(urlsafe_b64decode(word), "the form").basis
    except (HaggisError, ValueError):
        raise UsageError("the form does not say which round it is for: load the page again") from None


def _seat_as_then(table: Table, players: tuple[str, ...]) -> Table:
    """The table with these players, where they are as many as now."""
    return table._replace(names=players) if len(players) == len(table.names) else table


# Half-entered rounds on the disk, beside their matches.


class RoundDrafts:
    """The draft of one round of a match on the disk."""

    def __init__(self, match: OpenMatch, number: int | None = None, owner: str = "") -> None:
        """The draft that one face keeps.

        number: the number of the round that is corrected; None for the next round.
        owner: the name of the phone that the round is entered with; empty for the terminal.
        """
        self._file = DraftFile(match.store, match.path, number, owner)
        self._match = match
        self._number = number
        self._owner = owner

    @property
    def path(self) -> Path:
        """Where the draft lies, or would."""
        return self._file.path

    def load(self) -> RoundDraft | None:
        """The draft that is kept; None if there is none. StoreError or RecordError for what cannot be read."""
        data = self._file.read()
        if data is None:
            return None
        draft = decode_draft(data, self._file.path.name, self._match.report.round_table(self._number))
        # A draft that does not say when its match was started is taken for one of this match.
        created = draft.basis.created or self._match.file.record.created
        return draft._replace(basis=draft.basis._replace(created=created))

    def load_from_others(self) -> tuple["RoundDrafts", RoundDraft] | None:
        """What was begun at another device and fits: on the terminal for a phone, on a phone for the terminal.

        None for nothing; of several phones it is what was answered last.
        """
        owners = [""] if self._owner else find_phones(self._match.path, self._number)
        for owner in owners:
            drafts = RoundDrafts(self._match, self._number, owner)
            with suppress(HaggisError):  # whoever has begun it is told
                draft = drafts.load()
                if draft is not None and not draft.is_empty and draft.misfit(self._match) is None:
                    return drafts, draft
        return None

    def keep(self, draft: RoundDraft) -> None:
        """Keep a draft in the place of the one before. StoreError where it is not kept, Conflict if it is another's."""
        self._file.write(encode_draft(draft))

    def remove(self) -> None:
        """Remove the draft that was loaded or kept here."""
        self._file.remove()

    def set_aside(self) -> Path:
        """Move the draft to the removed files, for it cannot be used; where it is now. StoreError where it stays."""
        return self._file.set_aside()


def rename_in_drafts(before: OpenMatch, after: OpenMatch) -> None:
    """Have the half rounds of a match go on under the new names of its players, now that these are saved.

    One that cannot be read, or is of other players, stays as it is: whoever opens it is told.
    """
    renaming = Renaming(tuple(before.file.record.players), tuple(after.file.record.players))
    if not renaming.has_changes:
        return
    for path in find_drafts(after.path):
        with suppress(HaggisError):
            basis = read_draft(path).basis
            number = basis.number if basis.corrects else None
            drafts = RoundDrafts(after, number, draft_owner(path))
            draft = drafts.load() if drafts.path == path and basis.players == renaming.old else None
            if draft is not None:
                texts = rename_texts(draft.texts, before.report.round_table(number), after.report.round_table(number))
                corrects = tuple(map(renaming.in_event, basis.corrects))
                basis = draft.basis._replace(players=renaming.new, corrects=corrects)
                drafts.keep(draft._replace(basis=basis, texts=texts))


def read_draft(path: Path, table: Table | None = None) -> RoundDraft:
    """The draft in a file, wherever it lies; the arguments are those of `decode_draft`.

    StoreError or RecordError for what cannot be read.
    """
    try:
        data = read_regular(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from None
    return decode_draft(data, path.name, table)


# The half-entered rounds of a match that was removed come back when its file is taken in again.


class ReturnedDraft(NamedTuple):
    """A half-entered round that lay beside the file of a removed match."""

    found: Path
    """Where it lies, as before: nothing is taken away from there."""
    draft: RoundDraft
    """What was answered."""
    match: str
    """The name of the match."""
    path: Path | None
    """Where it is kept beside the match now; None if it is not."""
    why_not: str = ""
    """Why it is not kept there, in a part of a sentence."""

    def __str__(self) -> str:
        """What became of it, in a sentence."""
        basis = self.draft.basis
        what = f"correction of round {basis.number}" if basis.corrects else f"round {basis.number}"
        if self.path is None:
            return f"its half-entered {what} stays in {self.found}: {self.why_not}"
        if draft_owner(self.found):
            return f"its half-entered {what} comes back with it, on the phone that it was entered with"
        command = f"haggis score {self.match}" + (f" --round {basis.number}" if basis.corrects else "")
        return f"its half-entered {what} comes back with it: '{command}' goes on"


def return_drafts(match: OpenMatch, removed: Path, *, dry_run: bool = False) -> list[ReturnedDraft]:
    """Keep the half-entered rounds beside a match again that lie beside its removed file, and fit it.

    Those of another match of that name, and what cannot be read, are passed over.

    removed: the file that the match was taken in from.
    dry_run: nothing is kept; the values tell what would be.
    """
    returned: list[ReturnedDraft] = []
    for found in find_drafts(removed):
        try:
            draft = read_draft(found, match.report.table)
        except HaggisError:
            continue
        if draft.basis.created in (None, match.file.record.created):
            kept = [each.path for each in returned]
            returned.append(_return_draft(match, found, draft, kept, dry_run=dry_run))
    return returned


def _return_draft(
    match: OpenMatch, found: Path, draft: RoundDraft, kept: list[Path | None], *, dry_run: bool
) -> ReturnedDraft:
    draft = draft._replace(basis=draft.basis._replace(created=match.file.record.created))
    drafts = RoundDrafts(match, draft.basis.number if draft.basis.corrects else None, draft_owner(found))
    name, misfit = match.path.stem, draft.misfit(match)
    if misfit is None and drafts.path in kept:
        misfit = "a newer one is back"
    if misfit is not None:
        return ReturnedDraft(found, draft, name, None, misfit)
    try:
        if not dry_run:
            drafts.keep(draft)
    except HaggisError as error:
        return ReturnedDraft(found, draft, name, None, str(error))
    return ReturnedDraft(found, draft, name, drafts.path)
