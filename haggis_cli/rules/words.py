"""The rules in words, taken from the functions that carry them out."""

from collections.abc import Callable


def rule_words(rule: Callable[..., object]) -> str:
    """What a rule of a variant says to players: the first paragraph of its docstring, on one line.

    >>> rule_words(rule_words)
    'What a rule of a variant says to players: the first paragraph of its docstring, on one line.'
    """
    return " ".join((rule.__doc__ or "").strip().split("\n\n")[0].split())
