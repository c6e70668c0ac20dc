"""The reference of docs/library.md: every name with its type, its parameters, and what their docstrings say."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from textwrap import TextWrapper

from haggis_cli.rules import api

MADE = frozenset({
    "Auction", "BlindBets", "Bomb", "Breach", "CardValues", "Choice", "Combinations", "ComputerPlayer", "FreeBets",
    "Goal", "Option", "Ruling", "Setup", "SideBets", "Takers", "TeamBets", "Variant",
})  # fmt: skip
"""What people write themselves, and so must know which fields they may leave out; other values they are given."""


def check_page(page: Path, *, rewrites: bool) -> None:
    """A page has its lists as they would be written now; or they are."""
    text = page.read_text(encoding="utf-8")
    written = re.sub(r"(?s)(<!-- (haggis_cli[\w.]*) -->\n).*?(<!-- end -->)", _written, text)
    if rewrites:
        page.write_text(written, encoding="utf-8")
    else:
        assert text == written, "write the lists anew with --rewrite-readme"


def _written(found: re.Match[str]) -> str:
    path, _, last = found[2].rpartition(".")
    lines = _class_lines(getattr(import_module(path), last)) if path else _function_lines(found[2])
    return "\n".join([found[1], *lines, "", found[3]])


def _function_lines(name: str) -> Iterator[str]:
    """The public functions of a module."""
    module = import_module(name)
    for each in sorted(module.__all__):
        if inspect.isfunction(getattr(module, each)):
            yield from _call_lines(each, getattr(module, each))


def _class_lines(value: type) -> Iterator[str]:
    """The public attributes and methods of a class; in an order of their own, as they are looked up."""
    named = {name for name in dir(value) if name not in dir(tuple)} | set(_field_types(value))
    for name in sorted(name for name in named if not name.startswith("_")):
        member = getattr(value, name, None)
        if inspect.isfunction(member):
            yield from _call_lines(name, member)
        elif isinstance(member, property):
            yield from _item("", f"{name}: {_shown(inspect.signature(_getter(member)).return_annotation)}", member)
        else:
            yield from _item("", f"{name}: {_shown(_field_types(value)[name])}", dict(_described(value))[name])


def _call_lines(name: str, function: object) -> Iterator[str]:
    assert callable(function)
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.name != "self"]
    yield from _item("", f"{name}{_shown(str(signature.replace(parameters=own)))}", function)
    for names, text in _described(function):
        if set(names.split(", ")) <= set(signature.parameters):
            yield from _item("  ", names, text)


def _item(indent: str, code: str, what: object) -> Iterator[str]:
    """One item of a list: a name as code, and the first sentence that says what it is."""
    text = what if isinstance(what, str) else (inspect.getdoc(what) or "").split("\n\n")[0]
    sentence = re.split(r"(?<=\.)\s", " ".join(text.split()))[0].rstrip(".")
    wrapper = TextWrapper(120, f"{indent}- ", f"{indent}  ", break_on_hyphens=False, break_long_words=False)
    yield from wrapper.wrap(f"`{code}`: {sentence[:1].upper()}{sentence[1:]}")


def _described(value: object) -> Iterator[tuple[str, str]]:
    """What a docstring says of parameters or fields, `name: what it is`, with the lines that go on below."""
    for names, text in re.findall(r"(?m)^([a-z_]+(?:, [a-z_]+)*): (.*(?:\n +.*)*)$", inspect.getdoc(value) or ""):
        yield names, " ".join(text.split())


def _field_types(value: type) -> dict[str, object]:
    return {name: kind for each in reversed(value.__mro__) for name, kind in inspect.get_annotations(each).items()}


def _getter(member: property) -> Callable[[object], object]:
    assert member.fget
    return member.fget


def _shown(annotation: object) -> str:
    """An annotation, or a signature, without the names of modules."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"-> '(\w+)'", r"-> \1", re.sub(r"(?:\b[a-z_]\w*\.)+(?=\w)", "", text))


def default_text(value: type, name: str) -> str:
    """What follows the type of a field: ` = …`, or that it is required; nothing for what authors do not make."""
    if value.__name__ not in MADE:
        return ""
    if is_dataclass(value):
        field = next((field for field in fields(value) if field.name == name), None)
        if field is None:
            return ""
        found: object = field.default if field.default_factory is MISSING else field.default_factory()
    elif name in getattr(value, "_fields", ()):
        found = getattr(value, "_field_defaults", {}).get(name, MISSING)
    else:
        return ""
    return ", required" if found is MISSING else f" = `{_value_text(found)}`"


def _value_text(value: object) -> str:
    """A value as an author writes it."""
    for name in api.__all__:
        if value is getattr(api, name):
            return name
    if inspect.isfunction(value):
        return value.__name__
    return f"{type(value).__name__}()" if is_dataclass(value) or isinstance(value, api.Combinations) else repr(value)
