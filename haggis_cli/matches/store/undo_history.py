"""What match files said before, kept so that undo and redo find it by what they said after."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from haggis_cli.matches.store.atomic_write import NotDurable, NotSaved, create_file, sync_to_disk
from haggis_cli.matches.store.places import SUFFIX
from haggis_cli.matches.store.snapshot import Snapshot, read_snapshot
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.errors import StoreError
from haggis_cli.support.escaping import escape_text

_MOST_LOOKED_THROUGH = 200


class UndoHistory:
    """A folder of earlier contents; each belongs to a content, and is found again after renaming and copying."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, before: Snapshot, after: bytes) -> Path:
        """Keep what is about to become `after`, as private as the match is; overwrite nothing.

        NotSaved where that is not safe on the disk: the match must stay as it is then.
        """
        kept = self._find_saved(after)
        there = bool(kept) and read_snapshot(kept[-1][1]).data == before.data
        number = (kept[-1][0] if kept else 0) + (not there)
        path = self.folder / f"{content_hash(after)}-{number}{SUFFIX}"
        try:
            if there:
                sync_to_disk(path)  # whoever made it may have been told that the disk did not
            else:
                create_file(path, before.data, like=_permissions(before.path))
        except NotDurable as doubt:
            raise NotSaved(
                f"{escape_text(str(path))}: not saved, nothing was changed: "
                "the disk did not confirm this copy, which is needed to undo and redo"
            ) from doubt
        return path

    def load_last(self, after: bytes) -> bytes | None:
        """What was last kept for this content, or None."""
        kept = self._find_saved(after)
        return read_snapshot(kept[-1][1]).data if kept else None

    def load_latest(self) -> Iterator[tuple[bytes, Path]]:
        """What was kept of all matches, the last first, and where it lies; of very much the last of it."""
        with suppress(OSError):
            with os.scandir(self.folder) as found:
                paths = sorted(((entry.stat().st_mtime_ns, Path(entry.path)) for entry in found), reverse=True)
            for _, path in paths[:_MOST_LOOKED_THROUGH]:
                with suppress(StoreError):
                    yield read_snapshot(path).data, path

    def remove_last(self, after: bytes) -> None:
        """Keep no longer what was last kept for this content."""
        # The match is saved by now. What stays known does no harm: it would be taken back once more.
        with suppress(OSError, StoreError):
            kept = self._find_saved(after)
            if kept:
                kept[-1][1].unlink(missing_ok=True)

    def _find_saved(self, after: bytes) -> list[tuple[int, Path]]:
        pattern = re.compile(rf"{content_hash(after)}-([0-9]{{1,9}})\{SUFFIX}")
        try:
            names = [path.name for path in self.folder.iterdir()]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(f"{escape_text(str(self.folder))}: cannot be read: {error.strerror}") from None
        found = ((pattern.fullmatch(name), name) for name in names)
        return sorted((int(match[1]), self.folder / name) for match, name in found if match)


def _permissions(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
