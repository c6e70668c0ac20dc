"""Exact outputs kept in files; with HAGGIS_GOLDEN=write in the environment the tests write them anew."""

import os

from tests.support.paths import ROOT

FOLDER = ROOT / "tests" / "golden"


def assert_golden(name: str, text: str) -> None:
    """The text is exactly that of the file of this name."""
    path = FOLDER / name
    if os.environ.get("HAGGIS_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8", newline="")
    assert text == path.read_text(encoding="utf-8"), f"differs from {path}"
