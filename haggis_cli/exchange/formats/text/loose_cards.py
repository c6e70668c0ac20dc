"""What a player did, in anybody's words, as the notation says it: `plays 4 red + 4 green` is `4r 4g`."""

import re

from haggis_cli.matches.notation.card_looks import named_cards
from haggis_cli.matches.notation.suit_words import SUIT_SIGNS, replace_signs
from haggis_cli.rules.cards import rank_name

# The colours of the box, and the suits of an ordinary deck in the colours of a four-colour deck.
_SUIT_SYMBOLS = {
    **dict.fromkeys("🔴🟥❤♥♡", "r"),
    **dict.fromkeys("🟢🟩💚♣♧☘", "g"),
    **dict.fromkeys("🔵🟦💙♦♢", "b"),
    **dict.fromkeys("🟡🟨💛♠♤", "y"),
    **dict.fromkeys("🟣🟪💜", "p"),
    **dict.fromkeys("🟠🟧🧡", "o"),
    "\ufe0f": "",
    "⇒": "→",
}
_SIGNS_AS_COLOURS = str.maketrans(_SUIT_SYMBOLS)
_SIGNS_AS_SUITS = str.maketrans({**_SUIT_SYMBOLS, **SUIT_SIGNS})
_COLOURS = {"red": "r", "green": "g", "blue": "b", "yellow": "y", "purple": "p", "orange": "o", "white": "w"}
_COLOUR = "|".join(_COLOURS)
_COURTS = (("jack", "J"), ("queen", "Q"), ("king", "K"), ("ten", "10"))
_RANK = r"(?:10|[2-9]|t)"
_CARD = re.compile(rf"{_RANK}(?:[-–]{_RANK})?[a-z]{{1,5}}|[a-z]{_RANK}|[jqk]{{1,3}}", re.IGNORECASE)
_PLAY_VERB = re.compile(
    r"(?:plays?|played|leads?(?: with)?|led|lays?(?: down)?|puts?(?: down)?|with)\s+", re.IGNORECASE
)
_VERBS = {
    **dict.fromkeys(("pass", "passes", "passed", "p", "-", "–", "—"), "pass"),
    **dict.fromkeys(("bets", "bet"), "bet"),
    **dict.fromkeys(("bids", "bid"), "bid"),
    **dict.fromkeys(("exchange", "exchanges", "exchanged", "discards"), "exchange"),
    **dict.fromkeys(("give", "gives", "gave"), "give"),
    **dict.fromkeys(("award", "awards", "awarded"), "award"),
}
_AWARD = re.compile(r"has (.+?) captures? (?:the |this )?trick", re.IGNORECASE)
_LEAD = re.compile(r"(?:gives|passes) the lead to (.+)|lead ([^\d]{4,})", re.IGNORECASE)
_GIVE = re.compile(rf"(?:passes|gives) ({_CARD.pattern}) to .+", re.IGNORECASE)
_CAPTURE = re.compile(r"\b(?:captures?|takes?|wins?)\b", re.IGNORECASE)
_FILLERS = re.compile(r"\b(?:an?|the|of)\s+", re.IGNORECASE)
_BET_FILLERS = re.compile(r"\s+(?:bet|points?)$|\s*\(.*\)$", re.IGNORECASE)


def parse_action(text: str, suits: str = "") -> str | None:
    """The action in notation; None for words that are none.

    suits: the letters or signs of the suits, if somebody has said them: the signs of ordinary cards stand for the box's
    colours only where nobody has said that they are the suits.

    >>> parse_action("8b9b10b"), parse_action("♥4 ♠4", "♥♦♣♠")
    ('8b 9b 10b', 'h4 s4')
    >>> parse_action("plays 4 red and green 4!"), parse_action("passes.")
    ('4r 4g', 'pass')
    >>> parse_action("bets a little"), parse_action("what a hand")
    ('bet little', None)
    >>> parse_action("♥5 J Q as a run"), parse_action("Noah played well")
    ('r5 J Q as run', None)
    """
    letters = _SIGNS_AS_SUITS if set(replace_signs(suits)) & set("hdcs") else _SIGNS_AS_COLOURS
    action, _, end = text.translate(letters).partition("→")
    if end and not _CAPTURE.search(end):
        return None
    action = action.strip(" .!;\t")
    if awarded := _AWARD.fullmatch(action):
        return f"award {awarded[1]}"
    if led := _LEAD.fullmatch(action):
        return f"lead {led[1] or led[2]}"
    if given := _GIVE.fullmatch(action):
        return f"give {given[1]}"
    word, _, rest = action.partition(" ")
    verb = _VERBS.get(word.casefold())
    if verb == "pass":
        return "pass" if not rest else None
    if verb in ("bet", "bid"):
        return f"{verb} {_BET_FILLERS.sub('', _FILLERS.sub('', rest)).strip()}" if rest else None
    if verb == "award":
        return f"award {rest.removeprefix('to ').strip()}" if rest else None
    if verb:
        found = _parse_cards(rest)
        return f"{verb} {found}" if found else None
    return _parse_cards(_PLAY_VERB.sub("", action, count=1))


def starts_with_verb(text: str) -> bool:
    """Whether the text begins with a word for what players do, and not with cards alone."""
    word = text.partition(" ")[0].casefold().strip(".!;,")
    return word in _VERBS or _PLAY_VERB.match(f"{word} ") is not None


def _parse_cards(text: str) -> str | None:
    """Cards, and the reading if one is said; what only describes them, in a column of its own, is left out."""
    text, *others = re.split(r"\s{2,}|\t", text.strip())
    text = " ".join([text, *(other for other in others if all(map(_CARD.fullmatch, other.split())))])
    text, named, reading = _split_reading(text)
    text = _FILLERS.sub("", text)
    text = re.sub(r"[\[\](){}]", " ", text)
    for word, short in _COURTS:
        text = re.sub(rf"\b{word}s?\b", short, text, flags=re.IGNORECASE)
    text = re.sub(rf"\b({_RANK})\s*({_COLOUR})s?\b", _rank_first, text, flags=re.IGNORECASE)
    text = re.sub(rf"\b({_COLOUR})\s*({_RANK})\b", _colour_first, text, flags=re.IGNORECASE)
    words = [word for word in re.split(r"[\s,+&/;]+|\band\b", text) if word]
    if not words or not all(map(_CARD.fullmatch, words)):
        words = _read_typed_cards(text)
    return " ".join(words) + (f" as {reading}" if named else "") if words else None


def _read_typed_cards(text: str) -> list[str]:
    """The cards of a text that names them in another form, such as `8b9b10b`; none where only court cards are named."""
    cards = named_cards(text) or []
    return [rank_name(rank) + letter for rank, letter in cards] if any(letter for _, letter in cards) else []


def _split_reading(text: str) -> tuple[str, bool, str]:
    parts = re.split(r"\s+as\s+(?:an?\s+)?", text, maxsplit=1, flags=re.IGNORECASE)
    if len(parts) < 2:
        return text, False, ""
    reading = re.sub(r"^(?:pair|triple|triplet)s?\b", "set", parts[1].strip(), flags=re.IGNORECASE)
    return parts[0], True, reading


def _rank_first(found: re.Match[str]) -> str:
    return found[1] + _COLOURS[found[2].casefold()]


def _colour_first(found: re.Match[str]) -> str:
    return found[2] + _COLOURS[found[1].casefold()]
