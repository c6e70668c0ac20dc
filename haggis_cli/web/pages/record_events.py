"""The events of a recorded round with their numbers: one that was entered wrong is put right, taken out, or added."""

from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from haggis_cli.book.corrections.amending import REMOVE_MARK, Correction, amend_event, insert_event, save_correction
from haggis_cli.book.corrections.lookup import find_recorded_round
from haggis_cli.book.match import OpenMatch, lock_and_refresh
from haggis_cli.matches.store.atomic_write import KeptConflict, NotDurable
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.consequences import change_sentences
from haggis_cli.referee.sentences import violation_sentence, warning_sentence
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.glyphs import glyphs_for
from haggis_cli.web.matches import version_of
from haggis_cli.web.navigation import match_path
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.recording.entry import MAX_LINE
from haggis_cli.web.rendering import Outrun, page_values, render_error, render_page, sentence_of

_CORRECTIONS = ("amend", "remove", "insert")


class Asked(NamedTuple):
    """What the form asks for, kept when it is shown again."""

    event: int = 0
    """The number of the event, from 1; 0 if none is chosen yet."""
    line: str = ""
    """What it really was."""
    do: str = ""
    """What is to be done with it: one of the corrections above; empty at first."""


class Consequences(NamedTuple):
    """What a correction brings about, to be agreed to."""

    wrong: tuple[str, ...]
    """What breaks the rules then, or looks odd."""
    changes: tuple[str, ...]
    """What else changes: scores, who leads, the totals; without the rounds that come after the match's end."""
    taking_out: str
    """Which rounds come after the match's end then and can be taken out, in a sentence; empty for none."""
    agreed: str
    """What stands for all of this in the form, so that a person agrees to what was shown and nothing else."""


async def show_events(request: Request) -> Response:
    """The events of a round; of the one that is chosen what it says, to be changed."""
    opened, number = open_asked(request), request.path_params["number"]
    if not page_values(request)["may_write"]:  # what went face down stands among them
        return render_error(request, 403, "This phone may watch, and change nothing.")
    events = _events(opened, number)
    chosen = request.query_params.get("event", "")
    place = next((place for place in range(1, len(events) + 1) if str(place) == chosen), 0)
    return _render(request, opened, Asked(place, events[place - 1] if place else ""))


async def correct(request: Request, fields: Mapping[str, str]) -> Response:
    """Put an event right; what then breaks the rules or looks odd is shown first, and saved once that is agreed to."""
    opened, number = open_asked(request), request.path_params["number"]
    place = fields.get("event", "")
    places = range(1, len(_events(opened, number)) + 1)
    asked = Asked(
        int(place) if place in map(str, places) else 0, fields.get("line", "").strip()[:MAX_LINE], fields.get("do", "")
    )
    with lock_and_refresh(opened) as now:
        if fields.get("version") != version_of(now):
            late = Outrun("the match has changed meanwhile: look whether this is still the event that is meant")
            return _render(request, now, asked, refusal=late, status=409)
        try:
            correction = _make_correction(now, asked, number)
            consequences = _find_consequences(correction, asked)
            if consequences is not None and fields.get("agreed") != consequences.agreed:
                return _render(request, now, asked, consequences=consequences, status=422)
            if fields.get("save") == "shorter":
                correction = correction.shortened() or correction
            save_correction(correction)
        except (KeptConflict, NotDurable):  # it is saved all the same
            raise
        except HaggisError as error:
            return _render(request, now, asked, refusal=error, status=409 if isinstance(error, StoreError) else 422)
    return RedirectResponse(match_path(opened.path.stem, f"/record/{number}"), 303)


def _events(opened: OpenMatch, number: int) -> list[str]:
    """The events of a round that is recorded play by play; UsageError for any other."""
    return list(find_recorded_round(opened, number).record.events or [])


def _make_correction(opened: OpenMatch, asked: Asked, number: int) -> Correction:
    if not asked.event or asked.do not in _CORRECTIONS:
        raise UsageError("choose the event that was entered wrong")
    if asked.do == "insert":
        return insert_event(opened, asked.event, asked.line, number)
    return amend_event(opened, asked.event, REMOVE_MARK if asked.do == "remove" else asked.line, number)


def _find_consequences(correction: Correction, asked: Asked) -> Consequences | None:
    """What is to be agreed to before a correction is saved, as at the terminal; None where it can be saved as it is."""
    shown = correction.without_rounds_after_end() if correction.rounds_after_end else correction
    with guard_rules(correction.before.variant.id):
        changes = tuple(change_sentences(correction.before.report, shown.after.report, glyphs_for("utf-8").arrow))
    wrong = [violation_sentence(each) for each in correction.new_violations]
    wrong += map(warning_sentence, correction.new_warnings())
    heals = bool(correction.before.report.violations)
    if not wrong and (heals or not changes):
        return None
    taking_out = correction.describe_end()
    said = (version_of(correction.before), str(asked.event), asked.do, asked.line, *wrong, *changes, taking_out)
    return Consequences(tuple(wrong), changes, taking_out, content_hash("\n".join(said).encode())[:16])


def _render(
    request: Request,
    opened: OpenMatch,
    asked: Asked,
    *,
    refusal: HaggisError | None = None,
    consequences: Consequences | None = None,
    status: int = 200,
) -> Response:
    number = request.path_params["number"]
    return render_page(
        request,
        "record_events.html",
        status=status,
        match=opened.path.stem,
        version=version_of(opened),
        number=number,
        events=_events(opened, number),
        asked=asked,
        refusal=sentence_of(refusal) if refusal else "",
        consequences=consequences,
        others=[each.number for each in opened.report.rounds if each.recorded and each.number != number],
        troubles=[violation_sentence(each) for each in opened.report.violations if each.round == number],
    )
