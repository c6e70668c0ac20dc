"""The one place where a failed command becomes a sentence and an exit code."""

import os
import re
from collections.abc import Callable

import typer

from haggis_cli.support.errors import HaggisError
from haggis_cli.support.exit_codes import INTERRUPTED, CommandProcess, describe_failure

TRACEBACK_VARIABLE = "HAGGIS_TRACEBACK"


def run_reporting_errors(run: Callable[[], None]) -> int:
    """Runs a command and returns its exit code; what a person can put right is told in one line on standard error.

    A closed pipe, Ctrl-C and mistakes of the program pass through: `haggis_cli.__main__` ends the process for them.
    """
    try:
        with CommandProcess():
            run()
    except typer.Exit as stop:
        return stop.exit_code
    except HaggisError as error:
        _print_error(str(error))
        return error.exit_code
    except typer.TyperException as error:
        _print_error(_render_usage_error(error))
        return error.exit_code
    except (typer.Abort, EOFError):
        _print_error("the input ended before the question was answered")
        return INTERRUPTED
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        fault = _find_plugin_fault(error)
        if fault is None:
            raise
        sentence, exit_code = describe_failure(f"{fault} ({TRACEBACK_VARIABLE}=1 shows more)", fault.exit_code)
        _print_error(sentence)
        return exit_code
    return 0


def _find_plugin_fault(error: BaseException) -> HaggisError | None:
    """What a plugin did wrong where nobody expected it; None where it is a mistake of this program's own."""
    if os.environ.get(TRACEBACK_VARIABLE):
        return None
    try:
        from haggis_cli.plugins.isolation import find_third_party_failure
    except (ImportError, OSError):  # the disk fails while it is read: then no plugin has been loaded, either
        return None
    return find_third_party_failure(error)


def _render_usage_error(error: typer.TyperException) -> str:
    """Typer's complaint as one clear sentence that says where to read on.

    Typer writes "No such option: --jso Did you mean --json?"; people get
    "no such option: --jso, did you mean --json? (see 'haggis judge --help')".
    """
    text = " ".join(error.format_message().split())
    complaint, found, suggestion = text.partition("Did you mean")
    complaint = complaint.strip().rstrip(".")
    text = f"{complaint[:1].lower()}{complaint[1:]}{', did you mean' if found else ''}{suggestion}"
    if re.match(r"No such option: -[^-]", error.format_message(), re.IGNORECASE):
        text += "; a name that begins with '-' stands behind '--'"
    context = getattr(error, "ctx", None)  # absent where Typer does not know which command it was
    return f"{text} (see '{context.command_path} --help')" if context else text


def _print_error(message: str) -> None:
    from haggis_cli.cli.terminal.printer import Printer

    Printer().print_error(message)
