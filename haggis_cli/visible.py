"""Text from a file or a person, made harmless: what could drive a terminal or hide is shown by its number.

Sources: CWE-150 (escape sequences in output); Unicode UAX #9 (bidi controls), Unicode block Tags.
"""

# Overrides, embeddings and isolates turn the rest of a line around. The mere marks (U+200E, U+200F, U+061C) cannot,
# and people who write from right to left need them.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TAGS = range(0xE0000, 0xE0080)
# Python 3.11 does not know the pictures of later Unicode versions: a name must not depend on who reads the file.
_PICTURES = range(0x1F000, 0x1FFF0)
_REFUSED = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    r"""Return the text with what could drive a terminal, turn a line around or hide shown by its number.

    Everything else stays as it is, letters of all languages and emoji included.

    >>> visible("Noah")
    'Noah'
    >>> print(visible("Isla\x1b[2J \u202emia"))
    Isla\x1b[2J \u202emia
    """
    if text.isprintable():
        return text
    return "".join(_shown(char) if _is_forbidden(char) else char for char in text)


def composed(text: str) -> str:
    """The text with a letter and its accents as one character where there is one (NFC): so names compare."""
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFC", text)


def forbidden_character(text: str) -> str | None:
    r"""Return the first character a name must not hold, in its visible form, or None if the text may stand in a file.

    Forbidden are controls, surrogates, private and unknown characters, line separators, bidi controls and tags.

    >>> forbidden_character("Zoë 🦊") is None
    True
    >>> print(forbidden_character("Is\tla"))
    \t
    """
    if text.isprintable():
        return None
    return next((_shown(char) for char in text if _is_forbidden(char)), None)


def _is_forbidden(char: str) -> bool:
    if char.isprintable():
        return False
    code = ord(char)
    if char in _BIDI or code in _TAGS:
        return True
    import unicodedata  # only for the rare text that needs it

    category = unicodedata.category(char)
    return category in _REFUSED and not (category == "Cn" and code in _PICTURES)


def _shown(char: str) -> str:
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
