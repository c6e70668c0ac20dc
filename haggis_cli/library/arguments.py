"""Arguments of a wrong kind, refused before anything is done with them: `checked` reads the annotations of a function.

It stands apart because every chapter of this room begins with it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import chain, repeat
from types import UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import cut_repr
from haggis_cli.support.text import join_words

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_TAKES_MORE = 4
"""The flag of a function with `*arguments`, as `inspect` has it, which takes a tenth of a start to load."""


def checked(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """The function; arguments that are not of the kinds that its annotations say are refused with UsageError."""
    kinds: dict[str, Any] = function.__annotations__
    code = getattr(function, "__code__")  # noqa: B009 - a type checker thinks of all that can be called
    names = code.co_varnames[: code.co_argcount]
    more = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & _TAKES_MORE else ""

    @wraps(function)
    def call(*given: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
        for name, value in chain(zip(chain(names, repeat(more)), given, strict=False), named.items()):
            if name in kinds:
                check_argument(name, value, kinds[name])
        return function(*given, **named)

    return call


def check_argument(name: str, value: object, kind: Any) -> None:
    """UsageError for an argument that is not of this kind, which is written as annotations are."""
    if not _fits(value, kind):
        raise UsageError(f"{name} must be {_describe(kind)}, not {type(value).__name__}: {cut_repr(value)}")


def _fits(value: Any, kind: Any) -> bool:
    given = type(value)
    if given is kind or (isinstance(kind, UnionType) and given in kind.__args__):
        return True  # most arguments; without this line a third of dealing a round is spent here
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Sequence:
        is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
        return is_list and all(_fits(each, inner[0]) for each in value)
    if outer is Mapping:
        is_mapping = isinstance(value, Mapping)
        return is_mapping and all(_fits(key, inner[0]) and _fits(each, inner[1]) for key, each in value.items())
    if outer is Callable:
        return callable(value)
    if outer in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if kind in (int, float):
        return isinstance(value, int | kind) and not isinstance(value, bool)
    return isinstance(value, outer or kind)


def _describe(kind: Any) -> str:
    """A kind in words, `str, Variant or None`."""
    outer, inner = get_origin(kind), [_describe(each) for each in get_args(kind) if not isinstance(each, list)]
    if outer is Sequence:
        return f"a list of {inner[0]}"
    if outer is Mapping:
        return f"a mapping of {inner[0]} to {inner[1]}"
    if outer is Callable:
        return "a function"
    if outer in (Union, UnionType):
        return join_words(inner, "or")
    return "None" if kind is type(None) else (outer or kind).__name__
