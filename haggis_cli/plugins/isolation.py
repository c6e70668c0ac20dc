"""Third-party variants run here so that their code may fail, print, hang or change the process without harm.

This is no sandbox, for Python has none: whoever installs a package trusts it with everything. It keeps a mistake in one
variant from reaching anything else.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType, TracebackType

from haggis_cli.support.errors import HaggisError, TimeLimitExceeded, VariantError, error_text
from haggis_cli.support.escaping import escape_text

IMPORT_SECONDS = 10.0
"""Seconds that a third-party module may take to load."""
JUDGE_SECONDS = 20.0
"""Seconds that third-party rules may take over one match."""

_third_party_modules: dict[str, str] = {}
"""The third-party variants whose code has run in this process, and their top-level modules."""


def register_third_party(variant_id: str, place: str) -> None:
    """Remember that a variant is third-party, before any of its code runs; `place` is its `module:attribute`."""
    _third_party_modules[variant_id] = place.partition(":")[0].partition(".")[0].strip()
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _raise_interrupt)


def _raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Do what Ctrl-C does anyhow; raised here it can be told from third-party code that raises the same."""
    raise KeyboardInterrupt


@contextmanager
def guard_rules(variant_id: str, limit: float | None = None) -> Iterator[None]:
    """What the rules of a variant raise becomes a VariantError that names it; the process stays as it was.

    SystemExit is caught, too: the mistake stops this match, and neither the program nor any other match.
    limit: seconds after which third-party rules have failed, where the system has such a clock.
    """
    try:
        with isolate(limit, blame(variant_id)) if variant_id in _third_party_modules else nullcontext():
            yield
    except (HaggisError, GeneratorExit):
        raise
    except BaseException as error:
        if is_not_plugin_fault(error):
            raise
        raise failure(variant_id, error) from error


def is_third_party(variant_id: str) -> bool:
    """Whether a variant is third-party."""
    return variant_id in _third_party_modules


def has_run() -> bool:
    """Whether third-party code has run in this process: what it has begun may still be at work."""
    return bool(_third_party_modules)


def failure(variant_id: str, error: BaseException) -> VariantError:
    """The failure of a variant in one sentence."""
    return VariantError(f"{blame(variant_id)}: {escape_text(failure_text(error))}")


def blame(variant_id: str) -> str:
    """How the sentence on a failure of a variant begins."""
    return f"the variant '{escape_text(variant_id)}' fails"


def failure_text(error: BaseException) -> str:
    """What went wrong in third-party code, in one line."""
    return str(error) if isinstance(error, TimeLimitExceeded) else error_text(error)


def find_third_party_failure(error: BaseException) -> VariantError | None:
    """The failure of a third-party variant behind an unexpected error; None if none has a part in it.

    It is the variant whose code raised it; else the last one met, whose values were of no use.
    """
    if is_not_plugin_fault(error):
        return None
    modules = _modules(error.__traceback__)
    for variant_id, module in reversed(_third_party_modules.items()):
        if module in modules:
            return failure(variant_id, error)
    if isinstance(error, Exception) and _third_party_modules:
        return failure(next(reversed(_third_party_modules)), error)
    return None


def is_not_plugin_fault(error: BaseException) -> bool:
    """Whether this is Ctrl-C, Ctrl-D, or trouble with a file or the output, and no third-party code has raised it."""
    modules = _modules(error.__traceback__)
    if isinstance(error, KeyboardInterrupt | EOFError):
        return not modules or modules[-1] not in _third_party_modules.values()
    return isinstance(error, OSError) and not set(modules) & set(_third_party_modules.values())


def _modules(trace: TracebackType | None) -> list[str]:
    """The top-level modules through which an error came, the one that raised it last."""
    found = []
    while trace:
        found.append(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    return found


def isolate(limit: float | None, failure: str) -> AbstractContextManager[None]:
    """Run third-party code: afterwards the process is as it was, see `surroundings`."""
    from haggis_cli.plugins.surroundings import kept_surroundings  # most matches need no plugin

    return kept_surroundings(limit, failure)
