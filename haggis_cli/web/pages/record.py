"""Recording a round play by play: cards as buttons, the verdict while they are chosen, and what else happens."""

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.corrections.undo import describe_redo, describe_undo, redo, undo
from haggis_cli.book.match import OpenMatch, lock_and_refresh, save_progress
from haggis_cli.book.recording import Recording, round_to_play
from haggis_cli.book.typed_lines.verdicts import Verdict
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.refusal import AmbiguousEventError, RefusedEventError
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due, violation_sentence
from haggis_cli.support.errors import HaggisError, NotationError, RulesError, StoreError, UsageError, VariantError
from haggis_cli.web.matches import version_of
from haggis_cli.web.navigation import match_path
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.recording.card_picker import fields_of
from haggis_cli.web.recording.deeds import read_deed
from haggis_cli.web.recording.entry import (
    Entry,
    judge_entry,
    read_entry,
    refused,
    text_of,
)
from haggis_cli.web.recording.meanwhile import find_news, place_of, read_place
from haggis_cli.web.recording.moment import find_moment, result_rows
from haggis_cli.web.rendering import page_values, render_page, sentence_of


async def show_record(request: Request) -> Response:
    """The round in progress, or the next one; what is chosen already comes in the address."""
    opened = open_asked(request)
    query = request.query_params
    entry = read_entry(query, opened.report.table.deck)
    seen = query.get("at")
    changed = bool(entry) and seen is not None and query.get("version") != version_of(opened)
    changed = changed and page_values(request)["may_write"]  # what went face down stands among the news
    news = find_news(opened.report, read_place(seen or "")) if changed else ()
    return _render(request, opened, entry, news=news)


async def record(request: Request, fields: Mapping[str, str]) -> Response:
    """Add what a form says to the round, or take the last back; nothing of it is done if the match has moved on."""
    shown = open_asked(request)
    entry = read_entry(fields, shown.report.table.deck)
    if fields.get("do") == "judge":
        return _render(request, shown, entry)
    with lock_and_refresh(shown) as opened:
        if fields.get("version") != version_of(opened):
            return _render(
                request, opened, entry, news=find_news(opened.report, read_place(fields.get("at", ""))), status=409
            )
        try:
            with guard_rules(opened.variant.id):
                kept = _act(opened, fields, entry)
        except (KeptConflict, NotDurable):  # it is saved all the same
            raise
        except (NotationError, RulesError, UsageError, StoreError, VariantError) as error:
            return _render(request, opened, entry, refusal=error, status=409 if isinstance(error, StoreError) else 422)
    query = urlencode(kept)
    return RedirectResponse(match_path(opened.path.stem, "/record") + (f"?{query}" if query else ""), 303)


def _act(opened: OpenMatch, fields: Mapping[str, str], entry: Entry) -> dict[str, str]:
    """Do what the form says; the fields of what stays chosen."""
    if fields.get("do") == "undo":
        undo(opened)
    elif fields.get("do") == "redo":
        redo(opened)
    elif deed := fields.get("deed"):
        _enter(opened, render_event(read_deed(deed, opened.report.table), opened.report.table))
        if deed.startswith("bet."):  # others may bet while somebody chooses cards
            return fields_of(entry.cards, opened.report.table.deck) | ({"line": entry.line} if entry.line else {})
    else:
        _enter(opened, text_of(entry, round_to_play(opened.report)))
    return {}


def _enter(opened: OpenMatch, text: str) -> None:
    recording = Recording(opened)
    recording.enter(text)
    save_progress(opened, recording.flush())


def _render(
    request: Request,
    opened: OpenMatch,
    entry: Entry,
    *,
    news: tuple[str, ...] = (),
    refusal: HaggisError | None = None,
    status: int = 200,
) -> Response:
    """The page with what is chosen or typed, and the verdict on it."""
    report = opened.report
    with guard_rules(opened.variant.id):
        state = None if report.over or report.violations else round_to_play(report)
        said_of_event = isinstance(refusal, RefusedEventError | NotationError | UsageError)
        if refusal and said_of_event and not isinstance(refusal, AmbiguousEventError):
            verdict: Verdict | None = refused(refusal)
        else:
            verdict = judge_entry(entry, state) if state else None
        moment = find_moment(report, state, entry, verdict) if state else None
        result = result_rows(report)
    return render_page(
        request,
        "record.html",
        status=status,
        match=opened.path.stem,
        version=version_of(opened),
        at=str(place_of(report)),
        moment=moment,
        due=due(report),
        troubles=_troubles(report, None if state and said_of_event else refusal),
        is_over=report.over,
        undoes=describe_undo(opened),
        redoes=describe_redo(opened),
        entry=entry,
        verdict=verdict,
        news=news,
        late=status == 409,
        result=result,
        round_number=len(report.rounds),
        correctable=_find_correctable(report),
    )


def _troubles(report: Report, refusal: HaggisError | None) -> list[str]:
    """What is wrong with the match, and why nothing was done, as far as it is no verdict on an event."""
    return [violation_sentence(each) for each in report.violations[:1]] + ([sentence_of(refusal)] if refusal else [])


def _find_correctable(report: Report) -> int:
    """The round whose events may have to be put right: the one that breaks a rule, else the last; 0 if it has none."""
    if not report.rounds:
        return 0
    played = report.rounds[report.violations[0].round - 1 if report.violations else -1]
    return played.number if played.record.events else 0
