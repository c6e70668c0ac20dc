"""Text from a file or a person can neither drive the terminal nor become code, in whatever format it goes out."""

import base64
import io
import json
import re
import shlex
import sys
import tomllib
import typing
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from typer.testing import CliRunner

from haggis_cli.cli.app import app
from haggis_cli.cli.completion import SCRIPTS
from haggis_cli.exchange.known_formats import FORMATS as FILES
from haggis_cli.sheets.renderers.formats import FORMATS as SHEETS
from tests.reliability.hostile import (
    ALL,
    EVERY,
    HALVES,
    MATCH,
    STEERING,
    clean,
    match,
    match_with,
    raw,
    read_csv,
    read_json,
    read_page,
    read_text,
    read_workbook,
    read_xml,
    run,
    tables,
)
from tests.support.haggis import Haggis
from tests.support.terminal import Terminal

_CHART = "data:image/svg+xml;base64,"
"""How a drawing begins that stands in another one."""


def texts_of(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner)


def read_markdown(text: str) -> tuple[set[str], str]:
    """The kinds of Markdown that a CommonMark parser finds, tables among them, and the text that it shows."""
    from markdown_it import MarkdownIt

    assert not raw(text)
    kinds, shown = set(), []
    for block in MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text):
        kinds.add(block.type)
        for inner in block.children or ():
            kinds.add(inner.type)
            shown.append(inner.content)
        shown.append("\n")
    return kinds, "".join(shown)


def read_link(text: str) -> object:
    """What the link holds: one line, an address of BG Stats, and JSON in it."""
    line = text.removesuffix("\n")
    assert re.fullmatch(r"[!-~]+", line)
    parts = urlsplit(line)
    assert (parts.scheme, parts.hostname) == ("https", "app.bgstatsapp.com")
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)


class TestSheets:
    """The scoresheet of a match with hostile names and notes, in every format there is."""

    @staticmethod
    def _text(data: bytes, names: list[str]) -> None:
        shown = "\n".join(read_text(data))
        # A narrow heading breaks a name at its blanks.
        assert all("".join(name.split()) in "".join(shown.split()) or len(name) > 20 for name in names)

    @staticmethod
    def _markdown(data: bytes, names: list[str]) -> None:
        kinds, shown = read_markdown(data.decode())
        allowed = ["heading", "paragraph", "bullet_list", "list_item", "table", "thead", "tbody", "tr", "th", "td"]
        assert kinds <= {"inline", "text", *(f"{kind}_{end}" for kind in allowed for end in ("open", "close"))} | {
            "softbreak", "hardbreak", "text_special",
        }  # fmt: skip
        assert all(name in shown for name in names)

    @staticmethod
    def _csv(data: bytes, names: list[str]) -> None:
        shown = {cell for row in read_csv(data.decode()) for cell in row}
        assert all(name in shown or f"'{name}" in shown for name in names)

    @staticmethod
    def _json(data: bytes, names: list[str]) -> None:
        assert set(names) <= set(texts_of(read_json(data.decode())))

    @staticmethod
    def _html(data: bytes, names: list[str]) -> None:
        page = read_page(data.decode())
        assert set(names) <= set(page.texts["bdi"])
        assert len(page.named("script")) == 2
        assert [element.attributes.get("type") for element in page.named("script")] == ["application/json", None]
        assert not set("<>&") & set(page.texts["script"][0])
        told = read_json(page.texts["script"][0])
        assert isinstance(told, dict)
        beginnings = {short.partition("…")[0] for short in told["names"]}
        assert all(any(name.startswith(beginning) for name in names) for beginning in beginnings)

    @staticmethod
    def _svg(data: bytes, names: list[str]) -> None:
        root = read_xml(data.decode())
        kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert kinds <= {
            *("svg", "title", "desc", "style", "rect", "g", "path", "line", "polyline", "text", "tspan"),
            *("defs", "symbol", "use", "image", "radialGradient", "stop"),
        }
        attributes = [item for element in root.iter() for item in element.attrib.items()]
        assert not [name for name, _ in attributes if name.startswith("on")]
        links = {value for name, value in attributes if "href" in name}
        assert all(link.startswith(("#", _CHART, "data:image/png;")) for link in links)
        for inner in (link for link in links if link.startswith(_CHART)):
            TestSheets._svg(base64.b64decode(inner.removeprefix(_CHART)), names)
        assert any(name in "".join(root.itertext()) for name in names)

    @staticmethod
    def _png(data: bytes, _names: list[str]) -> None:
        assert data.startswith(b"\x89PNG")
        assert data.count(b"IHDR") == 1

    @staticmethod
    def _pdf(data: bytes, names: list[str]) -> None:
        from pypdf import PdfReader

        pages = PdfReader(io.BytesIO(data))
        shown = "".join("".join(page.extract_text().split()) for page in pages.pages)
        shown = shown.replace("\u200b", "")  # where long words may break
        if any("\u0489" in name for name in names):
            # Of marks piled on one letter pypdf reads all at the first glyph, and gives glyph numbers beside them.
            shown = re.sub("[\x00-\x1f]+(?=[\u0300-\u0489])|(?<=[\u0300-\u0489])[\x00-\x1f]+", "", shown)
        if not all(map(str.isascii, names)):
            shown = shown.replace("\x00", "")  # a letter that no font of this machine has is read as glyph 0
        assert not raw(shown)
        assert not {"/JavaScript", "/JS", "/EmbeddedFiles", "/OpenAction", "/AA"} & set(
            map(str, pages.trailer["/Root"])
        )
        assert not [page for page in pages.pages if page.get("/Annots")]
        assert "root:" not in shown
        plain = [name for name in names if name.isascii()]
        assert all("".join(name.split()) in shown for name in plain), shown[:500]

    @staticmethod
    def _xlsx(data: bytes, names: list[str]) -> None:
        cells = read_workbook(data)
        shown = {value.rstrip() for kind, value in cells["Scores"] if kind == "s"}
        assert set(names) <= shown
        for kind, value in (cell for page in cells.values() for cell in page if cell[0] == "f"):
            assert re.fullmatch(r"=(Scores!)?[-+*(),:A-Z0-9$ ]+", value), (kind, value)
        assert all(kind != "f" for kind, _ in cells["Rounds"])

    READERS: typing.ClassVar = {
        "text": _text, "markdown": _markdown, "csv": _csv, "json": _json, "html": _html, "svg": _svg, "png": _png,
        "pdf": _pdf, "xlsx": _xlsx,
    }  # fmt: skip

    def test_every_format_is_read_back(self) -> None:
        assert set(self.READERS) == set(SHEETS)

    DRAWN = ("pdf", "png", "xlsx")
    """Those that take long."""

    @pytest.mark.slow
    @pytest.mark.sample("csv", "markdown")
    @pytest.mark.parametrize("form", SHEETS)
    def test_names_come_back_as_they_are_and_nothing_runs(self, haggis: Haggis, form: str) -> None:
        for names in tables() if form not in self.DRAWN or EVERY else tables()[1::3]:
            (haggis.folder / MATCH).write_text(match("neeps-known-hands", names), encoding="utf-8")
            wrote = run("sheet", MATCH, "--format", form)
            assert (wrote.code, wrote.err) == (0, "")
            self.READERS[form](wrote.out, names)
            if form == "csv":
                read_csv(clean("sheet", MATCH, "--format", "csv", "--wide").text)
            if form == "html":
                linked = run("sheet", MATCH, "--format", "html", "--qr")
                assert linked.code or read_page(linked.text).named("a")

    @pytest.mark.slow
    @pytest.mark.sample("markdown", "html")
    @pytest.mark.parametrize("form", [name for name, each in SHEETS.items() if "blank" in each.knows])
    def test_on_blank_sheets_too(self, haggis: Haggis, form: str) -> None:
        for names in tables():
            (haggis.folder / MATCH).write_text(match("neeps-known-hands", names), encoding="utf-8")
            wrote = run("sheet", "--blank", MATCH, "--format", form)
            assert wrote.code == 0
            if form == "markdown":
                read_markdown(wrote.text)
            elif form == "html":
                read_page(wrote.text)
            elif form == "xlsx":
                for kind, value in read_workbook(wrote.out)["Scores"]:
                    assert kind != "f" or re.fullmatch(r'=IF\([-+*(),:A-Z0-9$ ="]+\)', value), (kind, value)
            elif form != "pdf":
                read_text(wrote.out)
            if form == "pdf" and not EVERY:
                break


class TestFiles:
    """The same matches as files for other programs; what can be read back is the same match."""

    @staticmethod
    def _toml(data: bytes) -> list[str]:

        return list(texts_of(json.loads(json.dumps(tomllib.loads(data.decode()), default=str))))

    @staticmethod
    def _json(data: bytes) -> list[str]:
        return list(texts_of(read_json(data.decode())))

    @staticmethod
    def _text(data: bytes) -> list[str]:
        values = [line.partition(": ")[2] for line in read_text(data)]
        return [*values, *(json.loads(value) for value in values if re.fullmatch(r'"(?:[^"\\]|\\.)*"', value))]

    @staticmethod
    def _csv(data: bytes) -> list[str]:
        return [cell.removeprefix("'") for row in read_csv(data.decode()) for cell in (*row, *row)] + [
            cell for row in read_csv(data.decode()) for cell in row
        ]

    @staticmethod
    def _bgg(data: bytes) -> list[str]:
        root = read_xml(data.decode())
        kinds = {element.tag for element in root.iter()}
        assert kinds == {"plays", "play", "item", "subtypes", "subtype", "comments", "players", "player"}
        return [value for element in root.iter() for value in element.attrib.values()]

    @staticmethod
    def _link(data: bytes) -> list[str]:
        return list(texts_of(read_link(data.decode())))

    @staticmethod
    def _qr(data: bytes) -> None:
        root = read_xml(data.decode())
        assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "title", "path", "g"} - (
            {"g"} if b"<g" not in data else set()
        )

    READERS: typing.ClassVar = {
        "toml": _toml, "json": _json, "text": _text, "csv": _csv, "bgstats": _json, "bgg": _bgg, "link": _link,
        "qr": _qr,
    }  # fmt: skip

    def test_every_format_is_read_back(self) -> None:
        assert set(self.READERS) == set(FILES)

    @pytest.mark.slow
    @pytest.mark.sample(4)
    @pytest.mark.parametrize("form", FILES)
    def test_names_come_back_as_they_are_and_go_in_again(self, haggis: Haggis, form: str) -> None:
        for number, names in enumerate(tables()):
            (haggis.folder / MATCH).write_text(match("neeps-known-hands", names), encoding="utf-8")
            wrote = run("export", MATCH, "--format", form)
            if form == "qr" and wrote.code:
                continue  # a link that is too long for it
            assert wrote.code == 0
            texts = self.READERS[form](wrote.out)
            if texts is not None:
                missing = set(names) - set(texts)
                # Where players are people of a history, a computer player is called with the level.
                assert missing <= {names[0]}, missing
                assert not missing or any(text.startswith(f"{names[0]} (") for text in texts)
            if FILES[form].reader and (EVERY or number % 2 == 0):
                name = f"taken{FILES[form].extensions[0]}"
                (haggis.folder / name).write_bytes(wrote.out)
                told = read_json(clean("import", name, "--json", "--as", "taken").text)
                assert isinstance(told, dict)
                (row,) = told["matches"]
                assert (row["action"], row["error"]) == ("imported", None)
                kept = self._json(run("export", "taken", "--format", "json").out)
                assert set(names) <= set(kept), set(names) - set(kept)
                clean("show", "taken")
                clean("remove", "taken", "--yes")


# In a real terminal, and when Tab is pressed.


@pytest.mark.slow
class TestCompletion:
    """What the shell gets when Tab is pressed."""

    LINES = (
        "haggis show ", "haggis new -p ", 'haggis score "', "haggis score ", "haggis stats ", "haggis record '",
        "haggis new --variant ", "haggis new --option ", "haggis play -b ", "haggis list --player ",
    )  # fmt: skip

    @pytest.mark.parametrize("shell", SCRIPTS)
    def test_every_offer_is_one_word_that_is_not_run(self, haggis: Haggis, shell: str) -> None:
        for number, names in enumerate(tables()):
            haggis.keep(match("neeps-known-hands", names), f"b{number}")
        haggis.keep(match_with("notes", "x"), "$(touch p)\x1b[2J")
        haggis.keep(match_with("notes", "x"), "`touch p`;\u202e&")
        offered = 0
        for line in self.LINES:
            environment = {"_HAGGIS_COMPLETE": f"complete_{shell}", "_HAGGIS_LINE": line, "_HAGGIS_WORD": ""}
            result = CliRunner().invoke(app, [], env=environment, prog_name="haggis")
            assert (result.exit_code, result.stderr) == (0, "")
            assert not raw(result.stdout.replace("\t", " "))
            for each in result.stdout.splitlines():
                offered += 1
                if shell == "bash":
                    opened = line[-1] if line[-1] in "\"'" else ""
                    assert len(shlex.split(f"{opened}{each}{opened}")) == 1
                    runs = {"'": r"'", '"': r'[$`"]', "": r"[$`;&|<>()\s'\"*?~#]"}[opened]
                    assert not re.search(runs, each if opened == "'" else re.sub(r"\\.", "", each)), each
        assert offered > 40

    @pytest.mark.parametrize("shell", [None, "nope", ALL, *HALVES])
    def test_of_a_shell_that_is_none(self, haggis: Haggis, shell: str | None) -> None:
        if shell is not None:
            assert clean("--show-completion", shell).code == 2


_BELONGING = re.compile(r"\x1b\[\??[0-9;]*[A-Za-z]|\x1b[=>]|[\r\x08]")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
class TestTerminal:
    """In a real terminal: colours and moves of the cursor are haggis's own, and nothing else steers."""

    @staticmethod
    def harmless(screen: Terminal) -> None:
        # The texts hold each of these sequences too: then they would not have been shown by their numbers.
        for name, text in STEERING.items():
            assert name == "nothing to see" or text not in screen.raw
        assert not raw(_BELONGING.sub("", screen.raw))
        assert "\x1b]" not in screen.raw
        assert "\x1b[2J\x1b[Hb" not in screen.raw

    @staticmethod
    def store(haggis: Haggis) -> None:
        haggis.keep(match("neeps-known-hands", tables()[1]), "friday")
        haggis.keep(match("three-player-unknown-hands", ["[/nope]", "=1+1", "<b>"]), "\x1b[2Jodd\u202e")
        (haggis.home / "matches" / "cut.toml").write_text(match_with("event", ALL), encoding="utf-8")

    @pytest.mark.slow
    def test_what_is_shown(self, haggis: Haggis) -> None:
        self.store(haggis)
        lines = (
            ["list"], ["show", "friday"], ["log", "friday"], ["stats"], ["check"], ["sheet", "friday"], ["doctor"],
            *(["export", "friday", "--format", form] for form in ("toml", "text")),
        )  # fmt: skip
        script = "\n".join(shlex.join([sys.executable, "-m", "haggis_cli", *line]) for line in lines)
        (haggis.folder / "all.sh").write_text(script)
        with Terminal(haggis, "all.sh", program="/bin/sh", TERM="xterm-256color", NO_COLOR="", columns=60) as screen:
            screen.end()
            self.harmless(screen)
            assert "\\x1b]52;c;" in screen.raw

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("term", ["dumb", "xterm-256color"])
    def test_what_is_asked(self, haggis: Haggis, term: str) -> None:
        haggis.keep(
            match_with("notes", ALL).replace('"Noah"', '"[/nope]\U0001f98a"').replace('"Isla"', '"=1+1 \u05d0"')
        )
        settings = {"TERM": term, "PROMPT_TOOLKIT_NO_CPR": "1", "columns": 50}
        with Terminal(haggis, "record", "friday", **settings) as screen:  # type: ignore[arg-type]
            for line in ("show", "log", "help", "nobody: 4r", "quit"):
                screen.expect("[/nope]\U0001f98a>")
                screen.type(line)
            assert screen.end()[0] == 0
            self.harmless(screen)
        with Terminal(haggis, "score", "friday", **settings) as screen:  # type: ignore[arg-type]
            first, held, pile = "went out first: ", "still hold: ", "capture: "
            screen.answer_all((first, "zz"), (first, "?"), (first, "1"), (held, "8"), (pile, "12"))
            screen.expect("capture [24]: ")
            self.harmless(screen)
        with Terminal(haggis, "new", **settings) as screen:  # type: ignore[arg-type]
            screen.answer_all(
                ("[2]: ", "two-player"), ("\U0001f98a]: ", "[/nope]"), (", clockwise: ", "<script>alert(1)</script>")
            )
            screen.answer_all(("points]: ", ""), ("[no]: ", ""))
            screen.expect("Who leads first")
            self.harmless(screen)

    def test_what_is_pasted(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record", TERM="xterm-256color", PROMPT_TOOLKIT_NO_CPR="1") as screen:
            screen.expect("cards")
            screen.press("\x1b[200~4r\n\x9b31m5r\x1b]52;c;x\x07\n6r\n\x1b[201~")
            screen.expect("Not entered (Up shows these lines again): 6r")
            screen.expect("cards, or pass")
            screen.press("\x03")
            assert screen.end()[0] == 130
            self.harmless(screen)
