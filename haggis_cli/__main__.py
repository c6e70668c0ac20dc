"""`haggis` and `python -m haggis_cli`: what happens before and after a command, whatever the command is.

Nothing heavy is imported here: `haggis --version` answers before Typer is loaded.
"""

import gc
import os
import sys

from haggis_cli import __version__

INTERRUPTED = 130  # what a shell reports for a program stopped with Ctrl-C
PIPE_CLOSED = 141  # what a shell reports for a program whose reader went away (`haggis log | head -1`)
FAILED = 3  # a file, the terminal or the pipe behind the output could not be used: the disk is full, say
BROKEN = 70  # a mistake in the program itself (EX_SOFTWARE in sysexits.h)


def main() -> int:
    """Runs one command and returns its exit code, without a traceback whatever happens.

    HAGGIS_TRACEBACK set to anything shows the traceback of a mistake in the program.
    """
    try:
        _open_closed_streams()
        code = _run()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        _complain("")
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return PIPE_CLOSED
    except OSError as error:
        _silence_output()
        where = f"{error.filename!a} cannot be used" if error.filename else "reading or writing failed"
        _complain(f"haggis: {where}: {error.strerror or type(error).__name__}")
        return FAILED
    except Exception as error:  # the last net: a person at the table gets a sentence, not a traceback
        if os.environ.get("HAGGIS_TRACEBACK"):
            raise
        told = " ".join(f"{type(error).__name__}: {error}".split())
        _complain(f"haggis: a mistake in haggis itself, please report it: {told!a} (HAGGIS_TRACEBACK=1 shows more)")
        return BROKEN


def _run() -> int:
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        sys.stdout.write(f"haggis {__version__}\n")
        return 0
    # Looking for garbage among freshly imported modules takes 5 % of a short command and finds none.
    gc.set_threshold(100_000)
    from haggis_cli.cli import app

    result = app(arguments, prog_name="haggis", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _open_closed_streams() -> None:
    """Gives a closed standard stream the empty device: the next file opened must not become "standard output"."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
            os.set_inheritable(opened, True)  # the editor that a command starts has it too
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal's encoding lacks is shown escaped instead of ending the program.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _complain(message: str) -> None:
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:
        _silence()


def _silence_output() -> None:
    """Sends what is still buffered for standard output nowhere, so that the interpreter's last flush cannot fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _silence() -> None:
    _silence_output()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
