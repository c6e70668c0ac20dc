"""Why a text names no cards, in one sentence, with the nearest right form where one can be guessed."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches

from haggis_cli.matches.notation import card_signs
from haggis_cli.rules.cards import COURT_RANKS, MAX_SUITS, RANKS, SUIT_NAMES, Deck, rank_name
from haggis_cli.support.errors import NoSuchSuit, NotationError
from haggis_cli.support.escaping import cut_text, escape_text

_MOST_SHOWN = 60
_MOST_CARDS = 24
_ORDINARY = frozenset(card_signs.SUIT_SIGNS[sign] for sign in card_signs.ORDINARY_SIGNS)
_COURT_NAMES = ("jack", "queen", "king")
_NO_CARD = "is not a card: write a rank and a suit like 7r or 10g, or J, Q, K"


def explain_fault(
    fault: card_signs.SignFault, text: str, signs: Sequence[card_signs.Sign], deck: Deck
) -> NotationError:
    """The complaint about a text; `signs` are all of its signs."""
    word = quote(_word_around(fault.sign, text, signs))
    match fault:
        case card_signs.NoSuchRank():
            rank = fault.sign.ranks[0]
            court = f"; the {_COURT_NAMES[COURT_RANKS.index(rank)]} is {rank_name(rank)}" if rank in COURT_RANKS else ""
            return NotationError(
                f"{word}: there is no {rank}{fault.letter}, suit cards are 2 to 10{court}",
                "no-such-card" if fault.letter else "syntax",
            )
        case card_signs.DownwardRange():
            low, high = sorted((fault.first, fault.last))
            suits = fault.letters or next((each.letters for each in signs if each.letters), deck.letters[:1])
            return NotationError(f"{word} runs downwards: write the lower rank first, like {low}-{high}{suits}")
        case card_signs.SeveralMeanings():
            return explain_meanings(text[fault.sign.start : fault.end], fault.ways)
        case card_signs.HalfCard():
            return _explain_half_card(fault, quote(text[fault.sign.start : fault.sign.end]), deck)
        case _:
            return _explain_unknown(fault.sign, word, signs, deck)


def quote(text: str) -> str:
    """What was typed, in quotes, harmless and not endless."""
    shown = escape_text(text.strip())
    return f"'{shown if len(shown) <= _MOST_SHOWN else cut_text(shown, _MOST_SHOWN - 3) + '...'}'"


def cards_text(cards: Sequence[card_signs.NamedCard]) -> str:
    """Named cards as they are best written, as many as a hand can hold."""
    more = " ..." if len(cards) > _MOST_CARDS else ""
    return " ".join(rank_name(rank) + letter for rank, letter in cards[:_MOST_CARDS]) + more


def explain_meanings(text: str, ways: Sequence[Sequence[card_signs.NamedCard]]) -> NotationError:
    """The complaint about a text that means one of several handfuls: all are named."""
    return NotationError(f"{quote(text)} can be {' or '.join(map(cards_text, ways))}: write the one that is meant")


def explain_doubt(sign: card_signs.Sign, text: str, deck: Deck, cards: Sequence[card_signs.NamedCard]) -> NotationError:
    """The complaint about a letter alone that is on a German court card and on a suit's cards, too."""
    letter, (rank,) = text[sign.end - 1 : sign.end].casefold(), sign.ranks
    name = {"b": "Bube", "d": "Dame"}[letter]
    if sign.end - sign.start > 1:
        return NotationError(
            f"{quote(text)} names a card twice, or {name} at its end: write {cards_text(cards)} for that"
        )
    suit = deck.suit_name(deck.letters.index(letter))
    return NotationError(
        f"{quote(text[sign.start : sign.end])} can be {rank_name(rank)} ({name}) or {suit} without a rank: "
        f"write {rank_name(rank)}, or a card like 4{letter}"
    )


def advise_court(text: str, cards: str) -> str:
    """What a card named twice may have been meant as: a German court card behind a suit's letter, `9bB` for `9b J`.

    cards: the cards that are named, each once, as they are best written.

    >>> advise_court("8b 9bB", "8b 9b"), advise_court("4rr", "4r")
    ('; if the second B is the Bube, write 8b 9b J', '')
    """
    found = re.search(r"[0-9tT](?:bB|Bb|dD|Dd)(?![A-Za-z])", text)
    if found is None:
        return ""
    letter = found[0][-1].casefold()
    court, name = ("J", "Bube") if letter == "b" else ("Q", "Dame")
    return f"; if the second {letter.upper()} is the {name}, write {cards} {court}"


def explain_byte(text: str, byte: str) -> NotationError:
    """The complaint about a byte of the command line that is no text; Python writes it as half a surrogate pair."""
    shown = re.sub("[\udc80-\udcff]", "\N{REPLACEMENT CHARACTER}", text)
    return NotationError(
        f"{quote(shown)} contains a byte that is not UTF-8 ({ord(byte) - 0xDC00:02X}): write cards like 7r or 10g"
    )


def _suits_text(deck: Deck) -> str:
    """The letters of the deck's suits, each with its name."""
    return ", ".join(f"{letter} ({name})" for letter, name in deck.suit_names.items())


def _word_around(sign: card_signs.Sign, text: str, signs: Sequence[card_signs.Sign]) -> str:
    same = [each for each in signs if each.word == sign.word]
    return text[min([sign.start, *(each.start for each in same)]) : max([sign.end, *(each.end for each in same)])]


def _explain_half_card(fault: card_signs.HalfCard, word: str, deck: Deck) -> NotationError:
    if fault.sign.kind == "rank":
        nearest = _fit_deck(fault.nearest, deck)
        is_certain = nearest == [(rank, letters.removeprefix("?")) for rank, letters in fault.nearest]
        return NotationError(
            f"{word} has no suit: write {'' if is_certain else 'it with one, like '}{cards_text(nearest)}"
        )
    if fault.after_court:
        return NotationError(f"{word}: J, Q and K have no suit: write {cards_text(_fit_deck(fault.nearest, deck))}")
    rest = "".join(f" {card}" for card in cards_text(_fit_deck(fault.nearest, deck)).split())
    return NotationError(f"{word} is not a card: write its rank, too, like 4{fault.sign.letters[:MAX_SUITS]}{rest}")


def _fit_deck(nearest: Sequence[card_signs.NamedCard], deck: Deck) -> list[card_signs.NamedCard]:
    """These cards as often as the deck has them: a suit that is guessed gives way to one that is left."""
    left = Counter({(rank, letter): deck.copies for rank in RANKS for letter in deck.letters})
    left.update((rank, "") for rank in COURT_RANKS)
    left.subtract(each for each in nearest if "?" not in each[1])
    found: list[card_signs.NamedCard] = []
    for rank, letters in nearest:
        if "?" not in letters:
            if found.count((rank, letters)) < (deck.copies if letters else 1):
                found.append((rank, letters))
            continue
        card = next(((rank, each) for each in letters[1:] + deck.letters if left[rank, each] > 0), None)
        if card:
            left[card] -= 1
            found.append(card)
    return found


def _explain_unknown(sign: card_signs.Sign, word: str, signs: Sequence[card_signs.Sign], deck: Deck) -> NotationError:
    typed = sign.letters
    suit = card_signs.suit_of_word(typed)
    if suit is not None:
        text = f"{word}: this deck has no {SUIT_NAMES[suit]}, only {_suits_text(deck)}"
        return NoSuchSuit(text, suit, _name_other_deck(suit))
    near = get_close_matches(typed, card_signs.words_of(deck), 5, 0.7) if len(typed) > 2 else []
    if near:
        english = [each for each in near if each in SUIT_NAMES.values()]
        return NotationError(f"{word} is not a card: did you mean '{(english or near)[0]}'?")
    beside = [each for each in signs if each.word == sign.word and each.kind == "rank"]
    letter = next((each for each in typed if each not in deck.letters), "")
    if beside and letter.isalpha() and letter.isascii() and len(typed) <= 16:
        text = f"{word}: there is no suit '{letter}' in this deck, only {_suits_text(deck)}"
        return NoSuchSuit(text, letter, _name_other_deck(letter))
    return NotationError(f"{word} {_NO_CARD}")


def _name_other_deck(letter: str) -> str:
    return f"; ordinary cards are another deck, --suits {card_signs.ORDINARY_SIGNS}" if letter in _ORDINARY else ""
