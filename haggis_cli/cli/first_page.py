"""What `haggis` alone prints: what to do next, and which commands there are, on one small screen.

It is what people see first and most often, so neither Typer nor pydantic is loaded for it: how the current match stands
was written down when it was saved, and is worked out anew only if the file has been changed since.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from haggis_cli.matches.store.drafts_and_trash import draft_path
from haggis_cli.matches.store.files import home_folder
from haggis_cli.matches.store.folder import BETWEEN_ROUNDS, IN_A_ROUND, OVER, TABLE, Store, has_computer_players
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import cut_text, escape_text
from haggis_cli.support.text import shorten, wrap_text

COMMANDS = {
    "Table": ("new", "score", "record", "deal", "play", "serve", "show", "log", "undo", "redo", "edit"),
    "Referee": ("judge", "moves", "rules", "solve", "review", "check"),
    "History": ("list", "stats", "sheet", "export", "import", "remove"),
    "More": ("variants", "doctor", "help"),
}
"""The commands under short headings, in the order of `haggis --help`."""

_PIPE_WIDTH = 80
_WIDEST = 100  # columns: a line of text that is longer is hard to read
_LONGEST_LINE = 300  # characters of what is told of a match
_STEP = 18  # columns of a command before what it does
_START = ("haggis new", "starts a match: asks for the players and the goal")
_CHOOSE = ("haggis list", "shows the matches; none of them is the current match, so name yours")
_DISPUTE = ("haggis judge lead", "explains who leads; also: bet, pass, trick, out, haggis")
_HALF_ROUND = "A half-entered round is waiting: 'haggis score' continues it."
_STEPS = {
    BETWEEN_ROUNDS: (
        ("haggis score", "enters a round once it is over"),
        ("haggis record", "records it play by play and checks each play"),
        _DISPUTE,
        ("haggis show", "shows the scoreboard"),
    ),
    IN_A_ROUND: (("haggis record", "continues play by play"), _DISPUTE, ("haggis show", "shows the scoreboard")),
    OVER: (
        ("haggis new --again", "starts a rematch"),
        ("haggis sheet", "shows the scoresheet; -o FILE saves it"),
    ),
}


def render_first_page() -> str:
    """The page as text; HaggisError where the folder of matches cannot be read."""
    store = Store(home_folder())
    return "".join(f"{line}\n" for line in _lines(store, _columns()))


def _columns() -> int:
    if not sys.stdout.isatty():
        return _PIPE_WIDTH
    from shutil import get_terminal_size

    return min(get_terminal_size().columns, _WIDEST)


def _lines(store: Store, columns: int) -> Iterator[str]:
    current = store.find_current()
    if current is None or has_computer_players(current):
        yield from wrap_text(
            "haggis keeps the score of the card game Haggis and settles questions about the rules.", columns
        )
        yield ""
        yield "Begin"
        steps: tuple[tuple[str, str], ...] = (
            *([_CHOOSE] if current is None and store.matches() else []),
            _START,
            ("haggis play", "plays against the computer"),
            ("haggis judge 4r 4g", "checks whether a play is legal"),
            _DISPUTE,
        )
    else:
        state, told = _find_standing(store, current)
        name = shorten(escape_text(current.stem), columns - len("Go on with "))
        yield f"{name} is over" if state == OVER else f"Go on with {name}"
        for line in told:
            yield from wrap_text(cut_text(escape_text(line), _LONGEST_LINE), columns, first="  ", others="  ")
        if state != OVER and draft_path(current).exists():
            yield from wrap_text(_HALF_ROUND, columns, first="  ", others="  ")
        steps = (*_STEPS[state], _START)
    steps += tuple(_play_steps(store, columns))
    for command, does in steps:
        yield from wrap_text(does, columns, first=f"  {command:{_STEP}}  ", others=" " * (_STEP + 4))
    yield ""
    yield "Commands"
    for heading, names in COMMANDS.items():
        yield from wrap_text(" ".join(names), columns, first=f"  {heading:9}", others=" " * 11)
    yield ""
    yield from wrap_text("More: 'haggis help', 'haggis help COMMAND'", columns)


def _find_standing(store: Store, path: Path) -> tuple[str, tuple[str, ...]]:
    """Where the match is, and what is to be told of it."""
    marked = store.bookmark(TABLE)
    if marked and marked.lines and marked.fits(store.read(path).data):
        return marked.state, marked.lines
    from haggis_cli.book.match import describe_standing, read_match

    try:
        return describe_standing(read_match(store, path).report)
    except HaggisError as error:  # the page helps all the same
        return BETWEEN_ROUNDS, (str(error).partition("\n")[0],)


def _play_steps(store: Store, columns: int) -> Iterator[tuple[str, str]]:
    """The match against the computer that goes on, if there is one."""
    played = store.find_played()
    if played and played.state != OVER:
        yield (
            "haggis play",
            f"continues {shorten(escape_text(played.match), columns - _STEP - len('  continues   '))}",
        )
