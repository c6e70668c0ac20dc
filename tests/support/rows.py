"""Tables of examples that stand in text files beside their tests, for people to read."""

import re
from pathlib import Path

_ESCAPE = re.compile(r"\\(?:\\|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))")


def read_rows(test: str, name: str) -> list[tuple[str, ...]]:
    r"""The rows of a file beside the test; those under a heading in brackets begin with it.

    Cells stand apart by ` | `; `(nothing)` is an empty one. `#` begins a remark. What cannot be seen is written by its
    number, as `\u3000` or `\x1b`, and a backslash twice.
    """
    rows, heading = [], tuple[str, ...]()
    for line in (Path(test).parent / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            heading = (line[1:-1],)
        elif line and not line.startswith("#"):
            rows.append((*heading, *map(_cell, line.split(" | "))))
    return rows


def _cell(written: str) -> str:
    def meant(found: re.Match[str]) -> str:
        return chr(int(found[found.lastindex], 16)) if found.lastindex else "\\"

    return "" if written == "(nothing)" else _ESCAPE.sub(meant, written)
