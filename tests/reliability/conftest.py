"""What the tests of reliability share: a computer with nothing on it but `haggis`."""

from tests.cli.conftest import haggis

__all__ = ["haggis"]
