"""Writing a result to a file of the user's choosing: whole or not at all, and nothing that exists by accident."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from haggis_cli.matches.store.atomic_write import NotSaved, create_file, rename_over, sync_to_disk
from haggis_cli.matches.store.files import Notice, home_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError, UsageError, note_saved
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.files import folder_exists, user_path

STANDARD_OUTPUT = "-"
"""The name that stands for the screen or a pipe."""


def is_folder(output: str) -> bool:
    """Whether what people name is a folder, for a file of each match."""
    return output != STANDARD_OUTPUT and (output.endswith(("/", os.sep)) or user_path(output).is_dir())


def write_output_file(file: str, data: bytes, *, force: bool, home: str | None) -> Notice | None:
    """Write the data to a file, an existing one only with `force`; a device such as /dev/null is simply written to.

    What is to be told of it. No match of the history is replaced, be it that of `home` or the one of this user.
    """
    notice, shown, path = None, escape_text(file), check_output_file(file, force=force)
    if path.exists() and not path.is_file():
        _write_to_device(path, data, shown)
    elif force and path.exists():
        _check_not_in_store({path.parent, user_path(file).parent}, shown, home)  # of a link its own folder, too
        notice = _replace_file(path, data)
    else:
        notice = create_file(path, data)
    note_saved()
    return notice


def check_output_file(file: str, *, force: bool) -> Path:
    """The path that would be written; UsageError for a folder, StoreError for what has no folder or is there already.

    What takes long asks before it begins.
    """
    shown, path = escape_text(file), Path(os.path.realpath(user_path(file)))  # a link stays a link
    if folder_exists(path):
        raise UsageError(f"{shown} is a folder: name a file in it")
    if not folder_exists(path.parent):
        raise StoreError(f"{shown}: there is no folder {path.parent}")
    if path.is_file() and not force:
        raise StoreError(f"{shown}: there is such a file already; --force replaces it")
    return path


def _check_not_in_store(folders: Iterable[Path], shown: str, home: str | None) -> None:
    """StoreError for a file of the history: what is there changes by haggis's own commands alone, and can be undone."""
    histories = (Store(home_folder(each)).matches_folder for each in (home, None))
    if set(map(os.path.realpath, histories)) & set(map(os.path.realpath, folders)):
        raise StoreError(f"{shown} is a match of the history: --force does not replace those")


def _write_to_device(path: Path, data: bytes, shown: str) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise NotSaved(f"{shown}: not written: {error.strerror}") from None


def _replace_file(path: Path, data: bytes) -> Notice | None:
    """Put a new file in the place of an old one, whatever that was."""
    temporary = path.with_name(f"~{path.name}.{os.urandom(6).hex()}.tmp")
    create_file(temporary, data)  # whose name is not the one that is to stay
    try:
        with suppress(PermissionError):  # a memory card has no rights to give
            temporary.chmod(path.stat().st_mode & 0o777)
        doubt = rename_over(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise NotSaved(f"{path}: not written: {error.strerror}") from None
    return sync_to_disk(path, doubt)
