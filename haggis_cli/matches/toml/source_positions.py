"""Where things stand in a match file: from the path of a value to its line, its column and the characters it takes.

tomli keeps no places. This walks once through a text that tomli has accepted, so it need not check the grammar
(https://toml.io/en/v1.1.0) again, and notes where every table, key and value begins and ends.
"""

import re
from bisect import bisect_right
from typing import NamedTuple

KeyPath = tuple[str | int, ...]
"""Keys and list places from the top of the file, as in ("rounds", 2, "events", 0); places count from 0."""

# Compiled when something is first looked for: most files are read without a complaint.
_BLANK = r"[ \t]*+"
GAP = r"(?:[ \t\r\n]++|#[^\n]*+)*+"
_KEY = r"""[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'"""
# Texts, the long ones first: their quotes begin like an empty short one. Quotes inside of a long text are taken with
# what follows them: up to 3.11.4 Python goes wrong where a lookahead fails inside of (…)*+.
TEXT = (
    r""""{3}(?s:[^"\\]|\\.|"[^"\\]|"\\.|""[^"\\]|""\\.)*+"{3,5}"""
    r"""|'{3}(?:[^']|'[^']|''[^'])*+'{3,5}"""
    r"""|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'"""
)
# Then everything else: numbers, truths, dates, whose day and time may be parted by one blank.
_SCALAR = TEXT + r"""|[^\s\[\]{},#"'=]++(?:[ ]\d\d:[^\s,\]}#]++)?"""


class Header(NamedTuple):
    """A line `[table]` or `[[rounds]]`: the offsets of its line and of the end of the last value under it."""

    path: KeyPath
    start: int
    end: int


class _OpenContainer(NamedTuple):
    """A list or inline table that has been begun."""

    path: KeyPath
    start: int
    is_list: bool


class SourcePositions:
    """The places of everything in one text that tomli has read without complaint.

    headers: every table header, in the order of the file.

    >>> places = SourcePositions('goal = { points = 250 }\\n[[rounds]]\\nevents = ["Isla: pass"]\\n')
    >>> places.line(("rounds", 0, "events", 0))
    3
    >>> places.span(("goal", "points"))
    (18, 21)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._starts: dict[KeyPath, int] = {}
        self._spans: dict[KeyPath, tuple[int, int]] = {}
        self._counts: dict[KeyPath, int] = {}
        self.headers: list[Header] = []
        patterns = (re.compile(pattern).match for pattern in (_BLANK, GAP, _KEY, _SCALAR))
        self._match_blank, self._match_gap, self._match_key, self._match_scalar = patterns
        self._walk()

    def offset(self, path: KeyPath) -> int:
        """Return where a key, a list item or a header begins; of an unknown path, its longest known beginning."""
        for length in range(len(path), 0, -1):
            if (start := self._starts.get(path[:length])) is not None:
                return start
            if (span := self._spans.get(path[:length])) is not None:
                return span[0]  # an item of a list has no key to point at
        return 0

    def line(self, path: KeyPath) -> int:
        """Return the line, counted from 1, of `path` or of its longest known beginning."""
        return bisect_right(self._lines, self.offset(path))

    def span(self, path: KeyPath) -> tuple[int, int]:
        """Return the offsets of a written value, first and behind the last; KeyError for tables that have headers."""
        return self._spans[path]

    def find(self, path: KeyPath) -> tuple[int, int] | None:
        """Return the same; None where there is no such value."""
        return self._spans.get(path)

    def key_span(self, path: KeyPath) -> tuple[int, int]:
        """Return the offsets of the key of a written value, quotes included; of a key with dots, of its last part."""
        self.span(path)
        at = self._starts[path]
        while found := self._match_key(self._text, at):
            at = self._skip_blanks(found.end())
            if self._text[at] != ".":
                return found.span()
            at = self._skip_blanks(at + 1)
        raise KeyError(path)

    def _walk(self) -> None:
        text = self._text
        base: KeyPath = ()
        at = self._skip_gap(0)
        while at < len(text):
            if text[at] == "[":
                base, at = self._read_header(at)
            else:
                path, at = self._read_key(base, at)
                at = self._read_value(path, at)
            if self.headers:
                self.headers[-1] = self.headers[-1]._replace(end=at)
            at = self._skip_gap(at)

    def _skip_gap(self, at: int) -> int:
        found = self._match_gap(self._text, at)
        return found.end() if found else at

    def _skip_blanks(self, at: int) -> int:
        found = self._match_blank(self._text, at)
        return found.end() if found else at

    def _read_header(self, at: int) -> tuple[KeyPath, int]:
        """Read a header that begins at `at`; return the path of its table and where the header ends."""
        brackets = 2 if self._text.startswith("[[", at) else 1
        start = self._skip_blanks(at + brackets)
        parts, end = self._read_key_parts(start)
        path: KeyPath = ()
        for index, part in enumerate(parts):
            path += (part,)
            self._starts.setdefault(path, start)
            if brackets == 2 and index == len(parts) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path += (self._counts[path],)
                self._starts.setdefault(path, start)
        line = self._lines[bisect_right(self._lines, at) - 1]
        self.headers.append(Header(path, line, end + brackets))
        return path, end + brackets

    def _read_key_parts(self, at: int) -> tuple[list[str], int]:
        """Read a key with dots; return its parts and where the next sign (`=` or `]`) stands."""
        parts: list[str] = []
        while found := self._match_key(self._text, at):
            parts.append(_unquoted(found.group()))
            at = self._skip_blanks(found.end())
            if self._text[at] != ".":
                break
            at = self._skip_blanks(at + 1)
        return parts, at

    def _read_key(self, base: KeyPath, at: int) -> tuple[KeyPath, int]:
        """Read `key =`; return the path it names and where its value begins."""
        parts, equals = self._read_key_parts(at)
        path = base
        for part in parts:
            path += (part,)
            self._starts.setdefault(path, at)
        return path, self._skip_blanks(equals + 1)

    def _read_value(self, path: KeyPath, at: int) -> int:
        """Read the value that begins at `at`, with everything in it; return where it ends.

        Lists and inline tables wait on a list of their own and not on Python's stack: tomli accepts a nesting
        that would be too deep for a recursion begun from further down.
        """
        waiting: list[_OpenContainer] = []
        counts: list[int] = []
        while True:
            if self._text[at] in "[{":
                waiting.append(_OpenContainer(path, at, self._text[at] == "["))
                counts.append(0)
                at += 1
            else:
                at = self._read_scalar(path, at)
            while waiting:
                sign = self._text[at]
                if sign in " \t\r\n#":
                    at = self._skip_gap(at)
                elif sign == ",":
                    at += 1
                elif sign in "]}":
                    at += 1
                    done = waiting.pop()
                    counts.pop()
                    self._spans[done.path] = (done.start, at)
                elif waiting[-1].is_list:
                    path = (*waiting[-1].path, counts[-1])
                    counts[-1] += 1
                    break
                else:
                    path, at = self._read_key(waiting[-1].path, at)
                    break
            else:
                return at

    def _read_scalar(self, path: KeyPath, at: int) -> int:
        found = self._match_scalar(self._text, at)
        if found is None:
            raise ValueError(f"no TOML value at offset {at}")
        self._spans[path] = found.span()
        return found.end()


def _unquoted(key: str) -> str:
    if key[0] == "'" or (key[0] == '"' and "\\" not in key):
        return key[1:-1]
    if key[0] != '"':
        return key
    import tomli

    return str(tomli.loads(f"key = {key}")["key"])
