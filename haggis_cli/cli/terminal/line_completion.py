"""What a line may go on with while it is typed, and what is shown below it."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

LineHint: TypeAlias = Callable[[str], str]
"""What is said below the line while it is typed; an empty text says nothing."""

CompletionSource: TypeAlias = Callable[[str], Sequence[str]]
"""The words that may stand where the person types, given the line so far up to there."""


def find_completions(text: str, words: Sequence[str]) -> list[tuple[str, int]]:
    """Each word that the text may go on with, and how many characters of it are typed; a name may hold blanks.

    >>> find_completions("Mary A", ["Mary Ann: ", "Mary Lou: ", "pass"]), find_completions("4r p", ["pass"])
    ([('Mary Ann: ', 6)], [('pass', 1)])
    """
    begun = text.rpartition(" ")[2]
    found = ((word, _typed_length(text, word)) for word in words)
    return [(word, typed) for word, typed in found if typed >= len(begun)]


def _typed_length(text: str, word: str) -> int:
    for size in range(min(len(text), len(word)), 0, -1):
        if text[-size:].casefold() == word[:size].casefold() and (size == len(text) or text[-size - 1] in " :,"):
            return size
    return 0
