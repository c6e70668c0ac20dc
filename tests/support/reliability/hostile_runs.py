"""Commands with harmful texts, run so that whatever comes of them is looked at: codes, standard error, JSON."""

import os
import re
from pathlib import PurePath
from typing import NamedTuple

from typer.testing import CliRunner

from haggis_cli.cli.app import app
from tests.support.haggis import Haggis
from tests.support.reliability.hostile_text import raw, read_csv, read_json, read_page, read_xml

EVERY = os.environ.get("HAGGIS_HOSTILE_TEXT") == "all"
"""Whether every text is tried by itself in every place, which takes many minutes."""
CODES = {0, 1, 2, 3, 4, 5, 130}
MATCH = "m.toml"


class Wrote(NamedTuple):
    """What a command wrote, to the byte."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


def run(*arguments: str, stdin: str | bytes = "") -> Wrote:
    """Run a command; whatever came of it, nothing on standard error steers, and it is no traceback."""
    result = CliRunner().invoke(app, list(arguments), input=stdin, prog_name="haggis")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in CODES, arguments
    assert not raw(result.stderr), arguments
    assert "\nhaggis: forged" not in f"\n{result.stderr}", arguments
    if result.exit_code in (2, 3):
        blank = " ?" if any(PurePath(each).name.startswith(" ") for each in arguments) else ""  # in a file's name
        assert re.search(rf"(?m)^(.*> )?haggis: {blank}\S", result.stderr), result.stderr
    return Wrote(result.exit_code, result.stdout_bytes, result.stderr)


def clean(*arguments: str, stdin: str | bytes = "") -> Wrote:
    """Run a command; nothing that it writes steers, and with --json it is JSON."""
    wrote = run(*arguments, stdin=stdin)
    assert not raw(wrote.text), arguments
    if "--json" in arguments:
        for value in [wrote.text] if wrote.text.startswith("{\n") else wrote.text.splitlines():
            read_json(value)
    return wrote


def read_text(data: bytes) -> list[str]:
    assert not raw(data.decode())
    return data.decode().splitlines()


LOOKS: dict[str, list[list[str]]] = {
    "show": [["show", "MATCH"], ["show", "MATCH", "--json"]],
    "log": [["log", "MATCH"], ["log", "MATCH", "--json"], ["log", "MATCH", "--events"]],
    "check": [["check", "FILE", "--warnings"], ["check", "FILE", "--json"]],
    "review": [["review", "MATCH", "--seconds", "0.05"], ["review", "MATCH", "--seconds", "0.05", "--json"]],
    "deal": [["deal", "MATCH"], ["deal", "MATCH", "--json"]],
    "sheet": [["sheet", "MATCH"], ["sheet", "MATCH", "--json"]],
    "export": [["export", "MATCH", "--format", "json"], ["export", "MATCH", "--format", "text"]],
    "play": [["play", "MATCH"]],
    "new": [["new", "--like", "MATCH", "--name", "again"]],
    "score": [["score", "MATCH", "Noah: out 8"]],
    "record": [["record", "MATCH", "Noah: 9r 9r"], ["record", "MATCH", "--json", "x"]],
    "undo": [["undo", "MATCH"], ["redo", "MATCH"]],
    "redo": [["redo", "MATCH", "--json"]],
    "edit": [["edit", "MATCH"], ["edit", "MATCH", "--round", "1"], ["edit", "MATCH", "--unrated"]],
    "import": [["import", "FILE", "--json"], ["import", "FILE", "--as", "other"]],
    "remove": [["remove", "MATCH"], ["remove", "MATCH", "--yes"]],
}  # fmt: skip
"""Every command that takes a match."""
WHOLE: dict[str, list[list[str]]] = {
    "check": [["check"], ["check", "--json"], ["check", "--warnings"]],
    "list": [["list"], ["list", "--json"], ["list", "--csv"]],
    "stats": [
        ["stats"], ["stats", "--json"], ["stats", "--csv"], ["stats", "--ratings"], ["stats", "--chart", "won"],
        *(["stats", "--chart", "won", "-o", f"chart.{ending}", "--force"] for ending in ("svg", "html", "csv", "json")),
    ],
    "doctor": [["doctor"], ["doctor", "--json"]],
    "export": [
        ["export", "--all", "--format", "json"],
        ["export", "--all", "--format", "csv"],
        ["export", "--all", "-o", "out/"],
    ],
    "import": [["import", "home/matches", "--dry-run"]],
}  # fmt: skip
"""Every command that looks at all matches."""
REST = {"help", "judge", "moves", "solve", "variants", "serve"}
"""What has to do with no match; and the pages, which are tried in tests/web."""


def look(haggis: Haggis) -> None:
    """Run all that looks at all matches."""
    for lines in WHOLE.values():
        for line in lines:
            wrote = clean(*line)
            if "--csv" in line or line[-1] == "csv":
                read_csv(wrote.text)
    for path in haggis.folder.glob("chart.*"):
        {"svg": read_xml, "html": read_page, "csv": read_csv, "json": read_json}[path.suffix[1:]](path.read_text())
