"""By which rules a single question is answered: those of the current match, of a variant named, or the usual ones.

`judge` and `moves` begin with this chapter, so it loads no match file and no pydantic.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from haggis_cli.library.judging import build_table
from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.rules.events import option_text
from haggis_cli.rules.variant import OptionValue, Table
from haggis_cli.support.errors import HaggisError, RecordError, UsageError
from haggis_cli.support.escaping import escape_text


class RulesInForce(NamedTuple):
    """The rules by which a question is answered.

    match: the id of the match whose game it is; None if it is that of none.
    remark: by which rules, in a few words; empty where the variant is named.
    warning: why they are not those of the current match; empty if nothing is wrong.
    """

    table: Table
    match: str | None = None
    remark: str = ""
    warning: str = ""

    def as_json(self) -> dict[str, object]:
        """What a script is told of them."""
        table = self.table
        return {
            "variant": table.variant.id,
            "players": len(table.names),
            "suits": table.deck.letters,
            "options": dict(table.options),
            "match": self.match,
        }


def find_rules(
    home: str | None, variant: str | None, players: int | None, options: Mapping[str, OptionValue], suits: str | None
) -> RulesInForce:
    """The rules that are meant; errors as of `build_table`, but none for a match that cannot be read.

    A variant that is named is played as it is, whatever the current match is. Without one the game is that of the
    current match with what is said beside it; of another number of players only its variant.
    """
    if variant is not None:
        return RulesInForce(build_table(variant, players, options=options, suits=suits))
    current, warning = None, ""
    try:
        current = _find_current_game(home)
    except (HaggisError, OSError) as error:
        warning = f"the current match cannot be used: {error}"
    if current is None:
        table = build_table(None, players, options=options, suits=suits)
        remark = f"Rules: {_describe_game(table)}, the default variant; --variant chooses another"
        return RulesInForce(table, None, remark, warning)
    setup, table = current
    if players is not None or options or suits is not None:
        table = _change_game(setup, players, options, suits)
    return RulesInForce(table, setup.id, f"Rules: {_describe_game(table)}, as in {escape_text(setup.id)}")


def _find_current_game(home: str | None) -> "tuple[MatchSetup, Table] | None":
    """The game of the current match, one that can be played; None if there is no match."""
    from haggis_cli.matches.store.files import has_no_matches, home_folder

    folder = home_folder(home)
    if has_no_matches(folder):
        return None
    from haggis_cli.matches.store.folder import Store

    path = Store(folder).find_current()
    if path is None:
        return None
    setup = _read_setup(path)
    return setup, build_table(setup.variant, setup.players, options=setup.options, suits=setup.suits)


def _change_game(
    setup: "MatchSetup", players: int | None, options: Mapping[str, OptionValue], suits: str | None
) -> Table:
    """The game of a match with what is said beside it; for other players neither its options nor its suits are kept."""
    if players in (None, setup.players):
        players, options, suits = setup.players, {**setup.options, **options}, suits or setup.suits
    try:
        return build_table(setup.variant, players, options=options, suits=suits)
    except UsageError as error:
        current = f"the current match, {setup.id}, uses {setup.variant}"
        raise UsageError(f"{error} ({current}: --variant names another)") from None


def _describe_game(table: Table) -> str:
    """The variant, and what of this game is not always so there."""
    variant, letters = table.variant, table.deck.letters
    more = [f"{len(table.names)} players"] if len(variant.players) > 1 else []
    more += [f"{escape_text(name)} {escape_text(option_text(value))}" for name, value in table.options.items()]
    if letters != "".join(SUIT_NAMES)[: len(letters)]:
        more.append(f"suits {letters}")
    return escape_text(variant.name) + (f" with {', '.join(more)}" if more else "")


# What a match file says of the game that is played, without its rounds: for a question, the models need not load.


_ROUNDS = "\n[[rounds]]"
_LATE_OPTIONS = r"^[ \t]*\[[ \t]*[\"']?options"


class MatchSetup(NamedTuple):
    """The game of a match.

    suits: the letters of the suits; None for the usual ones.
    options: the options of the variant that differ from its defaults.
    """

    id: str
    variant: str
    players: int
    suits: str | None
    options: dict[str, bool | str]


def _read_setup(path: Path) -> MatchSetup:
    """Read the game of a match; StoreError or RecordError if the file cannot be read so far."""
    from haggis_cli.matches.store.files import read_snapshot

    keys = _load_top_keys(read_snapshot(path).data, path.name)
    variant, players, suits = keys.get("variant"), keys.get("players"), keys.get("suits")
    options = keys.get("options", {})
    if not isinstance(variant, str) or not isinstance(players, list) or not isinstance(suits, str | None):
        raise RecordError(f"{path.name}: 'variant', 'players' or 'suits' is missing or not text")
    if not isinstance(options, dict) or not all(isinstance(value, bool | str) for value in options.values()):
        raise RecordError(f"{path.name}: 'options' is not a table of options")
    return MatchSetup(path.stem, variant, len(players), suits, options)


def _load_top_keys(data: bytes, name: str) -> dict[str, Any]:
    """The table of a match file, as a rule without its rounds, which are most of the text and may take long."""
    from haggis_cli.matches.toml.parsing import load_table

    try:
        text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
        head, rounds, rest = text.partition(_ROUNDS)
        if rounds and re.search(_LATE_OPTIONS, rest, re.MULTILINE):
            return load_table(text)
        try:
            return load_table(head)
        except ValueError:  # what looks like rounds may stand in a note
            return load_table(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{name}: {error}") from None
