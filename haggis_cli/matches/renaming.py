"""Players under other names: every place of a match file where a name stands, and what stands there then.

    renaming = Renaming(("Noah", "Isla"), ("Isla", "Noah"))
    renaming.in_event("Noah: 4r 4g")  # Isla: 4r 4g

Notes and comments are a person's own words and stay as they are; so does the id.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from haggis_cli.matches.notation import parse_name
from haggis_cli.support.errors import NotationError

Path = tuple[str | int, ...]

_NAMING_ACTIONS = ("award", "lead")
"""The actions that name another player."""


class Renaming(NamedTuple):
    """What the players were called, and what they are called now, by seat."""

    old: tuple[str, ...]
    """The names in the file."""
    new: tuple[str, ...]
    """The names that it is to have."""

    @property
    def has_changes(self) -> bool:
        """Whether anybody is called otherwise now."""
        return self.old != self.new

    def exact(self, name: str) -> str:
        """The new name of the player who is called just so, blanks around it aside; the text itself if nobody is."""
        found = name.strip()
        return name.replace(found, self.new[self.old.index(found)]) if found in self.old else name

    def meant(self, text: str) -> str:
        """The new name of the player who is meant by a text; the text itself if nobody is.

        A beginning stays a beginning while the player keeps the name, and it means nobody else now.
        """
        try:
            seat = parse_name(text, self.old)
        except NotationError:
            return text
        if self.old[seat] == self.new[seat] and self._still_means(text, seat):
            return text
        return text.replace(text.strip(), self.new[seat])

    def in_event(self, text: str) -> str:
        """An event of these players, `NAME: ACTION`; the text itself where no name can be read."""
        name, colon, action = text.partition(":")
        if not colon:
            return text
        word, *rest = action.split(maxsplit=1)[:2] or [""]
        if rest and word.casefold() in _NAMING_ACTIONS:
            action = action.removesuffix(rest[0]) + self.meant(rest[0])
        return f"{self.meant(name)}:{action}"

    def _still_means(self, text: str, seat: int) -> bool:
        try:
            return parse_name(text, self.new) == seat
        except NotationError:
            return False


def find_name_changes(table: Mapping[str, Any], renaming: Renaming) -> tuple[dict[Path, str], dict[Path, str]]:
    """The texts of a match file, parsed, that are others under the new names; and its keys that are.

    Both by their paths in the file.
    """
    texts = {path: new for path, old, new in _name_texts(table, renaming) if new != old}
    keys = {path: new for path, new in _name_keys(table, renaming) if new != path[-1]}
    return texts, keys


def _name_texts(table: Mapping[str, Any], renaming: Renaming) -> Iterator[tuple[Path, str, str]]:
    for seat, name in enumerate(table["players"]):
        yield ("players", seat), name, renaming.exact(name)
    for key in ("lead", "dealer"):
        if key in table:
            yield (key,), table[key], renaming.exact(table[key])
    for place, name in enumerate(table.get("final", {}).get("won", ())):
        yield ("final", "won", place), name, renaming.exact(name)
    for number, played in enumerate(table.get("rounds", ())):
        for place, event in enumerate(played.get("events", ())):
            yield ("rounds", number, "events", place), event, renaming.in_event(event)
        typed = played.get("table", {})
        for place, name in enumerate(typed.get("out", ())):
            yield ("rounds", number, "table", "out", place), name, renaming.meant(name)
        if "shepherd" in typed:
            yield ("rounds", number, "table", "shepherd"), typed["shepherd"], renaming.meant(typed["shepherd"])


def _name_keys(table: Mapping[str, Any], renaming: Renaming) -> Iterator[tuple[Path, str]]:
    for name in table.get("bots", ()):
        yield ("bots", name), renaming.exact(name)
    for name in table.get("final", {}).get("scores", ()):
        yield ("final", "scores", name), renaming.exact(name)
    for number, played in enumerate(table.get("rounds", ())):
        for name in played.get("deal", {}).get("hands", ()):
            yield ("rounds", number, "deal", "hands", name), renaming.exact(name)
        for key in ("hands", "captured", "bets"):
            for name in played.get("table", {}).get(key, ()):
                yield ("rounds", number, "table", key, name), renaming.meant(name)
