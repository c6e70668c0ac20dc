"""A text that names cards, taken apart into ranks, suits, court cards and what stands between them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Literal, NamedTuple, TypeAlias

from haggis_cli.rules.cards import COURT_RANKS, HIGH, JACK, KING, LOW, QUEEN, SUIT_NAMES, Deck
from haggis_cli.support.escaping import normalize_unicode

# What people call suits and court cards: the words of several languages, and the signs of ordinary cards.


SUIT_WORDS: Mapping[str, str] = {
    "r": "red rot rote rouge rojo rosso rood",
    "g": "green grün gruen grun grüne vert verte verde groen",
    "b": "blue blau bleu bleue azul blu blauw",
    "y": "yellow gelb jaune amarillo giallo geel",
    "p": "purple lila pourpre púrpura purpura morado viola paars",
    "o": "orange naranja arancione oranje",
    "w": "white weiß weiss blanc blanco bianco wit",
    "v": "violet violett violeta",
    "h": "hearts heart herz cœur coeur corazones cuori harten",
    "d": "diamonds diamond karo carreau diamantes quadri ruiten",
    "c": "clubs club kreuz trèfle trefle tréboles treboles fiori klaveren",
    "s": "spades spade pik pique picas picche schoppen",
    "x": "stars star stern sterne étoiles etoiles estrellas stelle sterren",
}
"""The letters of suits with their words in English, German, French, Spanish, Italian and Dutch."""

COURT_WORDS: Mapping[int, str] = {
    JACK: "jack knave bube unter valet jota fante boer",
    QUEEN: "queen dame ober reina regina vrouw",
    KING: "king könig koenig konig roi rey heer koning",
}
"""The ranks of court cards with their words in the same languages."""

NUMBER_WORDS: Mapping[int, str] = {
    2: "two zwei deux dos due twee",
    3: "three drei trois tres tre drie",
    4: "four vier quatre cuatro quattro",
    5: "five fünf fuenf cinq cinco cinque vijf",
    6: "six sechs seis sei zes",
    7: "seven sieben sept siete sette zeven",
    8: "eight acht huit ocho otto",
    9: "nine neun neuf nueve nove negen",
    10: "ten zehn dix diez dieci tien",
}
"""The ranks of suit cards with their words in the same languages."""

GERMAN_COURTS: Mapping[str, int] = {"b": JACK, "d": QUEEN, "k": KING, "j": JACK, "q": QUEEN}
"""The letters on German court cards, and ours beside them; B and D can be suits, too."""

SUIT_SIGNS: Mapping[str, str] = {
    **dict.fromkeys("♥♡❤", "h"),
    **dict.fromkeys("♦♢", "d"),
    **dict.fromkeys("♣♧", "c"),
    **dict.fromkeys("♠♤", "s"),
    **dict.fromkeys("★☆⭐", "x"),
    **dict.fromkeys("🔴🟥", "r"),
    **dict.fromkeys("🟢🟩💚", "g"),
    **dict.fromkeys("🔵🟦💙", "b"),
    **dict.fromkeys("🟡🟨💛", "y"),
    **dict.fromkeys("🟣🟪💜", "p"),
    **dict.fromkeys("🟠🟧🧡", "o"),
    **dict.fromkeys("⚪⬜🤍", "w"),
}
"""The signs of ordinary cards and of colours, with the letter of the suit that each stands for."""

ORDINARY_SIGNS = "♥♦♣♠"
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
_SHORTEST_BEGINNING = 2

_SUIT_OF_WORD = {word.casefold(): letter for letter, words in SUIT_WORDS.items() for word in words.split()}
_NUMBER_OF_WORD = {word: rank for rank, words in NUMBER_WORDS.items() for word in words.split()}
_RANK_OF_WORD = {word.casefold(): rank for rank, words in COURT_WORDS.items() for word in words.split()}


def without_selectors(text: str) -> str:
    """The text without what only says whether a sign is drawn in colour.

    >>> without_selectors("4♥\\ufe0f")
    '4♥'
    """
    return text if text.isascii() else text.translate(_VARIATION_SELECTORS)


def replace_signs(letters: str) -> str:
    """The letters of suits, each sign among them replaced by its letter.

    >>> replace_signs("♥♦♣♠"), replace_signs("rgby")
    ('hdcs', 'rgby')
    """
    return "".join(SUIT_SIGNS.get(sign, sign) for sign in without_selectors(letters))


def suit_of_word(word: str) -> str | None:
    """The letter of the suit that a folded word or sign names, of this deck or of none."""
    return SUIT_SIGNS.get(word) or _SUIT_OF_WORD.get(word)


def court_of_word(word: str) -> int | None:
    """The rank of the court card that a folded word names."""
    return _RANK_OF_WORD.get(word)


@lru_cache(maxsize=1024)
def find_beginning(word: str, deck: Deck) -> str | int | None:
    """The suit of the deck (its letter) or the court card (its rank) of which only this one's words begin so.

    Letters that are all letters of suits are no beginning: `4ro` may be a red and an orange card.
    """
    if len(word) < _SHORTEST_BEGINNING or all(letter in SUIT_NAMES for letter in word):
        return None
    meant: set[str | int] = {meaning for known, meaning in words_of(deck).items() if known.startswith(word)}
    return meant.pop() if len(meant) == 1 else None


def words_of(deck: Deck) -> dict[str, str | int]:
    """Every word for a suit of the deck, with its letter, and for a court card, with its rank."""
    suits: dict[str, str | int] = {word: letter for word, letter in _SUIT_OF_WORD.items() if letter in deck.letters}
    return suits | _RANK_OF_WORD


MOST_SIGNS = 400
"""No round has so many cards: a longer text is not taken apart."""
_MOST_WAYS = 32

_PARTS = re.compile(
    r"(?P<number>\d+)|(?P<letters>[^\W\d_]+)|(?P<range>\.\.+|…|[-=]+>|[~\u2192\u21d2\u301c])|(?P<dash>[-\u2010-\u2015\u2212]+)"
    r"|(?P<gap>[\s,;+/&|()\[\]{}]+|\.)|(?P<sign>.)",
    re.DOTALL,
)
_GAP_WORDS = frozenset({"and", "und"})
_LINK_WORDS = frozenset({"of", "von"})
_RANGE_WORDS = frozenset({"to", "bis"})
_FULL_WIDTH = {0x3000: " "} | {0xFF01 + place: chr(0x21 + place) for place in range(94)}

Kind = Literal["rank", "suit", "court", "dash", "range", "unknown"]


class Sign(NamedTuple):
    """A part of the text that means something.

    ranks: the ranks that it names, or the rank of the court card.
    letters: the letters of the suits that it names.
    word: the number of the word it stands in: what is written without a gap is one word.
    doubtful: a single letter that may as well be a suit without its rank.
    """

    kind: Kind
    ranks: tuple[int, ...] = ()
    letters: str = ""
    word: int = 0
    start: int = 0
    end: int = 0
    doubtful: bool = False


def prepare(text: str) -> str:
    """The text as it is taken apart: accents on letters, signs without how they are drawn, wide ones narrow."""
    return text if text.isascii() else without_selectors(normalize_unicode(text)).translate(_FULL_WIDTH)


class _Part(NamedTuple):
    """A part of the text before it has a meaning: what it is, in small letters, and whether it is a word alone."""

    kind: str
    text: str
    alone: bool = False


def take_apart(text: str, deck: Deck) -> Iterator[list[Sign]]:
    """Every way to take a prepared text apart: few words have two meanings, and the same word always has the same."""
    found = list(_find_parts(text))
    words = Counter(word for _, word, *_ in found)
    parts = [(part._replace(alone=words[word] == 1), word, start, end) for part, word, start, end in found]
    choices = [[(part, meant) for meant in _meanings(part, deck)] for part in {part: None for part, *_ in parts}]
    for chosen in islice(product(*choices), _MOST_WAYS):
        meant = dict(chosen)
        yield [
            sign._replace(word=word, start=start, end=end) for part, word, start, end in parts for sign in meant[part]
        ]


def _find_parts(text: str) -> Iterator[tuple[_Part, int, int, int]]:
    """Each part but the gaps, with the number of its word, and where it begins and ends."""
    word = 0
    for found in _PARTS.finditer(text):
        kind, part = str(found.lastgroup), found.group().casefold()
        if kind == "gap" or part in _GAP_WORDS:
            word += 1
        else:
            yield _Part(kind, part), word, found.start(), found.end()


def _meanings(part: _Part, deck: Deck) -> list[list[Sign]]:
    """What a part can mean, each meaning as signs."""
    word = part.text
    match part.kind:
        case "number":
            return [[Sign("rank", split_number(word))]]
        case "dash" | "range":
            return [[Sign("dash" if part.kind == "dash" else "range")]]
    if word in _RANGE_WORDS:
        return [[Sign("range")]]
    if word in _LINK_WORDS:
        return [[]]
    if all(letter in deck.letters for letter in word):
        doubtful = [Sign("court", (GERMAN_COURTS[word],), doubtful=True)] if part.alone and word in ("b", "d") else []
        if not part.alone and word[-1] in ("b", "d") and word.count(word[-1]) > deck.copies:
            doubtful = [Sign("suit", letters=word[:-1]), Sign("court", (GERMAN_COURTS[word[-1]],), doubtful=True)]
        return [[Sign("suit", letters=word)], *([doubtful] if doubtful else [])]
    courts = [] if part.alone else _suits_and_courts(word, deck)
    return [*_word_meanings(word, deck), *courts] or [[Sign("unknown", letters=word)]]


def split_number(digits: str) -> tuple[int, ...]:
    """The ranks that digits name one after the other; a number that holds none of 0 and 1 but in 10.

    >>> split_number("456"), split_number("8910"), split_number("07"), split_number("11")
    ((4, 5, 6), (8, 9, 10), (7,), (11,))
    """
    if len(digits) <= 2 and LOW <= int(digits) <= HIGH:
        return (int(digits),)
    ranks = tuple(int(found) for found in re.findall(r"10|\d", "".join(str(int(digit)) for digit in digits)))
    return ranks if all(LOW <= rank <= HIGH for rank in ranks) else (int(digits[:9]),)


def _word_meanings(word: str, deck: Deck) -> list[list[Sign]]:
    meanings = [found for found in (_spell(word, deck), _german_courts(word)) if found]
    suit, court = suit_of_word(word), court_of_word(word)
    if suit and suit in deck.letters:
        meanings.append([Sign("suit", letters=suit)])
    elif court:
        meanings.append([Sign("court", (court,))])
    elif number := _NUMBER_OF_WORD.get(word):
        meanings.append([Sign("rank", (number,))])
    elif not meanings:
        begun = find_beginning(word, deck) if suit is None else None
        if isinstance(begun, str):
            meanings.append([Sign("suit", letters=begun)])
        elif begun:
            meanings.append([Sign("court", (begun,))])
    return meanings


def _spell(word: str, deck: Deck) -> list[Sign]:
    """The word letter by letter: suits of the deck, J, Q, K, and T for 10; nothing if it has another letter."""
    pieces = re.findall(rf"[{re.escape(deck.letters)}]+|[jqkt]", word)
    return [_sign_of(piece) for piece in pieces] if "".join(pieces) == word else []


def _sign_of(piece: str) -> Sign:
    if piece == "t":
        return Sign("rank", (HIGH,))
    return Sign("court", (COURT_RANKS["jqk".index(piece)],)) if piece in "jqk" else Sign("suit", letters=piece)


def _suits_and_courts(word: str, deck: Deck) -> list[list[Sign]]:
    """What stands behind a rank as its suits, and then court cards: the bD in 9bD, the rBube in 9rBube."""
    found = []
    for end in range(1, len(word)):
        first, rest = word[:end], word[end:]
        are_letters = all(letter in deck.letters for letter in first)
        suits = first if are_letters else suit_of_word(first)
        court = court_of_word(rest)
        courts = [Sign("court", (court,))] if court else _german_courts(rest) if are_letters else []
        if courts and suits and (are_letters or suits in deck.letters):
            found.append([Sign("suit", letters=suits), *courts])
    return found


def _german_courts(word: str) -> list[Sign]:
    """Bube, Dame and König by their letters, B or D among them."""
    if not set(word) <= GERMAN_COURTS.keys() or not set(word) & {"b", "d"}:
        return []
    return [Sign("court", (GERMAN_COURTS[letter],)) for letter in word]


# What keeps signs from being cards; `typed_faults` says it to people.


NamedCard: TypeAlias = tuple[int, str]
"""A card as it is named: its rank, and the letter of its suit; "" for a court card."""


class SignFault(Exception):
    """These signs are no cards; `sign` is the first that is to blame."""

    def __init__(self, sign: Sign) -> None:
        super().__init__()
        self.sign = sign


class NoCard(SignFault):
    """A sign that nothing can be made of."""


class NoSuchRank(SignFault):
    """A number that is on no card; `letter` is the suit behind it, if there is one."""

    def __init__(self, sign: Sign, letter: str) -> None:
        super().__init__(sign)
        self.letter = letter


class DownwardRange(SignFault):
    """A range whose first rank is the higher one; `letters` are its suits, as far as they are known."""

    def __init__(self, sign: Sign, low: int, high: int, letters: str = "") -> None:
        super().__init__(sign)
        self.first, self.last, self.letters = low, high, letters


class SeveralMeanings(SignFault):
    """A part that means one of several handfuls of cards."""

    def __init__(self, signs: Sequence[Sign], ways: Sequence[Sequence[NamedCard]]) -> None:
        super().__init__(signs[0])
        self.end, self.ways = signs[-1].end, ways


class HalfCard(SignFault):
    """A rank without its suit, or a suit without its rank.

    nearest: the cards that are probably meant; a suit that is only guessed has a "?" before its letter, or is "?".
    after_court: whether it is a suit behind a court card.
    """

    def __init__(self, sign: Sign, nearest: Sequence[NamedCard], *, after_court: bool) -> None:
        super().__init__(sign)
        self.nearest, self.after_court = nearest, after_court
