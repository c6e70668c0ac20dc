"""The history is tested through the commands."""

from tests.cli.conftest import haggis

__all__ = ["haggis"]
