"""Cards as people write them, in and out: looked up as files have them, else read as shorthand, else as typed."""

from functools import lru_cache

from haggis_cli.matches.notation.shorthand import MOST_CARDS, read_shorthand
from haggis_cli.rules.cards import COURT_RANKS, COURTS, RANKS, SECOND_COPY, Card, Cards, unpack
from haggis_cli.rules.deck import Deck
from haggis_cli.support.errors import NotationError


def parse_cards(text: str, deck: Deck) -> Cards:
    """Read cards: as files have them, in shorthand (`4rg`, `3-6r`, `JQK`, `r7`, `Tr`), or as people type them.

    >>> deck = Deck("rgby")
    >>> deck.cards_text(parse_cards("JQ 4-5rg, Ty", deck)), deck.cards_text(parse_cards("8b9b and red 4", deck))
    ('4r 4g 5r 5g 10y J Q', '4r 8b 9b')
    """
    words, known = text.split(maxsplit=MOST_CARDS - 1), _canonical_words(deck)
    if known.keys() >= set(words):
        cards = [known[word] for word in words]
    else:
        cards = [card.packed for card in read_shorthand(text, deck) or _read_typed_cards(text, deck)]
    if not cards:
        raise NotationError("no cards are named: write them like '4r 5r 6r' or 'J'")
    return sum(cards) if len(set(cards)) == len(cards) else _with_copies(cards, deck, text)


def parse_cards_in_order(text: str, deck: Deck) -> list[Card]:
    """Read cards of which the first is the top one; what one word of shorthand stands for is in canonical order."""
    words = [read_shorthand(word, deck) for word in text.replace(",", " ").split()]
    if None not in words:
        return [card for cards in words for card in sorted(cards or ())]
    return _read_typed_cards(text, deck)


def _read_typed_cards(text: str, deck: Deck) -> list[Card]:
    from haggis_cli.matches.notation.typed_cards import read_typed_cards  # files are read without it

    return read_typed_cards(text, deck)


def _with_copies(cards: list[Cards], deck: Deck, text: str) -> Cards:
    """The handful of these single cards, of which some are named more than once; `text` is how they were typed."""
    together = 0
    for card in dict.fromkeys(cards):
        times, most = cards.count(card), 1 if card & COURTS else deck.copies
        if times > most:
            owner = "a player has" if card & COURTS else "the deck has"
            from haggis_cli.matches.notation.typed_faults import advise_court

            advice = "" if card & COURTS else advise_court(text, " ".join(map(deck.cards_text, dict.fromkeys(cards))))
            said = f"{deck.cards_text(card)} is named {times} times, and {owner} {most}{advice}"
            raise NotationError(said, "no-such-card")
        together |= card if times == 1 else card | card << SECOND_COPY
    return together


@lru_cache(maxsize=64)
def _canonical_words(deck: Deck) -> dict[str, Cards]:
    """Each card's bit by the word that files are written with, which most words are."""
    suit_cards = (Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS)
    cards = (*(Card(rank, None) for rank in COURT_RANKS), *suit_cards)
    return {deck.card_text(card): card.packed for card in cards}


def card_list(cards: Cards, deck: Deck) -> list[str]:
    """The cards one by one in canonical notation and order."""
    return [deck.card_text(card) for card in unpack(cards)]
