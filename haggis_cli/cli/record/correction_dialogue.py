"""`amend` and `insert` in the dialogue: ask which event, what it really was, and whether to save what it breaks."""

import re

from haggis_cli.book.corrections.amending import REMOVE_MARK, Correction, amend_event, insert_event, save_correction
from haggis_cli.book.corrections.lookup import find_round_of_event
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.typed_lines.hints import line_hint
from haggis_cli.book.typed_lines.shorthand import expand_shorthand
from haggis_cli.cli.opening import print_notices
from haggis_cli.cli.round_dialogue.reading_choice import ask_reading
from haggis_cli.cli.terminal.line_reader import LineReader
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.rounds import print_events
from haggis_cli.cli.views.violations import ask_about_violations
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.sentences import totals_change
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.errors import UsageError
from haggis_cli.support.glyphs import glyphs_for

_PLACE = re.compile(r"(?:(\d{1,4})\.)?(\d{1,4})(?:[\s:]+(.*))?")


class CorrectionPrompt:
    """The questions of one correction."""

    def __init__(self, printer: Printer, reader: LineReader, match: OpenMatch) -> None:
        self._printer = printer
        self._reader = reader
        self._match = match

    def ask_and_save(self, rest: str, *, insert: bool) -> OpenMatch | None:
        """Ask for what `rest` leaves open (`7 4r 4g`, `2.7` for round 2), and save; None if nothing was changed."""
        if not rest:
            print_events(self._printer, self._match.report.rounds[-1:])
            rest = self._reader.ask_line("Which number> ").strip()
        found = _PLACE.fullmatch(rest)
        if not found:
            raise UsageError("say which event, by its number, and what it really was: 'amend 7 4r 4g'")
        event, text = int(found[2]), (found[3] or "").strip()
        number = find_round_of_event(self._match.report, event, int(found[1]) if found[1] else None).number
        state = self._round_before(number, event)
        text = text or self._ask_event_text(number, event, state, insert=insert)
        if not text:
            return None
        if state and text != REMOVE_MARK:
            text = ask_reading(self._printer, self._reader, expand_shorthand(text, state), state)
        correction = (insert_event if insert else amend_event)(self._match, event, text, number)
        if not correction.has_changes or not self._ask_about_violations(correction):
            self._printer.print_message("Nothing was changed.")
            return None
        after = print_notices(self._printer, save_correction(correction))
        self._printer.print_message(f"Put right: {correction.describe()}. 'undo' takes it back.")
        before_report, after_report = self._match.report, after.report
        if after_report.complete_rounds or after_report.totals is None or before_report.complete_rounds:
            arrow = glyphs_for(self._printer.err.encoding).arrow
            self._printer.print_message(totals_change(before_report, after_report, arrow))
        return after

    def _ask_about_violations(self, correction: Correction) -> bool:
        return ask_about_violations(self._printer, correction.new_violations, yes=False, ask=self._ask_yes)

    def _ask_yes(self, _printer: Printer, question: str) -> bool:
        return self._reader.ask_line(f"{question} [y/N]: ").strip().casefold() in ("y", "yes")

    def _round_before(self, number: int, event: int) -> Round | None:
        """The round before the event; None if a violation stands before it."""
        with guard_rules(self._match.variant.id):
            states = self._match.report.rounds[number - 1].states()
        return states[event - 1] if event <= len(states) else None

    def _ask_event_text(self, number: int, event: int, state: Round | None, *, insert: bool) -> str:
        """What the event really was; the old text stands there to be changed."""
        old = "" if insert else (self._match.report.rounds[number - 1].record.events or [])[event - 1]
        prompt = f"Before {event}> " if insert else f"Event {event}> "
        return self._reader.ask_line(
            prompt,
            verdict=lambda text: (
                "takes it out" if text.strip() == REMOVE_MARK else line_hint(text, state) if state else ""
            ),
            default=old,
        ).strip()
