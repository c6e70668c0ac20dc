"""What people call suits and court cards: the words of several languages, and the signs of ordinary cards."""

from collections.abc import Mapping
from functools import lru_cache

from haggis_cli.rules.cards import JACK, KING, QUEEN
from haggis_cli.rules.deck import SUIT_NAMES, Deck

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


def number_of_word(word: str) -> int | None:
    """The rank of the suit cards that a folded word names."""
    return _NUMBER_OF_WORD.get(word)


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
