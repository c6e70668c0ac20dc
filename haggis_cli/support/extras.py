"""Libraries that only some people need, each installed by an extra of this package."""

import os
import sys
from importlib import import_module
from pathlib import Path

from haggis_cli.support.errors import HaggisError

PACKAGE = "haggis-cli"
_QUOTE = '"' if os.name == "nt" else "'"  # neither cmd nor PowerShell takes a list of brackets otherwise


class MissingExtra(HaggisError):
    """A library that only some people need is not installed."""


def require_library(what: str, library: str, extra: str) -> None:
    """MissingExtra, with how to get it, where a library that something needs is not installed.

    what: what needs it, and the verb: `QR codes need`.
    extra: the extra of this package that installs it.
    """
    try:
        import_module(library)
    except ImportError:
        raise MissingExtra(f"{what} {library}: {install_command(extra)}") from None


def install_command(extra: str) -> str:
    """What installs an extra into the environment that this program runs in, by whom that was made: pipx, uv or pip."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        libraries = " ".join(f"{_QUOTE}{each}{_QUOTE}" for each in _find_libraries(extra))
        return f"pipx inject {PACKAGE} {libraries}"
    installer = "uv tool install" if (environment / "uv-receipt.toml").is_file() else "pip install"
    return f"{installer} {_QUOTE}{PACKAGE}[{extra}]{_QUOTE}"


def _find_libraries(extra: str) -> list[str]:
    """What the extra needs, with the bounds; the extra itself where the package does not say, as from its sources."""
    from importlib.metadata import PackageNotFoundError, requires  # loads the reading of mail headers

    try:
        needs = [line.partition(";") for line in requires(PACKAGE) or ()]
    except PackageNotFoundError:
        needs = []
    marks = {f"extra == '{extra}'", f'extra == "{extra}"'}
    return [need.strip() for need, _, condition in needs if condition.strip() in marks] or [f"{PACKAGE}[{extra}]"]
