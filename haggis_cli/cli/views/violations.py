"""Rules that a change would break, and what looks wrong: whether a person agrees to save it all the same."""

from collections.abc import Callable, Sequence

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import can_ask, confirm
from haggis_cli.referee.report import Violation
from haggis_cli.referee.sentences import violation_place, violation_with_text
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import RulesError


def ask_about_violations(
    printer: Printer,
    violations: Sequence[Violation],
    *,
    yes: bool,
    in_file: bool = False,
    ask: Callable[[Printer, str], bool] = confirm,
) -> bool:
    """Print the violations, and ask whether to save all the same. RulesError if there are some and nobody can answer.

    yes: nothing is asked, for the answer is yes.
    in_file: the lines of the file are named, for somebody who has just edited it.
    ask: how the question is asked.
    """
    for violation in violations:
        printer.print_warning(violation_with_text(violation, in_file=in_file))
    if yes or not violations:
        return True
    if not can_ask():
        places = join_words([violation_place(violation) for violation in violations])
        raise RulesError(f"not saved, because it breaks the rules in {places} (--yes saves it all the same)")
    return ask(printer, "Save it all the same?")


def check_can_agree() -> None:
    """RulesError where what looks wrong is to be agreed to, and nobody can answer."""
    if not can_ask():
        raise RulesError("not saved because of the warning: correct the round, or save it as it is with --yes")
