"""Which function of an author's code an exception came through: theirs is named, never ours."""

import sysconfig
from pathlib import Path
from traceback import FrameSummary, extract_tb

from haggis_cli.devkit.watched_rules import RuleFault
from haggis_cli.plugins.isolation import failure_text
from haggis_cli.support.errors import VariantError

_OURS = str(Path(__file__).parents[1])
_PYTHONS = tuple(filter(None, (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))))
_INSTALLED = ("site-packages", "dist-packages")


def describe_exception(error: BaseException) -> str:
    """An exception in one line, with the last function of the author's that it came through, if there is one."""
    if isinstance(error, VariantError) and error.__cause__:
        error = error.__cause__
    if isinstance(error, RuleFault):
        return str(error)
    frame = _find_author(extract_tb(error.__traceback__))
    if frame is None:
        return f"{failure_text(error)} (from what a field of the variant holds)"
    return f"{failure_text(error)} (in {frame.name}, {Path(frame.filename).name} line {frame.lineno})"


def _find_author(frames: list[FrameSummary]) -> FrameSummary | None:
    return next((frame for frame in reversed(frames) if not _is_ours(frame.filename)), None)


def _is_ours(file: str) -> bool:
    """Whether it is a file of this program, or of Python itself, where packages of others are installed as well."""
    if file.startswith((_OURS, "<")):
        return True
    return file.startswith(_PYTHONS) and not any(each in file for each in _INSTALLED)
