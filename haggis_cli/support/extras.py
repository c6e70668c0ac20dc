"""Libraries that only some people need, each installed by an extra of this package."""

from importlib import import_module

from haggis_cli.support.errors import HaggisError


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
        raise MissingExtra(f"{what} {library}: pip install 'haggis-cli[{extra}]'") from None
