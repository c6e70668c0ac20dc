"""An editor that does to a file what the test says."""

import sys
from pathlib import Path

import pytest


class Editor:
    """Does to a file what a person would do in an editor: some lines of Python on its `text` and `path`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._script = folder / "editor script.py"
        self.drafts = folder / "drafts"
        monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{self._script}' --wait")

    def does(self, *steps: str) -> None:
        lines = (
            "import pathlib, sys",
            "path = pathlib.Path(sys.argv[-1])",
            "text = path.read_bytes().decode()",
            *steps,
            "path.write_bytes(text.encode())",
        )
        self._script.write_text("\n".join(lines), encoding="utf-8")

    @property
    def kept(self) -> list[Path]:
        """The drafts that are left."""
        return [path for path in self.drafts.rglob("*") if path.is_file()]
