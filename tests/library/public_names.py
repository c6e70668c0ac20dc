"""The tables of docs/library.md: every public name with its type and the first sentence of its docstring."""

import inspect
import re
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path

from haggis_cli.rules import api
from haggis_cli.rules.events import RULEBOOK_HEADINGS, Clause

CONSTANTS = {
    "LEVELS": "What each level of computer players does, the weakest first.",
    "__version__": "The version of haggis-cli.",
    "BET_NAMES": "What bets of the rulebook are called, with their points.",
    "BOMBS": "The bombs of the rulebook, the lowest first.",
    "EVERY_CARD": "Every captured card is 1 point.",
    "POINT_CARDS": "3, 5, 7, 9 are 1 point each, J 2, Q 3, K 5.",
    "RULEBOOK_HEADINGS": "What Rulebook 2.1 calls each clause.",
    "BettingEvent": "What stands in the log of a round's betting: a bet, a bid, or a pass in the auction.",
    "Cards": "A handful of cards packed into one number; `unpack` gives them one by one.",
    "OptionValue": "What an option can be set to.",
    "Stakes": "The bet that counts for each seat when the round is settled; None: no bet was made.",
}
"""What the names are that have no docstring of their own."""
MADE = frozenset({
    "Auction", "BlindBets", "Bomb", "Breach", "CardValues", "Choice", "Combinations", "ComputerPlayer", "FreeBets",
    "Goal", "Option", "Ruling", "Setup", "SideBets", "Takers", "TeamBets", "Variant",
})  # fmt: skip
"""What people write themselves, and so must know which fields they may leave out; other values they are given."""


def module_table(name: str) -> str:
    """The table of the public names of a module, in Markdown."""
    module = import_module(name)
    names = sorted(module.__all__, key=str.casefold)
    return _table([(each, kind_of(each, getattr(module, each)), says(each, getattr(module, each))) for each in names])


def tables(text: str) -> str:
    """The text of docs/library.md with every table written anew, each between its mark and the end mark."""
    return re.sub(r"(?s)(<!-- (haggis_cli[\w.]*) -->\n).*?(<!-- end -->)", _written, text)


def check_page(page: Path, *, rewrites: bool) -> None:
    """A page has its tables as they would be written now; or they are."""
    text = page.read_text(encoding="utf-8")
    written = tables(text)
    if rewrites:
        page.write_text(written, encoding="utf-8")
    else:
        assert text == written, "write the tables anew with --rewrite-readme"


def _written(found: re.Match[str]) -> str:
    path, _, last = found[2].rpartition(".")
    value = getattr(import_module(path), last, None) if path else None
    written = class_table(value) if inspect.isclass(value) else module_table(found[2])
    return f"{found[1]}{written}\n{found[3]}"


def class_table(value: type) -> str:
    """The table of the public attributes and methods of a class, in Markdown."""
    if issubclass(value, Enum):
        return _table([(each.name, f"`{each.value!r}`", _meaning(each)) for each in value])
    inherited = dir(tuple) if issubclass(value, tuple) else ()
    members = {name for name in dir(value) if not name.startswith("_") and name not in inherited}
    if is_dataclass(value):
        members |= {field.name for field in fields(value) if not field.name.startswith("_")}
    rows = []
    for name in sorted(members):
        member = getattr(value, name, None)  # a field whose default is made anew has none in its class
        kind = default_text(value, name)
        if kind:
            rows.append((name, f"`{_shown(_annotation(value, name))}`{kind}", _first(_field_line(value, name))))
        elif isinstance(member, property):
            rows.append((name, f"`{_returned(member.fget)}`", says(name, member)))
        elif inspect.isfunction(member):
            rows.append((f"{name}()", f"→ `{_returned(member)}`", says(name, member)))
        else:  # a field: its line in the docstring of the class
            rows.append((name, f"`{_shown(_annotation(value, name))}`", _first(_field_line(value, name))))
    return _table(rows)


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


def _annotation(value: type, name: str) -> object:
    """The type of a field, which a class above may have declared."""
    return next(found[name] for each in value.__mro__ if name in (found := inspect.get_annotations(each)))


def _field_line(value: type, name: str) -> str:
    """What the docstring of the class, or of one above, says of a field, with the lines that go on below it."""
    for each in value.__mro__:
        line = re.search(rf"(?m)^{name}: (.*(?:\n +.*)*)$", inspect.getdoc(each) or "")
        if line:
            return " ".join(line[1].split())
    return ""


def _meaning(member: Enum) -> str:
    """What a member of an enumeration is, where its value does not say it."""
    return f"In Rulebook 2.1: {RULEBOOK_HEADINGS[member]}" if isinstance(member, Clause) else ""


def _table(rows: list[tuple[str, str, str]]) -> str:
    lines = ["| name | type | what it is |", "|---|---|---|"]
    lines += [f"| `{name}` | {_escape(kind)} | {_escape(text)} |" for name, kind, text in rows]
    return "\n".join(lines)


def _escape(text: str) -> str:
    return text.replace("|", r"\|")


def says(name: str, value: object) -> str:
    """The first sentence that says what a public name is."""
    return _first(CONSTANTS.get(name) or " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split()))


def _first(text: str) -> str:
    """The first sentence, with a capital letter and without its full stop."""
    sentence = re.split(r"(?<=\.)\s", text)[0].rstrip(".")
    return sentence[:1].upper() + sentence[1:]


def kind_of(name: str, value: object) -> str:
    """The type of a public name as people say it."""
    if inspect.isfunction(value):
        return f"function → `{_returned(value)}`"
    if inspect.isclass(value) and value.__name__ == name:
        return _class_kind(value)
    if inspect.isclass(value) or type(value).__module__ in ("types", "typing"):
        return f"type, `{_shown(value)}`".replace("|", r"\|")
    return f"constant, `{type(value).__name__}`"


def _returned(function: object) -> str:
    assert callable(function)
    return _shown(inspect.signature(function).return_annotation)


def _shown(annotation: object) -> str:
    """An annotation without the names of modules."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"(?:\w+\.)+(?=\w)", "", text)


def _class_kind(value: type) -> str:
    if issubclass(value, Exception):
        base = value.__bases__[0].__name__
        return f"error, {'an' if base == 'Exception' else 'a'} `{base}`"
    if issubclass(value, Enum):
        return "enumeration"
    if issubclass(value, tuple):
        return "named tuple"
    return "protocol" if getattr(value, "_is_protocol", False) else "class"
