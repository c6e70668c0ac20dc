"""The door for match files: any bytes become a table, or one sentence that names the file, the line and the fault.

Its TOML is read by tomli on every Python, three times as fast as by tomllib, which takes TOML 1.1 only from Python 3.15
on. tomli alone is not safe with files of unknown origin: keys of hundreds of parts cost it seconds and gigabytes, deep
nesting raises RecursionError, and a very long integer a plain ValueError.
"""

import re
from codecs import BOM_UTF8
from functools import lru_cache
from typing import Any, NamedTuple

from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text

# The first and the last line of a match file, by which a file that was cut off is noticed.
#
# Without them a file that ends between two rounds looks like a shorter match. Files written by hand need neither line.


LAST_LINE = "# end"
FIRST_LINE = f'# Haggis match; ends with the line "{LAST_LINE}".'


def add_markers(text: str) -> str:
    """The text between the two lines, a blank line before the last one."""
    return f"{FIRST_LINE}\n{text}\n{LAST_LINE}\n"


def strip_markers(text: str) -> str:
    """The text without the two lines, as far as it has them."""
    return text[_after_first_line(text) : find_last_line(text)]


def _after_first_line(text: str) -> int:
    """Where what follows the first line begins; 0 if that is not the first line of such a file."""
    end = text.find("\n") + 1 or len(text)
    return end if text[:end].rstrip(" \t\r\n") == FIRST_LINE else 0


def find_last_line(text: str) -> int:
    """Return where the last line begins, before which rounds are added; the length of a text that has none."""
    whole = text.rstrip()
    start = whole.rfind("\n") + 1
    return start if whole[start:].strip() == LAST_LINE else len(text)


def check_complete(text: str, name: str) -> None:
    """RecordError if the text begins with the first line and does not end with the last one."""
    if not _after_first_line(text) or find_last_line(text) < len(text):
        return
    lines = text.rstrip().split("\n")
    if LAST_LINE in map(str.strip, lines):
        number = 1 + next(place for place, line in enumerate(lines) if line.strip() == LAST_LINE)
        raise RecordError(f"{name}: line {number}: '{LAST_LINE}' must be the last line: move it to the end")
    raise RecordError(
        f"{name}: line {len(lines)}: the file is cut off here: its last line should be '{LAST_LINE}'; "
        "compare it with a copy, and add that line if nothing else is missing"
    )


# From TOML text to the table it stands for, each text once.
#
# Whoever changes a match reads its text, splices the change in and reads the result to see that it says what it should.
# The file that is saved is that result, so the last few texts are remembered with their tables.


Table = dict[str, Any]

MAX_BYTES = 1 << 20
"""No match file is larger: a hundred rounds recorded play by play take about 200 KiB."""


@lru_cache(maxsize=4)
def load_table(text: str) -> Table:
    """Return the table of a TOML text; whatever tomli raises comes through. Nobody may change the table."""
    import tomli  # completion and the help of commands read no match

    return tomli.loads(text)


MAX_KEY_PARTS = 16
"""Parts of a key with dots: a match needs four, and the cost of reading one grows with their square."""

MAX_SIGNS = {",": 100_000, "=": 50_000, ".": 20_000, "{": 20_000, "[": 20_000}
"""How often a file may hold these signs, so how many items, keys, parts of keys, tables and lists.

Reading takes its time for each. A match of 1 MiB has fewer by far: a list item takes ten bytes and more.
"""

_BASIC = r'"(?:[^"\\\n]|\\.)*+"'
_LITERAL = r"'[^'\n]*+'"
_PART = rf"(?:[A-Za-z0-9_-]++|{_BASIC}|{_LITERAL})"
_DOT = r"[ \t]*+\.[ \t]*+"
# Patterns are compiled when they are needed, which is seldom: every command reads files, and few files are faulty.
# Strings and comments are consumed first, so that a note full of dots is no key. What is cut off is consumed up to
# where tomli will stop as well: every alternative is possessive and the whole scan linear.
_SCAN = (
    rf""""{{3}}(?s:[^"\\]|\\.|"[^"\\]|"\\.|""[^"\\]|""\\.)*+(?:"{{3,5}}|"{{0,2}}\\?\Z)"""
    rf"""|'{{3}}(?:[^']|'[^']|''[^'])*+(?:'{{3,5}}|'{{0,2}}\Z)"""
    rf"""|\#[^\n]*+"""
    rf"""|(?P<deep>{_PART}(?:{_DOT}{_PART}){{{MAX_KEY_PARTS}}})"""
    rf"""|{_PART}(?:{_DOT}{_PART})*+"""
    rf"""|["'][^\n]*+"""
)
_MARKERS = (r"^<{7} ", r"^={7}\r?$", r"^>{7} ")
_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"
_LONG_INTEGER = r"[0-9_]{4301}"
_DEEP_NEST = r"(?:[\[{][^\[\]{}]*+){100}"

# What tomli says -> what would be right. The first that fits is taken.
_ADVICE = (
    ("Expected '=' after a key", "write KEY = VALUE"),
    ("Expected newline or end of document", "write one KEY = VALUE on each line"),
    ("Invalid statement", "write KEY = VALUE or a [table]"),
    ("Invalid initial character for a key part", 'write KEY = VALUE, and a key with spaces or accents in "quotes"'),
    ("Invalid value", 'write texts in "double quotes" and numbers without'),
    ("Invalid date or datetime", "write dates as 2026-11-21T19:30:00Z"),
    ("Unclosed array", "end each list item with a comma and the list with ]"),
    ("Unclosed inline table", "separate the items with commas and end the table with }"),
    ("Unterminated string", 'end the text with "'),
    ("Unescaped '\\' in a string", "write a backslash as \\\\"),
    ("Illegal character", "a text ends with its quote on the same line, and holds no control characters"),
    ("Cannot overwrite a value", "give each key once"),
    ("Cannot mutate immutable namespace", "give each key once"),
    ("Cannot declare", "give each table once; rounds are written [[rounds]]"),
    ("Duplicate inline table key", "give each key once"),
    ("Expected ']", "close the table's name with ]"),
    ("Expected '", "close what was opened"),
    ("Found invalid character in key/value", "write KEY = VALUE"),
    ("Escaped character is not a Unicode scalar value", "write the character itself"),
)


def parse_toml(data: bytes, name: str) -> tuple[str, dict[str, Any]]:
    """Return the text of a TOML file (without a byte order mark) and the table it stands for.

    `name` is what the file is called in messages. Raises RecordError, whatever the bytes are.
    """
    import tomli

    text = _decode_utf8(data, name)
    _check_merge_conflict(text, name)
    check_complete(text, name)
    _check_key_parts(text, name)
    _check_sign_counts(text, name)
    try:
        return text, load_table(text)
    except tomli.TOMLDecodeError as error:
        raise _toml_error(error, text, name) from None
    except RecursionError:
        found = re.search(_DEEP_NEST, text)
        where = f"{_place(text, found.start())}: " if found else ""
        raise RecordError(f"{name}: {where}lists or tables are nested too deeply for a match file") from None
    except ValueError:
        # The one ValueError of its own: Python's limit for the digits of an integer (sys.set_int_max_str_digits).
        found = re.search(_LONG_INTEGER, text)
        where = f"{_place(text, found.start())}: " if found else ""
        raise RecordError(f"{name}: {where}a number has thousands of digits; no match needs one") from None


def encode_utf8(text: str, like: bytes = b"") -> bytes:
    """Return the bytes to save for a text; with a byte order mark if the bytes it was read from (`like`) have one."""
    try:
        return (BOM_UTF8 if like.startswith(BOM_UTF8) else b"") + text.encode("utf-8")
    except UnicodeEncodeError as error:
        found = text[error.start]
        raise RecordError(f"the character {found} cannot be saved; type it again or omit it") from None


def _decode_utf8(data: bytes, name: str) -> str:
    shown = escape_text(name)
    if len(data) > MAX_BYTES:
        raise RecordError(f"{shown}: larger than {MAX_BYTES >> 20} MiB, so it is not a match file")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RecordError(f"{shown}: line 1, column 1: the file is saved as UTF-16; save it as UTF-8")
    if (at := data.find(b"\0")) >= 0:
        before = data[:at].decode("utf-8", "replace")
        raise RecordError(
            f"{shown}: {_place(before, len(before))}: a NUL byte, which text cannot contain: "
            "the disk or a power cut damaged the file; replace it with a copy"
        )
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        byte = error.object[error.start]
        if error.reason == "unexpected end of data":
            raise RecordError(
                f"{shown}: {_place(before, len(before))}: the file is cut off in the middle of a character; "
                "compare it with a copy"
            ) from None
        raise RecordError(
            f"{shown}: {_place(before, len(before))}: the byte 0x{byte:02x} is not UTF-8; save the file as UTF-8"
        ) from None


def _check_merge_conflict(text: str, name: str) -> None:
    # Markers outside a text stop tomli anyway, but inside a long note they would pass unseen.
    if "<<<<<<< " not in text:
        return
    found = [re.search(marker, text, re.MULTILINE) for marker in _MARKERS]
    if found[0] and all(found):
        raise RecordError(
            f"{name}: {_place(text, found[0].start())}: git left a merge conflict here; "
            "keep one of the two versions and delete the lines of <<<<<<<, ======= and >>>>>>>"
        )


def _check_key_parts(text: str, name: str) -> None:
    # A key stands on one line: where no line has that many dots the scan (2 ms for 100 KiB) is not needed. Few lines of
    # a match have one at all.
    dotted = (line for line in text.split("\n") if "." in line)
    if text.count(".") < MAX_KEY_PARTS or all(line.count(".") < MAX_KEY_PARTS for line in dotted):
        return
    for token in re.finditer(_SCAN, text):
        if token.lastgroup == "deep":
            where = _place(text, token.start())
            raise RecordError(
                f"{name}: {where}: a key of more than {MAX_KEY_PARTS} parts; no match file needs that many"
            )


def _check_sign_counts(text: str, name: str) -> None:
    for sign, most in MAX_SIGNS.items():
        if text.count(sign) > most:
            rest = text.split(sign, most)[-1]
            at = len(text) - len(rest) + rest.index(sign)
            raise RecordError(f"{name}: {_place(text, at)}: more than {most} times '{sign}', which no match needs")


def _toml_error(error: ValueError, text: str, name: str) -> RecordError:
    said = str(error)
    found = re.search(_PLACE, said)
    what = said[: found.start()] if found else said
    advice = next((right for known, right in _ADVICE if what.startswith(known)), "see https://toml.io/en/v1.1.0")
    if found is None or found[1] is None:
        where = _place(text, len(text))
        if not what.startswith(("Cannot", "Duplicate")):
            what += " at the end of the file"
            advice = "it may have been cut off: compare it with a copy"
    else:
        where = f"line {found[1]}, column {found[2]}"
    # tomli names a table as Python would write it: ('rounds', 'deal').
    what = re.sub(r"\(('.*'),?\)", lambda names: "[" + names[1].replace("', '", ".").strip("'") + "]", what)
    return RecordError(f"{name}: {where}: {what[:200]}; {advice}")


def _place(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - text.rfind(chr(10), 0, offset)}"


# Which match a file tells of, by a glance at its text: nothing is checked, and thousands of files take no time.


_KEY = re.compile(rb"^[ \t]*(id|created)[ \t]*=[ \t]*([^#\r\n]+)", re.MULTILINE)
_TABLE = re.compile(rb"^[ \t]*\[", re.MULTILINE)


class Identity(NamedTuple):
    """What tells a match from every other: the name that it was given, and when it was made, both as they are written.

    Two files that say the same here hold one match, whatever they are called.
    """

    id: str
    created: str


def find_identity(data: bytes) -> Identity | None:
    """The identity that a match file states; None where a glance does not tell."""
    table = _TABLE.search(data)
    found = {key: value.strip() for key, value in _KEY.findall(data[: table.start()] if table else data)}
    try:
        return Identity(found[b"id"].decode().strip("\"'"), found[b"created"].decode())
    except (KeyError, UnicodeDecodeError):
        return None
