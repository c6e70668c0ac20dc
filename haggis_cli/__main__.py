"""`haggis` and `python -m haggis_cli`: what happens before and after a command, whatever the command is.

Nothing heavy is imported here: `haggis --version` and `haggis` alone answer before Typer is loaded.
"""

import atexit
import gc
import io
import os
import sys

from haggis_cli.support import __version__
from haggis_cli.support.errors import INTERRUPTED, HaggisError, describe_failure, has_saved

TYPE_CHECKING = False
if TYPE_CHECKING:  # as typing has it, which `haggis --version` does not load
    from collections.abc import Callable
    from typing import Any

    from _typeshed import ReadableBuffer

PIPE_CLOSED = 141  # what a shell reports for a program whose reader went away (`haggis log | head -1`)
IO_FAILED = 3  # a file, the terminal or the pipe behind the output could not be used: the disk is full, say
INTERNAL_ERROR = 70  # a mistake in the program itself (EX_SOFTWARE in sysexits.h)


def run() -> None:
    """Runs one command and ends the process with its exit code: what the installed script calls.

    The process ends as soon as its threads have ended and everything registered since the start is done; where a
    plugin's code has run, at once. Taking the interpreter apart object by object would cost a twentieth of a short
    command, looking for garbage once more a fifth. Tools that have something of their own to do at the very end can run
    `python -m haggis_cli`.
    """
    code: int | None = None

    def leave() -> None:
        if code is not None:  # else something went past `main`, and the interpreter has yet to report it
            _flush()
            os._exit(code)

    atexit.register(leave)  # what is registered first is called last
    code = main()
    if _third_party_code_has_run():
        leave()  # its threads, and what it has registered for the end, might never come to one
    sys.exit(code)


def main() -> int:
    """Runs one command and returns its exit code, without a traceback whatever happens.

    HAGGIS_TRACEBACK set to anything shows the traceback of a mistake in the program.
    """
    if sys.argv[1:] in (["--version"], ["-V"]):
        return _run_reporting_failures(_print_version)
    code = INTERNAL_ERROR
    try:
        code = _run_reporting_failures(_run_command)
        return code
    finally:
        _settle_signals(code)


def _run_reporting_failures(run: "Callable[[], int]") -> int:
    """Runs it; what ends it early becomes a sentence on standard error and an exit code."""
    try:
        _open_closed_streams()
        code = run()
        sys.stdout.flush()
        return code or _report_lost_output()
    except KeyboardInterrupt:
        _print_error("")
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except OSError as error:
        _discard_stdout()
        where = f"{error.filename!a} cannot be used" if error.filename else "reading or writing failed"
        return _report_failure(f"{where}: {error.strerror or type(error).__name__}", IO_FAILED)
    except MemoryError:
        _discard_stdout()
        return _report_failure("not enough memory", IO_FAILED)
    except ImportError as error:  # the disk fails while a part of the program is read, or the installation is broken
        if os.environ.get("HAGGIS_TRACEBACK"):
            raise
        return _report_failure(f"a part of haggis cannot be loaded: {str(error)!a}", IO_FAILED)
    except Exception as error:  # the last net: a person at the table gets a sentence, not a traceback
        if os.environ.get("HAGGIS_TRACEBACK"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        _report_failure(
            f"an error in haggis itself, please report it: {what!a} (HAGGIS_TRACEBACK=1 shows more)", INTERNAL_ERROR
        )
        return INTERNAL_ERROR


def _report_failure(sentence: str, exit_code: int) -> int:
    """Prints what failed, and returns the exit code: nothing may sound as if what was saved before had not been."""
    sentence, exit_code = describe_failure(sentence, exit_code)
    _print_error(f"haggis: {sentence}")
    return exit_code


class _ClosedOutput(io.RawIOBase):
    """The place of a standard output that the shell has closed: what is written there is lost, and that is noted."""

    lost = False

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer", /) -> int:
        _ClosedOutput.lost = True
        return len(memoryview(data))


def _report_lost_output() -> int:
    """Says that a result had nowhere to go, and returns the exit code; what was saved is a result of its own."""
    if not _ClosedOutput.lost:
        return 0
    sentence = "standard output is closed: the result could not be written"
    return _report_failure(sentence, IO_FAILED) if not has_saved() else 0


def _third_party_code_has_run() -> bool:
    plugins = sys.modules.get("haggis_cli.plugins.isolation")
    return plugins is not None and plugins.has_run()


def _settle_signals(code: int) -> None:
    """Lets no interruption change the exit code any more, nor break off the interpreter's own clearing up.

    Where a plugin's threads may never end, an interruption ends the process with that code.
    """
    import signal  # loaded with Typer; `haggis --version` needs it not

    def end(*_: object) -> None:
        _flush()
        os._exit(code)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end if _third_party_code_has_run() else signal.SIG_IGN)


def _print_version() -> int:
    sys.stdout.write(f"haggis {__version__}\n")
    return 0


def _run_command() -> int:
    # Looking for garbage among freshly imported modules takes 5 % of a short command and finds none.
    gc.set_threshold(100_000)
    _switch_off_plugins_of_pydantic()
    if not sys.argv[1:] and "_HAGGIS_COMPLETE" not in os.environ and _print_first_page():
        return 0
    from haggis_cli.cli.app import app

    result = app(sys.argv[1:], prog_name="haggis", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _switch_off_plugins_of_pydantic() -> None:
    """It would look through every installed package for plugins of its own, run them, and fail at a damaged one.

    Its loader is not loaded, either: that takes 56 of the 745 million instructions of `haggis show`, 8 of 120 ms.
    """
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    loader: Any = type(sys)("pydantic.plugin._loader")
    loader.get_plugins = tuple
    sys.modules[loader.__name__] = loader


def _print_first_page() -> bool:
    """Whether the page of `haggis` alone is printed; where it cannot be, Typer comes to the error and reports it."""
    from haggis_cli.cli.first_page import render_first_page

    try:
        sys.stdout.write(render_first_page())
    except HaggisError:
        return False
    return True


def _open_closed_streams() -> None:
    """Gives a closed standard stream the empty device: the next file opened must not become "standard output"."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
            os.set_inheritable(opened, True)  # the editor that a command starts has it too
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BufferedWriter(_ClosedOutput()), encoding="utf-8")
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    # A name that the terminal's encoding lacks is shown escaped instead of ending the program, and bytes typed or piped
    # in that are no text are kept as signs that every reader of words refuses.
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=errors)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except (OSError, ValueError):
            continue  # what the command wrote has been written by then, or has been told of


def _print_error(message: str) -> None:
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:
        _discard_output()


def _discard_stdout() -> None:
    """Sends what is still buffered for standard output nowhere: the interpreter's last flush must not fail."""
    _redirect_to_devnull(1)
    sys.stdout = None  # else a flush that fails changes the exit code to 120


def _discard_output() -> None:
    _discard_stdout()
    _redirect_to_devnull(2)
    sys.stderr = None


def _redirect_to_devnull(stream: int) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    except OSError:
        return  # the process ends anyway, and what has happened has been told


if __name__ == "__main__":
    sys.exit(main())
