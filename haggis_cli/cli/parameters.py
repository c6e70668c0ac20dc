"""What stands on the command line becomes what a command takes: text and flags stay what they are, numbers are read.

Typer 0.29 makes a validator of pydantic for every parameter at every call: with it `judge`, which loads no pydantic,
took 2.5 times the instructions that it takes now (2,247 to 884 million, by callgrind). If a version of Typer does not
ask `process_value`, the values are the same, and only the time is lost.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import typer

_NOUNS = {int: "a whole number", float: "a number"}
_NUMBERS: dict[Any, type[int] | type[float]] = {int: int, int | None: int, float: float, float | None: float}
_TEXTS: tuple[Any, ...] = (str, str | None, list[str], list[str] | None)
_FLAGS: tuple[Any, ...] = (bool, bool | None)


class OwnParameters:
    """A command or a group of Typer's whose parameters read their values themselves."""

    params: list[Any]
    callback: Callable[..., Any] | None

    def __init__(self, *names: Any, **settings: Any) -> None:
        super().__init__(*names, **settings)
        hints = getattr(self.callback, "__annotations__", {})
        for param in self.params:
            param.process_value = partial(_process_value, param, param.process_value, _find_reader(hints[param.name]))
            param.display_type = _display_no_type  # beside a name that says what is meant

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc] # of the class of Typer's that stands behind this one
        if option:
            option.process_value = partial(_process_value, option, type(option).process_value, bool)
        return option


def _find_reader(hint: Any) -> Callable[[Any], Any]:
    """What reads a value of a parameter that is annotated so."""
    if hint.__origin__ in _TEXTS:
        return str
    if hint.__origin__ in _FLAGS:
        return bool
    declared = hint.__metadata__[0]
    return partial(_read_number, _NUMBERS[hint.__origin__], declared.min, declared.max)


def _display_no_type(_ctx: Any) -> str:
    return ""


def _process_value(
    param: Any, by_typer: Callable[[Any, Any], Any], read: Callable[[Any], Any], ctx: Any, value: Any
) -> Any:
    """The value of a parameter; `by_typer` complains where one must be given and is not."""
    many = param.multiple or param.nargs == -1
    if value is None or (many and not value):
        if param.required:
            return by_typer(ctx, value)
        value = () if many else None
    else:
        try:
            value = tuple(map(read, value)) if many else read(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None
    return param.callback(ctx, param, value) if param.callback else value


def _read_number(kind: type[int] | type[float], low: float | None, high: float | None, text: Any) -> float:
    """The number; ValueError where it is none, or outside what the option takes."""
    try:
        number = kind(text)
    except ValueError:
        raise ValueError(f"{text!r} is not {_NOUNS[kind]}") from None
    if (low is None or low <= number) and (high is None or number <= high):
        return number
    above, below = "" if low is None else f"{low}<=", f"<={high}"
    raise ValueError(f"{number} is not in the range {f'x>={low}' if high is None else f'{above}x{below}'}")
