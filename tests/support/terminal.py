"""A terminal with `haggis` in it and a person who waits for a prompt and types; what is seen on its screen."""

import errno
import io
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from haggis_cli.cli.app import app
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.referee.report import Report
from haggis_cli.rules.variant import Outcome, Table
from tests.support.forked import Forked, can_fork
from tests.support.haggis import PATIENCE, SCRIPT, Haggis

# The terminal must belong to the process for Ctrl-C to reach it: the process that takes it turns into `haggis`.
_TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
_QUIET = 20
"""Seconds after which a program is taken for hung that shows nothing and wants no processor: it waits for keys."""
_ASKED = re.compile(r"(: |> (\[.*\] )?)$")
"""How a line ends behind which something is to be typed; in brackets what may be changed."""
_STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def unwrapped(text: str) -> str:
    """What a screen shows, in one line.

    Where a sentence is broken depends on the width of the terminal and on the length of what stands in it: a test that
    looks for a sentence looks here, so that the folder it runs in makes no difference.
    """
    return " ".join(text.split())


class Terminal:
    """Runs the installed script in a pseudo-terminal; used as a context, which ends the process whatever happens.

    Where there are no pseudo-terminals the test is skipped.

    program: another one, or the script itself, whose start belongs to the test then; else it is forked if it can be.
    """

    def __init__(
        self, haggis: Haggis, *arguments: str, columns: int = 100, rows: int = 40, program: str = "", **variables: str
    ) -> None:
        if sys.platform == "win32":
            pytest.skip("needs a pseudo-terminal")
        import fcntl
        import pty
        import termios

        self._main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = haggis.environment(**({"TERM": "dumb"} | variables))
        environment.pop("COLUMNS")
        self._process: subprocess.Popen[bytes] | Forked
        if not program and can_fork(environment):
            self._process = Forked([str(SCRIPT), *arguments], environment, haggis.folder, terminal=other)
        else:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _TAKE, program or str(SCRIPT), *arguments],
                stdin=other,
                stdout=other,
                stderr=other,
                cwd=haggis.folder,
                env=environment,
                start_new_session=True,
            )
        os.close(other)
        self._decoder = getincrementaldecoder("utf-8")("replace")  # a read may end within a character
        self._hung_up = False
        self._asleep_since: float | None = None
        self._unread = ""
        self.shown = ""
        self.raw = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        if not self._hung_up:
            os.close(self._main)

    def expect(self, text: str) -> str:
        """Wait until the text is shown; what was shown before it since the last wait."""
        end = self._begin_to_wait()
        while text not in self._unread:
            assert self._is_patient(end), f"{text!r} was not shown, but {self._unread!r}"
            assert self._read(end - time.monotonic()), f"ended without {text!r}: {self._unread!r}"
        before, _, self._unread = self._unread.partition(text)
        return before

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        """Press keys: `\\x04` is Ctrl-D."""
        os.write(self._main, keys.encode())

    def settle(self, quiet: float = 0.4) -> None:
        """Wait until nothing more is shown for a while: for programs whose next prompt cannot be told apart."""
        while select.select([self._main], [], [], quiet)[0] and self._read(0):
            pass

    def interrupt(self) -> None:
        """Press Ctrl-C until it is heard, now and then a blank.

        Ctrl-C throws away what is typed and not read yet: Python's readline may then wait for a key that it was told
        of, and hears no Ctrl-C until one comes. Elsewhere a line with a blank is only emptied by the first Ctrl-C.
        """
        end = time.monotonic() + PATIENCE
        for key in cycle(("\x03", "\x03", " ")):
            self.press(key)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.5)
            if self._process.poll() is not None:
                return
            assert time.monotonic() < end, f"Ctrl-C did not end it: {self._unread!r}"

    def answer(self, prompt: str, line: str) -> str:
        """Wait for a prompt and type an answer; what was shown before the prompt."""
        before = self.expect(prompt)
        self.type(line)
        return before

    def answer_all(self, *answers: tuple[str, str]) -> None:
        """Wait for each prompt in turn and type what is beside it."""
        for prompt, line in answers:
            self.answer(prompt, line)

    def prompt(self) -> str:
        """Wait for a question, a last line that ends with a sign and a blank; it, or nothing if the process ends."""
        end = self._begin_to_wait()
        while not (_ASKED.search(line := self._unread.rpartition("\n")[2]) and self._is_all_shown()):
            assert self._is_patient(end), f"nothing was asked, but {self._unread!r} was shown"
            if not self._read(end - time.monotonic()):
                return ""
        self._unread = ""
        return line

    def answer_in_turn(self, *answers: str) -> str:
        """Answer one question after the other, whatever they are; the last of them."""
        asked = ""
        for line in answers:
            asked = self.prompt()
            self.type(line)
            self.expect("\n")
        return asked

    def end(self) -> tuple[int, str]:
        """Wait for the process to end by itself; its exit code, and what it has shown since the last wait."""
        end = self._begin_to_wait()
        while self._read(end - time.monotonic()):
            assert self._is_patient(end), f"it did not end: {self._unread!r}"
        rest, self._unread = self._unread, ""
        return self._process.wait(PATIENCE), rest

    def ended_within(self, seconds: float) -> int | None:
        """Read on until the process has ended; its exit code, None if it has not by then."""
        end = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < end:
            self.settle(0.02)
        if self._process.poll() is None:
            return None
        self.settle(0)
        return self._process.wait(PATIENCE)

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        self._process.send_signal(number)

    def hang_up(self) -> int:
        """Close the window of the terminal; the exit code of what ran in it."""
        os.close(self._main)
        self._hung_up = True
        return self._process.wait(PATIENCE)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """End the process as a crash would."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def _begin_to_wait(self) -> float:
        self._asleep_since = None
        return time.monotonic() + PATIENCE

    def _is_patient(self, end: float) -> bool:
        now = time.monotonic()
        return now < end and (self._asleep_since is None or now - self._asleep_since < _QUIET)

    def _read(self, patience: float) -> bool:
        if not select.select([self._main], [], [], min(max(patience, 0), 1))[0]:
            if self._is_at_work():
                self._asleep_since = None
            elif self._asleep_since is None:
                self._asleep_since = time.monotonic()
            return True
        self._asleep_since = None
        try:
            data = os.read(self._main, 65536)
        except OSError as error:  # Linux tells the end so
            if error.errno != errno.EIO:
                raise
            return False
        decoded = self._decoder.decode(data)
        self.raw += decoded
        text = _STEERING.sub("", decoded).replace("\r\n", "\n").replace("\x07", "")
        self._unread += text
        self.shown += text
        return bool(data)

    def _is_all_shown(self) -> bool:
        """Whether nothing more comes: what is read may end within a line while the program still runs."""
        while not select.select([self._main], [], [], 0.001)[0]:
            try:
                state, *_ = _process_facts(Path(f"/proc/{self.pid}"))
            except OSError:  # it has ended, or the system is another
                return True
            if state not in "RD":
                return True
        return False

    def _is_at_work(self) -> bool:
        """Whether a process in the terminal runs or waits for its turn, as on a busy machine; if unknown, it does."""
        processes = Path("/proc")
        if not (processes / "self" / "stat").exists():
            return True
        for process in processes.glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                state, _, _, session, *_ = _process_facts(process)
                if int(session) == self.pid and state in "RD":
                    return True
        return False


def _process_facts(process: Path) -> list[str]:
    """What Linux says of a process after its name: state, parent, group, session and more."""
    return (process / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()


_PIECE = re.compile(r"\x1b\[([?>]?)([\d;]*)([A-Za-z])|\x1b[=>]|(.)", re.DOTALL)
_UNFINISHED = re.compile(r"(?:\x1b(?:\[[?>]?[\d;]*)?)?\Z")  # the beginning of a sequence whose end is not read yet
_PROMPT = re.compile(r"^[^\n>]+>(?= |$)", re.MULTILINE)


class DrawnTerminal(Terminal):
    """A pseudo-terminal whose screen is drawn as far as line editors need it."""

    def __init__(self, haggis: Haggis, *arguments: str, columns: int = 80, rows: int = 24, **variables: str) -> None:
        self._pen = _Pen(columns)
        self._drawn = self._seen = 0
        comfort = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "LANG": "C.UTF-8"}
        super().__init__(haggis, *arguments, columns=columns, rows=rows, **(comfort | variables))

    @property
    def screen(self) -> str:
        """Everything written so far, drawn; lines that have scrolled away included."""
        whole = _UNFINISHED.sub("", self.raw[self._drawn :])
        self._pen.draw(whole)
        self._drawn += len(whole)
        return "\n".join("".join(line).rstrip() for line in self._pen.lines)

    def see(self, *texts: str) -> str:
        """Wait until one of the texts is drawn, not above the prompt that was seen last; the whole screen."""
        end = self._begin_to_wait()
        while True:
            screen = self.screen
            for text in texts:
                at = screen.find(text, self._seen)
                if at >= 0:
                    prompts = [found.start() for found in _PROMPT.finditer(screen, self._seen, at + len(text))]
                    self._seen = max(self._seen, *prompts) if prompts else self._seen
                    return screen
            assert self._is_patient(end), f"{texts!r} is not seen:\n{screen[-1500:]}"
            assert self._read(0.2), f"ended without {texts!r}:\n{screen[-1500:]}"

    def paste(self, text: str) -> None:
        """Paste as terminals do that can tell pasting from typing."""
        self.press(f"\x1b[200~{text}\x1b[201~")

    @property
    def broken(self) -> list[str]:
        """The lines that ran over the edge, so that the terminal broke them, often within a word."""
        screen = self.screen.splitlines()
        return [screen[row] for row in sorted(self._pen.over_the_edge) if row < len(screen)]


class _Pen:
    """Where the cursor stands, and what is written so far."""

    def __init__(self, columns: int) -> None:
        self.lines: list[list[str]] = [[]]
        self._columns = columns
        self._row = self._column = 0
        self.over_the_edge: set[int] = set()

    def draw(self, raw: str) -> None:
        """Follow what was written."""
        for found in _PIECE.finditer(raw):
            mark, numbers, letter, char = found.groups()
            if letter and not mark:
                self.steer(letter, int(numbers.split(";")[0] or 1))
            elif char:
                self.write(char)

    def steer(self, letter: str, number: int) -> None:
        match letter:
            case "A":
                self._row = max(self._row - number, 0)
            case "B":
                self._down(number)
            case "C":
                self._column += number
            case "D":
                self._column = max(self._column - number, 0)
            case "J" | "K":
                del self.lines[self._row][self._column :]
                if letter == "J":
                    del self.lines[self._row + 1 :]

    def write(self, char: str) -> None:
        if char == "\r":
            self._column = 0
        elif char == "\n":
            self._down(1)
        elif char == "\b":
            self._column = max(self._column - 1, 0)
        elif char.isprintable():
            if self._column >= self._columns:
                self.over_the_edge.add(self._row)
                self._column = 0
                self._down(1)
            line = self.lines[self._row]
            line += [" "] * (self._column + 1 - len(line))
            line[self._column] = char
            self._column += 1

    def _down(self, number: int) -> None:
        self._row += number
        while len(self.lines) <= self._row:
            self.lines.append([])


DEFAULT = re.compile(r" \[(?P<default>[^\]]*)\]: $")


class Typist:
    """A person with the result of one round, who answers any question of `haggis score` about it."""

    def __init__(self, table: Table, outcome: Outcome, *, gone_out: int = 0, together: bool = True) -> None:
        """gone_out: how many players are said to have gone out already.

        together: whether a name and the count, or the bid, are typed as one answer.
        """
        self._table = table
        self._outcome = outcome
        self._gone_out = gone_out
        self._together = together

    def answer(self, prompt: str) -> str:
        """The shortest right answer; empty for Enter. ValueError for a question that nobody foresaw."""
        right = self._right_answer(prompt)
        offered = DEFAULT.search(prompt)
        return "" if offered and _means(offered["default"], right) else right

    def first_out(self) -> str:
        """Who went out first, as a first answer where the next round is offered."""
        return self._next_out()

    def _next_out(self) -> str:
        """Who went out next, and the opponents' cards where they are asked for."""
        self._gone_out += 1
        out = self._outcome.out[: self._gone_out]
        table, seat = self._table, out[-1]
        is_asked = self._together and seat in table.recorders(out) and not table.repeats_first_count(seat, out)
        return _initial(table.names[seat]) + (str(self._outcome.counts[seat]) if is_asked else "")

    def _right_answer(self, prompt: str) -> str:
        table, outcome = self._table, self._outcome
        if prompt.startswith("Who went out "):
            return self._next_out()
        if prompt.startswith(("How many cards did ", "How many cards were ")):
            return str(outcome.counts[outcome.out[self._gone_out - 1]])
        if found := re.match(r"What did (.+) capture\b", prompt):
            return str(outcome.captured[table.names.index(found[1])])
        if found := re.match(r"What did (.+) bet\b", prompt):
            return self._bet(table.names.index(found[1])) or "none"
        if found := re.match(r"Bet of (.+): who, how much", prompt):
            seats = table.sides[table.side_names.index(found[1])]
            return next((_initial(table.names[seat]) + bet for seat in seats if (bet := self._bet(seat))), "none")
        if prompt.startswith("Who was the Shepherd"):
            made = ((_initial(table.names[seat]), self._bet(seat)) for seat in table.seats)
            return next((who + (bet if self._together else "") for who, bet in made if bet), "nobody")
        if found := re.match(r"What did (.+) bid\b", prompt):
            return self._bet(table.names.index(found[1])) or "none"
        if prompt.startswith("Save this round? "):
            return "y"
        raise ValueError(f"nobody foresaw the question {prompt!r}")

    def _bet(self, seat: int) -> str | None:
        """The amount that a player has at stake, or the beginning of its name if that is shorter; None for none."""
        amount = self._outcome.stakes[seat]
        if amount is None:
            return None
        names = self._table.variant.betting.names
        beginnings = [name[:length] for name in names for length in range(1, len(name))]
        clear = [word for word in beginnings if _worths(names, word) == [amount]]
        return min([str(amount), *clear], key=len)


def _worths(names: Mapping[str, int | range], beginning: str) -> list[int | range]:
    return [worth for name, worth in names.items() if name.startswith(beginning)]


def _initial(name: str) -> str:
    return name[0].casefold()


def _means(default: str, answer: str) -> bool:
    """Whether an answer that is offered is the right one."""
    return default.casefold() in (answer, f"{answer}/n") or (answer.isalpha() and default.casefold().startswith(answer))


INK = {" ": (False, False), "▄": (False, True), "▀": (True, False), "█": (True, True)}
"""Which half of a character is drawn."""
_MODULE = 3  # pixels of a picture for each module of the code


def picture(lines: list[str], *, ink_is_dark: bool) -> list[list[bool]]:
    """Which modules are dark, as an eye sees the characters."""
    return [[INK[character][half] == ink_is_dark for character in line] for line in lines for half in (False, True)]


def code_lines(terminal: Terminal) -> list[str]:
    """The lines of the code that a terminal shows; none if it shows none."""
    lines = re.sub(r"\x1b\[[\d;]*m", "", terminal.raw).splitlines()
    return [line for line in lines if line and not set(line) - set(INK)]


def scan(modules: list[list[bool]]) -> str:
    """What a phone reads; the background is a terminal's, without a margin of its own."""
    pixels = [[0 if dark else 255 for dark in row for _ in range(_MODULE)] for row in modules for _ in range(_MODULE)]
    flat = bytes(pixel for row in pixels for pixel in row)
    view = memoryview(flat).cast("B", (len(pixels), len(pixels[0])))
    found = import_module("zxingcpp").read_barcodes(view)
    assert found, "no code is found"
    return str(found[0].text)


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Here(Screen):
    """A terminal in this process, and a person who answers each question with a line; None ends what is typed."""

    def __init__(self, answer: Callable[[str], str | None], mark: str = "") -> None:
        """mark: what stands before each line that is typed."""
        super().__init__()
        self._answer = answer
        self._mark = mark
        self.asked: list[str] = []

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override] # as of any stream of text
        self.asked.append(self.getvalue().rpartition("\n")[2])
        line = self._answer(self.asked[-1])
        if line is None:
            return ""
        self.write(f"{self._mark}{line}".rstrip(" ") + "\n")
        return f"{line}\n"

    def run(self, *arguments: str, columns: int = 100, **variables: str) -> int:
        """Run a command here, which takes a quarter of the time of a process at a terminal; its exit code."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in ({"COLUMNS": str(columns), "LINES": "40"} | variables).items():
                patch.setenv(name, value)
            for stream in ("stdin", "stdout", "stderr"):
                patch.setattr(f"sys.{stream}", self)
            with pytest.raises(SystemExit) as ended:
                app(arguments, prog_name="haggis")
        assert isinstance(ended.value.code, int)
        return ended.value.code


def drawn(
    draw: Callable[[Printer, Report], None],
    report: Report,
    monkeypatch: pytest.MonkeyPatch,
    *,
    columns: int = 80,
    colors: bool = False,
) -> str:
    """What is drawn on a terminal of so many columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "HAGGIS_NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    if not colors:
        monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    draw(Printer(out=screen), report)
    return screen.getvalue()
