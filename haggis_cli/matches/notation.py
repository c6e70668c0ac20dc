"""Cards, plays and events as people write them, in and out.

Reading is lenient (case, order, shorthand, prefixes of names), writing is canonical. A word that cannot be read raises
`NotationError`; whether a play is legal is none of this module's business.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from haggis_cli.rules.betting.base import BET_NAMES
from haggis_cli.rules.cards import COURT_RANKS, COURTS, HIGH, LOW, RANKS, SECOND_COPY, Card, Cards, rank_name, unpack
from haggis_cli.rules.combinations.readings import Kind
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Claim, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text, normalize_unicode

# Compiled when they are needed: what files say is mostly looked up (_canonical_words).
_RANK = r"(?:\d{1,2}|t)"
_SUIT_CARDS = rf"({_RANK})(?:[-–]({_RANK}))?([a-z]{{1,16}})"
_SUIT_FIRST = rf"([a-z])({_RANK})"
_COURT_LETTERS = r"[jqk]+"
_READING = r"([a-z]+?)([0-9]{0,2})(?:@([0-9]{1,2}|[tjqk]))?"
_KINDS = {kind.value: kind for kind in Kind} | {"run": Kind.SEQUENCE}
_ACTION_WORDS = frozenset({"bet", "bid", "exchange", "give", "award", "lead"})
RESERVED_LETTERS = "jqkt"
MOST_CARDS = 1_000

_cached = lru_cache(maxsize=8192)
"""What is read is remembered: a history says the same few words over and over, in lines of 500 characters at most."""


def parse_cards(text: str, deck: Deck) -> Cards:
    """Read cards, shorthand included: `4rg`, `3-6r`, `4-5rg`, `JQK`, `r7`, `Tr`.

    >>> deck = Deck("rgby")
    >>> deck.cards_text(parse_cards("JQ 4-5rg, Ty", deck))
    '4r 4g 5r 5g 10y J Q'
    """
    words, known = text.split(maxsplit=MOST_CARDS - 1), _canonical_words(deck)
    if known.keys() >= set(words):
        cards = [known[word] for word in words]
    else:
        cards = [card.packed for card in _read_words(text, deck)]
    if not cards:
        raise NotationError("no cards are named: write them like '4r 5r 6r' or 'J'")
    return sum(cards) if len(set(cards)) == len(cards) else _with_copies(cards, deck)


def _with_copies(cards: list[Cards], deck: Deck) -> Cards:
    """The handful of these single cards, of which some are named more than once."""
    together = 0
    for card in dict.fromkeys(cards):
        times, most = cards.count(card), 1 if card & COURTS else deck.copies
        if times > most:
            owner = "a player has" if card & COURTS else "the deck has"
            raise NotationError(f"{deck.cards_text(card)} is named {times} times, and {owner} {most}", "no-such-card")
        together |= card if times == 1 else card | card << SECOND_COPY
    return together


@lru_cache(maxsize=64)
def _canonical_words(deck: Deck) -> dict[str, Cards]:
    """Each card's bit by the word that files are written with, which most words are."""
    suit_cards = (Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS)
    cards = (*(Card(rank, None) for rank in COURT_RANKS), *suit_cards)
    return {deck.card_text(card): card.packed for card in cards}


def _read_words(text: str, deck: Deck) -> list[Card]:
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        cards += _read_word(word, deck)
        if len(cards) > MOST_CARDS:
            raise NotationError(f"more than {MOST_CARDS} cards are named, and no deck has so many", "no-such-card")
    return cards


@_cached
def _read_word(word: str, deck: Deck) -> tuple[Card, ...]:
    lower = word.casefold()
    if re.fullmatch(_COURT_LETTERS, lower):
        return tuple(Card(COURT_RANKS["jqk".index(letter)], None) for letter in lower)
    if found := re.fullmatch(_SUIT_FIRST, lower):
        suit, low = found.groups()
        return (_read_card(low, suit, word, deck),)
    if found := re.fullmatch(_SUIT_CARDS, lower):
        low, high, suits = found.groups()
        first, last = _read_rank(low), _read_rank(high or low)
        if first > last:
            raise NotationError(f"'{escape_text(word)}' runs downwards: write the lower rank first, like 3-6r")
        return tuple(_read_card(str(rank), suit, word, deck) for rank in range(first, last + 1) for suit in suits)
    raise NotationError(f"'{escape_text(word)}' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K")


def _read_rank(text: str) -> int:
    return 10 if text == "t" else int(text)


def _read_card(rank_text: str, letter: str, word: str, deck: Deck) -> Card:
    rank, suit = _read_rank(rank_text), deck.letters.find(letter)
    if not LOW <= rank <= HIGH:
        raise NotationError(
            f"'{escape_text(word)}': there is no {rank}{letter}, suit cards are 2 to 10", "no-such-card"
        )
    if suit < 0:
        suits = ", ".join(f"{each} ({deck.suit_name(place)})" for place, each in enumerate(deck.letters))
        text = f"'{escape_text(word)}': there is no suit '{letter}' in this deck, only {suits}"
        raise NotationError(text, "no-such-card")
    return Card(rank, suit)


def parse_claim(text: str) -> Claim:
    """Read a reading: `set`, `run@6`, `stair2@7`, `bomb`.

    >>> parse_claim("stair2@J")
    Claim(kind=<Kind.STAIR: 'stair'>, width=2, rank=11)
    """
    found = re.fullmatch(_READING, text.strip().casefold())
    kind = _KINDS.get(found.group(1)) if found else None
    if not text.strip():
        raise NotationError("after 'as' the reading is missing: write set, run, stair2 or the like")
    if not found or kind is None or (found.group(2) and kind is not Kind.STAIR):
        raise NotationError(
            f"'{escape_text(text.strip())}' is not a reading: "
            "write single, set, sequence (or run), stair, stair2, stair3 or bomb, "
            "and the top rank after @ if you like, as in run@6"
        )
    width, rank = found.group(2), found.group(3)
    if width and int(width) < 2:
        raise NotationError(f"'{escape_text(text.strip())}': a stair has two suits or more, as in stair2")
    return Claim(kind, int(width) if width else None, _read_claimed_rank(rank, kind) if rank else None)


def _read_claimed_rank(text: str, kind: Kind) -> int:
    """The rank after @; of a bomb its place in the order of bombs."""
    rank = COURT_RANKS["jqk".index(text)] if text in "jqk" else _read_rank(text)
    lowest, highest = (1, 99) if kind is Kind.BOMB else (LOW, COURT_RANKS[-1])
    if not lowest <= rank <= highest:
        raise NotationError(f"'@{text}': a combination has a top rank from 2 to 10, J, Q or K")
    return rank


@_cached
def parse_play(text: str, deck: Deck) -> tuple[Cards, Claim | None]:
    """Read cards, and the reading after `as` if one is named."""
    cards, named, reading = _split_word(text, "as")
    return parse_cards(cards, deck), parse_claim(reading) if named else None


def _split_word(text: str, word: str) -> tuple[str, bool, str]:
    parts = re.split(rf"(?<!\s)\s++{word}\b", text, maxsplit=1, flags=re.IGNORECASE)
    return (parts[0], True, parts[1]) if len(parts) == 2 else (text, False, "")


def parse_name(text: str, names: Sequence[str]) -> int:
    """The number of the player whose name, or an unambiguous beginning of it, this is."""
    return _read_name(text, tuple(names))


@_cached
def _read_name(text: str, names: tuple[str, ...]) -> int:
    wanted = normalize_unicode(text.strip()).casefold()
    folded = tuple(normalize_unicode(name).casefold() for name in names)
    if wanted in folded:
        return folded.index(wanted)
    fits = [place for place, name in enumerate(folded) if wanted and name.startswith(wanted)]
    if len(fits) == 1:
        return fits[0]
    shown = f"'{escape_text(text.strip())}'"
    if fits:
        several = " or ".join(escape_text(names[place]) for place in fits)
        raise NotationError(f"{shown} can be {several}: write more of the name", "unknown-player")
    known = ", ".join(map(escape_text, names))
    raise NotationError(f"nobody called {shown} plays here: the players are {known}", "unknown-player")


def parse_event(text: str, table: Table) -> Event:
    """Read one event, `NAME: ACTION`."""
    name, colon, action = text.partition(":")
    if not colon:
        example = f"{escape_text(table.names[0])}: pass"
        raise NotationError(f"'{escape_text(text)}' is not an event: write 'NAME: ACTION', like '{example}'")
    return parse_action(action, _read_name(name, table.names), table)


def parse_action(text: str, seat: int, table: Table) -> Event:
    """Read what a player does: cards, `pass`, `bet`, `bid`, `exchange`, `give`, `award` or `lead`."""
    return _read_play_or_pass(text, (seat, table.deck)) or _read_keyword_action(text, seat, table)


@_cached
def _read_play_or_pass(text: str, whose: tuple[int, Deck]) -> Play | Pass | None:
    """A play or a pass, which say the same at every table with this deck; None for everything else."""
    seat, deck = whose
    word, rest = _split_first_word(text)
    if word in ("pass", "p") and not rest:
        return Pass(seat)
    if not word or word in _ACTION_WORDS:
        return None
    return Play(seat, *parse_play(text, deck))


def _split_first_word(text: str) -> tuple[str, str]:
    """The first word, and what follows it."""
    word, *rest = text.strip().split(maxsplit=1) or [""]
    return word.casefold(), "".join(rest)


def _read_keyword_action(text: str, seat: int, table: Table) -> Event:
    word, rest = _split_first_word(text)
    match word:
        case "":
            raise NotationError(f"what {escape_text(table.names[seat])} did is missing: write cards, 'pass' or 'bet'")
        case "bet":
            return Bet(seat, _read_amount(rest, table, "bet"))
        case "bid":
            return Bid(seat, _read_amount(rest, table, "bid"))
        case "exchange":
            return Exchange(seat, parse_cards(rest, table.deck))
        case "give":
            return Give(seat, parse_cards(rest, table.deck))
        case "award":
            return Award(seat, parse_name(rest, table.names))
        case _:
            return Lead(seat, parse_name(rest, table.names))


def _read_amount(text: str, table: Table, verb: str) -> int:
    betting = table.variant.betting
    # The names of bets are understood where there are none, so that the answer is that none are offered.
    amount = (betting.names or BET_NAMES).get(text.casefold())
    if amount is not None:
        return amount
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise NotationError(f"'{escape_text(text)}' is no amount: {verb} {betting.amounts_text()}")
    return int(text)


def render_claim(claim: Claim) -> str:
    """The reading in canonical notation."""
    width = str(claim.width) if claim.width and claim.kind is Kind.STAIR else ""
    rank = "" if claim.rank is None else f"@{claim.rank if claim.kind is Kind.BOMB else rank_name(claim.rank)}"
    return f"{claim.kind}{width}{rank}"


def render_action(event: Event, table: Table) -> str:
    """What a player does, in canonical notation."""
    match event:
        case Play():
            cards = table.deck.cards_text(event.cards)
            return f"{cards} as {render_claim(event.claim)}" if event.claim else cards
        case Pass():
            return "pass"
        case Bet():
            return f"bet {table.variant.betting.name_of(event.amount) or event.amount}"
        case Bid():
            return f"bid {event.amount}"
        case Exchange():
            return f"exchange {table.deck.cards_text(event.cards)}"
        case Give():
            return f"give {table.deck.cards_text(event.cards)}"
        case Award():
            return f"award {table.names[event.to]}"
        case Lead():
            return f"lead {table.names[event.to]}"


def render_event(event: Event, table: Table) -> str:
    """The event in canonical notation, as it stands in a match file."""
    return f"{table.names[event.seat]}: {render_action(event, table)}"


def card_list(cards: Cards, deck: Deck) -> list[str]:
    """The cards one by one in canonical notation and order."""
    return [deck.card_text(card) for card in unpack(cards)]
