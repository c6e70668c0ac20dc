"""Paths as people type them."""

import os
from pathlib import Path

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text


def user_path(text: str) -> Path:
    """The path a person typed, with `~` for a home folder; UsageError where it cannot be one."""
    try:
        if b"\0" not in os.fsencode(text):
            return Path(text).expanduser()
    except UnicodeEncodeError:
        pass
    except RuntimeError:
        raise UsageError(f"{escape_text(text)}: there is no such user, and so no home folder") from None
    raise UsageError(f"'{escape_text(text)}' cannot be the name of a file")
