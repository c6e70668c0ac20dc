"""Where this program keeps things: its matches and what belongs to them, and its locks."""

import os
from pathlib import Path

from haggis_cli.support.paths import user_path

SUFFIX = ".toml"
"""How the name of a match's file ends; before it stands the match's id."""


def home_folder(option: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder everything is kept in: `--home`, else HAGGIS_HOME, else this system's folder for user data."""
    chosen = option or os.environ.get("HAGGIS_HOME")
    if chosen:
        return user_path(os.fspath(chosen)).absolute()
    from platformdirs import user_data_path  # a few milliseconds nobody who names a folder should wait

    return user_data_path("haggis", appauthor=False)


def locks_folder() -> Path:
    """Return the folder of the locks: HAGGIS_LOCKS, else this system's folder for what programs remember."""
    chosen = os.environ.get("HAGGIS_LOCKS")
    if chosen:
        return user_path(os.fspath(chosen)).absolute()
    from platformdirs import user_state_path

    return user_state_path("haggis", appauthor=False) / "locks"


def matches_folder(home: Path) -> Path:
    """Return the folder of the matches, where everything is kept in `home`."""
    return home / "matches"


def match_path(home: Path, match_id: str) -> Path:
    """Return where a match of this id is or would be kept."""
    return matches_folder(home) / f"{match_id}{SUFFIX}"


BROKEN_LINK = "this link leads nowhere: is a disk missing?"


def find_broken_link(folder: Path) -> Path | None:
    """The link that leads nowhere, if that is why a folder or the one it lies in is not there."""
    return next((each for each in (folder.parent, folder) if each.is_symlink() and not each.exists()), None)


def has_no_matches(home: Path) -> bool:
    """Whether there is no folder of matches yet; not if nobody may look, or a link to it leads nowhere."""
    try:
        matches_folder(home).stat()
    except FileNotFoundError:
        return find_broken_link(matches_folder(home)) is None
    except OSError:
        return False
    return False
