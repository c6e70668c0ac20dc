"""English for any text: plurals, lists, capitals, small numbers as words."""

from collections.abc import Sequence

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The order of going out."""


def pluralize(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things.

    plural: the noun for other numbers than 1; with an `s` at its end where it is left out.

    >>> pluralize(1, "card"), pluralize(8, "match", "matches")
    ('1 card', '8 matches')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def join_words(texts: Sequence[str], word: str = "and") -> str:
    """Some things in a row.

    >>> join_words(["red", "green", "blue"]), join_words(["4", "5"], "or"), join_words(["9"])
    ('red, green and blue', '4 or 5', '9')
    """
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def capitalize(text: str) -> str:
    """The text with its first letter large and all others as they are.

    >>> capitalize("9r 10r J is no combination"), capitalize("a pair of Js")
    ('9r 10r J is no combination', 'A pair of Js')
    """
    return text[0].upper() + text[1:]


def with_sign(number: int) -> str:
    """A number of points more or fewer than somebody else's, with its sign.

    >>> with_sign(12), with_sign(0), with_sign(-3)
    ('+12', '0', '-3')
    """
    return f"{number:+}" if number else "0"


def number_word(number: int) -> str:
    """A small number as a word, so that it stands apart from a rank.

    >>> f"a set of {number_word(3)} 3s"
    'a set of three 3s'
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
