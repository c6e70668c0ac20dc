"""Two files change names in one step (Linux `renameat2` with RENAME_EXCHANGE), so that nothing is replaced unseen.

After the step the old name of the new text holds exactly what was displaced, even if an editor put another file there
a microsecond before. Plain `rename` would have thrown that away.
"""

import errno
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

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
