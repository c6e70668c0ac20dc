"""A half-entered round, kept beside its match as TOML until it is saved, and whether it still fits that match.

Begin with `RoundDraft` and `RoundDrafts`; what follows them is how a draft goes the way of its match.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from haggis_cli.book import round_form
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.typed_round import REST_WORDS, render_entries, round_entries, typed_round_of
from haggis_cli.matches.heading import MOST_PLAYERS
from haggis_cli.matches.model import FROZEN, Line, Name, OptionChoice, Wholes, Word, validation_messages
from haggis_cli.matches.store.drafts_and_trash import DraftFile, draft_owner, find_drafts, find_phones, set_draft_aside
from haggis_cli.matches.store.files import read_snapshot
from haggis_cli.matches.toml.changes import Renaming
from haggis_cli.matches.toml.parsing import parse_toml
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError, RecordError, UsageError
from haggis_cli.support.text import PLACES, join_words

Names = Annotated[tuple[Name, ...], Field(max_length=MOST_PLAYERS, strict=False)]
Texts = Annotated[dict[Word, Line], Field(max_length=100)]


class RoundDraft(BaseModel):
    """A half-entered round, and what of its match it rests on: where that has changed, it may mean something else.

    Its file is TOML with these keys and the words of a match file.
    """

    model_config = FROZEN

    format: Literal[2] = 2
    created: datetime | None = None
    """When the match was started, which tells it from a later one of the same name; None in an older draft."""
    variant: Word
    players: Names
    round: Annotated[int, Field(ge=1, le=10_000)]
    """The number of the round, counted from 1."""
    corrects: Annotated[tuple[Line, ...], Field(max_length=MOST_PLAYERS, strict=False)] = ()
    """The round that is being corrected, as entries; empty for a new round."""
    notes: str = ""
    texts: Texts = {}
    """What was answered, by the names of the fields of the round's form, in the order in which it was answered."""
    options: Annotated[dict[Line, OptionChoice], Field(max_length=100)] = {}

    @classmethod
    def begin(cls, match: OpenMatch, number: int | None = None) -> "RoundDraft":
        """The draft of the next round, or of the correction of the round of that number, with no answer yet."""
        record = match.file.record
        return cls.model_construct(
            created=record.created,
            variant=record.variant,
            players=tuple(record.players),
            round=len(record.rounds) + 1 if number is None else number,
            corrects=() if number is None else tuple(round_entries(match.report, number)),
            options=dict(record.options),
        )

    def with_answers(self, texts: Mapping[str, str], notes: str = "") -> "RoundDraft":
        """The draft with these answers in the place of its own; what a person has answered is kept in any case."""
        return self.model_copy(update={"texts": dict(texts), "notes": notes})

    @property
    def basis(self) -> "RoundDraft":
        """The draft without its answers."""
        return self.with_answers({})

    @property
    def corrected(self) -> int | None:
        """The number of the round that is corrected; None for a new round."""
        return self.round if self.corrects else None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was answered but that nobody bet, which is so where nothing is said."""
        return not self.notes and all(text in (round_form.NONE, round_form.NOBODY) for text in self.texts.values())

    def is_saved(self, match: OpenMatch) -> bool:
        """Whether the match has all that was answered, in the round for which it was: the draft was left.

        A half round says nothing of bets that it does not have.
        """
        number, players = self.round, tuple(match.file.record.players)
        if not self._is_of(match) or self.is_empty or self.players != players:
            return False
        saved = typed_round_of(match.report, number) if number <= len(match.file.record.rounds) else None
        if saved is None:
            return False
        table = match.report.round_table(number)
        form = round_form.fill_in(table, self.texts)
        if form.typed:
            return render_entries(form.typed, table) == render_entries(saved, table)
        texts = round_form.texts_of(saved, table)
        answered = [
            each
            for each in form.fields
            if each.answer and each.spelled not in (round_form.NONE, round_form.NOBODY, *REST_WORDS)
        ]
        return all(each.spelled and each.spelled == texts.get(each.name) for each in answered)

    def misfit(self, match: OpenMatch) -> str | None:
        """Why the answers do not fit the match any more, in a part of a sentence; None if they do."""
        record, rounds = match.file.record, len(match.file.record.rounds)
        if not self._is_of(match):
            return "it belongs to another match of the same name"
        if (self.variant, self.players) != (record.variant, tuple(record.players)):
            return "the players have changed" if self.variant == record.variant else "the variant has changed"
        if self.options != dict(record.options):
            return "the house rules have changed"
        if not self.corrects and self.round == rounds + 1:
            return None
        if not self.corrects:
            is_recording = match.report.current and not match.report.violations
            return f"round {rounds} is being recorded" if is_recording else f"round {rounds + 1} now comes next"
        if self.round > rounds:
            return f"round {self.round} no longer exists"
        if self.corrects != tuple(round_entries(match.report, self.round)):
            return f"round {self.round} was changed meanwhile"
        return None

    def fits_players(self, match: OpenMatch) -> bool:
        """Whether the answers can be used for another round of the match."""
        now = RoundDraft.begin(match)
        return self.basis == now.model_copy(update={"round": self.round, "corrects": self.corrects})

    def _is_of(self, match: OpenMatch) -> bool:
        """Whether it is a draft of this match, and not of one that had its name before."""
        return self.created == match.file.record.created

    def describe_figures(self, table: Table) -> list[str]:
        """What has been answered, a sentence for each player of whom something is; figures that are refused as typed.

        table: the table of the match, whose players may be others now.
        """
        if len(self.players) != len(table.names):
            return list(self.texts.values())
        form = round_form.fill_in(table._replace(names=self.players), self.texts)
        parts: dict[int, list[str]] = {seat: [] for seat in table.seats}
        for seat, place in zip(form.known.out, PLACES, strict=False):
            held = form.known.counts.get(seat)
            parts[seat].append(f"out {place}" + ("" if held is None else f" with {held} held"))
        for seat, field in enumerate(form.of_kind(round_form.FieldKind.CAPTURED)):
            if field.answer:
                said = "the rest" if field.spelled in REST_WORDS else field.spelled or field.answer
                parts[seat].append(f"captured {said}")
        for seat, stake in form.known.stakes.items():
            parts[seat].append(f"{table.variant.betting.verb} {table.variant.betting.amount_text(stake)}")
        return [f"{self.players[seat]} {join_words(said)}" for seat, said in parts.items() if said]

    def encode(self) -> bytes:
        """The content of the draft's file."""
        import tomli_w

        said = {key: value for key, value in self if value not in (None, (), {}, "")}
        heading = "# A half-entered round: 'haggis score' continues it.\n"
        return (heading + tomli_w.dumps(said)).encode()

    def encode_as_word(self) -> str:
        """The draft as one word of letters, for a form that is sent back later."""
        return urlsafe_b64encode(self.encode()).decode()


class FormerDraft(RoundDraft):
    """A draft that an older haggis has kept, which told figures instead of texts."""

    format: Literal[1] = 1  # type: ignore[assignment]
    out: Names = ()
    hands: Wholes = {}
    captured: Wholes = {}
    rest: Name | None = None
    bets: Wholes = {}
    no_bets: Names = ()
    shepherd: Name | None = None
    typed: Texts = {}

    def as_texts(self, table: Table) -> RoundDraft:
        """The draft with texts for its figures. RecordError for one of somebody who does not play."""
        seats = {name: seat for seat, name in enumerate(self.players)}
        for name in (*self.out, *self.hands, *self.captured, *self.bets, *self.no_bets, self.rest, self.shepherd):
            if name is not None and name not in seats:
                raise RecordError(f"{name} is not one of the players")
        texts = {}
        for place, name in enumerate(dict.fromkeys(self.out), 1):
            texts[f"out{place}"] = name
            texts |= {f"count{place}": str(self.hands[name])} if name in self.hands else {}
        texts |= {round_form.name_of(seats[name]): str(points) for name, points in self.captured.items()}
        texts |= {round_form.name_of(seats[self.rest]): REST_WORDS[0]} if self.rest is not None else {}
        stakes: dict[int, int | None] = {seats[name]: amount for name, amount in self.bets.items()}
        stakes |= {seats[name]: None for name in self.no_bets}
        if len(self.players) == len(table.names):
            texts |= round_form.stake_texts(stakes, table._replace(names=self.players))
        texts |= {"shepherd": self.shepherd} if self.shepherd is not None else {}
        kept = self.model_dump(include=set(RoundDraft.model_fields) - {"format", "texts"})
        return RoundDraft.model_construct(**kept, texts=texts | self.typed)


def decode_draft(data: bytes, source: str, table: Table | None = None) -> RoundDraft:
    """The draft in a file of this name. RecordError for what is none.

    table: the table of the match, whose players may be others now; None where the answers do not matter.
    """
    _, parsed = parse_toml(data, source)
    model = FormerDraft if parsed.get("format", 1) == 1 else RoundDraft
    try:
        draft = model.model_validate(parsed)
        return draft.as_texts(table) if table and isinstance(draft, FormerDraft) else draft
    except ValidationError as error:
        raise RecordError(*validation_messages(error, source)) from None
    except RecordError as error:
        raise RecordError(f"{source}: {error}") from None


def decode_word(word: str) -> RoundDraft:
    """The draft that a form was made for, without answers. UsageError for a word that is none."""
    try:
        return decode_draft(urlsafe_b64decode(word), "the form").basis
    except (HaggisError, ValueError):
        raise UsageError("the form does not name its round: load the page again") from None


# Half-entered rounds on the disk, beside their matches.


class RoundDrafts(DraftFile):
    """The draft of one round of a match on the disk, as one face keeps it."""

    def __init__(self, match: OpenMatch, number: int | None = None, owner: str = "") -> None:
        """The draft of an open match; `number` and `owner` are those of `DraftFile`."""
        super().__init__(match.store, match.path, number, owner)
        self.begun = RoundDraft.begin(match, number)
        self._opened = match
        self._number = number

    def load(self) -> RoundDraft | None:
        """The draft that is kept; None if there is none. StoreError or RecordError for what cannot be read."""
        data = self.read()
        if data is None:
            return None
        try:
            draft = decode_draft(data, self.path.name, self._opened.report.round_table(self._number))
        except HaggisError:
            self.disown()
            raise
        # A draft that does not say when its match was started is taken for one of this match.
        return draft.model_copy(update={"created": draft.created or self._opened.file.record.created})

    def load_or_set_aside(self) -> tuple[RoundDraft | None, tuple[str, ...]]:
        """The draft that is kept, None if there is none; and that it cannot be read, and was moved, in sentences."""
        try:
            return self.load(), ()
        except HaggisError as error:
            return None, (f"The half-entered round cannot be read: {error}", self.set_aside())

    def load_from_others(self) -> tuple["RoundDrafts", RoundDraft] | None:
        """What was begun at another device and fits: on the terminal for a phone, on a phone for the terminal.

        None for nothing; of several phones it is what was answered last.
        """
        for owner in [""] if self._owner else find_phones(self._opened.path, self._number):
            drafts = RoundDrafts(self._opened, self._number, owner)
            with suppress(HaggisError):  # whoever has begun it is told
                draft = drafts.load()
                if draft is not None and not draft.is_empty and draft.misfit(self._opened) is None:
                    return drafts, draft
        return None

    def keep(self, draft: RoundDraft) -> None:
        """Keep a draft in the place of the one before. StoreError where it is not kept, Conflict if it is another's."""
        self.write(draft.encode())

    def set_aside(self, name: Callable[[Path], str] | None = None) -> str:
        """Move the draft to the removed files, for it cannot be used; where it is now, in a sentence.

        name: what its file is called there.
        """
        try:
            path = set_draft_aside(self._store, self.path)
        except HaggisError as error:
            return f"It stays where it is: {error}"
        finally:
            self.disown()
        return f"It is now in {name(path) if name else f'{path.parent.name}/{path.name}'}."


def rename_in_drafts(before: OpenMatch, after: OpenMatch) -> None:
    """Have the half rounds of a match go on under the new names of its players, now that these are saved.

    One that cannot be read, or is of other players, stays as it is: whoever opens it is told.
    """
    renaming = Renaming(tuple(before.file.record.players), tuple(after.file.record.players))
    if not renaming.has_changes:
        return
    for path in find_drafts(after.path):
        with suppress(HaggisError):
            number = read_draft(path).corrected
            drafts = RoundDrafts(after, number, draft_owner(path))
            draft = drafts.load() if drafts.path == path else None
            if draft is not None and draft.players == renaming.old:
                texts = round_form.rename_texts(
                    draft.texts, before.report.round_table(number), after.report.round_table(number)
                )
                corrects = tuple(map(renaming.in_event, draft.corrects))
                named = {"players": renaming.new, "corrects": corrects, "texts": texts}
                drafts.keep(draft.model_copy(update=named))


def read_draft(path: Path, table: Table | None = None) -> RoundDraft:
    """The draft in a file, wherever it lies; the arguments are those of `decode_draft`.

    StoreError or RecordError for what cannot be read.
    """
    return decode_draft(read_snapshot(path).data, path.name, table)


# The half-entered rounds of a match that was removed come back when its file is taken in again.


class ReturnedDraft(NamedTuple):
    """A half-entered round that lay beside the file of a removed match."""

    path: Path | None
    """Where it is kept beside the match now; None if it is not."""
    says: str
    """What became of it, in a sentence."""

    def __str__(self) -> str:
        return self.says


def return_drafts(match: OpenMatch, removed: Path, *, dry_run: bool = False) -> list[ReturnedDraft]:
    """Keep the half-entered rounds beside a match again that lie beside its removed file, and fit it.

    Those of another match of that name, and what cannot be read, are passed over.

    removed: the file that the match was taken in from.
    dry_run: nothing is kept; the values tell what would be.
    """
    returned: list[ReturnedDraft] = []
    for found in find_drafts(removed):
        with suppress(HaggisError):
            draft = read_draft(found, match.report.table)
            if draft.created in (None, match.file.record.created):
                draft = draft.model_copy(update={"created": match.file.record.created})
                returned.append(_return_draft(match, found, draft, {each.path for each in returned}, dry_run=dry_run))
    return returned


def _return_draft(
    match: OpenMatch, found: Path, draft: RoundDraft, kept: set[Path | None], *, dry_run: bool
) -> ReturnedDraft:
    drafts = RoundDrafts(match, draft.corrected, draft_owner(found))
    what = f"its half-entered {'correction of ' if draft.corrects else ''}round {draft.round}"
    why_not = draft.misfit(match) or ("a newer one has been restored" if drafts.path in kept else "")
    try:
        if not (why_not or dry_run):
            drafts.keep(draft)
    except HaggisError as error:
        why_not = str(error)
    if why_not:
        return ReturnedDraft(None, f"{what} stays in {found}: {why_not}")
    if draft_owner(found):
        return ReturnedDraft(drafts.path, f"{what} is restored with it, on the phone that it was entered on")
    command = f"haggis score {match.path.stem}" + (f" --round {draft.round}" if draft.corrects else "")
    return ReturnedDraft(drafts.path, f"{what} is restored with it: '{command}' continues it")
