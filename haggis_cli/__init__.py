"""Keeps the score of Haggis matches and settles what the rules say."""

from haggis_cli.support.version import __version__ as __version__
