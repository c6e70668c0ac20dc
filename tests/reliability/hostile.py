"""Texts that mean harm to whatever shows them, the matches and commands they stand in, and readers of what is written
that know nothing of haggis."""

import csv
import io
import json
import os
import re
import tomllib
import unicodedata
import zipfile
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, NamedTuple
from xml.etree import ElementTree

import tomli_w
from typer.testing import CliRunner

from haggis_cli.cli.app import app
from tests.support.haggis import ROOT
from tests.support.pages import Page

STEERING = {
    "clipboard": "a\x1b]52;c;aGFnZ2lz\x07b",
    "title": "a\x1b]0;owned\x1b\\b",
    "link": "\x1b]8;;https://evil.example\x1b\\Noah\x1b]8;;\x1b\\",
    "clears": "a\x1b[2J\x1b[Hb",
    "colours": "\x1b[31mred\x1b[0m",
    "device": "a\x1bP$q\x1b\\b",
    "c1": "a\x9b31mb\x9d0;x\x9c",
    "bell and backspace": "a\x07b\x08\x08c\x7f",
    "NUL": "a\0b",
    "line ends": "a\nhaggis: forged\rc\r\nd",
    "odd line ends": "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g",
    "tab": "a\t=1+1",
    "override": "a\u202ecod.exe",
    "isolates": "a\u2066b\u2067c\u2068d\u2069",
    "tags": "Noah\U000e0049\U000e0067\U000e007f",
    "private": "a\ue000b\U0010ffff",
    "no width": "No\u200bah\u2060\ufeff\u00ad",
    "nothing to see": "\u200d\u200c\u200d",
}
"""What drives a terminal, turns a line around, or cannot be seen: no name may hold it."""

MARKING = {
    "markup": "[/nope]",
    "bold": "[bold red]x[/]",
    "link markup": "[link=https://evil]x",
    "formula": "=1+1",
    "call": "@SUM(A1)",
    "plus": "+cmd|' /C calc'!A0",
    "minus": "-2+3",
    "wide formula": "\uff1d1+1",
    "array formula": "{=1+1}",
    "quoted formula": '"=1+1',
    "apostrophe": "'=1+1",
    "open comment": "<!-- a",
    "link formula": '=HYPERLINK("//evil","x")',
    "script": "<script>alert(1)</script>",
    "end of script": "</script ><b>",
    "comment": "--><!--<b>",
    "attribute": "\"onload='alert(1)'x=\"",
    "image": "<img src=x onerror=alert(1)>",
    "cdata": "]]><b>&lt;&amp;&#60;",
    "rich text": "<r>x</r>",
    "typst file": '#read("/etc/passwd")',
    "typst code": '#eval("1") $x$ @a *b* \\u{41}',
    "markdown link": "[a](javascript,x) ![b](c)",
    "markdown table": "a|b|--|`c` **d** _e_ ~~f~~",
    "markdown head": "# a",
    "markdown item": "1. a",
    "backslash": "a\\|b\\",
    "shell": "$(touch p) `touch p`; rm -rf ~",
    "percent": "%s %(x)s {0} {x} %n",
    "toml": '"""]\n[a]'.replace("\n", "\\n"),
    "option": "--help",
    "path": "../../../etc/passwd",
    "wide": "\u5c0f" * 40,
    "emoji": "\U0001f469\u200d\U0001f467\u200d\U0001f466\U0001f98a\ufe0f",
    "right to left": "\u05d0\u05d1\u05d9 \u0646\u0648\u062d",
    "marks": "Z" + "\u0335\u0321\u0489" * 12,
    "long": "W" * 40,
}
"""What is code to somebody else: a name may hold it, and it is shown as it stands."""

TEXTS = STEERING | MARKING
HALVES = ("a\ud800b", "a\udcffb")
"""Halves of characters: a program gets them from arguments and names of files, and \\u escapes can ask for them."""
ALL = "".join(STEERING.values()).strip()
"""Everything that steers, in one text."""

_SHOWN = {"\u200c", "\u200d", "\u200e", "\u200f", "\u061c"}  # letters of several scripts and emoji are joined by them
_FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")


def raw(text: str, *, colours: bool = False) -> list[str]:
    """What steers or hides in a text that was written; none of it may be there, but line ends and, if said, colours."""
    if colours:
        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return [f"{char!a} in {text[max(0, at - 30) : at + 30]!a}" for at, char in enumerate(text) if _steers(char)]


def _steers(char: str) -> bool:
    if char.isprintable() or char == "\n" or char in _SHOWN:
        return False
    category = unicodedata.category(char)
    return not (category in ("Zs", "Mn") or (category == "Cn" and 0x1F000 <= ord(char) < 0x1FFF0))


def toml_text(text: str) -> str:
    """The text as TOML holds anything: in quotation marks, all but plain ASCII by its number."""
    return '"' + "".join(_by_number(char) for char in text) + '"'


def _by_number(char: str) -> str:
    if " " <= char <= "~" and char not in '"\\':
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def read_csv(text: str) -> list[list[str]]:
    """The cells of a table; none that a spreadsheet would run."""
    assert not raw(text)
    rows = list(csv.reader(io.StringIO(text), strict=True))
    assert len({len(row) for row in rows}) <= 1, "a cell has broken a line"
    for cell in (cell for row in rows for cell in row):
        assert not cell.lstrip().startswith(_FORMULA) or re.fullmatch(r"-?\d+(\.\d+)?", cell), cell
    return rows


def read_json(text: str) -> object:
    """The value; every sign of the text is ASCII."""
    assert text.isascii()
    assert not raw(text)
    return json.loads(text)


BG_STATS = "https://app.bgstatsapp.com/"
_ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "main", "header", "h1", "h2", "h3", "h4", "dl", "div", "dt",
    "dd", "bdi", "p", "ul", "ol", "li", "section", "footer", "table", "caption", "b", "span", "thead", "tbody", "tr",
    "th", "td", "svg", "desc", "rect", "g", "path", "line", "polyline", "text", "tspan", "details", "summary", "label",
    "select", "option", "button", "input", "script", "a", "circle", "image", "i", "symbol", "template", "time",
    "use", "colgroup", "col",
}  # fmt: skip


def read_page(text: str) -> Page:
    """A page: whose elements are those haggis makes, with scripts it is known for, and nothing that runs or loads."""
    assert not raw(text.removeprefix("\ufeff"))
    page = Page(text)
    for element in page.elements:
        assert element.name in _ELEMENTS, element
        assert not [name for name in element.attributes if name.startswith("on") or name in ("src", "style")], element
        there = "#" if element.name == "use" else BG_STATS
        assert (element.attributes.get("href") or there).startswith(there), element
    return page


def read_xml(text: str) -> ElementTree.Element:
    """The root of a drawing or of a page of plays: one whole, whose every text an XML parser can read."""
    assert not raw(text)
    assert "<!" not in text.replace("<!DOCTYPE html>", "")
    return ElementTree.fromstring(text)


def read_workbook(data: bytes) -> dict[str, list[tuple[str, str]]]:
    """The cells of each worksheet, as (kind, value): formulas `f`, text `s`. Every part is XML, nothing is linked."""
    from openpyxl import load_workbook

    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        for name in parts.namelist():
            text = parts.read(name).decode()
            assert not raw(text.replace("\r\n", "\n")), name
            ElementTree.fromstring(text)
            assert not re.search("external|vba|dde", name, re.IGNORECASE)
            assert 'TargetMode="External"' not in text
    book = load_workbook(io.BytesIO(data))
    return {
        page.title: [(cell.data_type, str(cell.value)) for row in page for cell in row if cell.value is not None]
        for page in book
    }


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


EXAMPLES = ROOT / "examples" / "matches"
NAMES = [text for text in MARKING.values() if ":" not in text]
"""What people may be called."""


def match(example: str, texts: Sequence[str], *, notes: str = ALL) -> str:
    """An example with these texts, in turn, for its players and teams, and notes on the match and on every round."""
    data = tomllib.loads((EXAMPLES / f"{example}.toml").read_text(encoding="utf-8"))
    names = dict(zip([*data["players"], *data.get("teams", ())], texts, strict=False))
    made: dict[str, Any] = renamed(data, names)
    made |= {"notes": notes, "id": notes[:40], "bots": {made["players"][0]: notes[:100]}}
    for each in made["rounds"]:
        each["notes"] = notes
    return tomli_w.dumps(made)


def renamed(value: Any, names: dict[str, str]) -> Any:
    """What a match file holds, with other names in it."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    if not isinstance(value, str):
        return value
    who, colon, does = value.partition(": ")
    verb, _, whom = does.partition(" ")
    if verb in ("award", "lead"):
        does = f"{verb} {names.get(whom, whom)}"
    return names.get(value, value) if not colon else f"{names.get(who, who)}: {does}"


def tables() -> list[list[str]]:
    """Tables of four in two teams: every text is a player's name, and what is code to somebody a team's as well."""
    turned = [*NAMES, *NAMES]
    if EVERY:
        return [turned[at : at + 6] for at in range(len(NAMES))]
    return [turned[at : at + 4] + turned[at // 2 + 2 : at // 2 + 4] for at in range(0, len(NAMES), 4)]


_LINES = {
    "id": 'id = "x"',
    "variant": 'variant = "two-player"',
    "created": "created = 2026-11-20T19:30:00Z",
    "players": 'players = ["Noah", "Isla"]',
    "goal": "goal = { rounds = 4 }",
    "lead": 'lead = "Noah"',
}
_TABLE = '[rounds.table]\nout = ["Noah"]\nhands = {{ Noah = 8 }}\ncaptured = {{ Noah = 12, Isla = 24 }}\n'
PLACES = {
    "id": "id = {}",
    "variant": "variant = {}",
    "created": "created = {}",
    "players": 'players = [{}, "Isla"]',
    "goal": "goal = {}",
    "goal key": "goal = {{ {} = 4 }}",
    "lead": "lead = {}",
    "dealer": 'lead = "Noah"\ndealer = {}',
    "teams": 'lead = "Noah"\nteams = [{}, "B"]',
    "suits": 'lead = "Noah"\nsuits = {}',
    "notes": 'lead = "Noah"\nnotes = {}',
    "level": 'lead = "Noah"\nbots = {{ Noah = {} }}',
    "bot": 'lead = "Noah"\nbots = {{ {} = "easy" }}',
    "key": 'lead = "Noah"\n{} = 1',
    "number": 'lead = "Noah"\nclosed = {}',
    "table": 'lead = "Noah"\n[{}]\na = 1',
    "option": 'lead = "Noah"\n[options]\n{} = true',
    "value": 'lead = "Noah"\n[options]\ntournament = {}',
    "event": 'lead = "Noah"\n[[rounds]]\nevents = [{}]',
    "actor": 'lead = "Noah"\n[[rounds]]\nevents = [{}]',
    "action": 'lead = "Noah"\n[[rounds]]\nevents = [{}]',
    "haggis": 'lead = "Noah"\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = {}\nhands = {{}}',
    "hand": 'lead = "Noah"\n[[rounds]]\nevents = []\n[rounds.deal.hands]\nNoah = {}',
    "holder": 'lead = "Noah"\n[[rounds]]\nevents = []\n[rounds.deal.hands]\n{} = "2r"',
    "round note": f'lead = "Noah"\n[[rounds]]\nnotes = {{}}\n{_TABLE}',
    "round key": f'lead = "Noah"\n[[rounds]]\n{{}} = 1\n{_TABLE}',
    "out": 'lead = "Noah"\n[[rounds]]\n[rounds.table]\nout = [{}]\nhands = {{}}\ncaptured = {{}}',
    "who captured": 'lead = "Noah"\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = {{}}\ncaptured = {{ {} = 3 }}',
    "shepherd": f'lead = "Noah"\n[[rounds]]\n{_TABLE}shepherd = {{}}',
}
"""Where a match file holds text, and where it holds none and gets it all the same."""


def match_with(place: str, text: str) -> str:
    """A match of two whose file is as it should be but for this text in this place."""
    key = PLACES[place].partition("=")[0].strip()
    lines = [line for name, line in _LINES.items() if name != key]
    said = {"actor": f"{text}: pass", "action": f"Noah: {text}"}.get(place, text)
    return "\n".join(["format = 1", *lines, PLACES[place].format(toml_text(said)), ""])
