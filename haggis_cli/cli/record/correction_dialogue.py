"""`amend` and `insert` in the dialogue: which event, what it really was, and whether to save what breaks."""

import re

from haggis_cli.book.corrections import TAKE_OUT, amended, find_event, keep
from haggis_cli.book.match import Opened
from haggis_cli.book.typing.shorthand import in_full
from haggis_cli.book.typing.verdict import verdict
from haggis_cli.cli.record.reading_choice import with_reading
from haggis_cli.cli.terminal.line_reader import Reader
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.event_list import print_events
from haggis_cli.plugins.isolation import rules_of
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import UsageError
from haggis_cli.support.glyphs import glyphs_for

_PLACE = re.compile(r"(?:(\d{1,4})\.)?(\d{1,4})(?:[\s:]+(.*))?")


class PutRight:
    """A correction of the match as it was opened."""

    def __init__(self, printer: Printer, reader: Reader, opened: Opened) -> None:
        self._printer = printer
        self._reader = reader
        self._opened = opened

    def ask(self, rest: str, *, insert: bool) -> Opened | None:
        """Ask for what `rest` leaves open (`7 4r 4g`, `2.7` for round 2), and save; None if nothing was changed."""
        if not rest:
            print_events(self._printer, self._opened.report.rounds[-1:])
            rest = self._reader.line("Which number> ").strip()
        found = _PLACE.fullmatch(rest)
        if not found:
            raise UsageError("say which event, by its number, and what it really was: 'amend 7 4r 4g'")
        event, text = int(found[2]), (found[3] or "").strip()
        number = find_event(self._opened.report, event, int(found[1]) if found[1] else None)
        state = self._state(number, event)
        text = text or self._typed(number, event, state, insert=insert)
        if not text:
            return None
        if state and text != TAKE_OUT:
            text = with_reading(self._printer, self._reader, in_full(text, state), state)
        correction = amended(self._opened, text, event, number, insert=insert)
        if not correction.changes:
            self._printer.say("Nothing was changed.")
            return None
        what = correction.what()
        after = keep(self._printer, correction, yes=False, asked=self._agreed)
        if after is None:
            self._printer.say("Nothing was changed.")
            return None
        self._printer.say(f"Put right: {what}. 'undo' takes it back.")
        if after.report.complete_rounds or after.report.totals is None or self._opened.report.complete_rounds:
            self._printer.say(correction.totals(glyphs_for(self._printer.err.encoding).arrow))
        return after

    def _agreed(self, _printer: Printer, question: str) -> bool:
        return self._reader.line(f"{question} [y/N]: ").strip().casefold() in ("y", "yes")

    def _state(self, number: int, event: int) -> Round | None:
        """The round before the event; None if a violation stands before it."""
        with rules_of(self._opened.variant.id):
            states = self._opened.report.rounds[number - 1].states()
        return states[event - 1] if event <= len(states) else None

    def _typed(self, number: int, event: int, state: Round | None, *, insert: bool) -> str:
        """What the event really was; the old text stands there to be changed."""
        old = "" if insert else (self._opened.report.rounds[number - 1].record.events or [])[event - 1]
        prompt = f"Before {event}> " if insert else f"Event {event}> "
        return self._reader.line(
            prompt,
            verdict=lambda text: "takes it out" if text.strip() == TAKE_OUT else verdict(text, state) if state else "",
            default=old,
        ).strip()
