"""Taking a match out of the store without losing it: its file goes to the folder of removed ones, as it is."""

from pathlib import Path

from haggis_cli.matches.store.atomic_write import NotSaved, move_file
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.places import SUFFIX
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text


def trash_folder(store: Store) -> Path:
    """Where removed matches lie."""
    return store.home / "removed"


def move_to_trash(store: Store, path: Path) -> Path:
    """Move a match file to the removed ones and return where it is; nothing that lies there is overwritten.

    StoreError for a file that is none of the store's, NotSaved where the system refuses: the match then stays.
    NotDurable where it is removed, and a power cut may bring it back.
    """
    if path.parent.resolve() != store.matches_folder.resolve():
        raise StoreError(
            f"{escape_text(str(path))}: this file is none of the matches in {escape_text(str(store.home))}"
        )
    folder = trash_folder(store)
    with store.exclusive_write(path):
        try:
            target = _free_path(folder, path.stem)
            move_file(path, target)
        except FileNotFoundError:
            raise StoreError(f"{escape_text(str(path))}: there is no such file any more") from None
        except OSError as error:
            raise NotSaved(f"{escape_text(str(path))}: not moved, nothing was changed: {error.strerror}") from None
    return target


def _free_path(folder: Path, name: str) -> Path:
    number, path = 1, folder / f"{name}{SUFFIX}"
    while _exists(path):
        number += 1
        path = folder / f"{name}-{number}{SUFFIX}"
    return path


def _exists(path: Path) -> bool:
    """Whether there is anything of that name; OSError where that cannot be told, for moving would overwrite it."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True
