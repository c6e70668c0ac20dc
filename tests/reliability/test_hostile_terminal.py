"""In a real terminal, and when Tab is pressed, nothing that came from a file steers anything or is run."""

import re
import shlex
import sys

import pytest
from typer.testing import CliRunner

from haggis_cli.cli.app import app
from haggis_cli.cli.completion_scripts import SCRIPTS
from tests.reliability.hostile import ALL, HALVES, STEERING, clean, match, match_with, raw, tables
from tests.support.haggis import Haggis
from tests.support.terminal import Terminal


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
            screen.expect("out first")
            for line in ("zz", "?", "1", "8", "12"):
                screen.type(line)
            screen.settle()
            self.harmless(screen)
        with Terminal(haggis, "new", **settings) as screen:  # type: ignore[arg-type]
            screen.settle()
            for line in ("two-player", "[/nope]", "<script>alert(1)</script>", "", ""):
                screen.type(line)
            screen.settle()
            self.harmless(screen)

    def test_what_is_pasted(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record", TERM="xterm-256color", PROMPT_TOOLKIT_NO_CPR="1") as screen:
            screen.expect("Noah>")
            screen.settle()
            screen.press("\x1b[200~4r\n\x9b31m5r\x1b]52;c;x\x07\n6r\n\x1b[201~")
            screen.settle()
            screen.press("\x03")
            screen.settle()
            screen.kill()
            self.harmless(screen)
