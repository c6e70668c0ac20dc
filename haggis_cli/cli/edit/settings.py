"""What `haggis edit` puts right without an editor: names, the goal, who began; its event, and whether it counts."""

from collections.abc import Sequence
from typing import NamedTuple

import typer

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.settings import SettingsChange, correct_settings, save_settings
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.match_settings import make_goal, split_renaming
from haggis_cli.cli.opening import match_name, open_for_change, open_match, print_match_json, print_notices
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
from haggis_cli.cli.views.corrections import ask_about_correction, print_correction_json, print_effects
from haggis_cli.cli.views.rounds import print_due
from haggis_cli.support.errors import RulesError
from haggis_cli.support.interrupts import defer_signals


class SettingsWords(NamedTuple):
    """What is given on the command line, as it is typed; None or nothing for what is not given."""

    players: Sequence[str] = ()
    teams: Sequence[str] = ()
    points: int | None = None
    rounds: int | None = None
    round_wins: int | None = None
    lead: str | None = None
    dealer: str | None = None
    label: str | None = None
    rated: bool | None = None

    @property
    def are_given(self) -> bool:
        """Whether anything is given."""
        return any(word not in (None, (), []) for word in self)

    def to_change(self, match: OpenMatch) -> SettingsChange:
        """What that means in a match; UsageError or NotationError for what means nothing."""
        table = match.report.table
        return SettingsChange(
            [split_renaming(text, table.names, "--player") for text in self.players],
            [split_renaming(text, table.side_names, "--team") for text in self.teams],
            make_goal(self.points, self.rounds, self.round_wins),
            self.lead,
            self.dealer,
            self.label,
            self.rated,
        )


def change_settings(
    printer: Printer, match: str | None, home: str | None, words: SettingsWords, *, yes: bool, json: bool
) -> None:
    """Save what is given of a match, as a correction where it is one, and print what has come of it."""
    opened = open_match(match, home)
    change = words.to_change(opened)
    if change.is_correction:
        correct(printer, correct_settings(opened, change), yes=yes, json=json)
    else:
        _label(printer, match, home, change, json=json)


def correct(printer: Printer, correction: Correction, *, yes: bool, json: bool) -> None:
    """Show what a correction changes, save it if the person agrees, and print what came of it."""
    try:
        agreed = _ask_to_save(printer, correction, yes=yes)
    except RulesError:
        if json:
            print_correction_json(printer, correction, None)
        raise
    save_and_print(printer, correction, agreed, json=json)


def save_and_print(printer: Printer, correction: Correction, agreed: Correction | None, *, json: bool = False) -> None:
    """Save what was agreed to, and print what is put right and what is due, or all as JSON; Exit if nothing was."""
    with defer_signals(last=True):
        after = print_notices(printer, save_correction(agreed)) if agreed else None
        if json:
            print_correction_json(printer, correction, after)
        elif after is None:
            printer.print_message("Nothing was changed.")
        else:
            printer.print_line(f"Put right in {match_name(after)}: {correction.describe()}.")
            print_due(printer, after.report)
    if correction.has_changes and after is None:
        raise typer.Exit(1)


def _ask_to_save(printer: Printer, correction: Correction, *, yes: bool) -> Correction | None:
    """Show what changes, and ask whether to save it where somebody can answer; None if the answer is no."""
    if not correction.has_changes:
        return None
    print_effects(printer, correction)
    warnings = correction.new_warnings()
    with print_if_interrupted(printer, "Nothing was changed."):
        if correction.new_violations or warnings:
            return ask_about_correction(printer, correction, warnings, yes=yes)
        return correction if yes or not can_ask() or confirm(printer, "Save it?", default=True) else None


def _label(printer: Printer, match: str | None, home: str | None, change: SettingsChange, *, json: bool) -> None:
    """Save to which event the match belongs and whether it counts, and print it."""
    with defer_signals(last=True), open_for_change(match, home) as opened:
        after = save_settings(opened, change)
        if json:
            print_match_json(printer, after, saved=int(after is not opened))
            return
        old, new = opened.file.record, after.file.record
        if change.label is not None:
            _print_label(printer, _describe_event(after, old.event != new.event), is_saved=old.event != new.event)
        if change.rated is not None:
            _print_label(printer, _describe_rated(after, old.rated != new.rated), is_saved=old.rated != new.rated)


def _print_label(printer: Printer, sentence: str, *, is_saved: bool) -> None:
    if is_saved:
        printer.print_line(f"Saved: {sentence}")
    else:
        printer.print_message(f"Nothing was changed: {sentence}")


def _describe_event(after: OpenMatch, is_saved: bool) -> str:
    name, event = safe(after.path.stem), after.file.record.event
    belongs = f"belongs to {safe(event)}" if event else "belongs to no event"
    return f"{name} {belongs} {'from now on' if is_saved else 'already'}."


def _describe_rated(after: OpenMatch, is_saved: bool) -> str:
    name, rated = safe(after.path.stem), after.file.record.rated
    if is_saved:
        return f"{name} {'counts in statistics' if rated else 'counts in no statistics'} from now on."
    return f"{name} {'counts' if rated else 'does not count'} in statistics already."
