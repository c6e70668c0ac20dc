"""Exit codes that no error of its own stands for, and what a failure tells of something saved before it.

Beside that whether this process is a command: a program that uses the library has its streams to itself.
"""

INTERRUPTED = 130
"""What a shell reports for a program stopped with Ctrl-C; also of a command whose input ended before the answer."""
SAVED_THEN_FAILED = 8
"""The exit code of a failure after something was saved: whoever runs the command again would add a round twice."""

_SAVED_PREFIX = "saved, but what came of it could not be told: "
_saved = False
_commands = 0


def note_saved() -> None:
    """Remember that this process has saved something that people keep."""
    global _saved
    _saved = True


def has_saved() -> bool:
    """Whether this process has saved something that people keep."""
    return _saved


def describe_failure(sentence: str, exit_code: int) -> tuple[str, int]:
    """The sentence and the exit code of a failure; both tell of a save that came before it."""
    return (f"{_SAVED_PREFIX}{sentence}", SAVED_THEN_FAILED) if _saved else (sentence, exit_code)


class CommandProcess:  # `haggis --version` loads no contextlib
    """Within this block the process is a command of haggis, or works for one."""

    def __enter__(self) -> None:
        global _commands
        _commands += 1

    def __exit__(self, *_: object) -> None:
        global _commands
        _commands -= 1


def is_command() -> bool:
    """Whether nothing but haggis runs in this process."""
    return _commands > 0
