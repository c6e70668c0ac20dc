"""The program loaded once, for processes that fork: each of its commands begins where a start has done its work."""

import pkgutil
import signal
from importlib import import_module


def load_program(*more: str) -> None:
    """Load every module of the program, what they load when it is needed, and these."""
    import haggis_variants

    import haggis_cli

    for package in (haggis_cli, haggis_variants):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                import_module(found.name)
    for name in ("ctypes", "sqlite3", "tempfile", "shutil", "shlex", "subprocess", "tomli", "tomli_w", *more):
        import_module(name)


def listen() -> None:
    """Hear what a person's shell lets a command hear: in the background of a script Ctrl-C and HUP are ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
