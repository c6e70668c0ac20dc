"""A half-entered round as a file or a form keeps it."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping

from haggis_cli.book.drafts.basis import DraftBasis
from haggis_cli.book.drafts.round_draft import RoundDraft
from haggis_cli.book.half_round import HalfRound
from haggis_cli.matches.draft_record import DraftRecord, parse_draft, render_draft
from haggis_cli.support.errors import HaggisError, RecordError, UsageError


def encode_draft(draft: RoundDraft) -> bytes:
    """The content of a draft's file."""
    return render_draft(_to_record(draft))


def decode_draft(data: bytes, source: str) -> RoundDraft:
    """The draft in a file of this name. RecordError for what is none."""
    return _from_record(parse_draft(data, source), source)


def encode_basis(basis: DraftBasis) -> str:
    """A basis as one word of letters, for a form that is sent back later."""
    return urlsafe_b64encode(encode_draft(RoundDraft(basis, HalfRound()))).decode()


def decode_basis(word: str) -> DraftBasis:
    """The basis that a form was made for. UsageError for a word that is none."""
    try:
        return decode_draft(urlsafe_b64decode(word), "the form").basis
    except (HaggisError, ValueError):
        raise UsageError("the form does not say which round it is for: load the page again") from None


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
