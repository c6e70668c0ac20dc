"""A file becomes the new text or stays the old one, never a part of either, and what is reported about it is true.

The order of steps is the whole secret: a temporary file in the same folder, written, flushed to the disk and closed
with every result checked; the content to be replaced compared once more; one step that puts the new file in place;
then the folder flushed as well, without which a power cut takes an acknowledged save back (seen on ext4, xfs, btrfs).
Up to the one step every trouble means "not saved", from there on none may.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from haggis_cli.matches.store import files
from haggis_cli.support.errors import Conflict, StoreError, UsageError, note_saved
from haggis_cli.support.escaping import escape_text

_SAFE_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_BINARY", 0)
_CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE_FLAGS | getattr(os, "O_NOFOLLOW", 0)
_NO_FOLDER_SYNC = (errno.EINVAL, errno.EOPNOTSUPP)


def replace_file(path: Path, data: bytes, expected: bytes) -> files.Notice | None:
    """Put `data` in the place of a file whose content is `expected`; a link stays a link. What is to be told of it.

    Raises Conflict and NotSaved, with the file as it was. The caller holds the lock of the file.
    """
    real = Path(os.path.realpath(path))
    temp: Path | None = None
    try:
        _check_unchanged(real, path, expected)
        temp = _write_temp(real, data, real.stat())
        load_renameat2()
        _check_unchanged(real, path, expected)
        displaced, doubt = _put_in_place(temp, real)
    except OSError as error:
        _remove(temp)
        raise _not_saved(path, error) from None
    except BaseException:
        _remove(temp)
        raise
    # The new text is what every reader sees from here on: nothing below may say "not saved".
    kept = None
    if displaced is not None:
        try:
            kept = _keep_displaced(displaced, real, expected)
        except OSError as error:
            doubt = f"the file that it replaced could not be checked and may be in {displaced.name} ({error.strerror})"
    return _notice_of(path, kept, doubt or _sync_folder(real.parent))


def create_file(path: Path, data: bytes, like: os.stat_result | None = None) -> files.Notice | None:
    """Make a new file that holds `data`, with the rights `like`; what is to be told of it.

    Raises StoreError for one that has the name, which is left alone; NotSaved if there is no new file.
    """
    temp: Path | None = None
    try:
        doubt = make_folder(path.parent)
        temp = _write_temp(path, data, like)
        doubt = link_or_rename(temp, path) or doubt
    except FileExistsError:
        raise StoreError(f"{path}: this file already exists; nothing was saved") from None
    except OSError as error:
        raise _not_saved(path, error) from None
    finally:
        _remove(temp)
    return sync_to_disk(path, doubt)


def sync_to_disk(path: Path, doubt: str | None = None) -> files.Notice | None:
    """Have the disk confirm that a written file has its name; what is to be told if it does not, or of the doubt."""
    return _notice_of(path, None, doubt or _sync_folder(path.parent))


def move_file(path: Path, target: Path) -> files.Notice | None:
    """Give a file another name in another folder, in one step: it is here or there at every moment.

    A link leads where it led; it is here and there for a moment.

    Raises FileNotFoundError if there is no such file, NotSaved where it kept its name. What is to be told where the
    disk did not confirm the new one. Both names are the caller's to guard.
    """
    try:
        doubt = make_folder(target.parent)
        doubt = (move_link if path.is_symlink() else rename_away)(path, target) or doubt
    except FileNotFoundError:
        raise
    except OSError as error:
        raise files.NotSaved(f"{path}: not moved, nothing was changed: {error.strerror}") from None
    doubt = doubt or _sync_folder(target.parent) or _sync_folder(path.parent)
    return (
        files.Notice(f"{path}: moved, but a power cut may undo that: {doubt}", files.NOT_CONFIRMED) if doubt else None
    )


def _check_unchanged(real: Path, path: Path, expected: bytes) -> None:
    try:
        found = files.read_regular(real)
    except FileNotFoundError:
        raise Conflict(f"{path} has been removed since it was read; nothing was saved") from None
    if found != expected:
        raise Conflict(f"{path} has changed since it was read; nothing was saved: run the command again")


def _write_temp(target: Path, data: bytes, like: os.stat_result | None) -> Path:
    """Write a temporary file beside the target, on the disk and closed; with the rights of another file."""
    # Sync tools leave names of this form alone, and no list of matches shows them.
    temp = target.with_name(f"~{target.name}.{os.urandom(6).hex()}.tmp")
    handle = os.open(temp, _CREATE_FLAGS, 0o666 if like is None else 0o600)
    try:
        try:
            if like is not None and sys.platform != "win32":
                _copy_permissions(handle, like)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            _flush(handle)
        except BaseException:
            _close_quietly(handle)
            raise
        # Network disks and quotas complain here; the handle is gone all the same and must not be closed again.
        os.close(handle)
    except BaseException:
        _remove(temp)
        raise
    return temp


def _copy_permissions(handle: int, like: os.stat_result) -> None:
    """Give a new file the owner, the group and the mode of another, as far as the system lets: others go on reading it.

    Only root gives files away, and others only to a group of theirs; whatever cannot be kept, the mode can.
    """
    for owner in (like.st_uid, -1):
        made = os.fstat(handle)
        if made.st_gid == like.st_gid and owner in (made.st_uid, -1):
            break
        with suppress(PermissionError):
            os.fchown(handle, owner, like.st_gid)
            break
    with suppress(PermissionError):
        os.fchmod(handle, stat.S_IMODE(like.st_mode))


def _flush(handle: int) -> None:
    """Have the disk itself confirm. Never tried twice: after a failure Linux forgets what it could not write."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                raise
    os.fsync(handle)


def _put_in_place(temp: Path, real: Path) -> tuple[Path | None, str | None]:
    """Do the one step; return where the displaced file is now, if it could be kept, and what is doubtful."""
    made = temp.stat()
    try:
        if swap_files(temp, real) or is_same_file(real, made):  # one that refuses may have done it
            return temp, None
    except OSError as error:
        if not is_same_file(real, made):
            raise
        return temp, f"the disk reported {error.strerror}"
    # Elsewhere a second name holds on to what is about to be displaced: an editor that writes into the same file
    # in this very moment is noticed, one that puts a new file there is not.
    pin: Path | None = None
    with suppress(OSError, AttributeError):  # Android has no links
        os.link(real, name := temp.with_suffix(".prev.tmp"))
        pin = name
    try:
        return pin, rename_over(temp, real)
    except OSError:
        _remove(pin)
        raise


def _keep_displaced(displaced: Path, real: Path, expected: bytes) -> Path | None:
    """Remove what was displaced if it is what was read, else keep it under a name people see; return that name."""
    if files.read_regular(displaced) == expected:
        _remove(displaced)
        return None
    kept = real.with_name(f"{real.stem}.conflict-{os.urandom(3).hex()}{real.suffix}.txt")
    rename_away(displaced, kept)
    return kept


def make_folder(folder: Path) -> str | None:
    """Make a folder and those above it; return what is doubtful about their being on the disk."""
    if files.folder_exists(folder):
        return None
    if folder == folder.parent:  # a drive or a share that is not there
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    doubt = make_folder(folder.parent)
    try:
        folder.mkdir()
    except OSError as error:
        if not files.folder_exists(folder):
            if error.errno == errno.EEXIST:
                what = "a broken link" if folder.is_symlink() else "not a folder"
                raise NotADirectoryError(errno.ENOTDIR, f"{folder} is {what}") from None
            raise
    return doubt or _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> str | None:
    """Put the names in a folder on the disk; return the complaint if that failed. Windows has no such step."""
    if sys.platform == "win32":
        return None
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | _SAFE_FLAGS)
        try:
            _flush(handle)
        finally:
            _close_quietly(handle)
    except OSError as error:
        return None if error.errno in _NO_FOLDER_SYNC else f"the disk reported {error.strerror}"
    return None


def _notice_of(path: Path, kept: Path | None, doubt: str | None) -> files.Notice | None:
    """What is to be told of a file that was saved.

    kept: where the text lies that it displaced unseen.
    doubt: why it may not be on the disk.
    """
    if kept is None and doubt is None:
        return None
    told = [
        *([f"another program had just changed it; its version is kept as {kept.name}"] if kept else []),
        *([f"it may not survive a power cut: {doubt}"] if doubt else []),
    ]
    return files.Notice(f"{path}: saved, but {'; '.join(told)}", files.KEPT_BOTH if kept else files.NOT_CONFIRMED)


def _not_saved(path: Path, error: OSError) -> files.NotSaved:
    return files.NotSaved(f"{path}: not saved, nothing was changed: {error.strerror or error}")


def _remove(path: Path | None) -> None:
    # What cannot be removed is a left-over temporary file: no reader sees it, and nothing that was said turns false.
    if path is not None:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _close_quietly(handle: int) -> None:
    # On Linux the handle is gone even when close() complains.
    with suppress(OSError):
        os.close(handle)


# Giving a file its name: one step, patient where systems need it, and looked at afterwards.
#
# A disk, above all one in the network, may have done what it reports as failed: a request that is sent again because
# its answer was lost finds its own work there (EEXIST), or nothing left to do (ENOENT). What counts is whether the file
# has its name. Every function returns what is doubtful about that being on the disk, None for nothing, and raises
# OSError only where the name is as it was.


_NO_LINKS = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK)  # EACCES: Android
_REPLAYED = (errno.EEXIST, errno.ENOENT)
_HELD = (5, 32, 33)  # what Windows says of a file that somebody has open
_ATTEMPTS = 8


def link_or_rename(temp: Path, path: Path) -> str | None:
    """Let a finished file have its name, unless the name is taken (FileExistsError)."""
    return _look_afterwards(temp, path, lambda: _link_or_rename(temp, path))


def rename_over(temp: Path, path: Path) -> str | None:
    """Let a finished file have its name, whatever had it."""
    return _look_afterwards(temp, path, lambda: _retry_while_held(lambda: temp.replace(path)))


def rename_away(path: Path, target: Path) -> str | None:
    """Give a file another name; that nothing has it already the caller has seen to."""
    return _look_afterwards(path, target, lambda: _retry_while_held(lambda: path.rename(target)))


def move_link(path: Path, target: Path) -> str | None:
    """Give a link another name in another folder, where it leads to the same file; the name is the caller's to guard.

    A link says where it leads from where it lies. It is made anew, and then the old one goes.
    """
    target.symlink_to(Path(os.path.realpath(path.parent)) / path.readlink())
    try:
        path.unlink()
    except OSError as error:
        if not os.path.lexists(path):
            return None if error.errno in _REPLAYED else f"the disk reported {error.strerror}"
        with suppress(OSError):
            target.unlink()
        raise
    return None


def is_same_file(path: Path, found: os.stat_result) -> bool:
    """Whether the file of this name is the one that was found; not if nobody may look."""
    try:
        return os.path.samestat(path.lstat(), found)
    except OSError:
        return False


def _look_afterwards(source: Path, target: Path, step: Callable[[], None]) -> str | None:
    made = source.lstat()
    try:
        step()
    except OSError as error:
        if not is_same_file(target, made):
            raise
        return None if error.errno in _REPLAYED else f"the disk reported {error.strerror}"
    return None


def _link_or_rename(temp: Path, path: Path) -> None:
    if sys.platform == "win32":
        _retry_while_held(lambda: temp.rename(path))  # which overwrites nothing there
        return
    link = getattr(os, "link", None)  # Android has none, or refuses it
    try:
        if link is not None:
            link(temp, path)
            return
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    # A disk without links (a memory card): renaming would overwrite, so look first. Only a program that is not
    # haggis could slip in between: the store holds the lock of this name.
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    temp.rename(path)


def _retry_while_held(step: Callable[[], object]) -> None:
    """Do it, patiently on Windows: readers, virus scanners and sync programs hold files there for moments."""
    for attempt in range(_ATTEMPTS):
        try:
            step()
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD or attempt == _ATTEMPTS - 1:
                raise
        time.sleep(0.01 * 2**attempt)


# Two files change names in one step (Linux `renameat2` with RENAME_EXCHANGE), so that nothing is replaced unseen.
#
# After the step the old name of the new text holds exactly what was displaced, even if an editor put another file there
# a microsecond before. Plain `rename` would have thrown that away.


_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.EPERM)


def swap_files(first: Path, second: Path) -> bool:
    """Let two existing files change names; False if this system or this disk cannot. Other troubles are OSErrors."""
    rename = load_renameat2()
    if rename is None:
        return False
    if not rename(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _RENAME_EXCHANGE):
        return True
    import ctypes

    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), str(second))


@cache
def load_renameat2() -> Any:
    """Load the system's function, which takes some milliseconds: before the last look at the file, not after it."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        return ctypes.CDLL(None, use_errno=True).renameat2
    except (ImportError, OSError, AttributeError):
        return None


# Writing a result to a file of the user's choosing: whole or not at all, and nothing that exists by accident.


STANDARD_OUTPUT = "-"
"""The name that stands for the screen or a pipe."""


def is_folder(output: str) -> bool:
    """Whether what people name is a folder, for a file of each match."""
    return output != STANDARD_OUTPUT and (output.endswith(("/", os.sep)) or files.user_path(output).is_dir())


def write_output_file(file: str, data: bytes, *, force: bool, home: str | None) -> files.Notice | None:
    """Write the data to a file, an existing one only with `force`; a device such as /dev/null is simply written to.

    What is to be told of it. No match of the history is replaced, be it that of `home` or the one of this user.
    """
    notice, shown, path = None, escape_text(file), check_output_file(file, force=force)
    if path.exists() and not path.is_file():
        try:
            path.write_bytes(data)
        except OSError as error:
            raise files.NotSaved(f"{shown}: not written: {error.strerror}") from None
    elif force and path.exists():
        histories = (files.matches_folder(files.home_folder(each)) for each in (home, None))
        folders = {path.parent, files.user_path(file).parent}
        if set(map(os.path.realpath, histories)) & set(map(os.path.realpath, folders)):
            raise StoreError(f"{shown} is a saved match: --force does not replace it")
        notice = _replace_file(path, data)
    else:
        notice = create_file(path, data)
    note_saved()
    return notice


def check_output_file(file: str, *, force: bool) -> Path:
    """The path that would be written; UsageError for a folder, StoreError for what has no folder or is there already.

    What takes long asks before it begins.
    """
    shown, path = escape_text(file), Path(os.path.realpath(files.user_path(file)))  # a link stays a link
    if files.folder_exists(path):
        raise UsageError(f"{shown} is a folder: name a file in it")
    if not files.folder_exists(path.parent):
        raise StoreError(f"{shown}: there is no folder {path.parent}")
    if path.is_file() and not force:
        raise StoreError(f"{shown}: this file already exists; --force replaces it")
    return path


def _replace_file(path: Path, data: bytes) -> files.Notice | None:
    """Put a new file in the place of an old one, whatever that was."""
    temp: Path | None = None
    try:
        temp = _write_temp(path, data, path.stat())
        doubt = rename_over(temp, path)
    except OSError as error:
        raise files.NotSaved(f"{path}: not written: {error.strerror}") from None
    finally:
        _remove(temp)
    return sync_to_disk(path, doubt)
