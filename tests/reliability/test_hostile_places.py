"""Wherever text comes from, it is refused in a sentence or harmless: files, words, variables, other programs, plugins.

Commands, arguments, options and environment variables are taken from the program itself: a new one is tried as well.
"""

import inspect
import json
import os
import re
import typing
from collections.abc import Iterator
from importlib import import_module

import pytest
import tomli_w

from haggis_cli.cli.app import COMMANDS
from haggis_cli.exchange.known_formats import FORMATS as FILES
from haggis_cli.sheets.renderers.formats import FORMATS as SHEETS
from tests.reliability.hostile import (
    ALL,
    EVERY,
    HALVES,
    MARKING,
    NAMES,
    PLACES,
    STEERING,
    TEXTS,
    clean,
    match,
    match_with,
    raw,
    read_csv,
    read_json,
    read_page,
    read_workbook,
    read_xml,
    run,
    tables,
)
from tests.support.haggis import ROOT, Haggis
from tests.support.plugins import COPY, Site

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


REST = {"help", "judge", "moves", "rules", "solve", "variants", "serve"}
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


def broken_lines(text: str) -> Iterator[str]:
    """The text where TOML takes nothing of the kind: bare, in a comment, and half a character asked for."""
    whole = match_with("lead", "Noah")
    yield f"{whole}{text}\n"
    yield f"# {text}\n{whole}"
    yield f"{whole}{text} = {text}\n"
    yield f'{whole}notes = "\\ud800{text}"\n'
    yield f"{whole}<<<<<<< {text}\n"


@pytest.fixture
def _editor(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "true")


@pytest.mark.slow
def test_every_command_is_tried() -> None:
    assert set(LOOKS) | set(WHOLE) | REST == set(COMMANDS)


@pytest.mark.usefixtures("_editor")
class TestDoor:
    """What a file holds is refused in a sentence, or it is harmless everywhere."""

    @pytest.mark.sample(3)
    @pytest.mark.parametrize("place", PLACES)
    def test_in_every_place_of_a_file(self, haggis: Haggis, place: str) -> None:
        for text in [ALL, *TEXTS.values()] if EVERY else [ALL]:
            haggis.keep(match_with(place, text), "friday")
            refused = clean("show", "friday").code == 3
            commands = ("check", "import", "edit", "undo") if refused else LOOKS
            for line in (line for command in commands for line in LOOKS[command]):
                path = haggis.keep(match_with(place, text), "friday")
                meant = {"MATCH": "friday", "FILE": str(path)}
                clean(*(meant.get(word, word) for word in line))
            for name in ("other", "again"):
                haggis.path(name).unlink(missing_ok=True)

    @pytest.mark.parametrize("name", STEERING)
    @pytest.mark.parametrize("place", ["players", "teams"])
    def test_no_name_steers_or_hides(self, haggis: Haggis, name: str, place: str) -> None:
        haggis.keep(match_with(place, STEERING[name]))
        wrote = clean("show", "friday")
        assert wrote.code == 3
        assert re.fullmatch(rf"haggis: friday\.toml: line \d+: '{place}\.1': a name cannot hold .*\n", wrote.err)

    @pytest.mark.slow
    @pytest.mark.parametrize("text", [ALL, *MARKING.values()] if EVERY else [ALL, "[/nope]", "=1+1"])
    def test_where_toml_takes_none(self, haggis: Haggis, text: str) -> None:
        for whole in broken_lines(text):
            haggis.keep(whole.replace("\n\n", "\n"), "friday")
            for line in (["show"], ["check"], ["check", "--json"], ["list"], ["doctor"], ["edit"]):
                clean(*line)

    @pytest.mark.slow
    def test_all_of_them_in_one_folder(self, haggis: Haggis) -> None:
        for number, place in enumerate(PLACES):
            haggis.keep(match_with(place, ALL), f"a{number}")
        for number, names in enumerate(tables()):
            haggis.keep(match("neeps-known-hands", names), f"b{number}")
            haggis.keep(match("three-player-unknown-hands", names[:3]), f"c{number}")
        look(haggis)
        for name in NAMES[:: 1 if EVERY else 6]:
            for more in ((), ("--json",), ("--csv",)):
                clean("stats", *more, "--", name)
            clean("list", "--player", name)

    @pytest.mark.slow
    @pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
    def test_as_names_of_files(self, haggis: Haggis) -> None:
        for number, text in enumerate((*TEXTS.values(), *HALVES[1:], " =1+1", "x.sync-conflict-\x1b[2J", "~\x1b[2J")):
            name = text.replace("\0", "").replace("/", "_")
            if len(os.fsencode(name)) < 240:
                haggis.keep(match_with("notes", text) if number % 2 else "format = [", name)
        look(haggis)
        for path in sorted((haggis.home / "matches").iterdir())[:: 1 if EVERY else 9]:
            for command in ("show", "log", "check", "sheet", "export", "undo", "edit", "remove"):
                clean(command, "--", str(path))


@pytest.mark.slow
class TestTyped:
    """Words on the command line and in the environment."""

    TEXTS = (ALL.replace("\0", ""), *HALVES)
    BASES: typing.ClassVar = {
        "new": ["--variant", "two-player", "-p", "A", "-p", "B"],
        "deal": ["--variant", "two-player", "--players", "2"],
        "play": ["--variant", "two-player", "--bot", "easy", "--bot", "easy", "--simulate", "1", "--rounds", "1"],
        "judge": ["4r"],
        "moves": ["4r"],
        "rules": ["two-player"],
        "solve": ["--hand", "A: 4r", "--hand", "B: 5r"],
        "stats": ["--chart", "won"],
        "import": ["friday.toml", "--dry-run"],
        "variants new": ["house"],
        "sheet": ["--blank", "--variant", "two-player"],
    }

    @staticmethod
    def words() -> Iterator[tuple[str, list[str]]]:
        """Every argument and every option that takes a value, of every command."""
        for name, entry in COMMANDS.items():
            module = import_module(f"haggis_cli.cli.{entry.module}")
            functions = {name: getattr(module, entry.function)}
            functions |= {f"{name} {sub}": each for sub, each in getattr(module, "SUBCOMMANDS", {}).items()}
            for path, function in functions.items():
                hints = typing.get_type_hints(function, include_extras=True)
                for parameter in inspect.signature(function).parameters:
                    if not typing.get_args(hints[parameter]):
                        continue  # what Typer gives of itself
                    kind, info = typing.get_args(hints[parameter])[:2]
                    if kind not in (bool, bool | None):
                        yield (
                            path,
                            [next(iter(sorted(info.param_decls, reverse=True)), "")]
                            if getattr(info, "param_decls", None)
                            else [],
                        )

    @pytest.mark.sample(8)
    @pytest.mark.usefixtures("_editor")
    @pytest.mark.parametrize("command", COMMANDS)
    def test_in_every_argument_and_option(self, haggis: Haggis, command: str) -> None:
        haggis.new()
        (haggis.folder / "friday.toml").write_bytes(haggis.path().read_bytes())
        tried = 0
        for path, option in self.words():
            if path.split()[0] != command:
                continue
            tried += 1
            base = self.BASES.get(path, []) if option else []
            for text in self.TEXTS:
                said = [*option, text] if option else ["--", text]
                wrote = run(*path.split(), *base, *said)
                if wrote.code != 0 or "-f" not in option:
                    assert not raw(wrote.text), (path, said)
        assert tried

    @pytest.mark.parametrize("text", TEXTS)
    def test_as_the_name_of_a_command_or_of_an_option(self, haggis: Haggis, text: str) -> None:
        assert clean(text).code == 2
        for command in COMMANDS:
            assert clean(command, f"--{text}").code == 2

    def test_on_standard_input(self, haggis: Haggis) -> None:
        haggis.new()
        for text in TEXTS.values() if EVERY else [ALL, "a\nhaggis: forged", "[/nope]", "=1+1"]:
            clean("record", "-", stdin=f"Noah: {text}\n{text}\n")
            clean("score", stdin=f"{text}\n" * 20)
            clean("check", "-", stdin=text)
            clean("import", "-", "--dry-run", stdin=f"{text}\nNoah: {text}\n{text}: 4r 4g\n")
            clean("play", "--variant", "two-player", "-p", "Noah", "-b", "easy", stdin=f"{text}\n")

    @pytest.mark.slow
    def test_in_every_variable_that_is_looked_at(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "haggis_cli").rglob("*.py"))
        names = set(re.findall(r"""environ(?:ment)?(?:\.get\(|\[)["'](\w+)""", source))
        assert {"HAGGIS_HOME", "EDITOR", "TERM"} <= names
        haggis.new()
        for name in sorted(names | {"HOME", "COLUMNS", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}):
            for text in (self.TEXTS[0], "[/nope]"):
                with monkeypatch.context() as patch:
                    patch.setenv(name, text)
                    if name in ("FORCE_COLOR", "HAGGIS_TRACEBACK"):
                        continue
                    for line in (["list"], ["doctor"], ["edit"], ["show"], ["new", *self.BASES["new"]], ["stats"]):
                        clean(*line)


@pytest.mark.slow
class TestGoingIn:
    """Files of other programs."""

    @pytest.mark.sample("json")
    @pytest.mark.parametrize("form", [name for name, each in FILES.items() if each.reader])
    def test_whatever_stands_in_a_file_is_refused_or_harmless(self, haggis: Haggis, form: str) -> None:
        texts = [ALL, *HALVES, *TEXTS.values()] if EVERY else [ALL, HALVES[0]]
        haggis.keep(match_with("notes", "NOTES").replace('"Noah"', '"NAME"'), "friday")
        haggis.ok("score", "friday", "NAME: out 8, cards 12", "Isla: cards 24")
        made = run("export", "friday", "--format", form).text
        ending = FILES[form].extensions[0]
        haggis.path().unlink()
        for number, text in enumerate(texts):
            for key in ("NAME", "NOTES", "friday", "two-player", "Haggis", "Isla"):
                name = f"x{number}{ending}"
                for put in (text, json.dumps(text)[1:-1]):
                    (haggis.folder / name).write_bytes(made.replace(key, put).encode("utf-8", "surrogatepass"))
                    clean("import", name, "--json", "--as", f"x{number}-{key}".casefold())
        look(haggis)


@pytest.mark.slow
class TestAliases:
    """The other names of a player, in players.toml."""

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("text", [ALL, *NAMES] if EVERY else [ALL, "=1+1"])
    def test_in_every_place(self, haggis: Haggis, text: str) -> None:
        haggis.keep(match("neeps-known-hands", tables()[0], notes="x"))
        for table in (
            {"aliases": {text: [tables()[0][0]]}},
            {"aliases": {"Noah": [text, tables()[0][0]]}},
            {"aliases": {text: text}},
            {text: {"Noah": ["x"]}},
            {"aliases": {text: [text.upper(), 1]}},
        ):
            (haggis.home / "players.toml").write_text(tomli_w.dumps(table), encoding="utf-8")
            look(haggis) if table == {"aliases": {text: [tables()[0][0]]}} else clean("stats")
            clean("list")
            clean("doctor")


DECLARED = """
from haggis_cli.rules.variant import Choice, Option, Ruling
T = {text!r}
def leads(standing):
    return 0
leads.__doc__ = T
V = replace(
    TWO_PLAYER, id="odd", name=T, summary=T, source=T, rulebook=T, headings={{key: T for key in TWO_PLAYER.headings}},
    options=(Option("odd", T, {{False: Choice(T), T: Choice(T)}}, T), Option(T, T, {{True: Choice(T)}}, True)),
    rulings=(Ruling(T, T),), next_leader=leads,
)
"""


@pytest.mark.slow
class TestPlugins:
    """What a variant says of itself."""

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("text", [ALL, *NAMES] if EVERY else [ALL, '<b>#read("x")'])
    def test_in_every_text_of_a_declaration(self, haggis: Haggis, site: Site, text: str) -> None:
        site.put("odd", COPY + DECLARED.format(text=text))
        with site.seen():
            haggis.keep(match_with("event", "Noah: 4r 5g").replace("two-player", "odd"), "broken")
            for command in ("show", "log", "sheet", "check"):
                clean(command, *([str(haggis.path("broken"))] if command == "check" else ["broken"]))
            haggis.keep(match_with("notes", "x").replace("two-player", "odd"))
            for line in (
                ["variants"], ["variants", "--json"],
                ["variants", "show", "odd"], ["variants", "show", "odd", "--json"],
                ["variants", "check", "odd", "--rounds", "1"], ["judge", "--variant", "odd", "4r 5g"], ["doctor"],
                ["new", "--variant", "odd", "-p", "A", "-p", "B"], ["deal"], ["show"], ["list"], ["stats"], ["log"],
                ["score", "friday", "Noah: out 8, cards 12", "Isla: cards 24"], ["record", "friday", "Noah: 4r 5g"],
            ):  # fmt: skip
                clean(*line)
            for form in SHEETS:
                wrote = run("sheet", "friday", "--format", form)
                if not SHEETS[form].binary:
                    assert not raw(wrote.text.removeprefix("\ufeff"))  # a page begins with a byte order mark
                if form == "html":
                    read_page(wrote.text)
                elif form == "xlsx":
                    read_workbook(wrote.out)
            for form in FILES:
                assert not raw(run("export", "friday", "--format", form).text), form
