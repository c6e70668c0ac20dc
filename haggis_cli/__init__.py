"""Keeps the score of Haggis matches and settles what the rules say."""

__version__ = "0.1.0"
