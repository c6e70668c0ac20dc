"""`amend` and `insert` in the dialogue: which event, what it really was, and whether to save what breaks."""

import re

from haggis_cli.book.corrections import REMOVE_MARK, ask_and_save_correction, make_correction
from haggis_cli.book.lookup import find_round_of_event
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.typing.shorthand import expand_shorthand
from haggis_cli.book.typing.verdict import line_hint
from haggis_cli.cli.round_dialogue.reading_choice import ask_reading
from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.event_list import print_events
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import UsageError
from haggis_cli.support.glyphs import glyphs_for

_PLACE = re.compile(r"(?:(\d{1,4})\.)?(\d{1,4})(?:[\s:]+(.*))?")


class CorrectionPrompt:
    """A correction of the match as it was opened."""

    def __init__(self, printer: Printer, reader: LineReader, opened: OpenMatch) -> None:
        self._printer = printer
        self._reader = reader
        self._opened = opened

    def ask_and_save(self, rest: str, *, insert: bool) -> OpenMatch | None:
        """Ask for what `rest` leaves open (`7 4r 4g`, `2.7` for round 2), and save; None if nothing was changed."""
        if not rest:
            print_events(self._printer, self._opened.report.rounds[-1:])
            rest = self._reader.ask_line("Which number> ").strip()
        found = _PLACE.fullmatch(rest)
        if not found:
            raise UsageError("say which event, by its number, and what it really was: 'amend 7 4r 4g'")
        event, text = int(found[2]), (found[3] or "").strip()
        number = find_round_of_event(self._opened.report, event, int(found[1]) if found[1] else None).number
        state = self._round_before(number, event)
        text = text or self._ask_event_text(number, event, state, insert=insert)
        if not text:
            return None
        if state and text != REMOVE_MARK:
            text = ask_reading(self._printer, self._reader, expand_shorthand(text, state), state)
        correction = make_correction(self._opened, text, event, number, insert=insert)
        if not correction.has_changes:
            self._printer.print_message("Nothing was changed.")
            return None
        what = correction.describe()
        after = ask_and_save_correction(self._printer, correction, yes=False, asked=self._ask_yes)
        if after is None:
            self._printer.print_message("Nothing was changed.")
            return None
        self._printer.print_message(f"Put right: {what}. 'undo' takes it back.")
        if after.report.complete_rounds or after.report.totals is None or self._opened.report.complete_rounds:
            self._printer.print_message(correction.render_totals(glyphs_for(self._printer.err.encoding).arrow))
        return after

    def _ask_yes(self, _printer: Printer, question: str) -> bool:
        return self._reader.ask_line(f"{question} [y/N]: ").strip().casefold() in ("y", "yes")

    def _round_before(self, number: int, event: int) -> Round | None:
        """The round before the event; None if a violation stands before it."""
        with guard_rules(self._opened.variant.id):
            states = self._opened.report.rounds[number - 1].states()
        return states[event - 1] if event <= len(states) else None

    def _ask_event_text(self, number: int, event: int, state: Round | None, *, insert: bool) -> str:
        """What the event really was; the old text stands there to be changed."""
        old = "" if insert else (self._opened.report.rounds[number - 1].record.events or [])[event - 1]
        prompt = f"Before {event}> " if insert else f"Event {event}> "
        return self._reader.ask_line(
            prompt,
            verdict=lambda text: (
                "takes it out" if text.strip() == REMOVE_MARK else line_hint(text, state) if state else ""
            ),
            default=old,
        ).strip()
