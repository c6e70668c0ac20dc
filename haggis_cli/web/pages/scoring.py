"""The score pad: the form of the round that is due, and of an older one that is put right."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.lookup import find_round
from haggis_cli.book.corrections.rescoring import RoundCorrection
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_draft import RoundDraft, encode_basis
from haggis_cli.book.round_form.form import RoundForm
from haggis_cli.book.scoring import RoundProposal, save_round
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.support.errors import Conflict, HaggisError, UsageError
from haggis_cli.web.access.device import device_of
from haggis_cli.web.forms import read_form
from haggis_cli.web.matches import version_of
from haggis_cli.web.navigation import match_path
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import page_values, render_error, render_page
from haggis_cli.web.scorepad.entry import RoundEntry, says_something
from haggis_cli.web.scorepad.form_values import is_round_due, pad_of, parts_of, standing_of
from haggis_cli.web.scorepad.outlook import Outlook, outlook_of, result_of
from haggis_cli.web.scorepad.sent import SentRound, read_sent

SAVING = ("save", "save_anyway", "save_shorter")
"""What buttons do that save: as it is, in spite of what looks wrong, or without the rounds after the match's end."""


async def ask_for_round(request: Request) -> Response:
    """The form of the round that is due, or of an older one."""
    opened, number = open_asked(request), _number_asked(request)
    if not page_values(request)["may_write"]:
        return render_error(request, 403, "This phone may watch, and change nothing.")
    if number is not None and find_round(opened.report, number).recorded:
        return render_page(request, "round_recorded.html", match=opened.path.stem, number=number)
    entry = RoundEntry(opened, device_of(request), number)
    kept = entry.load()
    if kept.draft and kept.draft.misfit(opened):
        return _show_misfit(request, entry, kept.draft)
    if number is None and not is_round_due(opened):
        return render_page(request, "no_round_due.html", **standing_of(opened), notices=kept.notices)
    form = entry.fill_kept(kept.draft)
    notes = kept.draft.notes if kept.draft else entry.notes
    terminals = None if kept.draft else entry.load_terminals()
    return _show_form(
        request,
        entry,
        form,
        notes,
        notices=kept.notices,
        begun=terminals.render_entries(entry.table) if terminals else [],
        is_kept=kept.draft is not None,
    )


async def enter_round(request: Request) -> Response:
    """Keep what was sent, and do what the button says: show what comes of it, save it, or drop it."""
    fields = await read_form(request)
    opened, number = open_asked(request), _number_asked(request)
    if number is not None:
        find_round(opened.report, number)  # somebody may have taken it back meanwhile
    entry = RoundEntry(opened, device_of(request), number)
    if fields.get("do") in ("drop", "terminal", "use"):
        return _change_draft(request, entry, fields["do"])
    sent = read_sent(fields)
    form = entry.fill(sent)
    draft = RoundDraft(sent.basis, form.half, sent.notes, form.texts)
    if sent.deed in SAVING and draft.is_saved(opened):  # the button was touched twice, or the first answer was lost
        entry.forget()
        return _go_to_result(opened, sent.basis.number)
    notice = entry.keep(draft) if len(sent.basis.players) == len(entry.table.names) else ""
    notices = (notice,) if notice else ()
    if draft.misfit(opened):
        return _show_misfit(request, entry, draft, notices) if says_something(draft) else await ask_for_round(request)
    if number is None and not is_round_due(opened):
        return render_page(request, "no_round_due.html", status=409, **standing_of(opened), notices=notices)
    if sent.deed in SAVING:
        return _save(request, entry, sent, form, notices)
    return _show_form(request, entry, form, sent.notes, notices=notices, sent=sent)


def _save(request: Request, entry: RoundEntry, sent: SentRound, form: RoundForm, notices: tuple[str, ...]) -> Response:
    """Save the round if it was shown as it is now, and everything that looks wrong is agreed to; else show it."""

    def show(status: int, *more: str) -> Response:
        return _show_form(request, entry, form, sent.notes, status=status, notices=(*notices, *more), sent=sent)

    proposal, outlook = _look_ahead(entry, form, sent.notes)
    if proposal is None or outlook.refusals:
        return show(422)
    if sent.version != version_of(entry.match):
        return show(409, "Not saved yet: the match was changed meanwhile. This is what it would be now.")
    is_agreed = sent.deed != "save" and sent.agreed == outlook.doubts_word
    if outlook.doubts and not is_agreed:  # rounds after the match's end are among them
        return show(409)
    try:
        after = _write(proposal, sent.deed)
    except (KeptConflict, NotDurable):
        entry.forget()
        raise
    except Conflict:
        entry = RoundEntry(open_asked(request), device_of(request), entry.number)
        return show(409, "Not saved yet: the match was changed meanwhile. This is what it would be now.")
    entry.forget()
    return _go_to_result(after, proposal.number)


def _look_ahead(
    entry: RoundEntry, form: RoundForm, notes: str
) -> tuple[RoundProposal | RoundCorrection | None, Outlook]:
    """The match as it would be, and what would come of the round; where rules of others fail, why it cannot be told."""
    try:
        proposal = entry.propose(form, notes)
        return proposal, outlook_of(proposal) if proposal else Outlook(None)
    except HaggisError as error:
        return None, Outlook(None, (str(error),))


def _write(proposal: RoundProposal | RoundCorrection, deed: str) -> OpenMatch:
    if isinstance(proposal, RoundProposal):
        return save_round(proposal, as_shown=True)
    correction: Correction = proposal.correction
    if deed == "save_shorter":
        correction = correction.shortened() or correction
    return save_correction(correction)


def _change_draft(request: Request, entry: RoundEntry, deed: str) -> Response:
    """Drop what is kept, go on with what was begun at the terminal, or use the answers for the round that is due."""
    draft = entry.load_terminals() if deed == "terminal" else entry.load().draft
    if deed == "drop":
        entry.forget()
    elif draft is not None and (deed == "terminal" or draft.fits_players(entry.match)):
        fault = entry.keep(draft._replace(basis=entry.basis))
        if fault:
            raise UsageError(fault)
    return RedirectResponse(_address(entry), 303)


def _show_form(
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
    _, outlook = _look_ahead(entry, form, notes)
    return render_page(
        request,
        "score.html",
        status=status,
        **standing_of(entry.match),
        address=_address(entry),
        number=entry.target.number,
        corrects=entry.number is not None,
        form=form,
        parts=parts_of(entry.table, form),
        outlook=outlook,
        doubts_shown=sent is not None,
        basis=encode_basis(entry.basis),
        notes=notes,
        notices=notices,
        begun=begun or [],
        is_kept=is_kept,
        tells_missing=sent is not None and sent.deed != "keep",
        pad=pad_of(entry.table),
    )


def _show_misfit(request: Request, entry: RoundEntry, draft: RoundDraft, notices: tuple[str, ...] = ()) -> Response:
    """What was entered for another state of the match: what has changed, and what can become of it."""
    opened = entry.match
    since = [
        result
        for played in opened.report.rounds[draft.basis.number - 1 :]
        if (result := result_of(opened.report, played.number))
    ]
    can_use = entry.number is None and draft.fits_players(opened) and is_round_due(opened)
    return render_page(
        request,
        "misfit.html",
        status=409 if request.method == "POST" else 200,
        **standing_of(opened),
        address=_address(entry),
        why=draft.misfit(opened) or "",
        entries=draft.render_entries(entry.table),
        number=draft.basis.number,
        due_number=len(opened.report.rounds) + 1,
        can_use=can_use,
        since=since,
        notices=notices,
    )


def _number_asked(request: Request) -> int | None:
    """The number of the round that the address names; None for the next one."""
    number: int | None = request.path_params.get("number")
    return number


def _address(entry: RoundEntry) -> str:
    return match_path(entry.match.path.stem, "/score" if entry.number is None else f"/rounds/{entry.number}")


def _go_to_result(saved: OpenMatch, number: int) -> Response:
    return RedirectResponse(match_path(saved.path.stem, f"/rounds/{number}/result?saved={version_of(saved)}"), 303)
