"""What the pages of a round show: its form, or what became of the match for which it was filled in."""

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.book.drafts.records import encode_basis
from haggis_cli.book.drafts.round_draft import RoundDraft
from haggis_cli.book.round_form.form import RoundForm
from haggis_cli.web.navigation import match_path
from haggis_cli.web.rendering import render_page
from haggis_cli.web.scorepad.entry import RoundEntry
from haggis_cli.web.scorepad.form_values import (
    bets_of,
    compare,
    is_recording,
    is_round_due,
    pad_of,
    parts_of,
    standing_of,
)
from haggis_cli.web.scorepad.outlook import result_of
from haggis_cli.web.scorepad.saving import look_ahead
from haggis_cli.web.scorepad.sent import SentRound


def form_address(entry: RoundEntry) -> str:
    """Where the form of a round is."""
    return match_path(entry.match.path.stem, "/score" if entry.number is None else f"/rounds/{entry.number}")


def show_form(
    request: Request,
    entry: RoundEntry,
    form: RoundForm,
    notes: str,
    *,
    status: int = 200,
    notices: tuple[str, ...] = (),
    begun: list[str] | None = None,
    is_kept: bool = True,
    sent: SentRound | None = None,
) -> Response:
    """The form, with what would come of the round.

    begun: what was begun at the terminal, as entries.
    is_kept: whether there is something to drop.
    sent: what the browser sent; None if the page is only looked at.
    """
    return render_page(
        request,
        "score.html",
        status=status,
        **standing_of(entry.match),
        address=form_address(entry),
        number=entry.target.number,
        corrects=entry.number is not None,
        form=form,
        parts=parts_of(entry.table, form),
        bets=bets_of(form),
        outlook=look_ahead(entry, form, notes).outlook,
        doubts_shown=sent is not None,
        basis=encode_basis(entry.basis),
        notes=notes,
        notices=notices,
        begun=begun or [],
        is_kept=is_kept,
        tells_missing=sent is not None and sent.deed != "keep",
        pad=pad_of(entry.table),
    )


def show_not_due(request: Request, entry: RoundEntry, notices: tuple[str, ...] = ()) -> Response:
    """Why there is no round to enter, and where to go on."""
    return render_page(
        request, "no_round_due.html", status=_refusing(request), **standing_of(entry.match), notices=notices
    )


def show_misfit(request: Request, entry: RoundEntry, draft: RoundDraft, notices: tuple[str, ...] = ()) -> Response:
    """What was entered for another state of the match, beside what is saved, and what can become of it."""
    opened, number = entry.match, draft.basis.number
    fits = draft.fits_players(opened)
    rounds = opened.report.rounds
    is_saved = number <= len(rounds) - is_recording(opened)
    saved = RoundEntry(opened, "", number) if is_saved else None
    can_correct = saved is not None and fits and not rounds[number - 1].recorded
    return render_page(
        request,
        "misfit.html",
        status=_refusing(request),
        **standing_of(opened),
        address=form_address(entry),
        why=draft.misfit(opened) or "",
        corrects=bool(draft.basis.corrects),
        is_empty=not draft.basis.corrects and entry.is_as_it_was(draft),
        entries=[] if fits else draft.describe_figures(entry.table),
        rows=compare(saved if can_correct else None, draft, entry) if fits else [],
        number=number,
        due_number=len(rounds) + 1,
        is_saved=is_saved,
        can_correct=can_correct,
        can_use=not draft.basis.corrects and fits and is_round_due(opened),
        result=result_of(opened.report, number) if is_saved else None,
        notices=notices,
    )


def _refusing(request: Request) -> int:
    """The status of a page that shows something else than the form: what was sent is not done then."""
    return 409 if request.method == "POST" else 200
