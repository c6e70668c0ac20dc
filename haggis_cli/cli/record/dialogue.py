"""The loop in which a round is recorded at the table: what is to beat, whose turn it is, and a line for each event.

It also corrects one event, as `haggis record --amend` and `--insert` do.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import typer

from haggis_cli.book.corrections import amending
from haggis_cli.book.corrections.undo import Step, describe_changes, describe_undo, redo, undo
from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.book.match import OpenMatch, check_no_copy, command_word, reread, save_progress
from haggis_cli.book.recording import round_to_play, with_event
from haggis_cli.cli import round_dialogue
from haggis_cli.cli.options import Context, match_name
from haggis_cli.cli.terminal.line_reader import LineReader, make_line_reader
from haggis_cli.cli.terminal.prompts import Leave, can_ask, confirm, print_if_interrupted
from haggis_cli.cli.views.corrections import agree, agree_and_save
from haggis_cli.cli.views.scoreboard import print_events, print_round, print_standing
from haggis_cli.cli.views.story import TableStatus
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import violation_sentence
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Lead, Trick
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import Conflict, HaggisError, RulesError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import glyphs_for

# What can be typed while a round is recorded, and while an earlier one is put right.

_COMMANDS = {
    "events": "lists the events of the round with their numbers",
    "amend": "corrects an event: amend 7 4r 4g, or amend 7 - to delete it; amend 2.7 in round 2",
    "insert": "inserts a missing event: insert 7 pass",
    "moves": "lists the legal plays, if the hands are known",
    **round_dialogue.COMMANDS,
}
_CORRECTION_HELP = """\
Type the number of the event that is wrong.
  7                change event 7
  7 4r 4g          event 7 really was 4r 4g
  7 -              delete event 7
  insert 7 pass    insert a pass before event 7
  2.7              change event 7 of round 2"""


class RecordingDialogue:
    """One sitting at the table; every event is saved as it is accepted.

    number: the round to put right instead of going on; None to go on.
    """

    def __init__(self, context: Context, match: str | None, number: int | None = None) -> None:
        self._context = context
        self._printer = context.printer
        self._opened = context.open_match(match)
        self._number = number
        self._reader = make_line_reader(context.printer)
        self._table_outdated = True  # since the table was shown last
        self._last_shown: Round | None = None
        self._lead_left_after: Trick | None = None  # whose winner, being out, has left the lead to the next player
        self._leaving = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._print_help(),
            "?": lambda _: self._print_help(),
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._step_through_history(redo, "Restored"),
            "amend": lambda rest: self._correct_event(rest, insert=False),
            "insert": lambda rest: self._correct_event(rest, insert=True),
        }

    def run(self) -> None:
        """Ask for events until the person leaves or the match is over; of a round to put right until they leave."""
        check_no_copy(self._opened)
        if self._number is not None:
            amending.find_recorded_round(self._opened, self._number)
        elif self._opened.report.ok:
            self._check_goes_on()
        self._context.print_revision(self._opened)
        what = "Every event is saved." if self._number is None else "A correction is saved when you agree to it."
        name = match_name(self._opened)
        self._printer.print_message(f"{name}: 'help' shows what you can type, q leaves. {what}")
        try:
            while not self._leaving and not self._is_over():
                self._run_line(self._ask_line())
        except EOFError:
            self._printer.print_message("")
        except Leave as left:
            round_dialogue.forget_and_print_pasted(self._printer, self._reader)
            advice = round_dialogue.queen_advice(left, self._current_round())
            self._printer.print_message(f"Everything is saved.{advice}")

    def _check_goes_on(self) -> None:
        """RulesError if nothing more can be recorded; it tells how what is recorded is put right."""
        try:
            round_to_play(self._opened.report)
        except RulesError as error:
            if any(played.recorded for played in self._opened.report.rounds):
                again = f"haggis record{command_word(self._opened)} --round N"
                error.advice += f", or correct a round with '{again}'"
            raise

    def _is_over(self) -> bool:
        return self._number is None and self._opened.report.ok and self._opened.report.over

    def _print_help(self) -> None:
        if self._number is None:
            text = round_dialogue.render_help(self._opened.report.table, _COMMANDS)
        else:
            known = {"events": _COMMANDS["events"], **round_dialogue.COMMANDS}
            text = "\n".join([_CORRECTION_HELP, *round_dialogue.render_commands(known)])
        self._printer.print_lines(text)

    def _ask_line(self) -> str:
        with guard_rules(self._opened.variant.id):
            state = self._current_round()
            if self._table_outdated:
                self._print_table(state)
            self._table_outdated = False
        if state is None:
            prompt = "Correction> " if self._number is None else f"Round {self._number}, event> "
            return self._reader.ask_line(prompt, verdict=_correction_hint, words=_command_words).strip()
        offer = self._find_lead_question(state)
        prompt = f"{state.table.names[offer.seat if offer else state.turn]}> "
        line = self._reader.ask_line(
            prompt,
            verdict=lambda text: _hint(text, state, offer),
            words=lambda text: _completion_words(text, state, offer),
            keys=round_dialogue.LINE_KEYS,
        ).strip()
        if offer and not line:
            self._lead_left_after = state.bombed_trick
        return line

    def _find_lead_question(self, state: Round) -> Lead | None:
        """The lead that the winner of a bombed trick who is out may give away, until that is answered."""
        return choices(state).absent_offer() if state.bombed_trick != self._lead_left_after else None

    def _current_round(self) -> Round | None:
        """The round to go on with; None while the match breaks a rule, or an earlier round is put right."""
        return round_to_play(self._opened.report) if self._opened.report.ok and self._number is None else None

    def _print_table(self, state: Round | None) -> None:
        report = self._opened.report
        before, self._last_shown = self._last_shown, state
        if state is None:
            self._print_what_to_put_right(report)
            return
        status = TableStatus(self._printer, state)
        if before and state.passes > before.passes and before.trick == state.trick:
            self._printer.print_message(status.render_due())  # after a pass nobody's cards have changed
            return
        self._printer.print_message("")
        *lines, due = status.render_lines(len(report.complete_rounds) + 1)
        offer = self._find_lead_question(state)
        for line in (*lines, status.render_blind_offer(), status.render_lead_question(offer) if offer else due):
            if line:
                self._printer.print_message(line)

    def _print_what_to_put_right(self, report: Report) -> None:
        self._printer.print_message("")
        if self._number is not None:
            print_events(self._printer, [amending.find_recorded_round(self._opened, self._number)])
        if report.violations:
            self._printer.print_message(violation_sentence(report.violations[0]))
            self._printer.print_pointer(find_told_in(report.table, report.violations[0].topic))
            self._printer.print_message("Correct it with amend, insert or undo; 'events' shows the numbers.")

    def _run_line(self, line: str) -> None:
        """Do what a line asks for with the match as it is now; if it has changed, nothing is done but to show it."""
        first, _, rest = line.partition(" ")
        try:
            command = self._commands.get(first.casefold())
            view = round_dialogue.VIEWS.get(first.casefold())
            if not line:
                self._table_outdated = True
            elif command:
                command(rest.strip())
            elif view:
                own = str(self._number) if self._number and first.casefold() in round_dialogue.VIEWS_OF_ROUNDS else ""
                view(self._printer, self._opened.report, rest.strip() or own)
            elif self._number is not None or (EVENT_PLACE.fullmatch(line) and not self._opened.report.ok):
                self._correct_event(line, insert=False)
            elif not self._opened.report.ok:
                raise RulesError("first correct what is wrong, with amend, insert or undo; 'events' shows the numbers")
            else:
                self._record_event(line)
        except HaggisError as error:
            self._print_error_and_reload(error)
            round_dialogue.forget_and_print_pasted(self._printer, self._reader)

    def _print_error_and_reload(self, error: HaggisError) -> None:
        """Tell it, and read the match again; where it cannot be read just now, it stays as it was shown last."""
        wrong = {str(error): error}
        try:
            self._opened = reread(self._opened)
        except HaggisError as why:
            if not self._opened.path.exists():
                raise
            wrong.setdefault(str(why), why)
        for each in wrong.values():
            self._printer.print_error(each)

    @contextmanager
    def _lock_match(self) -> Iterator[OpenMatch]:
        """The match, locked, if nobody has changed it since it was shown; no Ctrl-C comes between. Conflict if so."""
        opened = self._opened
        held = None
        try:
            with defer_signals() as held, opened.store.lock(opened.path):
                self._table_outdated = True
                if opened.store.read(opened.path).data != opened.snapshot.data:
                    reread(opened)  # what cannot be read any more is told as such
                    raise Conflict("nothing was done, because the match was changed meanwhile; this is its state now")
                yield opened
        finally:
            self._leaving = bool(held)  # up to the last moment in which it is held back

    def _record_event(self, line: str) -> None:
        """Add an event, and tell what came of it."""
        before = round_to_play(self._opened.report)
        text = round_dialogue.ask_reading(self._printer, self._reader, line, before)
        with self._lock_match() as opened:
            try:
                after = with_event(opened, text)
            except HaggisError:
                self._table_outdated = False
                raise
            self._opened = self._context.print_notices(save_progress(opened, after))
            self._print_outcome(before)

    def _print_outcome(self, before: Round) -> None:
        report = self._opened.report
        last = report.rounds[-1]
        state = last.last
        if state is None:
            return
        for line in TableStatus(self._printer, state).render_outcome(before):
            self._printer.print_message(line)
        if last.complete:
            print_round(self._printer, report, last.number)
            print_standing(self._printer, report)

    def _undo(self) -> None:
        """Take back the last event or correction; a whole round only after a yes: it is easily one undo too many."""
        whole = f"round {len(self._opened.report.rounds)}"
        question = f"That takes back the whole of {whole}. Take it back?"
        if describe_undo(self._opened) != Step(whole) or confirm(self._printer, question, ask=self._reader.ask_line):
            self._step_through_history(undo, "Taken back")

    def _step_through_history(self, go: Callable[[OpenMatch], tuple[OpenMatch, Step]], done: str) -> None:
        with self._lock_match() as opened:
            saved, step = go(opened)
            self._opened = self._context.print_notices(saved)
            self._printer.print_message(f"{done}: ", self._printer.render_event(step.words))
            for change in describe_changes(opened, saved, glyphs_for(self._printer.err.encoding).arrow):
                self._printer.print_message(change)

    def _correct_event(self, rest: str, *, insert: bool) -> None:
        prompt = CorrectionPrompt(self._context, self._reader, self._opened, self._number)
        after = prompt.ask_and_save(rest, insert=insert)
        if after:
            self._opened, self._table_outdated = after, True


def _hint(text: str, state: Round, offer: Lead | None) -> str:
    if offer and not text.strip():
        return f"'lead' lets {state.table.names[offer.to]} lead, or Enter"
    return round_dialogue.command_hint(text, _COMMANDS) or line_hint(text, state)


def _correction_hint(text: str) -> str:
    return round_dialogue.command_hint(text, _COMMANDS) or ("" if text.strip() else "the number of the wrong event")


def _completion_words(text: str, state: Round, offer: Lead | None) -> Sequence[str]:
    first = ["lead"] if offer and " " not in text else []
    return [*first, *next_words(text, state), *_command_words(text)]


def _command_words(text: str) -> Sequence[str]:
    words = round_dialogue.command_words(text, _COMMANDS)
    return [f"{word} " if word in ("amend", "insert") else word for word in words]


# One event put right or put in: asked for in the dialogue, or given to `haggis record --amend` and `--insert`.

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
            played = amending.find_recorded_round(self._match, int(named[1] or named[2]) if named else self._number)
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
        number = amending.find_round_of_event(self._match, event, number, insert=insert).number
        state = self._round_before(number, event)
        text = text or self._ask_event_text(number, event, state, insert=insert)
        if not text:
            return None
        if state and text != amending.REMOVE_MARK:
            text = round_dialogue.ask_reading(self._printer, self._reader, text, state)
        correction = amending.amend_event(self._match, event, text, number, insert=insert)
        heals = bool(self._match.report.violations)
        agreed = agree(self._context, correction, asks=not heals, ask=partial(confirm, ask=self._reader.ask_line))
        if agreed is None:
            self._printer.print_message("Nothing was changed.")
            return None
        after = self._context.print_notices(amending.save_correction(agreed))
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
                "deletes it" if text.strip() == amending.REMOVE_MARK else line_hint(text, state) if state else ""
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
    correction = amending.amend_event(context.open_match(match), event, events[0], number, insert=insert)
    agree_and_save(context, correction)
