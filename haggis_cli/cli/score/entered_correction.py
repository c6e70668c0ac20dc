"""An older round put right by entries on the command line: proposed, agreed to where it looks odd, and saved."""

from collections.abc import Callable, Iterator

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.rescoring import check_typed_in, rescore_round
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.typed_round import TypedRound, parse_entries, typed_round_of
from haggis_cli.cli.opening import print_notices
from haggis_cli.cli.score.preview import print_filled
from haggis_cli.cli.score.retyping import print_retry_command
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
from haggis_cli.cli.views.corrections import ask_about_correction, print_effects
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import RulesError
from haggis_cli.support.interrupts import defer_signals


def correct_round(
    printer: Printer,
    match: OpenMatch,
    entries: list[str],
    command_words: list[str],
    *,
    number: int,
    notes: str | None,
    yes: bool,
    print_outcome: Callable[[Correction, OpenMatch], None],
) -> None:
    """Put entries in the place of an older round, and print what came of it.

    RulesError if the round cannot be, or nobody agrees to its warnings; answers that are not saved are printed.

    command_words: the words that name the match, the round and the notes on the command line, for entering it again.
    """
    check_typed_in(match, number)
    typed = parse_entries(entries, match.report.round_table(number))

    def print_again() -> None:
        print_retry_command(printer, command_words, typed, match.report.round_table(number))

    corrected = rescore_round(match, number, typed, notes)
    corrected.check_possible()
    print_filled(printer, typed, match.report.round_table(number))
    if corrected.correction.has_changes:
        print_effects(printer, corrected.correction)
        with print_if_interrupted(printer, "Nothing was saved.", print_again):
            if not yes and not _agrees_to_dropped(printer, match, number, typed):
                print_again()
                raise RulesError("not saved")
    warnings = corrected.warnings if corrected.correction.has_changes else []
    with print_if_interrupted(printer, "Nothing was saved.", print_again):
        correction = ask_about_correction(printer, corrected.correction, warnings, yes=yes)
    if correction is None:
        print_again()
        raise RulesError("not saved")
    with defer_signals(last=True):
        print_outcome(correction, print_notices(printer, save_correction(correction)))


def _agrees_to_dropped(printer: Printer, match: OpenMatch, number: int, typed: TypedRound) -> bool:
    """Whether figures of the round may go that the entries leave out; it is asked only in a terminal."""
    before = typed_round_of(match.report, number)
    told = list(_find_dropped(before, typed, match.report.round_table(number))) if before else []
    if not told:
        return True
    are = "is" if len(told) == 1 else "are"
    printer.print_warning(f"the entries say the whole round, and {join_words(told)} {are} not among them")
    return not can_ask() or confirm(printer, f"Leave {'it' if len(told) == 1 else 'them'} out?")


def _find_dropped(before: TypedRound, typed: TypedRound, table: Table) -> Iterator[str]:
    """The bets of a round that its correction leaves out, and the pile, where it is not just what is left."""
    betting, pile = table.variant.betting, typed.filled_seat
    word = "bid" if betting.by_auction else "bet"
    if pile is not None:
        points = before.captured[pile]
        if points not in (before.captured_left(table, pile).exact, typed.captured[pile]):
            yield f"{safe(table.names[pile])}'s pile of {points}"
    for seat, stake in before.stakes.items():
        if seat not in typed.stakes:
            yield f"{safe(table.names[seat])}'s {word} of {betting.amount_text(stake)}"
