"""Changes to a match file as text: a round or events added or put right, the last ones taken back.

What a person wrote stays as it is, byte for byte, wherever the change can be spliced in. A file whose rounds are
written in another way than `[[rounds]]` is written anew, unless that would lose a comment.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from haggis_cli.matches.model import GoalRecord, RoundRecord
from haggis_cli.matches.notation import find_name
from haggis_cli.matches.toml import text_edits
from haggis_cli.matches.toml.match_file import MatchFile, render_match, render_round
from haggis_cli.matches.toml.parsing import load_table, strip_markers
from haggis_cli.support.errors import RecordError


class RewrittenText(str):
    """The text of a file that had to be written as a whole: the values are the same, the layout is not."""

    __slots__ = ()


def with_round(file: MatchFile, record: RoundRecord) -> str:
    """The text with one more round."""
    return _splice_or_rewrite(
        file, lambda: text_edits.append_round(file.text, render_round(record)), [*file.record.rounds, record]
    )


def without_last_round(file: MatchFile) -> str:
    """The text without its last round, of which there must be one."""
    return _splice_or_rewrite(file, lambda: text_edits.drop_last_round(file.text), file.record.rounds[:-1])


def with_events(file: MatchFile, where: slice, events: Sequence[str], number: int = -1) -> str:
    """The text with events in the place of others, as `events[where] = …` changes a list.

    number: that of the round, a recorded one, counted from 0; the last one if left out.
    """
    rounds = list(file.record.rounds)
    changed = list(rounds[number].events or [])
    changed[where] = events
    rounds[number] = rounds[number].model_copy(update={"events": changed})
    return _splice_or_rewrite(file, lambda: text_edits.edit_events(file.text, number, where, events), rounds)


def round_block(file: MatchFile, number: int) -> str:
    """The `[[rounds]]` block of a round, as it is written; RecordError if it has none of its own."""
    with _advise(file, "'haggis edit' without --round opens the whole file"):
        return text_edits.round_text(file.text, number)


def with_round_block(file: MatchFile, number: int, block: str) -> str:
    """The text with another `[[rounds]]` block in the place of that of a round."""
    with _advise(file, "'haggis edit' without --round opens the whole file"):
        return text_edits.replace_round(file.text, number, block)


def with_typed_round(file: MatchFile, number: int, record: RoundRecord) -> str:
    """The text with other figures in a typed-in round, counted from 0; comments in the round stay where they can."""
    written, rounds = render_round(record), list(file.record.rounds)
    rounds[number] = record
    with suppress(text_edits.CannotSplice):
        return text_edits.replace_table(file.text, number, written)
    with suppress(text_edits.CannotSplice):
        block = text_edits.round_text(file.text, number)
        if not _has_comment(block):
            return text_edits.replace_round(file.text, number, written + "\n" * block.endswith("\n\n"))
    return _rewrite(file, rounds)


def with_key(
    file: MatchFile, key: str, value: str | bool | None, *, below: Sequence[str] = text_edits.PLAIN_KEYS
) -> str:
    """The text with another value under a key before the rounds; without the key for None.

    below: the keys of which one stands above a key that the file does not have yet.
    """
    with _advise(file):
        if value is None:
            return text_edits.drop_key(file.text, key)
        return text_edits.set_key(file.text, key, value, below)


def with_revision(file: MatchFile, revision: int) -> str:
    """The text saying by which revision of the variant the rounds were recorded."""
    return _splice_or_rewrite(
        file,
        lambda: text_edits.set_key(file.text, "revision", revision, below=("variant",)),
        file.record.rounds,
        revision=revision,
    )


def with_players(file: MatchFile, names: Sequence[str]) -> str:
    """The text with other names for the players, by seat, everywhere but in notes and comments."""
    renaming = Renaming(tuple(file.record.players), tuple(names))
    with _advise(file):
        return text_edits.replace_parts(file.text, *find_name_changes(load_table(file.text), renaming))


def with_teams(file: MatchFile, names: Sequence[str]) -> str:
    """The text with other names for the teams; without any they go by their players' names."""
    with _advise(file):
        if not names:
            return text_edits.drop_key(file.text, "teams")
        if not file.record.teams:
            return text_edits.set_key(file.text, "teams", list(names), below=("players",))
        changed = {at: name for at, name in enumerate(names) if name != file.record.teams[at]}
        return text_edits.replace_parts(file.text, {("teams", at): name for at, name in changed.items()}, {})


def with_goal(file: MatchFile, goal: GoalRecord) -> str:
    """The text with another goal, written as the former one is."""
    ((unit, number),) = _said(goal)
    ((former, _),) = _said(file.record.goal)
    with _advise(file):
        return text_edits.replace_parts(file.text, {("goal", former): number}, {("goal", former): unit})


def _said(goal: GoalRecord) -> list[tuple[str, int]]:
    """The unit of a goal with its number."""
    return [(unit, number) for unit, number in goal if number is not None]


@contextmanager
def _advise(file: MatchFile, advice: str = "'haggis edit' opens it") -> Iterator[None]:
    """What cannot be spliced in is refused, with what a person can do."""
    try:
        yield
    except text_edits.CannotSplice as error:
        raise RecordError(f"{file.source}: {error}", advice=f": {advice}") from None


def _splice_or_rewrite(file: MatchFile, splice: Callable[[], str], rounds: list[RoundRecord], **values: object) -> str:
    """The text with a change spliced in; written anew where that cannot be, with these rounds and other values."""
    try:
        return splice()
    except text_edits.CannotSplice:
        return _rewrite(file, rounds, **values)


def _has_comment(text: str) -> bool:
    from haggis_cli.matches.toml.source_positions import TEXT  # for a file that is written anew alone

    return any(found.group() == "#" for found in re.finditer(f"{TEXT}|#", text))


def _rewrite(file: MatchFile, rounds: list[RoundRecord], **values: object) -> RewrittenText:
    if _has_comment(strip_markers(file.text)):
        raise RecordError(
            f"{file.source}: line {file.line('rounds')}: the rounds are not written as [[rounds]] blocks, "
            "and rewriting them would lose the comments; nothing was saved",
            advice=": change that with 'haggis edit' first",
        )
    return RewrittenText(render_match(file.record.model_copy(update={"rounds": rounds, **values})))


# Players under other names: every place of a match file where a name stands, and what stands there then.
#
#     renaming = Renaming(("Noah", "Isla"), ("Isla", "Noah"))
#     renaming.in_event("Noah: 4r 4g")  # Isla: 4r 4g
#
# Notes and comments are a person's own words and stay as they are; so does the id.


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
        seat = find_name(text, self.old)
        if seat is None or (self.old[seat] == self.new[seat] and find_name(text, self.new) == seat):
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


def find_name_changes(
    table: Mapping[str, Any], renaming: Renaming
) -> tuple[dict[text_edits.KeyPath, str], dict[text_edits.KeyPath, str]]:
    """The texts of a match file, parsed, that are others under the new names; and its keys that are.

    Both by their paths in the file.
    """
    texts = {path: new for path, old, new in _name_texts(table, renaming) if new != old}
    keys = {path: new for path, new in _name_keys(table, renaming) if new != path[-1]}
    return texts, keys


def _name_texts(table: Mapping[str, Any], renaming: Renaming) -> Iterator[tuple[text_edits.KeyPath, str, str]]:
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


def _name_keys(table: Mapping[str, Any], renaming: Renaming) -> Iterator[tuple[text_edits.KeyPath, str]]:
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
