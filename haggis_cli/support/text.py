"""Text as a terminal shows it, in lines and in tables that line up whatever the names are; and helpers for English."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from math import floor
from typing import NamedTuple

# The few signs beyond letters that tables and charts are drawn with, and what stands in for them in plain ASCII.


class Glyphs(NamedTuple):
    """Signs, each one column wide: `shades` are the two that tell one round from the next in a bar."""

    times: str
    horizontal: str
    vertical: str
    cross: str
    shades: tuple[str, str]
    track: str
    marker: str
    dot: str
    arrow: str
    cross_mark: str


UNICODE = Glyphs("×", "─", "│", "┼", ("█", "▒"), "·", "▸", "·", "→", "✗")
ASCII = Glyphs("x", "-", "|", "+", ("#", "="), ".", ">", "-", "->", "!")


def glyphs_for(encoding: str | None) -> Glyphs:
    """The signs that text in this encoding can hold.

    >>> glyphs_for("utf-8") is UNICODE, glyphs_for("cp1252") is ASCII
    (True, True)
    """
    return UNICODE if can_hold("".join("".join(sign) for sign in UNICODE), encoding) else ASCII


def can_hold(signs: str, encoding: str | None) -> bool:
    """Whether text in this encoding can hold these signs."""
    try:
        signs.encode(encoding or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


_GAP = "  "
LEFT_TO_RIGHT = "\u200e"  # the mark that takes no room
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})  # bidirectional classes (UAX #9)
_NARROWEST = 4  # a name cut shorter than this says nothing
_BEYOND_LATIN = "\u0300"  # from here on there are characters of no width, of two columns, and from right to left
# Compiled when a line is too long, which few are.
_INDENTATION = r" *"
_COLUMN = r" *\S(?:\S| (?! ))* {2,}(?=\S)"  # a word or several, and what parts them from the next column
_SOFT_HYPHEN = "\u00ad"  # the only one of no width before it
_DRAWN = str.maketrans(
    dict.fromkeys("".join(map("".join, UNICODE)) + "▁▂▃▄▅▆▇…–−’“”", "-")
)  # ours, each one column wide


def width(text: str) -> int:
    """How many columns of a terminal the text takes.

    Colours and combining marks take none; East Asian wide characters and emoji, whatever they are made of, take two.

    >>> width("Isla"), width("Zoe\\u0308"), width("\\u5c0f\\u660e"), width("\\x1b[1mIsla\\x1b[0m"), width("👩‍👩‍👧")
    (4, 3, 4, 4, 2)
    """
    text = strip_colors(text)
    if _is_plain(text):
        return len(text)
    from wcwidth import wcswidth, wcwidth  # its tables take 15 to 30 ms to load, and most names need none of them

    columns: int = wcswidth(text)
    # It gives no figure for a text with a control character, which takes no column itself.
    return columns if columns >= 0 else sum(max(0, wcwidth(character)) for character in text)


def _is_plain(text: str) -> bool:
    """Whether every character takes one column, is written from left to right and is no part of another."""
    return text.isascii() or (max(text.translate(_DRAWN)) < _BEYOND_LATIN and _SOFT_HYPHEN not in text)


def strip_colors(text: str) -> str:
    """The text without its colours (ECMA-48 SGR sequences, the only ones this program writes)."""
    if "\x1b[" not in text:
        return text
    first, *rest = text.split("\x1b[")
    return first + "".join(piece.partition("m")[2] for piece in rest)


def shorten(text: str, columns: int) -> str:
    """The text, cut to so many columns if it is wider, an ellipsis telling so; a cut text loses its colours.

    >>> shorten("Bartholomew", 6), shorten("Noah", 6)
    ('Barth…', 'Noah')
    """
    if width(text) <= columns:
        return text
    return f"{_beginning(graphemes(strip_colors(text)), columns - 1)}…" if columns > 0 else ""


def _beginning(signs: Iterable[str], columns: int) -> str:
    """As many whole signs as there is room for, without blanks behind them."""
    shown, taken = "", 0
    for sign in signs:
        taken += width(sign)
        if taken > columns:
            break
        shown += sign
    return shown.rstrip()


def shorten_apart(texts: Sequence[str], columns: int) -> list[str]:
    """Each text cut as `shorten` cuts it; those that would then look alike show where they differ instead.

    >>> shorten_apart(["Alexandra", "Alexander", "Noah"], 5)
    ['A…ra', 'A…er', 'Noah']
    """
    cut = [shorten(text, columns) for text in texts]
    return [
        shown if shown == text else _shorten_to_difference(text, _others(texts, cut, text, shown), columns)
        for text, shown in zip(texts, cut, strict=True)
    ]


def _others(texts: Sequence[str], cut: Sequence[str], text: str, shown: str) -> list[str]:
    """The other texts that are cut to the same."""
    return [each for each, short in zip(texts, cut, strict=True) if short == shown and each != text]


def _shorten_to_difference(text: str, others: Sequence[str], columns: int) -> str:
    """The first sign, and what stands behind the longest beginning that is another's, too."""
    signs = list(graphemes(strip_colors(text)))
    shared = max((_shared(signs, graphemes(strip_colors(each))) for each in others), default=0)
    rest = "".join(signs[shared:]).strip()
    if not shared or not rest:
        return shorten(text, columns)
    begun = f"{signs[0]}…"
    return begun + _beginning(graphemes(rest), columns - width(begun))


def _shared(signs: Iterable[str], others: Iterable[str]) -> int:
    """With how many signs both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(signs, others, strict=False)))


def graphemes(text: str) -> Iterable[str]:
    """The text in the pieces that a person takes for one sign each, such as an emoji of several characters."""
    if _is_plain(text):
        return text
    from wcwidth import iter_graphemes

    return iter_graphemes(text)


def wrap_text(text: str, limit: int, *, first: str = "", others: str = "") -> list[str]:
    """The text in lines of at most `limit` columns, broken at blanks; what the first line and the others begin with.

    A word wider than a line keeps a line of its own and stays whole: names and file names must be told exactly.

    >>> wrap_text("Noah must beat a pair of 9s or pass", 22, first="- ", others="  ")
    ['- Noah must beat a', '  pair of 9s or pass']
    """
    # As most texts do: no word is looked at, and where there is room for the widest signs, no sign either.
    if 2 * (len(first) + len(text)) <= limit or width(first) + width(text) <= limit:
        return [first + text.lstrip(" ")]
    lines: list[str] = []
    begun, line = first, ""
    for word in text.split(" "):
        if line and width(begun) + width(line) + 1 + width(word) > limit:
            lines.append(begun + line)
            begun, line = others, word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, begun + line]


def wrap_aligned(line: str, limit: int) -> list[str]:
    """A line that has its indentation, or columns, in lines of at most `limit` columns that keep them.

    >>> wrap_aligned("  pass   in a trick, or for good", 20)
    ['  pass   in a trick,', '         or for good']
    """
    if width(line) <= limit:
        return [line]
    column = re.match(_COLUMN, line)
    if column is None or column.end() > limit // 2:
        column = re.match(_INDENTATION, line)
        assert column is not None
    head = column[0]
    return wrap_text(line[len(head) :], limit, first=head, others=" " * width(head))


def with_direction_marks(text: str) -> str:
    """A name in a line with others: one from right to left between marks that keep its neighbours in their places.

    Without them a terminal that knows such letters lays two names in a row, or a name and a number, out from right to
    left, and a name stands over somebody else's figures.

    >>> with_direction_marks("Noah"), ascii(with_direction_marks("\\u05d0\\u05d1\\u05d9"))
    ('Noah', "'\\\\u200e\\\\u05d0\\\\u05d1\\\\u05d9\\\\u200e'")
    """
    if _is_plain(text):
        return text
    from unicodedata import bidirectional  # most names are Latin

    if not any(bidirectional(char) in _RIGHT_TO_LEFT for char in text):
        return text
    return f"{LEFT_TO_RIGHT}{text.strip(LEFT_TO_RIGHT)}{LEFT_TO_RIGHT}"


def pad(text: str, columns: int, align: str = "<") -> str:
    """The text filled up with blanks to so many columns, at its left (`>`), its right (`<`, `=`) or both (`^`)."""
    missing = max(0, columns - width(text))
    left = {"<": 0, "=": 0, ">": missing, "^": missing // 2}[align]
    return " " * left + with_direction_marks(text) + " " * (missing - left)


def render_table(rows: Sequence[Sequence[str]], align: str, limit: int | None = None) -> str:
    """Rows as lines whose columns line up, two blanks apart, without trailing blanks; short rows are allowed.

    `align` has one letter per column. If a line would be wider than `limit`, the widest `<` columns (the names) are
    cut, never the numbers (`>`) or what must be told exactly (`=`): a table of too many of them stays too wide.

    >>> print(render_table([["Noah", "72"], ["Isla", "110"]], "<>"))
    Noah   72
    Isla  110
    """
    wide = [max((width(row[at]) for row in rows if at < len(row)), default=0) for at in range(len(align))]
    if limit is not None:
        names = [at for at, letter in enumerate(align) if letter == "<"]
        excess = sum(wide) + len(_GAP) * (len(wide) - 1) - limit
        while excess > 0:
            widest = max(names, key=lambda at: wide[at], default=None)
            if widest is None or wide[widest] <= _NARROWEST:
                break
            wide[widest] -= 1
            excess -= 1
        cut = [shorten_apart([row[at] if at < len(row) else "" for row in rows], each) for at, each in enumerate(wide)]
        rows = [[cut[at][place] for at in range(len(row))] for place, row in enumerate(rows)]
    lines = []
    for row in rows:
        cells = [pad(cell, wide[at], align[at]) for at, cell in enumerate(row)]
        lines.append(_GAP.join(cells).rstrip())
    return "\n".join(lines)


# English for any text: plurals, lists, capitals, small numbers as words.


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
    """Join items into a list in words.

    >>> join_words(["red", "green", "blue"]), join_words(["4", "5"], "or"), join_words(["9"])
    ('red, green and blue', '4 or 5', '9')
    """
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def capitalize(text: str) -> str:
    """The text with its first letter large and all others as they are.

    >>> capitalize("9r 10r J is not a combination"), capitalize("a pair of Js")
    ('9r 10r J is not a combination', 'A pair of Js')
    """
    return text[0].upper() + text[1:]


_KEPT_TOGETHER = (
    r"(?<=\w)(?<!\w{15}) (?=\d)"
    r"|(?<=\d) (?=(?:points?|rounds?|cards?|pairs|plays?|lead|behind|more|others|of|to|for|in|took|at)\b)"
    r"|(?<=\d) (?=(?:up|on|unfinished)\b)|(?<=\w)(?<!\w{6}) (?=holds\b)|(?<=\w)(?<!\w{15}) (?=\(\S+(?<!%)\))"
    r"|(?<=\bor) (?=pass\b)|(?<=\bup) (?=to\b)|(?<=\bout) (?=(?:first|second|third)\b)"
    r"|(?<=[ (][a-z]) (?=[a-z])|(?<=^[a-z]) (?=[a-z])|(?<=court) (?=cards)"
    r"|(?<=\bin) (?=round\b)|(?<=\bfrom) (?=round\b)|(?<=\blead) (?=changes?\))|(?<=single \w) (?=or\b)"
    r"|(?<=\d) (?=[A-Z][a-z]+ \d{4}\b)"
    r"|(?<=\bhas) (?=won\b)|(?<=\bhave) (?=won\b)|(?<=\bat) (?=best\b)|(?<=.{30})(?<!\S{15}) (?=\S{0,6}$)"
    r"|(?<=\bHaggis) (?=and [A-Z])|(?<=\bHaggis and) (?=[A-Z])|(?<=&)(?<!\w{7}[ \u00a0]&) (?=\S{1,7}(?!\S))"
    r"| (?=[<&] )|(?<=\d[a-z]) (?=[JQK]\b)|(?<=\b[JQK]) (?=(?:[JQK]|counts)\b)|(?<=\d) (?=[→×])|(?<=[→×]) (?=\d)"
)
"""Where no line ends: between a number and its noun (if not long), its month or what it becomes, or cards of a play,
beside a letter, before the `&` of partners and behind it if both names are short, in Haggis and Neeps, before a word in
brackets (not a share) or a short last word, in a verb of two words."""
_RANKS = re.compile(r"(?<![\w-])(?:\d\d?|[JQK])(?:-(?:\d\d?|[JQK]))+(?![\w-])")
"""The ranks of a bomb, such as 3-5-7-9, or a range of numbers: no line ends at their hyphens."""


@lru_cache(maxsize=1024)
def typeset(text: str) -> str:
    """A sentence of the program as in print: with curly quotes, and fewer ragged line ends; no dot follows an ellipsis.

    >>> typeset("Roger's Rules: court cards are wild"), typeset("goal 250 points, round 4")
    ('Roger’s Rules: court\\xa0cards are\\xa0wild', 'goal\\xa0250\\xa0points, round\\xa04')
    >>> typeset("Isla must beat a sequence of 4 cards up to 9, or pass; Noah holds 12 cards.")
    'Isla must beat a\\xa0sequence of\\xa04\\xa0cards up\\xa0to\\xa09, or\\xa0pass; Noah\\xa0holds\\xa012\\xa0cards.'
    """
    return keep_together(in_print(curl_quotes(text).replace("\u2026.", "\u2026")))


def curl_quotes(text: str) -> str:
    r"""A text with curly quotes; a name such as O'Connor is as it was typed, wherever it stands.

    >>> ascii(curl_quotes("Noah's 'Little Bet'")), curl_quotes("O'Connor's bet")
    ("'Noah\\u2019s \\u2018Little Bet\\u2019'", "O'Connor's bet")
    """
    return _APOSTROPHES.sub(lambda found: found[1] or ("\u2018" if found[2] else "\u2019"), text)


_APOSTROPHES = re.compile(r"(\w+'(?=[A-Z]|\w{3})\w+(?:'s\b)?)|((?<![^ (])')|'")
"""A name with an apostrophe, which stays as it was typed; a quotation mark that opens; any other."""


def keep_together(text: str) -> str:
    """A text as it is, with fewer ragged line ends.

    >>> keep_together("Noah's 2 cards"), keep_together("Bartholomew & Isla, 132 in round 1")
    ("Noah's\\xa02\\xa0cards", 'Bartholomew\\xa0& Isla, 132\\xa0in\\xa0round\\xa01')
    >>> keep_together("Noah 2 of 3, Donaudampfschifffahrt 1 of 3")
    'Noah\\xa02\\xa0of\\xa03, Donaudampfschifffahrt 1\\xa0of\\xa03'
    >>> ascii(keep_together("3-5-7-9 beats J-Q, Anne-Katrin, 2026-11-21"))
    "'3\\\\u20115\\\\u20117\\\\u20119 beats J\\\\u2011Q, Anne-Katrin, 2026-11-21'"
    """
    return _RANKS.sub(lambda found: found[0].replace("-", "\u2011"), re.sub(_KEPT_TOGETHER, "\u00a0", text))


LONG_WORD = 19
"""The signs of a word that is too long to stay whole in large letters."""


def hyphenate(name: str, long: int = LONG_WORD) -> str:
    r"""A name in which a line may break in the middle of a very long word, with a hyphen: if it can, after a vowel.

    long: the signs of such a word.

    >>> hyphenate("Bartholomewmaximilianfrederick II").split("\xad")
    ['Bartholomewmaxi', 'milianfrederick II']
    >>> hyphenate("e\u0301" * 10).split("\xad") == ["e\u0301" * 10]
    True
    """
    words = rf"[^\s\u2011-]{{{long},}}"
    return re.sub(words, lambda word: _hyphenate_word([*graphemes(word[0])], long), name)


def _hyphenate_word(signs: Sequence[str], long: int) -> str:
    if len(signs) < long:  # one sign may be of many characters
        return "".join(signs)
    middle = len(signs) // 2
    near = range(middle - 2, middle + 3)
    after_vowels = [place for place in near if signs[place - 1] in "aeiouy" and signs[place] not in "aeiouy"]
    place = min(after_vowels or [middle], key=lambda place: abs(place - middle))
    return f"{''.join(signs[:place])}\u00ad{''.join(signs[place:])}"


def percent(share: float) -> str:
    """A share in percent without decimals, halves rounded up.

    >>> percent(5 / 8), percent(3 / 8), percent(29 / 200)
    ('63%', '38%', '15%')
    """
    return f"{floor(round(100 * share, 9) + 0.5)}%"


def with_sign(number: int) -> str:
    """A number of points more or fewer than somebody else's, with its sign.

    >>> with_sign(12), with_sign(0), with_sign(-3)
    ('+12', '0', '-3')
    """
    return f"{number:+}" if number else "0"


def in_print(figure: str) -> str:
    """A figure or a sentence as pages show it: with the sign of minus, and a longer dash where there is no figure.

    >>> in_print("-4.1"), in_print("-"), in_print("Noah: +3, Isla: -3 on 2026-11-28")
    ('−4.1', '–', 'Noah: +3, Isla: −3 on 2026-11-28')
    """
    return "–" if figure == "-" else re.sub(r"(?<![\w-])-(?=\d)", "−", figure)


def number_word(number: int) -> str:
    """A small number as a word, so that it stands apart from a rank.

    >>> f"a set of {number_word(3)} 3s"
    'a set of three 3s'
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


# The suits of ordinary cards as signs: how cards are shown where signs can be, `4♥` for the `4h` of files.


SIGNS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠", "x": "★"}
"""The signs of hearts, diamonds, clubs, spades and stars by the letters that files have."""

_BY_LETTER = str.maketrans(SIGNS)
_CARD = rf"(?<!\S)(?:[2-9]|10)[{''.join(SIGNS)}]+(?![^\s.,;:])"


def draw_card(card: str) -> str:
    """A card, or the letter of a suit, with the sign of its suit; a suit without one keeps its letter.

    >>> draw_card("10h"), draw_card("4r"), draw_card("K"), draw_card("s")
    ('10♥', '4r', 'K', '♠')
    """
    return card.translate(_BY_LETTER)


def draw_event(event: str) -> str:
    """An event in canonical notation with its cards drawn; the name before the colon stays.

    >>> draw_event("4h: 4h 5h J as run@6"), draw_event("give 4s")
    ('4h: 4♥ 5♥ J as run@6', 'give 4♠')
    """
    name, colon, action = event.rpartition(":")
    return name + colon + re.sub(_CARD, lambda found: draw_card(found[0]), action)
