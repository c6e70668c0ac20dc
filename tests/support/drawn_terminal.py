"""A terminal that moves its cursor: what a person sees on the screen, not what was written to it."""

import re

from tests.support.haggis import Haggis
from tests.support.terminal import Terminal

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
