"""Taking matches out of the history: their files go to the folder of removed ones, and nothing is lost."""

from collections.abc import Iterable
from pathlib import Path

from haggis_cli.matches.moments import day_of
from haggis_cli.matches.store.drafts import move_drafts
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.trash import move_to_trash
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError


def find_matches(store: Store, names: Iterable[str]) -> list[Path]:
    """The files of some matches as people name them, each once; StoreError for a name that is none, or several."""
    return list(dict.fromkeys(store.find(name) for name in names))


def describe_match(store: Store, path: Path) -> str:
    """A match in a few words; what cannot be read as one can be removed all the same."""
    try:
        record = MatchFile(store.read(path).data, path.name).record
    except HaggisError:
        return "a file that cannot be read as a match"
    rounds = pluralize(len(record.rounds), "round")
    return f"{record.variant}, {', '.join(record.players)}, {rounds}, {day_of(record.created)}"


def remove_match(store: Store, path: Path) -> Path:
    """Move a match of the store to the trash, with the rounds that are half entered; where its file lies now.

    StoreError for a file that is no match of the store, NotSaved where the system refuses and the match stays.
    NotDurable where it is removed, and a power cut may bring it back.
    """
    target = move_to_trash(store, path)
    move_drafts(store, path, target)
    return target
