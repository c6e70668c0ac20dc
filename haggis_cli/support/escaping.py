"""Text from a file or a person, made harmless for a terminal, a shell and a spreadsheet.

What could drive a terminal or hide is shown by its number. Begin with `escape_text`.

Sources: CWE-150 (escape sequences in output); Unicode UAX #9 (bidi controls), UTS #51 (flags), Unicode block Tags.
"""

import os
import re
from collections.abc import Iterable, Sequence

# Overrides, embeddings and isolates turn the rest of a line around. The mere marks (U+200E, U+200F, U+061C) cannot,
# and people who write from right to left need them.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TAGS = range(0xE0000, 0xE0080)
# The flag of a part of a country (UTS #51, emoji tag sequences): a black flag, the letters of the country, the letters
# and digits of its part, and the end. Scotland's is written so. Any other tag is seen by nobody.
_BLACK_FLAG = "\U0001f3f4"
_END_OF_TAGS = "\U000e007f"
_FLAG = f"{_BLACK_FLAG}[\U000e0061-\U000e007a]{{2}}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{1,4}}{_END_OF_TAGS}"
# What takes no room and joins no letters: two names could differ in nothing one sees. The joiners U+200C and U+200D
# stay: Persian, the scripts of India and emoji are written with them.
_HIDDEN = frozenset("\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff\ufff9\ufffa\ufffb") | frozenset(
    map(chr, range(0x206A, 0x2070))
)
# Letters and a sign that are blank.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Python 3.11 does not know the pictures of later Unicode versions: a name must not depend on who reads the file.
_PICTURES = range(0x1F000, 0x1FFF0)
_REFUSED = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_PLAIN_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,./_-:=+@")
"""What means itself in the format of `printf` between quotation marks."""
_LONGEST_VALUE = 80  # characters of a value in a complaint
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escape_text(text: str) -> str:
    r"""Return the text with what could drive a terminal, turn a line around or hide shown by its number.

    Everything else stays as it is, letters of all languages and emoji included.

    >>> escape_text("Noah")
    'Noah'
    >>> print(escape_text("Isla\x1b[2J \u202emia"))
    Isla\x1b[2J \u202emia
    """
    if text.isprintable():
        return text
    return "".join(_escape_char(sign) if _is_forbidden(sign) else sign for sign in _signs(text))


def render_pointer(words: Iterable[str]) -> str:
    """The pointer to the command that tells a rule.

    >>> render_pointer(["rules", "tatties", "passing"])
    "see 'haggis rules tatties passing'"
    """
    return f"see 'haggis {' '.join(map(shell_word, words))}'"


def shell_word(word: str) -> str:
    r"""Return a word as it is typed into a shell: in quotation marks, or by its bytes where not all of it can be shown.

    >>> print(shell_word("friday"), shell_word("Isla's evening"))
    friday 'Isla'"'"'s evening'
    >>> print(shell_word("fri\udcffday"))
    "$(printf 'fri\377day')"
    """
    from shlex import quote  # few runs name a command

    if escape_text(word) == word:
        return quote(word)
    shown = (chr(byte) if byte in _PLAIN_BYTES else f"\\{byte:03o}" for byte in os.fsencode(word))
    return f"\"$(printf '{''.join(shown)}')\""


def normalize_unicode(text: str) -> str:
    """The text with a letter and its accents as one character where there is one (NFC): so names compare."""
    if text.isascii():
        return text
    from unicodedata import normalize  # most names are Latin letters

    return normalize("NFC", text)


def fold_name(name: str) -> str:
    """The name as names are compared: case and the way accents are written make no difference."""
    return normalize_unicode(name).casefold()


def forbidden_character(text: str) -> str | None:
    r"""Return the first character a name must not hold, in its visible form, or None if the text may stand in a file.

    Forbidden are controls, surrogates, private and unknown characters, line separators, bidi controls, tags that are no
    part of a flag, what takes no room, and a text of which nothing is seen.

    >>> forbidden_character("Zoë 🦊") is None
    True
    >>> print(forbidden_character("Is\tla"), forbidden_character("\u200d"))
    \t \u200d
    """
    if text.isascii() and text.isprintable():
        return None
    if text and not any(map(_is_seen, text)):
        return _escape_char(text[0])
    return next((_escape_char(sign) for sign in _signs(text) if _is_forbidden(sign)), None)


def cut_text(text: str, length: int) -> str:
    """At most so many characters of the text, and no part of a flag."""
    cut = text[:length]
    start = cut.rfind(_BLACK_FLAG)
    if start < 0 or len(text) <= length:
        return cut
    flag = re.match(_FLAG, text[start:])
    return cut[:start] if flag and start + flag.end() > length else cut


def cut_repr(value: object) -> str:
    """A value as Python writes it, cut short: nine bombs in the place of one fill a screen. It is not escaped."""
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{cut_text(text, _LONGEST_VALUE)}…"


def _signs(text: str) -> Iterable[str]:
    """The characters of the text, those of a flag together."""
    return re.findall(f"{_FLAG}|.", text, re.DOTALL) if _END_OF_TAGS in text else text


def _is_forbidden(sign: str) -> bool:
    if sign.isprintable() or len(sign) > 1:  # several characters are a flag
        return False
    code = ord(sign)
    if sign in _BIDI or sign in _HIDDEN or code in _TAGS:
        return True
    category = _category(sign)
    return category in _REFUSED and not (category == "Cn" and code in _PICTURES)


def _is_seen(char: str) -> bool:
    if char in _BLANK:
        return False
    return _category(char) not in ("Cf", "Mn", "Me", "Zs")


def _category(char: str) -> str:
    from unicodedata import category  # a library of its own, which plain text needs not

    return category(char)


def _escape_char(char: str) -> str:
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


# Tables as comma-separated values, whose texts no spreadsheet takes for formulas.


Cell = str | int | float | None

# What Excel, LibreOffice and Google Sheets take for the beginning of a formula, behind blanks and in full width too.
_FORMULA = re.compile(r"[\s']*[-=+@\uff1d\uff0b\uff0d\uff20]")


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as text, the first of them the columns' names."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([escape_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def escape_cell(text: str) -> str:
    """Text as a cell that no spreadsheet runs; what looks like such a cell already gets one more, to be told from it.

    >>> escape_cell("=1+1"), escape_cell("Noah"), escape_cell("'=1")
    ("'=1+1", 'Noah', "''=1")
    """
    text = escape_text(text)
    return f"'{text}" if _FORMULA.match(text) else text


# The short name of a file's content.


def content_hash(data: bytes) -> str:
    """The first sixteen hexadecimal digits of the content's SHA-256.

    Names of undo copies, locks, indexes and imported matches hold them, so they stay the same in every version.

    >>> content_hash(b"")
    'e3b0c44298fc1c14'
    """
    from hashlib import sha256  # loads OpenSSL (5 ms); the completion of a word needs no hash

    return sha256(data, usedforsecurity=False).hexdigest()[:16]
