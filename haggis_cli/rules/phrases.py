"""How rules, lists and numbers are put into words."""

from collections.abc import Callable, Sequence


def rule_text(rule: Callable[..., object]) -> str:
    """What a rule of a variant says to players: the first paragraph of its docstring, on one line.

    >>> rule_text(rule_text)
    'What a rule of a variant says to players: the first paragraph of its docstring, on one line.'
    """
    return " ".join((rule.__doc__ or "").strip().split("\n\n")[0].split())


def join_words(texts: Sequence[str], word: str = "and") -> str:
    """Some things in a row.

    >>> join_words(["red", "green", "blue"]), join_words(["4", "5"], "or"), join_words(["9"])
    ('red, green and blue', '4 or 5', '9')
    """
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def capitalised(text: str) -> str:
    """The text with its first letter large and all others as they are.

    >>> capitalised("9r 10r J is no combination"), capitalised("a pair of Js")
    ('9r 10r J is no combination', 'A pair of Js')
    """
    return text[0].upper() + text[1:]


def option_text(value: bool | str) -> str:
    """An option's value as it is typed.

    >>> option_text(True), option_text("cards")
    ('true', 'cards')
    """
    return str(value).lower() if isinstance(value, bool) else value


def number_word(number: int) -> str:
    """A small number as a word, so that it stands apart from a rank.

    >>> f"a set of {number_word(3)} 3s"
    'a set of three 3s'
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
