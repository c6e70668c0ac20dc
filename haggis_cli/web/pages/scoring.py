"""The score pad: the round that is due, or an older one that is put right, is asked for, kept, saved or dropped."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.corrections.amending import find_round
from haggis_cli.book.drafts import RoundDraft, encode_basis
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form import RoundForm
from haggis_cli.book.typed_round import HalfRound
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.support.errors import Conflict, UsageError
from haggis_cli.web.access import device_of
from haggis_cli.web.forms import SentRound, read_sent
from haggis_cli.web.matches import version_of
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import match_path, page_values, render_error, render_page
from haggis_cli.web.scorepad import (
    CHANGED,
    SAVING,
    RoundEntry,
    Unsaved,
    bets_of,
    compare,
    is_recording,
    is_round_due,
    look_ahead,
    pad_of,
    parts_of,
    result_of,
    save_sent,
    standing_of,
)

# What the pages of a round show: its form, or what became of the match for which it was filled in.


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


_OF_WHAT_IS_KEPT = ("drop", "terminal", "use", "correct")
"""What buttons do with what is kept of a round, half entered or not saved."""


def ask_for_round(request: Request) -> Response:
    """The form of the round that is due, or of an older one."""
    opened, number = open_asked(request), _number_asked(request)
    if not page_values(request)["may_write"]:
        return render_error(request, 403, "This phone may watch, and change nothing.")
    if number is not None and find_round(opened.report, number).recorded:
        return render_page(request, "round_recorded.html", match=opened.path.stem, number=number)
    entry = RoundEntry(opened, device_of(request), number)
    kept = entry.load()
    if kept.draft and kept.draft.misfit(opened):
        return show_misfit(request, entry, kept.draft)
    if number is None and kept.draft is None and _was_due(request) in range(1, entry.basis.number):
        return show_misfit(request, entry, RoundDraft(entry.basis._replace(number=_was_due(request)), HalfRound()))
    if number is None and not is_round_due(opened):
        return show_not_due(request, entry, kept.notices)
    notices, due = kept.notices, entry.basis.number
    if number is None and _was_due(request) > due:
        notices += (f"Round {due} is due, and not round {_was_due(request)}: a round was taken back meanwhile.",)
    form = entry.fill_kept(kept.draft)
    notes = kept.draft.notes if kept.draft else entry.notes
    terminals = None if kept.draft else entry.load_terminals()
    return show_form(
        request,
        entry,
        form,
        notes,
        notices=notices,
        begun=terminals.describe_figures(entry.table) if terminals else [],
        is_kept=kept.draft is not None,
    )


def enter_round(request: Request, fields: Mapping[str, str]) -> Response:
    """Keep what was sent, and do what the button says: show what comes of it, save it, or drop it."""
    opened, number = open_asked(request), _number_asked(request)
    if number is not None:
        find_round(opened.report, number)  # somebody may have taken it back meanwhile
    entry = RoundEntry(opened, device_of(request), number)
    if fields.get("do") in _OF_WHAT_IS_KEPT:
        return _change_draft(request, entry, fields["do"], fields.get("version", ""))
    sent = read_sent(fields)
    form = entry.fill(sent)
    draft = RoundDraft(sent.basis, form.half, sent.notes, form.texts)
    if entry.has(draft):  # the answer was lost, or another phone was faster
        entry.forget()
        return _go_to_result(opened, sent.basis.number, "already")
    notice = entry.keep(draft) if len(sent.basis.players) == len(entry.table.names) else ""
    notices = (notice,) if notice else ()
    if draft.misfit(opened):
        if entry.is_as_it_was(draft):  # nothing was entered that could be lost
            entry.forget()
            if number is not None:
                return ask_for_round(request)
        return show_misfit(request, entry, draft, notices)
    if number is None and not is_round_due(opened):
        return show_not_due(request, entry, notices)
    if sent.deed in SAVING:
        return _save(request, entry, sent, form, notices)
    return show_form(request, entry, form, sent.notes, notices=notices, sent=sent)


def _save(request: Request, entry: RoundEntry, sent: SentRound, form: RoundForm, notices: tuple[str, ...]) -> Response:
    """Save the round and show its result; the form again where it is not saved."""
    try:
        saved = save_sent(entry, sent, form)
    except (KeptConflict, NotDurable):
        entry.forget()
        raise
    except Conflict:
        entry = RoundEntry(open_asked(request), device_of(request), entry.number)
        saved = Unsaved(409, CHANGED)
    if isinstance(saved, Unsaved):
        notices += (saved.notice,) if saved.notice else ()
        return show_form(request, entry, form, sent.notes, status=saved.status, notices=notices, sent=sent)
    entry.forget()
    return _go_to_result(saved, entry.target.number, "saved")


def _change_draft(request: Request, entry: RoundEntry, deed: str, version: str) -> Response:
    """Do with what is kept of the round what the button names.

    It is dropped, used for the round that is due, or put in the place of the round that somebody else has saved; or
    what was begun at the terminal is gone on with. Where the match has changed since the button was shown, it would
    mean another round: then nothing is done but to show the page as it is now.

    version: the state of the match that the person saw.
    """
    if version != version_of(entry.match):
        return RedirectResponse(form_address(entry), 303)
    draft = entry.load_terminals() if deed == "terminal" else entry.load().draft
    if deed == "drop":
        entry.forget()
    elif draft is not None and (deed == "terminal" or draft.fits_players(entry.match)):
        used = entry
        if deed == "correct":
            used = RoundEntry(
                entry.match, device_of(request), find_round(entry.match.report, draft.basis.number).number
            )
        fault = used.keep(draft._replace(basis=used.basis))
        if fault:
            raise UsageError(fault)
        if used.number != entry.number:
            entry.forget()
        entry = used
    return RedirectResponse(form_address(entry), 303)


def _number_asked(request: Request) -> int | None:
    """The number of the round that the address names; None for the next one."""
    number: int | None = request.path_params.get("number")
    return number


def _was_due(request: Request) -> int:
    """The round that was due on the page whose link is followed; 0 for none: somebody may have saved it meanwhile."""
    asked = request.query_params.get("round", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 0


def _go_to_result(saved: OpenMatch, number: int, how: str) -> Response:
    return RedirectResponse(match_path(saved.path.stem, f"/rounds/{number}/result?{how}={version_of(saved)}"), 303)
