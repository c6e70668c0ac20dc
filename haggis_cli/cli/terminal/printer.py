"""All printing of the command line: results on standard output, messages on standard error, colours where wanted.

Colours are written by hand: rich would cost every command more time than all its own work (it doubles the start-up),
and the suits, bold and dim are all that is needed.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Literal, TextIO

from haggis_cli.support.escaping import escape_text, render_pointer, shell_word
from haggis_cli.support.text import can_hold, draw_card, draw_event, glyphs_for, render_table, wrap_aligned, wrap_text

if TYPE_CHECKING:
    from haggis_cli.referee.report import MatchWarning
    from haggis_cli.rules.cards import Cards, Deck
    from haggis_cli.support.errors import HaggisError


Style = Literal["bold", "dim", "good", "bad", "warn", "gold", "paper"]


class Styled(str):
    r"""Text that is printed as it is: nothing in it can steer a terminal but the colours that a Printer gave it.

    Any other text is escaped where it is printed.

    >>> print(Styled.join_parts(Styled("Isla"), " beats \x1b[2J"))
    Isla beats \x1b[2J
    """

    __slots__ = ()

    @classmethod
    def join_parts(cls, *parts: str) -> "Styled":
        """The parts one behind another, those escaped that are plain text."""
        return cls("".join(part if isinstance(part, cls) else escape_text(part) for part in parts))


class Printer:
    """Prints what a command has to say.

    Results go to standard output (`print_line`, `print_table`, `print_json`), everything else to standard error
    (`print_message`, `print_warning`, `print_error`): after `--json` a script reads JSON and nothing else. A line is
    given in parts, one behind another; those that are not Styled are escaped, line ends and tabs included.

    colored, messages_colored: whether each of the two streams gets colours.
    """

    def __init__(self, *, no_color: bool = False, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        self.colored = wants_color(self.out, no_color)
        self.messages_colored = wants_color(self.err, no_color)

    def for_messages(self) -> "Printer":
        """A printer whose results go where messages go: what is shown before a question is no result."""
        return Printer(no_color=not self.messages_colored, out=self.err, err=self.err)

    def print_line(self, *parts: str) -> None:
        """Write a line of the result."""
        self.out.write(f"{Styled.join_parts(*parts)}\n")

    def print_message(self, *parts: str) -> None:
        """Write a message: a question, a warning, what was done."""
        text = Styled.join_parts(*parts)  # broken at blanks on a terminal, whole in a pipe
        lines = wrap_aligned(text, get_terminal_size().columns) if _is_terminal(self.err) else [text]
        self.out.flush()  # so that both streams, shown together, keep their order
        self.err.write("".join(f"{line}\n" for line in lines))
        self.err.flush()

    def print_lines(self, text: str) -> None:
        """Write a text of several lines as a message."""
        for line in text.split("\n"):
            self.print_message(line)

    def print_command(self, words: Sequence[str]) -> None:
        """Print `haggis` with these words as a message, on one line to be copied."""
        self.err.write(f"{render_command(words)}\n")

    def print_warning(self, message: str) -> None:
        """Write what looks wrong but stops nothing."""
        self.print_message(self._apply_style("warn", "warning:", self.messages_colored), f" {message}")

    def print_error(self, error: "HaggisError | str") -> None:
        """Write why a command failed, a line for each sentence; on a terminal also what tells the rule behind it."""
        for sentence in str(error).split("\n"):
            self.print_message(self._apply_style("bad", "haggis:", self.messages_colored), f" {sentence}")
        self.print_pointer(getattr(error, "told_in", ()))

    def print_pointer(self, words: Sequence[str]) -> None:
        """Write which command tells the rule behind a refusal; only on a terminal, and nothing without words."""
        if words and _is_terminal(self.err):
            self.print_message(self._apply_style("dim", f"  {render_pointer(words)}", self.messages_colored))

    def styled(self, text: str, style: Style) -> Styled:
        """The text in a style for standard output, or as it is where no colours are wanted."""
        return self._apply_style(style, text, self.colored)

    def in_color_of(self, look: int, text: str) -> Styled:
        """The text in a player's colour, by the number of the look; as it is where colours are few."""
        from haggis_cli.support.players import look_class  # as with the colours

        return self._apply_style(look_class(look), text, self.colored)

    def render_cards(self, cards: Sequence[str]) -> Styled:
        """Cards as they are written (`10r`, `J`, `4♥`), apart by blanks, each in its suit's colour, courts bold."""
        draw = self._draw_card
        if not self.colored:
            return Styled(" ".join(map(draw, cards)))
        return Styled(" ".join(self._apply_style(_card_style(card), draw(card), True) for card in cards))

    def render_event(self, event: str) -> Styled:
        """An event, or what a player does, in canonical notation, its cards as `render_cards` writes them."""
        if not self._draws_suits:
            return Styled.join_parts(event)
        return Styled(draw_event(escape_text(event)))

    @cached_property
    def _draw_card(self) -> Callable[[str], str]:
        return draw_card if self._draws_suits else str

    @cached_property
    def _draws_suits(self) -> bool:
        """Whether ordinary suits are shown as signs: on a terminal that has them; a pipe gets the letters of files."""
        return _is_terminal(self.out) and can_hold("♥♦♣♠★", self.out.encoding)

    @property
    def columns(self) -> int | None:
        """The terminal's width; None when the output goes to a file or another program, where nothing is cut."""
        return get_terminal_size().columns if _is_terminal(self.out) else None

    def print_table(self, rows: Sequence[Sequence[str]], align: str, indent: str = "") -> None:
        """Write rows in columns that line up; long names are cut where the terminal is narrow."""
        limit = self.columns and self.columns - len(indent)
        cells = [[Styled.join_parts(cell) for cell in row] for row in rows]
        for line in render_table(cells, align, limit).splitlines():
            self.print_line(indent, Styled(line))

    def print_json(self, value: Any) -> None:
        """Write a value as one line of JSON, in ASCII: valid in every encoding and harmless to every terminal."""
        from json import dumps

        self.print_line(dumps(value, ensure_ascii=True, allow_nan=False))

    @cached_property
    def _codes(self) -> dict[str, str]:
        return _color_codes(_knows_256_colors())

    def _apply_style(self, style: str, text: str, colored: bool) -> Styled:
        shown = Styled.join_parts(text)
        code = self._codes.get(style) if colored and shown else None
        return Styled(f"\x1b[{code}m{shown}\x1b[0m") if code else shown


def render_command(words: Sequence[str]) -> str:
    """`haggis` with these words, to be copied into a shell."""
    return " ".join(["haggis", *map(shell_word, words)])


def short_path(path: str) -> str:
    """The path as people write it, `~` standing for their home folder."""
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib raises where there is no home
    return f"~{path[len(home) :]}" if home != "~" and path.startswith(home + os.sep) else path


def wants_color(stream: TextIO, no_color: bool = False) -> bool:
    """Whether a stream gets colours: never where someone said no, always where someone insists, else on terminals.

    In this order: `--no-color`, HAGGIS_NO_COLOR and NO_COLOR (set to anything), FORCE_COLOR (set, but not to 0),
    TERM=dumb, a terminal.
    """
    environment = os.environ
    if no_color or environment.get("HAGGIS_NO_COLOR") or environment.get("NO_COLOR"):
        return False
    forced = environment.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    return environment.get("TERM") != "dumb" and _is_terminal(stream) and _terminal_knows_colors()


def _terminal_knows_colors() -> bool:
    # The old Windows console prints the codes as text; the newer ones say who they are.
    return os.name != "nt" or any(name in os.environ for name in ("WT_SESSION", "TERM", "ANSICON", "TERM_PROGRAM"))


def _knows_256_colors() -> bool:
    environment = os.environ
    return (
        "256" in environment.get("TERM", "")
        or bool(environment.get("COLORTERM"))
        or any(name in environment for name in ("WT_SESSION", "TERM_PROGRAM"))
    )


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # a stream somebody closed
        return False


def _color_codes(knows_256: bool) -> dict[str, str]:
    """The code of each style. A suit's letter is always written: its colour only helps to find it."""
    from haggis_cli.support.design import (  # most commands of a script show no colour
        TERMINAL,
        TERMINAL_GOLD,
        TERMINAL_LOOKS,
        TERMINAL_PAPER,
    )

    codes = {
        "bold": "1",
        "dim": "2",
        "good": f"38;5;{TERMINAL['green']}",
        "bad": f"1;38;5;{TERMINAL['orange']}",
        "warn": f"38;5;{TERMINAL['yellow']}",
        "gold": f"1;38;5;{TERMINAL_GOLD}",
        "paper": TERMINAL_PAPER,
        **{name: f"38;5;{number}" for name, number in TERMINAL.items()},
    }
    # Where only eight colours are known, the terminal's own: cyan for blue, which is often too dark.
    few = {"good": "32", "bad": "1;31", "warn": "33", "gold": "1;33", "paper": "30;47"}
    few |= {"red": "31", "green": "32", "blue": "36", "yellow": "33", "purple": "35", "orange": "1;33"}
    players = {f"p{number}": f"38;5;{color}" for number, color in enumerate(TERMINAL_LOOKS)}
    return codes | players if knows_256 else codes | few


def _card_style(card: str) -> str:
    from haggis_cli.support.design import SUITS  # as above

    return SUITS.get(card[-1:], "bold")


# A page of results: lines broken at the terminal's width, cards and styles by the printer, never two blank lines.

_PIPE_WIDTH = 80
_UNWRAPPED_WIDTH = 10_000  # in a pipe a sentence stays on its line, where it can be searched for


class Page:
    """Prints a page of results.

    width: how many columns tables and charts have.
    glyphs: the signs that the output can hold.
    """

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.width = printer.columns or _PIPE_WIDTH
        self.glyphs = glyphs_for(printer.out.encoding)
        self._text_width = printer.columns or _UNWRAPPED_WIDTH
        self._after_blank_line = True

    def print_line(self, *parts: str) -> None:
        """Write a line however long it is."""
        self.printer.print_line(*parts)
        self._after_blank_line = not any(parts)

    def print_sentences(self, sentences: Iterable[str], *, broken: bool) -> None:
        """Print what is said of a match; where it breaks the rules, also how to see why."""
        *others, last = sentences
        why = " 'haggis check' shows what is wrong." if broken else ""
        for sentence in (*others, last + why):
            self.print_text(sentence)

    def print_text(self, *parts: str, indent: str = "", hanging: str = "") -> None:
        """Write running text; all its lines are indented, those after the first also by `hanging`."""
        text = Styled.join_parts(*parts)
        for line in wrap_text(text, self._text_width, first=indent, others=indent + hanging):
            self.print_line(Styled(line))

    def print_warning(self, warning: "MatchWarning", indent: str = "") -> None:
        """Write what looks odd in a match, with its round."""
        from haggis_cli.referee.sentences import warning_sentence

        mark = self.printer.styled("warning:", "warn")
        self.print_text(mark, f" {warning_sentence(warning)}", indent=indent, hanging="  ")

    def fits(self, text_width: int) -> bool:
        """Whether a line may be so wide."""
        return text_width <= self._text_width

    def print_gap(self) -> None:
        """Leave a blank line, unless there is one."""
        if not self._after_blank_line:
            self.print_line()

    def print_rows(self, rows: Sequence[Sequence[str]], align: str, indent: str = "") -> None:
        """Write rows as `Printer.print_table` does."""
        self.printer.print_table(rows, align, indent)
        self._after_blank_line = False

    def render_cards(self, cards: "Cards", deck: "Deck") -> Styled:
        """Cards in notation, coloured where colours are wanted."""
        from haggis_cli.matches.notation import card_list

        return self.printer.render_cards(card_list(cards, deck))
