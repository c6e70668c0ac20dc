"""Small changes to the text of a match file that leave every other byte, comments included, as its owner wrote it.

Every function takes a text that tomli reads and gives the changed text. The result is read again and compared with
what the change should have made of the match; what cannot be done by inserting or cutting raises CannotSplice.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from haggis_cli.matches.model import positions_of
from haggis_cli.matches.toml.parsing import find_last_line, load_table
from haggis_cli.support.errors import RecordError

if TYPE_CHECKING:
    from haggis_cli.matches.toml.source_positions import Header

KeyPath = tuple[str | int, ...]
"""Where a value stands: keys, and places in lists from 0."""

_BLANK_LINE = r"\n[ \t]*\r?\n\Z"
_BARE_KEY = r"[A-Za-z0-9_-]+"
_REST_OF_LINE = r"[ \t]*+(?:#[^\n]*+)?\r?\n?"
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


class CannotSplice(RecordError):
    """The file is written in a way that a small change cannot keep; the whole file has to be written anew."""


def append_round(text: str, fragment: str) -> str:
    """Return the text with one `[[rounds]]` block added at its end, after one blank line and before the line `# end`.

    `fragment` is the block as TOML; its line ends become those of the file.
    """
    newline = _newline(text)
    body = fragment.replace("\r\n", "\n").strip("\n").replace("\n", newline) + newline
    end = find_last_line(text)
    before, after = text[:end], text[end:]
    if before and not before.endswith("\n"):
        before += newline
    apart = re.search(_BLANK_LINE, before) is not None
    if before and not apart:
        before += newline
    if after and apart:
        after = newline + after
    expected = _parse_toml(text)
    expected["rounds"] = [*_rounds(expected), *_rounds(_parse_toml(fragment))]
    return _check_edit(before + body + after, expected)


PLAIN_KEYS = ("closed", "notes", "suits", "dealer", "lead", "players")


def set_key(text: str, key: str, value: str | int | list[str], below: Sequence[str] = PLAIN_KEYS) -> str:
    """Return the text with a value at the top: in the place of the former one, else below the first of these keys."""
    expected = _parse_toml(text)
    places, written = positions_of(text), _written(value)
    if key in expected:
        start, end = places.span((key,))
        changed = text[:start] + written + text[end:]
    else:
        last = next(each for each in below if each in expected)
        at = _rest_of_line(text, places.span((last,))[1])
        newline = _newline(text)
        before = text[:at] if text[:at].endswith("\n") else text[:at] + newline
        changed = f"{before}{key} = {written}{newline}{text[at:]}"
    expected[key] = value
    return _check_edit(changed, expected)


def _written(value: str | int | list[str]) -> str:
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower() if isinstance(value, int) else f"[{', '.join(map(_quoted, value))}]"


def drop_key(text: str, key: str) -> str:
    """Return the text without a key at the top, if it has it; a comment on its line goes with it."""
    expected = _parse_toml(text)
    if expected.pop(key, None) is None:
        return text
    places = positions_of(text)
    line = text.rfind("\n", 0, places.offset((key,))) + 1
    return _check_edit(text[:line] + text[_rest_of_line(text, places.span((key,))[1]) :], expected)


def replace_parts(text: str, values: Mapping[KeyPath, str | int], keys: Mapping[KeyPath, str]) -> str:
    """Return the text with other values, and other keys, in the place of those at these paths.

    A text stays in the same kind of quotes where that can be, and a key bare or in quotes.
    """
    expected, places = deepcopy(load_table(text)), positions_of(text)
    changes = []
    try:
        for path, value in values.items():
            start, end = places.span(path)
            written = str(value) if isinstance(value, int) else _quoted_like(text[start:end], value)
            changes.append((start, end, written))
            _container(expected, path)[path[-1]] = value
        for path, key in keys.items():
            start, end = places.key_span(path)
            changes.append((start, end, _key_like(text[start:end], key)))
    except KeyError:
        raise CannotSplice("this file has an unusual layout") from None
    _rename_keys(expected, keys)
    return _check_edit(_with_changes(text, changes), expected)


def _with_changes(text: str, changes: list[tuple[int, int, str]]) -> str:
    """The text with others in the place of its parts, each given by where it begins and ends."""
    for start, end, said in sorted(changes, reverse=True):
        text = text[:start] + said + text[end:]
    return text


def _container(table: Any, path: KeyPath) -> Any:
    """The table or list that a value stands in."""
    for part in path[:-1]:
        table = table[part]
    return table


def _rename_keys(table: dict[str, Any], keys: Mapping[KeyPath, str]) -> None:
    """Give keys of a table, and of the tables in it, other names: all at once, for two may change places."""
    for parent in {path[:-1] for path in keys}:
        found = _container(table, (*parent, ""))
        renamed = [(keys.get((*parent, key), key), value) for key, value in found.items()]
        if len(dict(renamed)) < len(renamed):
            raise CannotSplice("a key would appear twice")
        found.clear()
        found.update(renamed)


def _quoted_like(written: str, value: str) -> str:
    """A text in the same kind of quotes as another, where that can be."""
    literal = written.startswith("'") and not written.startswith("'''")
    return f"'{value}'" if literal and "'" not in value and value.isprintable() else _quoted(value)


def _key_like(written: str, key: str) -> str:
    """A key, bare where another was bare or had to be in quotes, else in the same kind of quotes."""
    may_be_bare = written[0] not in "\"'" or not re.fullmatch(_BARE_KEY, written[1:-1])
    return key if may_be_bare and re.fullmatch(_BARE_KEY, key) else _quoted_like(written, key)


END, LAST = slice(sys.maxsize, None), slice(-1, None)
"""Behind all events of a round; the last of them."""


def edit_events(text: str, number: int, where: slice, added: Sequence[str]) -> str:
    """Return the text with events of a round changed as `events[where] = added` changes a list.

    An event that is put right stays in the same kind of quotes where that can be; one that is added is written as the
    others are. An event that has its line for itself goes with the comment on that line; comments on other lines stay.

    number: the number of the round, counted from 0; negative from the last.
    """
    expected = _parse_toml(text)
    events = _events(expected, number)
    path = ("rounds", number % len(_rounds(expected)), "events")
    start, stop, _ = where.indices(len(events))
    for place in reversed(range(start + len(added), stop)):
        text = _drop_event(text, path, place)
    for place, event in enumerate(added, start):
        if place < stop:
            first, end = positions_of(text).span((*path, place))
            same = events[place] == event
            text = text if same else text[:first] + _quoted_like(text[first:end], event) + text[end:]
        elif stop == len(events):
            text = _append_event(text, path, place, _quoted(event))
        else:
            text = _insert_event(text, path, place, _quoted(event))
    events[where] = added
    return _check_edit(text, expected)


def _drop_event(text: str, path: KeyPath, place: int) -> str:
    places = positions_of(text)
    opened = places.span(path)[0] + 1
    start, end = places.span((*path, place))
    before = places.span((*path, place - 1))[1] if place else opened
    following = places.find((*path, place + 1))
    comma = _find_comma(text, end)
    after = end if comma is None else comma + 1
    line = text.rfind("\n", 0, start) + 1
    rest = _rest_of_line(text, after)
    if line > opened and not text[line:start].strip() and text[:rest].endswith("\n"):
        cut = (line, rest)
    elif following:
        cut = (start, after if "\n" in text[after : following[0]] else following[0])
    elif not place or "\n" in text[before:start]:
        cut = (start, after)
    elif comma is None:
        cut = (before, end)
    else:
        cut = ((_find_comma(text, before) or before) + 1, after)
    return text[: cut[0]] + text[cut[1] :]


def _insert_event(text: str, path: KeyPath, place: int, item: str) -> str:
    """Insert an event before that of a place."""
    places = positions_of(text)
    start = places.span((*path, place))[0]
    line = text.rfind("\n", 0, start) + 1
    own_line = line > places.span(path)[0] and not text[line:start].strip()
    gap = _newline(text) + text[line:start] if own_line else " "
    return f"{text[:start]}{item},{gap}{text[start:]}"


def _append_event(text: str, path: KeyPath, number: int, item: str) -> str:
    """Insert an event behind all those that there are, of this number."""
    places, newline = positions_of(text), _newline(text)
    start, end = places.span(path)
    close = end - 1
    close_line = text.rfind("\n", 0, close) + 1
    bracket_alone = close_line > start and not text[close_line:close].strip()
    if not number:
        if bracket_alone:
            return f"{text[:close_line]}  {item},{newline}{text[close_line:]}"
        return f"{text[: start + 1]}{newline}  {item},{newline}{text[start + 1 :]}"
    item_start, item_end = places.span((*path, number - 1))
    item_line = text.rfind("\n", 0, item_start) + 1
    own_line = item_line > start and not text[item_line:item_start].strip()
    indent = text[item_line:item_start] if own_line else "  "
    comma = _find_comma(text, item_end)
    if bracket_alone:
        missing = "," if comma is None else ""
        head = text[:item_end] + missing + text[item_end:close_line]
        return f"{head}{indent}{item},{newline}{text[close_line:]}"
    gap = newline + indent if own_line else " "
    if comma is None:
        return f"{text[:item_end]},{gap}{item}{text[item_end:]}"
    return f"{text[: comma + 1]}{gap}{item},{text[comma + 1 :]}"


def drop_last_round(text: str) -> str:
    """Return the text without the last `[[rounds]]` block and its tables; comments before and after it stay."""
    expected = _parse_toml(text)
    rounds = _rounds(expected)
    if not rounds:
        raise CannotSplice("there is no round to take back")
    headers = positions_of(text).headers
    kept = text
    for first, last in reversed(_runs(headers, ("rounds", len(rounds) - 1))):
        start, end = first.start, _rest_of_line(text, last.end)
        if not text[end : find_last_line(text)].strip():
            # The blank line that parted the block from what is before it parts nothing any more.
            start = len(re.sub(r"(?<=\n)[ \t]*\r?\n\Z", "", text[:start]))
        kept = kept[:start] + kept[end:]
    rounds.pop()
    if not rounds:
        del expected["rounds"]
    return _check_edit(kept, expected)


def round_text(text: str, number: int) -> str:
    """Return the `[[rounds]]` block of a round, counted from 0, with its tables, as it is written."""
    start, end = _round_span(text, number)
    return text[start:end]


def replace_round(text: str, number: int, block: str) -> str:
    """Return the text with another `[[rounds]]` block in the place of one; what is around it stays."""
    start, end = _round_span(text, number)
    found = _rounds(_parse_toml(block))
    if len(found) != 1 or set(_parse_toml(block)) != {"rounds"}:
        raise CannotSplice("this must be one [[rounds]] block and nothing else")
    expected = _parse_toml(text)
    _rounds(expected)[number] = found[0]
    apart = "" if not text[end:] or block.endswith("\n") else _newline(text)
    return _check_edit(text[:start] + block + apart + text[end:], expected)


def replace_table(text: str, number: int, block: str) -> str:
    """Return the text with the values of another typed-in round in the place of those of one; all around them stays.

    Every value is written in its line; a key that is no longer needed goes with its line, a new one gets a line.
    """
    expected, wanted = _parse_toml(text), _rounds(_parse_toml(block))[0]
    if number >= len(_rounds(expected)):
        raise CannotSplice("there is no such round")
    had, new = _rounds(expected)[number].get("table"), positions_of(block)
    _rounds(expected)[number] = wanted
    if had is None:
        raise CannotSplice("the round was not typed in")
    changes: list[tuple[int, int, str]] = []
    try:
        places, path = positions_of(text), ("rounds", number, "table")
        values = {key: block[slice(*new.span(("rounds", 0, "table", key)))] for key in wanted["table"]}
        if "notes" in wanted:
            said = block[slice(*new.span(("rounds", 0, "notes")))]
            changes.append((*places.span(("rounds", number, "notes")), said))
        spans = {key: places.span((*path, key)) for key in had}
        for key, span in spans.items():
            changes.append(
                (*span, values[key]) if key in values else _line_span(text, places.offset((*path, key)), span)
            )
        last = _rest_of_line(text, max(end for _, end in spans.values()))
    except KeyError:
        raise CannotSplice("the round has an unusual layout") from None
    newline = _newline(text)
    added = "".join(f"{key} = {value}{newline}" for key, value in values.items() if key not in spans)
    if added:
        changes.append((last, last, added if text[:last].endswith("\n") else newline + added))
    return _check_edit(_with_changes(text, changes), expected)


def _line_span(text: str, start: int, value: tuple[int, int]) -> tuple[int, int, str]:
    """The line of a key that is alone on it, to be cut."""
    line, rest = text.rfind("\n", 0, start) + 1, _rest_of_line(text, value[1])
    if text[line:start].strip() or not text[value[1] : rest].strip(" \t\r\n") == "":
        raise CannotSplice("there is something else on the line of a key to be removed")
    return line, rest, ""


def _round_span(text: str, number: int) -> tuple[int, int]:
    """Return where the block of a round begins and where the line after it begins."""
    if number >= len(_rounds(_parse_toml(text))):
        raise CannotSplice("there is no such round")
    runs = _runs(positions_of(text).headers, ("rounds", number))
    if len(runs) != 1:
        raise CannotSplice("the round is not written as one [[rounds]] block")
    first, last = runs[0]
    return first.start, _rest_of_line(text, last.end)


def _runs(headers: "Sequence[Header]", path: tuple[str | int, ...]) -> "list[tuple[Header, Header]]":
    """Return first and last header of every unbroken run of headers that belong to `path`."""
    runs: list[tuple[Header, Header]] = []
    previous: Header | None = None
    for header in headers:
        if header.path[: len(path)] == path:
            if runs and runs[-1][1] is previous:
                runs[-1] = (runs[-1][0], header)
            else:
                runs.append((header, header))
        previous = header
    return runs


def _find_comma(text: str, at: int) -> int | None:
    """Return where the comma stands that follows `at` behind blanks, line ends and comments, if there is one."""
    from haggis_cli.matches.toml.source_positions import GAP

    found = re.compile(GAP).match(text, at)
    end = found.end() if found else at
    return end if text.startswith(",", end) else None


def _rest_of_line(text: str, at: int) -> int:
    """Return where the next line begins if only blanks and a comment follow `at`, else where those end."""
    found = re.compile(_REST_OF_LINE).match(text, at)
    return found.end() if found else at


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(char) or _control(char) for char in text) + '"'


def _control(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x20 or ord(char) == 0x7F else char


def _parse_toml(text: str) -> dict[str, Any]:
    """A table that may be changed down to the events of its rounds: what is shared with other readers is copied."""
    table = dict(load_table(text))
    if isinstance(table.get("rounds"), list):
        table["rounds"] = [_copy_round(each) for each in table["rounds"]]
    return table


def _copy_round(found: Any) -> Any:
    if not isinstance(found, dict):
        return found
    events = found.get("events")
    return {**found, "events": list(events)} if isinstance(events, list) else dict(found)


def _rounds(table: dict[str, Any]) -> list[Any]:
    rounds = table.get("rounds", [])
    if not isinstance(rounds, list):
        raise CannotSplice("the rounds of this file are not written as [[rounds]] tables")
    return rounds


def _events(table: dict[str, Any], number: int) -> list[Any]:
    rounds = _rounds(table)
    found = rounds[number] if -len(rounds) <= number < len(rounds) else None
    if not isinstance(found, dict) or not isinstance(found.get("events"), list):
        raise CannotSplice("this round has no list of events")
    events: list[Any] = found["events"]
    return events


def _check_edit(text: str, expected: dict[str, Any]) -> str:
    """Return the text if it says what it should; the last word over every splice, whatever the file looks like."""
    try:
        found: dict[str, Any] | None = load_table(text)
    except ValueError:
        found = None
    if found != expected:
        raise CannotSplice("this file can only be changed by rewriting it")
    return text
