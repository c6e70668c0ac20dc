"""What people type for the settings of a match: names, an event, a variant, who begins, a day."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime
from random import SystemRandom

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from haggis_cli.matches.model import YEARS, Goal, check_label, check_name
from haggis_cli.matches.moments import read_typed_moment
from haggis_cli.matches.names import find_repeated_name
from haggis_cli.matches.notation import parse_name
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import NotationError, UsageError, VariantError
from haggis_cli.support.escaping import escape_text

RANDOM = "random"
"""The word that has lots drawn for who begins."""


def parse_player_name(text: str) -> str:
    """A player's or team's name as a match keeps it; UsageError if it cannot be one."""
    return _read(text, check_name)


def rename_all(renamings: Iterable[tuple[str, str]], names: Sequence[str]) -> list[str]:
    """The names after renamings, each the name before and the name then: all at once, so that two may change places.

    Of the name before an unambiguous beginning will do. NotationError if nobody, or several, may be meant by it;
    UsageError for what cannot be a name, or would stand twice.
    """
    renamed: dict[int, str] = {}
    for old, new in renamings:
        place, name = parse_name(old, names), parse_player_name(new)
        if renamed.setdefault(place, name) != name:
            several = f"{escape_text(renamed[place])} and {escape_text(name)}"
            raise UsageError(f"{escape_text(names[place])} cannot be called both {several}")
    after = [renamed.get(place, name) for place, name in enumerate(names)]
    repeated = find_repeated_name(after)
    if repeated is not None:
        raise UsageError(f"two cannot both be called {escape_text(repeated)}: every name must be different")
    return after


def split_renaming(text: str, names: Sequence[str], option: str) -> tuple[str, str]:
    """The name before and the name after, of a renaming such as `Noha=Noah`; UsageError for what is none.

    A name may hold `=`, too: the one that parts the two stands behind a whole name rather than behind a beginning, and
    between blanks rather than between letters.

    option: the option that it stands behind.
    """
    splits = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == "="]
    if not splits:
        raise UsageError(f"{option} needs OLD=NEW, like '{escape_text(names[0])}=Nell', not '{escape_text(text)}'")
    meant = [split for split in splits if _is_meant(split[0], names)]
    whole = [split for split in meant if find_repeated_name([*names, split[0].strip()])] or meant
    apart = [(old, new) for old, new in whole if old.endswith(" ") and new.startswith(" ")] or whole
    if len(apart) > 1:
        ways = " or ".join(f"'{escape_text(old.strip())}' is called '{escape_text(new.strip())}'" for old, new in apart)
        raise UsageError(f"'{escape_text(text)}' can mean that {ways}: put blanks around the '=' between the two names")
    return apart[0] if apart else splits[0]


def _is_meant(text: str, names: Sequence[str]) -> bool:
    try:
        parse_name(text, names)
    except NotationError:
        return False
    return True


def parse_label(text: str) -> str:
    """The name of an event as a match keeps it; UsageError if it cannot be one."""
    return _read(text, check_label)


def parse_variant(text: str) -> str:
    """The id of a variant, or of the usual one for so many players: `2 players`, `2-player`.

    UsageError for a number of players that no variant is for; any other text is taken for an id as it is.
    """
    counted = re.fullmatch(r"([1-9][0-9]?)[ -]?players?", text.strip().casefold())
    if not counted or text in enabled_claims():
        return text
    variants = find_usual_variants(int(counted[1]))
    if not variants:
        raise UsageError(f"no variant is for {pluralize(int(counted[1]), 'player')}: 'haggis variants' lists them")
    return variants[0]


def find_usual_variants(number: int) -> list[str]:
    """The program's own variants for so many players, the one that is proposed first before the others."""
    found = []
    for variant_id, claims in enabled_claims().items():
        if all(map(is_own, claims)):
            with suppress(VariantError):
                variant = load(variant_id)
                if number in variant.players:
                    found.append((not variant.usual, variant_id))
    return [variant_id for _, variant_id in sorted(found)]


def parse_beginner(text: str, players: Sequence[str]) -> str:
    """The player who leads or deals first: named, or drawn by lot for the word `random`, unless a player is called so.

    NotationError if nobody, or several, may be meant.
    """
    if draws_lots(text, players):
        return SystemRandom().choice(players)
    return players[parse_name(text, players)]


def draws_lots(text: str | None, players: Sequence[str]) -> bool:
    """Whether it is the word that has lots drawn, and no player is called so."""
    return is_random_word(text) and RANDOM not in map(str.casefold, players)


def is_random_word(text: str | None) -> bool:
    """Whether it is the word that has lots drawn, whoever plays."""
    return (text or "").strip().casefold() == RANDOM


def parse_moment_played(text: str | None) -> datetime | date | None:
    """When a match was played: a day such as 2026-11-21, or a moment of it; UsageError for anything else."""
    if text is None:
        return None
    with suppress(ValueError, OverflowError):
        found = read_typed_moment(text)
        if found.year in YEARS:
            return found
    raise UsageError(
        "--date needs a day such as 2026-11-21, or a day and time such as '2026-11-21 20:15', "
        f"not '{escape_text(text)}'"
    )


def check_one_goal(points: int | None, rounds: int | None, round_wins: int | None) -> None:
    """UsageError where a match is to have more than one goal."""
    if sum(map(bool, (points, rounds, round_wins))) > 1:
        raise UsageError("a goal is points, rounds or rounds won: give one of --points, --rounds and --round-wins")


def make_goal(points: int | None, rounds: int | None, round_wins: int | None) -> Goal | None:
    """The goal that is given; None if none is. UsageError for more than one, and for a number that is none."""
    check_one_goal(points, rounds, round_wins)
    if (points, rounds, round_wins) == (None, None, None):
        return None
    try:
        return Goal(points=points, rounds=rounds, round_wins=round_wins)
    except ValidationError:
        raise UsageError("a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won") from None


def _read(text: str, check: Callable[[object], str]) -> str:
    try:
        return check(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{escape_text(text)}': {error.message()}") from None
