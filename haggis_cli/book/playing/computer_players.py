"""Which players the computer plays, as people type it: `Robbie=hard`, or only a level."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from haggis_cli.players.levels import LEVELS
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.escaping import escape_text, normalize_unicode

if TYPE_CHECKING:
    from haggis_cli.matches.toml.match_file import MatchFile

NAMES = ("Robbie", "Ailsa", "Fergus", "Morag", "Hamish", "Skye", "Lachlan", "Iona")
"""What computer players are called whom nobody has named, the first ones first."""


def parse_bots(given: Iterable[str], persons: Iterable[str]) -> dict[str, str]:
    """The level of each computer player by name, in the order given; UsageError for what is no level.

    A name among the players already there is that player, whom the computer plays then.

    >>> parse_bots(["hard", "Isla=easy"], ["Robbie", "Isla"])
    {'Ailsa': 'hard', 'Isla': 'easy'}
    """
    persons = list(persons)
    split = [_parse_bot(text) for text in given]
    taken = [*persons, *(name for name, _ in split if name)]
    bots: dict[str, str] = {}
    for name, level in split:
        name = _find_player_name(name, persons) if name else find_free_name([*taken, *bots])
        if name in bots:
            raise UsageError(
                f"{escape_text(name)} is given two levels, {bots[name]} and {level}: one --bot for each player"
            )
        bots[name] = level
    return bots


def _parse_bot(text: str) -> tuple[str, str]:
    """The name, empty if none is said, and the level."""
    name, equals, level = text.rpartition("=")
    level = level.strip().casefold()
    if level not in LEVELS or (equals and not name.strip()):
        raise UsageError(
            f"'{escape_text(text)}' is no computer player: write NAME=LEVEL or LEVEL, the level {levels_text()}"
        )
    return name.strip(), level


def _find_player_name(name: str, persons: list[str]) -> str:
    folded = normalize_unicode(name).casefold()
    return next((each for each in persons if normalize_unicode(each).casefold() == folded), name)


def find_free_name(taken: Iterable[str]) -> str:
    """A name for a computer player that nobody at the table has."""
    folded = {normalize_unicode(name).casefold() for name in taken}
    return next(name for name in NAMES if name.casefold() not in folded)


def levels_text() -> str:
    """The levels, the weakest first."""
    return join_words(list(LEVELS), "or")


def check_levels(file: "MatchFile") -> None:
    """RecordError for a level in a match file that this haggis does not have."""
    for name, level in file.record.bots.items():
        if level not in LEVELS:
            shown, line = escape_text(name), file.line("bots", name)
            raise RecordError(
                f"{escape_text(file.source)}: line {line}: 'bots.{shown}' is '{escape_text(level)}', and the "
                f"levels are {levels_text()}: put it right with 'haggis edit'"
            )
