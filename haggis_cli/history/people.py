"""Who is who in the history: spellings that differ only in capitals are one person, and so are aliases.

Aliases stand in one small file of the home:

    [aliases]
    "Noah" = ["Noah P.", "Noah Pettigrew"]
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.escaping import escape_text, normalize_unicode
from haggis_cli.support.text import join_words

PEOPLE_FILE = "players.toml"


def fold_name(name: str) -> str:
    """The name as names are compared."""
    return normalize_unicode(name).casefold()


def seat_name(name: str, bot: str) -> str:
    """What a player is called in the history; a computer player is another one at every level.

    >>> seat_name("Robbie", "hard"), seat_name("Isla", "")
    ('Robbie (hard)', 'Isla')
    """
    return f"{name} ({bot})" if bot else name


class People:
    """The names of the history, as they are folded, and the person behind each."""

    def __init__(self, aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        self._display_names = {fold_name(name): name for name in aliases or {}}
        self._person_by_key = {
            fold_name(alias): fold_name(name) for name, known in (aliases or {}).items() for alias in known
        }

    def person(self, key: str) -> str:
        """The person a folded name stands for."""
        return self._person_by_key.get(key, key)

    def display_name(self, key: str, spelling: str) -> str:
        """How the person is written: as in the file of aliases, else as spelled in a match."""
        return self._display_names.get(self.person(key), spelling)

    def aliased_keys(self) -> tuple[str, ...]:
        """All folded names that the file of aliases says something of."""
        return tuple({*self._display_names, *self._person_by_key})

    def keys_of(self, person: str, known: Iterable[str]) -> list[str]:
        """The folded names under which a person has played."""
        return [key for key in known if self.person(key) == person]

    def find(self, typed: str, known: Mapping[str, str]) -> str:
        """The person somebody means: a name, an alias, or the beginning of just one; `known`: spellings by folded name.

        UsageError if that is nobody, or several people.
        """
        wanted = fold_name(typed.strip())
        if wanted in known or wanted in self._person_by_key or wanted in self._display_names:
            return self.person(wanted)
        played = {self.person(key) for key in known}
        names = {**known, **{key: name for key, name in self._display_names.items() if key in played}}
        fitting = {
            self.person(key): self.display_name(key, name) for key, name in names.items() if key.startswith(wanted)
        }
        if len(fitting) == 1 and wanted:
            return next(iter(fitting))
        if fitting and wanted:
            named = join_words([escape_text(name) for name in sorted(fitting.values())[:10]], "or")
            raise UsageError(f"'{typed}' can be {named}: type more of the name")
        from difflib import get_close_matches

        near = get_close_matches(wanted, names, 1)
        meant = f": did you mean {escape_text(self.display_name(near[0], names[near[0]]))}?" if near else ""
        raise UsageError(f"nobody called '{typed}' has played{meant}")


def read_people(home: Path) -> People:
    """The people of a home; RecordError with the line if its file of aliases says something that cannot be."""
    from haggis_cli.matches.store.files import read_regular

    path = home / PEOPLE_FILE
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return People()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from None
    from haggis_cli.matches.toml.parsing import parse_toml

    text, parsed = parse_toml(data, PEOPLE_FILE)
    return People(_AliasReader(text).read(parsed))


class _AliasReader:
    """Says of the file of aliases what is wrong with it, and where."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self, parsed: dict[str, Any]) -> dict[str, list[str]]:
        for key in parsed:
            if key != "aliases":
                raise self._error((key,), f"unknown key '{escape_text(key)}': the file holds one table, [aliases]")
        aliases = parsed.get("aliases", {})
        if not isinstance(aliases, dict):
            raise self._error(("aliases",), "'aliases' must be a table: write [aliases]")
        taken: dict[str, str] = {}
        for name in aliases:
            self._claim_name(name, name, taken, ("aliases", name))
        for name, known in aliases.items():
            if not isinstance(known, list) or not all(isinstance(alias, str) for alias in known):
                wanted = f'"{escape_text(name)}" = ["one name", "another name"]'
                raise self._error(("aliases", name), f"write the aliases as a list of texts: {wanted}")
            for place, alias in enumerate(known):
                if fold_name(alias) != fold_name(name):  # the same name with other capitals says nothing new
                    self._claim_name(alias, name, taken, ("aliases", name, place))
        return {name.strip(): [alias.strip() for alias in known] for name, known in aliases.items()}

    def _claim_name(self, alias: str, name: str, taken: dict[str, str], path: tuple[str | int, ...]) -> None:
        if not alias.strip():
            raise self._error(path, "a name must not be empty")
        before = taken.setdefault(fold_name(alias.strip()), name)
        if before != name or (alias != name and alias.strip() == name.strip()):
            raise self._error(
                path, f"'{escape_text(alias)}' stands for {escape_text(before)} already: give each name once"
            )

    def _error(self, path: tuple[str | int, ...], message: str) -> RecordError:
        from haggis_cli.matches.toml.source_positions import SourcePositions

        return RecordError(f"{PEOPLE_FILE}: line {SourcePositions(self._text).line(path)}: {message}")
