"""The score pad: the form for the due round or a correction of an older one, and keeping, saving and dropping it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.drafts import RoundDraft
from haggis_cli.book.match import OpenMatch, find_round
from haggis_cli.book.round_form import FieldKind, RoundForm, fill_in
from haggis_cli.book.scoring import RoundProposal, save_round
from haggis_cli.book.typed_round import pile_help, point_cards, suit_card_value
from haggis_cli.referee.sentences import due
from haggis_cli.rules.cards import rank_name
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.standing import brief_names, name_briefly
from haggis_cli.support.errors import Conflict, UsageError
from haggis_cli.support.players import draw_badges, short_names
from haggis_cli.web.access import device_of
from haggis_cli.web.forms import read_number
from haggis_cli.web.matches import version_of
from haggis_cli.web.pages.match import open_asked, tell_result
from haggis_cli.web.rendering import answer_saved, match_path, may_write, refusals_of, render_page, render_watch_only
from haggis_cli.web.scorepad import Gain, ScorePad, SentRound, read_sent, result_of

CHANGED_AGAIN = "Nothing is done yet: the match has changed again. Choose once more."
CHANGED = "Not saved yet: the match has changed. This is what the round would come to now."
_SAVING = ("save", "save_anyway", "save_shorter")
"""The actions of buttons that save: unchanged, despite doubts, or without the rounds after the match's end."""
_OF_WHAT_IS_KEPT = ("drop", "terminal", "use", "correct")
"""The actions of buttons for a half-entered or unsaved round."""


def ask_for_round(request: Request) -> Response:
    """The form for the due round, or for an older one."""
    opened, number = open_asked(request), _number_asked(request)
    if not may_write(request):
        return render_watch_only(request)
    if number is not None and find_round(opened.report, number).recorded:
        troubles = refusals_of(each for each in opened.report.violations if each.round == number)
        return render_page(request, "round_recorded.html", number=number, troubles=troubles)
    pad = ScorePad(opened, device_of(request), number)
    draft, notices = pad.load()
    if draft and draft.misfit(opened):
        return _show_misfit(request, pad, draft)
    if number is None:
        # What was due on the page with the link, 0 for nothing: somebody may have saved it since.
        was_due, is_due = read_number(request.query_params.get("round", "")), pad.target.number
        if draft is None and 0 < was_due < is_due:
            return _show_misfit(request, pad, pad.drafts.begun.model_copy(update={"round": was_due}))
        if not _is_round_due(opened):
            return _show_not_due(request, pad, notices)
        if was_due > is_due:
            notices += (f"Round {is_due} is due now, not round {was_due}: a round was taken back.",)
    form, first_out = pad.fill_in(draft), request.query_params.get("out1")
    if first_out and draft is None and number is None:  # touched on the page of the round before
        form = fill_in(pad.table, {"out1": first_out})
    return _show_form(request, pad, form, draft, notices=notices)


def enter_round(request: Request, fields: Mapping[str, str]) -> Response:
    """Keep what was sent, and do what the button says: preview it, save it, or drop it."""
    opened, number = open_asked(request), _number_asked(request)
    if number is not None:
        find_round(opened.report, number)  # somebody may have taken it back since
    pad = ScorePad(opened, device_of(request), number)
    if fields.get("do") in _OF_WHAT_IS_KEPT:
        return _change_draft(request, pad, fields["do"], fields.get("version", ""))
    sent = read_sent(fields)
    form = fill_in(pad.table, sent.texts)
    draft = sent.begun.with_answers(form.texts, sent.notes)
    if pad.has(draft):  # the answer was lost, or another phone was faster
        pad.forget()
        return _go_to_result(request, opened, draft.round, "already")
    notice = pad.keep(draft) if len(draft.players) == len(pad.table.names) else ""
    notices = (notice,) if notice else ()
    if draft.misfit(opened):
        if pad.is_as_it_was(draft):  # nothing has been entered that could be lost
            pad.forget()
            if number is not None:
                return ask_for_round(request)
        return _show_misfit(request, pad, draft, notices)
    if number is None and not _is_round_due(opened):
        return _show_not_due(request, pad, notices)
    if sent.action in _SAVING:
        return _save(request, pad, sent, form, notices)
    return _show_form(request, pad, form, sent, notices=notices)


def _save(request: Request, pad: ScorePad, sent: SentRound, form: RoundForm, notices: tuple[str, ...]) -> Response:
    """Save the round and show its result; otherwise the form again.

    It is saved only if its preview is unchanged and all its doubts are confirmed.
    """
    preview = pad.preview(form, sent.notes)
    if preview.proposal is None or preview.refusals:
        status = 422
    elif sent.version != version_of(pad.match):
        status, notices = 409, (*notices, CHANGED)
    elif preview.account.wrong and (sent.action == "save" or sent.agreed != preview.doubts_word):
        status = 409  # the doubts include rounds after the match's end
    else:
        try:
            saved = _write(preview.proposal, sent.action)
        except Conflict:
            pad = ScorePad(open_asked(request), device_of(request), pad.number)
            status, notices = 409, (*notices, CHANGED)
        else:
            pad.forget()
            return _go_to_result(request, saved, pad.target.number, "saved")
    return _show_form(request, pad, form, sent, status=status, notices=notices)


def _write(proposal: RoundProposal, action: str) -> OpenMatch:
    shorter = proposal.correction.shortened() if action == "save_shorter" else None
    return save_round(proposal._replace(after=shorter.after) if shorter else proposal, as_shown=True)


def _change_draft(request: Request, pad: ScorePad, action: str, version: str) -> Response:
    """Do what the button says with the draft of the round.

    It is dropped, used for the due round, or replaces the round that somebody else has saved; or a round begun at the
    terminal is continued. If the match has changed since the button was shown, the button would mean another round:
    then this only shows the current page.

    version: the state of the match that the user saw.
    """
    draft = pad.load()[0]
    if version != version_of(pad.match):
        if draft and draft.misfit(pad.match):
            return _show_misfit(request, pad, draft, (CHANGED_AGAIN,))
        if draft and (pad.number is not None or _is_round_due(pad.match)):
            return _show_form(request, pad, pad.fill_in(draft), draft, status=409, notices=(CHANGED,))
        return RedirectResponse(_form_address(pad), 303)
    if action == "drop":
        pad.forget()
    elif action == "terminal":
        pad.take_from_terminal()
    elif draft is not None and draft.fits_players(pad.match):
        used = pad
        if action == "correct":
            number = find_round(pad.match.report, draft.round).number
            used = ScorePad(pad.match, device_of(request), number)
        fault = used.keep(used.drafts.begun.with_answers(draft.texts, draft.notes))
        if fault:
            raise UsageError(fault)
        if used.number != pad.number:
            pad.forget()
        pad = used
    return RedirectResponse(_form_address(pad), 303)


def _number_asked(request: Request) -> int | None:
    """The number of the round in the address; None for the next one."""
    number: int | None = request.path_params.get("number")
    return number


def _is_recording(opened: OpenMatch) -> bool:
    """Whether the last round is still being recorded, and is not complete yet."""
    return opened.report.current is not None and not opened.report.violations


def _is_round_due(opened: OpenMatch) -> bool:
    """Whether a round can be entered now."""
    report = opened.report
    return not (report.violations or report.current or report.over)


def _form_address(pad: ScorePad) -> str:
    """The address of the form of a round."""
    return match_path(pad.match.path.stem, "/score" if pad.number is None else f"/rounds/{pad.number}")


def _go_to_result(request: Request, saved: OpenMatch, number: int, how: str) -> Response:
    address = match_path(saved.path.stem, f"/rounds/{number}/result?{how}={version_of(saved)}")
    return answer_saved(request, saved.notices, address)


# The pages: the form of a round, or the reason why it no longer fits the match.


def _show_form(
    request: Request,
    pad: ScorePad,
    form: RoundForm,
    entered: SentRound | RoundDraft | None,
    *,
    status: int = 200,
    notices: tuple[str, ...] = (),
) -> Response:
    """The form, with a preview of the round.

    entered: what the browser sent, or the draft if the page is only shown; None for nothing.
    """
    sent = entered if isinstance(entered, SentRound) else None
    from_terminal = pad.drafts.load_from_others() if entered is None else None
    notes = pad.target.kept_notes if entered is None else entered.notes
    return render_page(
        request,
        "score.html",
        status=status,
        **_standing(pad.match),
        address=_form_address(pad),
        number=pad.target.number,
        corrects=pad.number is not None,
        saved=result_of(pad.match.report, pad.number) if pad.number else None,
        form=form,
        parts=form_parts(pad.table, form),
        bets=_bets(pad.table, form),
        preview=pad.preview(form, notes),
        doubts_shown=sent is not None,
        basis=pad.drafts.begun.encode_as_word(),
        notes=notes,
        notices=notices,
        begun=from_terminal[1].describe_figures(pad.table) if from_terminal else [],
        is_kept=entered is not None,
        tells_missing=sent is not None and sent.action != "keep",
        pad=number_pad(pad.table),
    )


def _show_not_due(request: Request, pad: ScorePad, notices: tuple[str, ...] = ()) -> Response:
    """The reason why there is no round to enter, and links to go on."""
    return render_page(
        request,
        "no_round_due.html",
        status=_refusing(request),
        **_standing(pad.match),
        **tell_result(request, pad.match, scoresheet(pad.match.report)),
        troubles=refusals_of(pad.match.report.violations),
        notices=notices,
    )


def _show_misfit(request: Request, pad: ScorePad, draft: RoundDraft, notices: tuple[str, ...] = ()) -> Response:
    """The draft for another state of the match beside the saved round, and what can be done with it."""
    opened, number = pad.match, draft.round
    fits = draft.fits_players(opened)
    rounds = opened.report.rounds
    is_saved = number <= len(rounds) - _is_recording(opened)
    can_correct = is_saved and fits and not rounds[number - 1].recorded
    return render_page(
        request,
        "misfit.html",
        status=_refusing(request),
        **_standing(opened),
        **tell_result(request, opened, scoresheet(opened.report)),
        address=_form_address(pad),
        why=draft.misfit(opened) or "",
        corrects=bool(draft.corrects),
        is_empty=not draft.corrects and pad.is_as_it_was(draft),
        entries=[] if fits else draft.describe_figures(pad.table),
        rows=_compare(ScorePad(opened, "", number) if can_correct else None, draft, pad) if fits else [],
        number=number,
        due_number=len(rounds) + 1,
        is_saved=is_saved,
        can_correct=can_correct,
        waits=not draft.corrects and fits and _is_recording(opened),
        can_use=not draft.corrects and fits and _is_round_due(opened),
        result=result_of(opened.report, number) if is_saved else None,
        notices=notices,
    )


def _refusing(request: Request) -> int:
    """The status of a page other than the form: a form that was sent has not been processed."""
    return 409 if request.method == "POST" else 200


def _standing(opened: OpenMatch) -> dict[str, Any]:
    """The standing of the match, for every page of a round."""
    report = opened.report
    table, totals = report.table, report.totals or (None,) * len(report.table.sides)
    return {
        "badges": draw_badges(table.names, zip(table.side_names, table.sides, strict=True)),
        "brief": brief_names(report),
        "match_version": version_of(opened),
        "standings": [Gain(name, 0, total) for name, total in zip(table.side_names, totals, strict=True)],
        "goal": str(report.goal),
        "due": due(name_briefly(report)),
        "broken": report.violations[0].round if report.violations else None,
        "is_recording": _is_recording(opened),
        "rounds": report.rounds,
    }


def _bets(table: Table, form: RoundForm) -> list[str]:
    """The bets as they stand beside Save, where long names have no room; empty if the variant has none."""
    betting, names = table.variant.betting, short_names(table.names)
    whose = "" if betting.by_auction else "'s bet"
    made = [betting.made_text(f"{names[seat]}{whose}", amount) for seat, amount in form.known.stakes.items()]
    return made or (["No Shepherd" if betting.by_auction else "No bets"] if betting.amounts else [])


def form_parts(table: Table, form: RoundForm) -> list[dict[str, Any]]:
    """The parts of the form, each with its fields."""
    stakes = "Auction" if table.variant.betting.by_auction else "Bets"
    parts = [
        ("stakes", stakes, [f for f in form.of_kind(FieldKind.STAKE) if f.is_shown]),
        ("out", "Who went out", [f for f in form.fields if f.kind in (FieldKind.OUT, FieldKind.COUNT)]),
        ("captured", "Captured", form.of_kind(FieldKind.CAPTURED)),
    ]
    return [{"name": name, "title": title, "fields": fields} for name, title, fields in parts if fields]


def number_pad(table: Table) -> dict[str, Any]:
    """The keys of the number pad besides digits: court cards and other cards that count, each with its points.

    If all cards are worth the same, people simply count them, so the pad has no such keys. It has a minus only if a
    pile can be worth less than nothing.
    """
    values, held = table.variant.card_values, table.setup.courts
    lowest, is_even = values.lowest(table), values.even is not None
    courts = [] if is_even else list(zip(map(rank_name, held), values.courts_of(table), strict=True))
    pile = f"points, or {' '.join(map(rank_name, held))} + 7 cards"
    worth = f"{values.name[:1].upper()}{values.name[1:]}"
    return {
        "courts": courts,
        "kinds": [] if is_even else point_cards(values),
        "counts_cards": suit_card_value(values) == 1,
        "digits": len(str(max(values.in_play(table) - lowest, -lowest))),
        "goes_below_zero": lowest < 0,
        "help": f"{worth}. You can enter sums like 10+15+8. {pile_help(table)}".rstrip(),
        "hint": pile if courts else "cards (1 point each)" if values.even == 1 else "points",
    }


# The figures of a round beside those that somebody else has saved.


class Compared(NamedTuple):
    """A figure of a round that two people have entered."""

    words: str
    """Its name."""
    theirs: str
    """The saved figure; empty for none."""
    mine: str
    """The figure entered on this phone; empty for none."""


def _compare(saved: ScorePad | None, draft: RoundDraft, pad: ScorePad) -> list[Compared]:
    """The figures of a saved round beside those that were entered for it, and their points.

    saved: the saved round; None if there is none to compare with.
    """
    theirs = saved.fill_in() if saved else None
    mine = (saved or pad).fill_in(draft)
    notes = saved.target.kept_notes if saved else ""
    parts = [(_figures_of(theirs) if theirs else {}, _figures_of(mine))]
    if saved and theirs and mine.typed:
        parts.append((_points_of(saved, theirs, notes), _points_of(saved, mine, draft.notes)))
    if draft.notes not in ("", notes):
        parts.append(({"Note": notes}, {"Note": draft.notes}))
    return [
        Compared(words, told.get(words, ""), own.get(words, ""))
        for told, own in parts
        for words in max(told, own, key=len) | told | own  # somebody may have gone out for one of them alone
        if told.get(words) or own.get(words)
    ]


def _figures_of(form: RoundForm) -> dict[str, str]:
    """The figures of a round by name, in the words of the table."""
    shown = [field for field in form.fields if field.is_shown]
    return {field.title: field.answer if field.fault and not field.choices else field.says for field in shown}


def _points_of(pad: ScorePad, form: RoundForm, notes: str) -> dict[str, str]:
    """The points of each side, as far as the round can be scored."""
    result = pad.preview(form, notes).result
    return {f"{gain.name} scored": f"{gain.points:+d}" for gain in result.gains} if result else {}
