"""Recording a round play by play: cards as buttons, the verdict while they are chosen, and other events."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.book.corrections import amending
from haggis_cli.book.corrections.undo import describe_redo, describe_undo, redo, undo
from haggis_cli.book.hints import Verdict
from haggis_cli.book.match import OpenMatch, lock_and_refresh, save_progress, standing
from haggis_cli.book.recording import round_to_play, with_event
from haggis_cli.matches.notation import card_list, parse_event, render_event, tell_action
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.seating import AmbiguousEventError, RefusedEventError
from haggis_cli.referee.sentences import inline_name
from haggis_cli.rules.events import Exchange, Give, Play
from haggis_cli.rules.judge import find_hand_work
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.standing import name_briefly
from haggis_cli.sheets.story import StoryPhrases, story_names
from haggis_cli.support.errors import HaggisError, NotationError, RulesError, StoreError, UsageError, VariantError
from haggis_cli.support.escaping import content_hash
from haggis_cli.support.text import UNICODE
from haggis_cli.web import round_view
from haggis_cli.web.devices import tell_events
from haggis_cli.web.matches import version_of
from haggis_cli.web.pages.match import open_asked, tell_result
from haggis_cli.web.rendering import (
    MatchChanged,
    Refusal,
    answer_saved,
    match_path,
    may_write,
    refusal_of,
    refusals_of,
    render_page,
    render_watch_only,
    say_step,
)
from haggis_cli.web.scorepad import result_of


def show_record(request: Request) -> Response:
    """The round in progress, or the next one; the cards chosen so far are in the address."""
    opened = open_asked(request)
    query = request.query_params
    given = round_view.read_input(query, opened.report.table.deck)
    changed = bool(given) and "at" in query and query.get("version") != version_of(opened)
    changed = changed and may_write(request)  # the news may show face-down cards
    return _render(request, opened, given, news=_find_news(opened.report, query["at"]) if changed else ())


def record(request: Request, fields: Mapping[str, str]) -> Response:
    """Add the event in a form to the round, or take the last one back; does nothing if the match has changed."""
    shown = open_asked(request)
    given = round_view.read_input(fields, shown.report.table.deck)
    if fields.get("do") == "judge":
        return _render(request, shown, given)
    with lock_and_refresh(shown) as opened:
        if fields.get("version") != version_of(opened):
            news = _find_news(opened.report, fields.get("at", ""))
            return _render(request, opened, given, news=news, status=409)
        try:
            saved, kept = _act(opened, fields, given)
        except (NotationError, RulesError, UsageError, StoreError, VariantError) as error:
            return _render(request, opened, given, refusal=error, status=409 if isinstance(error, StoreError) else 422)
    query = urlencode(kept)
    address = match_path(opened.path.stem, "/record") + (f"?{query}" if query else "")
    return answer_saved(request, saved.notices, address)


def _act(
    opened: OpenMatch, fields: Mapping[str, str], given: round_view.EventInput
) -> tuple[OpenMatch, dict[str, str]]:
    """Do what the form says; returns the saved match, and the fields of the cards that stay chosen."""
    if step := {"undo": undo, "redo": redo}.get(fields.get("do", "")):
        return step(opened)[0], {}
    kept = {}
    if action := fields.get("deed"):
        table = opened.report.table
        event = round_view.read_action(action, opened.report, round_to_play(opened.report))
        amount = fields.get(f"{action}.amount")
        text = render_event(event, table) if amount is None else f"{table.names[event.seat]}: bet {amount.strip()}"
        if action.startswith("bet."):  # others may bet while a player chooses cards
            kept = round_view.fields_of(given.cards, table.deck) | ({"line": given.line} if given.line else {})
    else:
        state = round_to_play(opened.report)
        if fields.get("do") == "finish":
            given = given._replace(cards=round_view.finish(given.cards, state))
        text = round_view.text_of(given, state)
    return save_progress(opened, with_event(opened, text)), kept


def _render(
    request: Request,
    opened: OpenMatch,
    given: round_view.EventInput,
    *,
    news: "tuple[ListedEvent, ...]" = (),
    refusal: HaggisError | None = None,
    status: int = 200,
) -> Response:
    """The page with the chosen cards or the typed line, and the verdict."""
    report = opened.report
    state = None if report.over or report.violations else round_to_play(report)
    said_of_event = isinstance(refusal, RefusedEventError | NotationError | UsageError)
    if refusal and said_of_event and not isinstance(refusal, AmbiguousEventError):
        verdict: Verdict | None = round_view.refused(refusal)
    else:
        verdict = round_view.judge_input(given, state) if state else None
    view = round_view.view_round(report, state, given, verdict) if state else None
    sheet = None if report.current else scoresheet(report)
    briefly = name_briefly(report)
    said = " ".join(each.text for each in standing(briefly, tells_hands=False))  # the seats show the hands
    if state and not report.current and find_hand_work(state):
        said += " You do not have to enter that."
    return render_page(
        request,
        "record.html",
        status=status,
        version=version_of(opened),
        at=".".join(map(str, _place_of(report))),
        view=view,
        suits=report.table.deck.letters,
        sentences=[said],
        troubles=_troubles(report, None if state and said_of_event else refusal),
        **(tell_result(request, opened, sheet) if sheet else {"outcome": None}),
        undoes=say_step(describe_undo(opened), report.table.names),
        redoes=say_step(describe_redo(opened), report.table.names),
        given=given,
        verdict=verdict,
        news=news,
        late=status == 409,
        result=result_of(report, len(report.rounds)) if sheet and report.rounds else None,
        brief=dict(zip(report.table.names, briefly.table.names, strict=True)),
        sides=[inline_name(name) for name in briefly.table.side_names],
        broken=report.rounds[report.violations[0].round - 1] if report.violations else None,
        correctable=_find_correctable(report),
    )


def _troubles(report: Report, refusal: HaggisError | None) -> list[Refusal]:
    """The problems of the match, and the reason why nothing was done if it is not a verdict on an event."""
    return [*refusals_of(report.violations[:1]), *([refusal_of(refusal)] if refusal else [])]


def _find_correctable(report: Report) -> int:
    """The last round if its events may need correction; 0 if it has none, or another round must be corrected first."""
    if not report.rounds or report.violations:
        return 0
    played = report.rounds[-1]
    return played.number if played.record.events else 0


# The news of a match since a page was made.


def _place_of(report: Report) -> tuple[int, int]:
    """The place in a match: the number of the last round, 0 if there is none, and its number of events."""
    last = report.rounds[-1] if report.rounds else None
    return (last.number, len(last.record.events or ())) if last else (0, 0)


def _find_news(report: Report, seen: str) -> "tuple[ListedEvent, ...]":
    """What has been recorded since a page was made; a sentence if something was taken back or corrected.

    seen: the place that the page contained, such as `3.12`.
    """
    found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", seen)
    before = (int(found[1]), int(found[2])) if found else None
    now = _place_of(report)
    if before is None or now < before:
        return (ListedEvent("", "Something was taken back."),)
    if now == before:
        return (ListedEvent("", "Something was corrected."),)
    number, known = before
    news: list[ListedEvent] = []
    for played in report.rounds[max(number - 1, 0) :]:
        events = played.record.events
        if played.number > number and events is None:
            news.append(ListedEvent("", f"Round {played.number} was typed in."))
        known = known if played.number == number else 0
        news += _list_events(report, played)[known:]
    return tuple(news)


# The events of a recorded round with their numbers: to correct, remove or add one.

_CORRECTIONS = ("amend", "remove", "insert")


class ListedEvent(NamedTuple):
    """An event in the list, told as people say it, with its cards, which are drawn."""

    name: str
    """The player; empty for other news."""
    before: str
    """What stands between the name and the cards, such as ` plays`, or `: 99x` of what cannot be read."""
    cards: tuple[str, ...] = ()
    after: str = ""
    """The words after the cards, such as `as a set`."""


class Asked(NamedTuple):
    """The contents of the form, kept when it is shown again."""

    event: int = 0
    """The number of the event, from 1; 0 if none is chosen yet."""
    line: str = ""
    """The correct event."""
    do: str = ""
    """What to do: one of the corrections above; empty at first."""


def show_events(request: Request) -> Response:
    """The events of a round, with the chosen event to edit."""
    opened, number = open_asked(request), request.path_params["number"]
    if not may_write(request):  # they may show face-down cards
        return render_watch_only(request)
    events = _events(opened, number)
    chosen = request.query_params.get("event", "")
    place = next((place for place in range(1, len(events) + 1) if str(place) == chosen), 0)
    return _render_events(request, opened, Asked(place, events[place - 1] if place else ""))


def correct(request: Request, fields: Mapping[str, str]) -> Response:
    """Correct an event; if something then breaks the rules or looks odd, it is shown first and saved when confirmed."""
    opened, number = open_asked(request), request.path_params["number"]
    place = fields.get("event", "")
    places = range(1, len(_events(opened, number)) + 1)
    asked = Asked(
        int(place) if place in map(str, places) else 0,
        fields.get("line", "").strip()[: round_view.MAX_LINE],
        fields.get("do", ""),
    )
    with lock_and_refresh(opened) as now:
        if fields.get("version") != version_of(now):
            late = MatchChanged("the match has changed: check that this is still the event you mean")
            return _render_events(request, now, asked, refusal=late, status=409)
        try:
            correction = _make_correction(now, asked, number)
            if not correction.has_changes:
                raise UsageError(f"nothing has changed: event {asked.event} is already recorded like that")
            account = correction.account(UNICODE.arrow)
            if account.needs_agreement and fields.get("agreed") != _word_for(account, now, asked):
                return _render_events(request, now, asked, account=account, status=422)
            if fields.get("save") == "shorter":
                correction = correction.shortened() or correction
            saved = amending.save_correction(correction)
        except HaggisError as error:
            return _render_events(
                request, now, asked, refusal=error, status=409 if isinstance(error, StoreError) else 422
            )
    return answer_saved(request, saved.notices, match_path(opened.path.stem, f"/record/{number}"))


def _events(opened: OpenMatch, number: int) -> list[str]:
    """The events of a round that is recorded play by play; raises UsageError for any other round."""
    return list(amending.find_recorded_round(opened, number).record.events or [])


def _list_events(report: Report, played: RoundReport) -> list[ListedEvent]:
    table = report.round_table(played.number)
    return [_list_event(text, table) for text in played.record.events or ()]


def _list_event(text: str, table: Table) -> ListedEvent:
    name, colon, action = text.partition(":")
    with suppress(HaggisError):
        event = parse_event(text, table)
        cards = event.cards if isinstance(event, Play | Exchange | Give) else 0
        named = table.deck.cards_text(cards)
        names = story_names(table.names)
        phrases = StoryPhrases(table, table.deck.cards_text, UNICODE.times, secret=not cards, names=names)
        told = phrases.describe_event(event).removeprefix(names[event.seat])
        if isinstance(event, Play):
            told += tell_action(event, table).removeprefix(named)  # what the cards count as
        before, _, after = told.partition(named) if cards else (told, "", "")
        return ListedEvent(names[event.seat], before.rstrip(), tuple(card_list(cards, table.deck)), after.strip())
    return ListedEvent(name.strip(), f"{colon} {action.strip()}".rstrip())


def _make_correction(opened: OpenMatch, asked: Asked, number: int) -> amending.Correction:
    if not asked.event or asked.do not in _CORRECTIONS:
        raise UsageError("choose the event to correct")
    line = amending.REMOVE_MARK if asked.do == "remove" else asked.line
    return amending.amend_event(opened, asked.event, line, number, insert=asked.do == "insert")


def _word_for(account: amending.Account, opened: OpenMatch, asked: Asked) -> str:
    """A hash of a correction and its consequences, so that the user agrees to exactly what was shown."""
    said = (
        version_of(opened),
        str(asked.event),
        asked.do,
        asked.line,
        *(each.sentence for each in account.wrong),
        *map(str, account.changes),
        account.end,
    )
    return content_hash("\n".join(said).encode())[:16]


def _render_events(
    request: Request,
    opened: OpenMatch,
    asked: Asked,
    *,
    refusal: HaggisError | None = None,
    account: amending.Account | None = None,
    status: int = 200,
) -> Response:
    number = request.path_params["number"]
    return render_page(
        request,
        "record_events.html",
        status=status,
        version=version_of(opened),
        number=number,
        events=_list_events(opened.report, amending.find_recorded_round(opened, number)),
        suits=opened.report.table.deck.suit_names,
        entered=tell_events(request, opened.file.record, number),
        asked=asked,
        refusal=refusal_of(refusal) if refusal else None,
        account=account,
        agreed=_word_for(account, opened, asked) if account else "",
        others=[each.number for each in opened.report.rounds if each.recorded and each.number != number],
        troubles=refusals_of(each for each in opened.report.violations if each.round == number),
    )
