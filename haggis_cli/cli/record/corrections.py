"""One event put right or put in, by `haggis record --amend` and `--insert`, or asked for in the dialogue."""

import re
from functools import partial

import typer

from haggis_cli.book.corrections.amending import (
    REMOVE_MARK,
    amend_event,
    find_recorded_round,
    find_round_of_event,
    save_correction,
)
from haggis_cli.book.hints import line_hint
from haggis_cli.book.match import OpenMatch
from haggis_cli.cli.options import Context
from haggis_cli.cli.round_dialogue import ask_reading
from haggis_cli.cli.terminal.line_reader import LineReader, make_line_reader
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
from haggis_cli.cli.views.corrections import agree, agree_and_save
from haggis_cli.cli.views.scoreboard import print_events
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import UsageError

EVENT_PLACE = re.compile(r"(?:(\d{1,4})\.)?(\d{1,4})(?:[\s:]+(.*))?")
"""The number of an event, that of its round before it, and what it really was: `7`, `2.7 4r 4g`."""
_ROUND = re.compile(r"(?:round\s+(\d{1,4})|(\d{1,4})\.)", re.IGNORECASE)


class CorrectionPrompt:
    """The questions of one correction.

    number: the round that is meant where none is named; None for the last.
    """

    def __init__(self, context: Context, reader: LineReader, match: OpenMatch, number: int | None = None) -> None:
        self._context = context._replace(yes=False)  # whoever is asked anyway has the last word
        self._printer = context.printer
        self._reader = reader
        self._match = match
        self._number = number

    def ask_and_save(self, rest: str, *, insert: bool) -> OpenMatch | None:
        """Ask for what `rest` leaves open (`7 4r 4g`, `2.7` for round 2), and save; None if nothing was changed."""
        named = _ROUND.fullmatch(rest)
        if named or not rest:
            played = find_recorded_round(self._match, int(named[1] or named[2]) if named else self._number)
            print_events(self._printer, [played])
            rest = self._reader.ask_line("Number of the wrong event, Enter for none> ").strip()
            if not rest:
                return None
            self._number = played.number
        found = EVENT_PLACE.fullmatch(rest)
        if not found:
            raise UsageError("give the number of the event, and what it really was: 'amend 7 4r 4g'")
        event, text = int(found[2]), (found[3] or "").strip()
        number = int(found[1]) if found[1] else self._number
        number = find_round_of_event(self._match, event, number, insert=insert).number
        state = self._round_before(number, event)
        text = text or self._ask_event_text(number, event, state, insert=insert)
        if not text:
            return None
        if state and text != REMOVE_MARK:
            text = ask_reading(self._printer, self._reader, text, state)
        correction = amend_event(self._match, event, text, number, insert=insert)
        heals = bool(self._match.report.violations)
        agreed = agree(self._context, correction, asks=not heals, ask=partial(confirm, ask=self._reader.ask_line))
        if agreed is None:
            self._printer.print_message("Nothing was changed.")
            return None
        after = self._context.print_notices(save_correction(agreed))
        self._printer.print_message(f"Corrected: {correction.describe()}. 'undo' takes it back.")
        return after

    def _round_before(self, number: int, event: int) -> Round | None:
        """The round before the event; None if a violation stands before it."""
        states = self._match.report.rounds[number - 1].states()
        return states[event - 1] if event <= len(states) else None

    def _ask_event_text(self, number: int, event: int, state: Round | None, *, insert: bool) -> str:
        """What the event really was; the old text stands there to be changed."""
        old = "" if insert else (self._match.report.rounds[number - 1].record.events or [])[event - 1]
        prompt = f"Before {event}> " if insert else f"Event {event}> "
        return self._reader.ask_line(
            prompt,
            verdict=lambda text: (
                "deletes it" if text.strip() == REMOVE_MARK else line_hint(text, state) if state else ""
            ),
            default=old,
        ).strip()


def correct_event(
    context: Context, match: str | None, events: list[str], event: int, number: int | None, *, insert: bool
) -> None:
    """Correct the event of that number, in the round of that number, and print what came of it.

    events: what is given as the event; UsageError unless it is just one. A person is asked for it where it is missing.
    """
    if not events and can_ask() and not context.json:
        reader = make_line_reader(context.printer)
        prompt = CorrectionPrompt(context, reader, context.open_match(match), number)
        with print_if_interrupted(context.printer, "Nothing was changed."):
            if prompt.ask_and_save(str(event), insert=insert):
                return
        raise typer.Exit(1)
    if len(events) != 1:
        found = f"{len(events)} are given" if events else "none is given"
        raise UsageError(f"give one EVENT that says what event {event} really was, like 'Noah: 4r 4g': {found}")
    correction = amend_event(context.open_match(match), event, events[0], number, insert=insert)
    agree_and_save(context, correction)
