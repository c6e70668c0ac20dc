"""Events as people write them, `NAME: ACTION`, in and out, with the cards, the players and the readings in them.

Cards are looked up as files have them, else read as shorthand, else as typed (`typed_cards`).
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from haggis_cli.rules.betting import NO_BET, Betting
from haggis_cli.rules.cards import (
    COURT_RANKS,
    COURTS,
    HIGH,
    LOW,
    RANKS,
    SECOND_COPY,
    Card,
    Cards,
    Deck,
    rank_name,
    unpack,
)
from haggis_cli.rules.events import Award, Bet, Bid, Breach, Claim, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.readings import Kind
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import AmbiguousError, HaggisError, NotationError
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.text import join_words

# The shorthand of cards, word by word: `4rg`, `3-6r`, `4-5rg`, `JQK`, `r7`, `Tr`.


# Compiled when they are needed: what files say is mostly looked up.
_RANK = r"(?:\d{1,2}|t)"
_SUIT_CARDS = rf"({_RANK})(?:[-–]({_RANK}))?([a-z]{{1,16}})"
_SUIT_FIRST = rf"([a-z])({_RANK})"
_COURT_LETTERS = r"[jqk]+"
RESERVED_LETTERS = "jqkt"
MOST_CARDS = 1_000

remembered = lru_cache(maxsize=8192)
"""What is read is remembered: a history says the same few words over and over, in lines of 500 characters at most."""


def read_shorthand(text: str, deck: Deck) -> list[Card] | None:
    """The cards of these words; None if one of them is no shorthand for cards of this deck."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        read = _read_word(word, deck)
        if read is None:
            return None
        cards += read
        if len(cards) > MOST_CARDS:
            raise NotationError(f"more than {MOST_CARDS} cards are named, but no deck has that many", "no-such-card")
    return cards


@remembered
def _read_word(word: str, deck: Deck) -> tuple[Card, ...] | None:
    lower = word.casefold()
    if re.fullmatch(_COURT_LETTERS, lower):
        return tuple(Card(COURT_RANKS["jqk".index(letter)], None) for letter in lower)
    if found := re.fullmatch(_SUIT_FIRST, lower):
        suits, low, high = found[1], found[2], None
    elif found := re.fullmatch(_SUIT_CARDS, lower):
        low, high, suits = found.groups()
    else:
        return None
    first, last = read_rank(low), read_rank(high or low)
    if not LOW <= first <= last <= HIGH or not all(letter in deck.letters for letter in suits):
        return None
    places = [deck.letters.index(letter) for letter in suits]
    return tuple(Card(rank, suit) for rank in range(first, last + 1) for suit in places)


def read_rank(text: str) -> int:
    """A rank as it is written on a card, 2 to 10 or T."""
    return 10 if text == "t" else int(text)


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
            said = f"{deck.cards_text(card)} is named {times} times, but {owner} only {most}{advice}"
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


# Players as people name them: in full, by an unambiguous beginning, by the seat, joined with what is said of them.


def parse_name(text: str, names: Sequence[str]) -> int:
    """The number of the player whose name, or an unambiguous beginning of it, this is."""
    return _parse_name(text, tuple(names))


@remembered
def _parse_name(text: str, names: tuple[str, ...]) -> int:
    wanted = fold_name(text.strip())
    folded = tuple(map(fold_name, names))
    if wanted in folded:
        return folded.index(wanted)
    fits = _find_beginnings(wanted, folded)
    if len(fits) == 1:
        return fits[0]
    if not fits and len(of_stem := _find_beginnings(wanted.rstrip("0123456789 "), folded)) > 1:
        fits = of_stem  # `j9`: which one it is, is the first thing to know
    shown = f"'{text.strip()}'"
    if fits:
        several = join_words([names[place] for place in fits], "or")
        raise AmbiguousError(f"{shown} can be {several}: write more of the name", "unknown-player")
    known = ", ".join(names)
    raise NotationError(f"nobody called {shown} plays here: the players are {known}", "unknown-player")


def _find_beginnings(wanted: str, names: tuple[str, ...]) -> list[int]:
    return [place for place, name in enumerate(names) if wanted and name.startswith(wanted)]


def find_name(text: str, names: Sequence[str]) -> int | None:
    """The same; None if nobody, or several, may be meant."""
    try:
        return parse_name(text, names)
    except NotationError:
        return None


def parse_seat(text: str, names: Sequence[str]) -> int:
    """The player of that name, of an unambiguous beginning of it, or at that seat counted from 1."""
    try:
        return parse_name(text, names)
    except HaggisError:
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(names):
            return int(text) - 1
        raise


def split_answer(
    text: str, names: Sequence[str], parse_rest: Callable[[str], object], *, either_order: bool = False
) -> tuple[str, str] | None:
    """A player and what is said of that player, joined or apart: `n7`, `Ann 2 7`, `ann27`, `1 7`; None for other texts.

    parse_rest: raises HaggisError for what cannot stand behind the player.
    either_order: whether the player may also come last, after a blank.
    AmbiguousError where several players can be meant.
    """
    squeezed = [_squeeze(name) for name in names]
    whole = [seat for seat, name in enumerate(squeezed) if name == _squeeze(text)]
    found: dict[int, tuple[str, str]] = {}
    doubt: AmbiguousError | None = None
    for who, rest in _cuts(text, squeezed, either_order=either_order):
        if not _can_be(rest, parse_rest):
            continue
        try:
            one = squeezed.count(_squeeze(who)) == 1  # `Ann 2` and `Ann2` are two
            seat = squeezed.index(_squeeze(who)) if one else parse_seat(who, names)
        except AmbiguousError as error:
            doubt = error
        except HaggisError:
            continue
        else:
            if seat not in whole:
                found.setdefault(seat, (names[seat], rest))
    if len(whole) + len(found) > 1:
        ways = [names[seat] for seat in whole] + [f"{names[seat]} with {rest}" for seat, (_, rest) in found.items()]
        spelled = [f"'{seat + 1}'" for seat in whole] + [f"'{seat + 1} {rest}'" for seat, (_, rest) in found.items()]
        raise AmbiguousError(f"'{text}' can be {join_words(ways, 'or')}: write the seat, {join_words(spelled, 'or')}")
    if doubt and not whole and not found:
        raise doubt
    return next(iter(found.values()), None)


def _can_be(text: str, parse: Callable[[str], object]) -> bool:
    """Whether a text is an answer, or the beginning of several."""
    try:
        parse(text)
    except AmbiguousError:
        return True
    except HaggisError:
        return False
    return True


def _squeeze(text: str) -> str:
    """A name as it is compared with what may be typed without blanks."""
    return "".join(fold_name(text).split())


def _cuts(text: str, names: Sequence[str], *, either_order: bool) -> Iterator[tuple[str, str]]:
    """Each way to cut a text into a player and the rest; no number is cut in two but behind a whole name."""
    for at in range(1, len(text)):
        if not text[at - 1 : at + 1].isdigit() or _squeeze(text[:at]) in names:
            yield text[:at].strip(), text[at:].strip()
    if either_order:
        for first, rest in [(text[:at], text[at:]) for at, letter in enumerate(text) if letter == " "]:
            yield rest.strip(), first.strip()


# Plays: cards, and the reading that is named after `as`.


_READING = r"([a-z]+?)([0-9]{0,2})(?:@([0-9]{1,2}|[tjqk]))?"
_OTHER_WORDS = {
    **dict.fromkeys(("pair", "triple", "triplet", "trio", "three of a kind", "four of a kind", "quad"), "set"),
    **dict.fromkeys(("straight", "street", "row", "sequenz", "straße", "strasse"), "run"),
    **dict.fromkeys(("pairs", "stairs", "consecutive pairs", "treppe"), "stair"),
}
_KINDS = {kind.value: kind for kind in Kind} | {"run": Kind.SEQUENCE}


def parse_claim(text: str) -> Claim:
    """Read a reading: `set`, `run@6`, `stair2@7`, `bomb`.

    >>> parse_claim("stair2@J")
    Claim(kind=<Kind.STAIR: 'stair'>, width=2, rank=11)
    """
    found = re.fullmatch(_READING, text.strip().casefold())
    kind = _KINDS.get(found.group(1)) if found else None
    if not text.strip():
        raise NotationError("the reading after 'as' is missing: write set, run or stair2, for example")
    if nearest := _OTHER_WORDS.get(text.strip().casefold()):
        raise NotationError(f"'{text.strip()}' is not a reading: write 'as {nearest}'")
    if not found or kind is None or (found.group(2) and kind is not Kind.STAIR):
        raise NotationError(
            f"'{text.strip()}' is not a reading: "
            "write single, set, sequence (or run), stair, stair2, stair3 or bomb, "
            "and the top rank after @ if you like, as in run@6"
        )
    width, rank = found.group(2), found.group(3)
    if width and int(width) < 2:
        raise NotationError(f"'{text.strip()}': a stair has two suits or more, as in stair2")
    return Claim(kind, int(width) if width else None, _read_claimed_rank(rank, kind) if rank else None)


def _read_claimed_rank(text: str, kind: Kind) -> int:
    """The rank after @; of a bomb its place in the order of bombs."""
    rank = COURT_RANKS["jqk".index(text)] if text in "jqk" else read_rank(text)
    lowest, highest = (1, 99) if kind is Kind.BOMB else (LOW, COURT_RANKS[-1])
    if not lowest <= rank <= highest:
        raise NotationError(f"'@{text}': a combination has a top rank from 2 to 10, J, Q or K")
    return rank


@remembered
def parse_play(text: str, deck: Deck) -> tuple[Cards, Claim | None]:
    """Read cards, and the reading after `as`, or before the cards, if one is named."""
    cards, *reading = re.split(r"(?<!\s)\s++as\b", text, maxsplit=1, flags=re.IGNORECASE)
    try:
        return parse_cards(cards, deck), parse_claim(reading[0]) if reading else None
    except NotationError:
        first, _, rest = text.strip().partition(" ")
        if reading or not rest or first.casefold().partition("@")[0].rstrip("23456789") not in _KINDS:
            raise
        return parse_cards(rest, deck), parse_claim(first)  # bomb JQK


def render_claim(claim: Claim) -> str:
    """The reading in canonical notation."""
    width = str(claim.width) if claim.width and claim.kind is Kind.STAIR else ""
    rank = "" if claim.rank is None else f"@{claim.rank if claim.kind is Kind.BOMB else rank_name(claim.rank)}"
    return f"{claim.kind}{width}{rank}"


# Events: a name, and what the player does; names in full or by an unambiguous beginning.


ACTION_WORDS = frozenset({"bet", "bid", "exchange", "give", "award", "lead"})
"""The words behind which stands what is bet, given or named."""
SAID_WORDS = {
    **{f"{word}s": word for word in ACTION_WORDS},
    **dict.fromkeys(("p", "passes", "passed"), "pass"),
    **dict.fromkeys(("play", "plays"), "play"),
}
"""What people say of a player, `Noah passes`, `Isla plays 4r`, with the word that stands in files."""


def canonical_verb(word: str) -> str:
    """A verb as files have it; any other word in small letters.

    >>> canonical_verb("Passes"), canonical_verb("bets"), canonical_verb("award"), canonical_verb("7R")
    ('pass', 'bet', 'award', '7r')
    """
    return SAID_WORDS.get(word.casefold(), word.casefold())


def parse_event(text: str, table: Table) -> Event:
    """Read one event, `NAME: ACTION`."""
    name, colon, action = text.partition(":")
    if not colon:
        example = f"{table.names[0]}: pass"
        raise NotationError(f"'{text}' is not an event: write 'NAME: ACTION', like '{example}'")
    return parse_action(action, parse_name(name, table.names), table)


def parse_action(text: str, seat: int, table: Table) -> Event:
    """Read what a player does: cards, `pass`, `bet`, `bid`, `exchange`, `give`, `award` or `lead`."""
    return _read_play_or_pass(text, (seat, table.deck)) or _read_keyword_action(text, seat, table)


@remembered
def _read_play_or_pass(text: str, whose: tuple[int, Deck]) -> Play | Pass | None:
    """A play or a pass, which say the same at every table with this deck; None for everything else."""
    seat, deck = whose
    word, rest = _split_first_word(text)
    if word == "pass" and not rest:
        return Pass(seat)
    if not word or word in ACTION_WORDS or (word == "no" and rest.casefold() == "bet"):
        return None
    return Play(seat, *parse_play(rest if word == "play" else text, deck))


def _split_first_word(text: str) -> tuple[str, str]:
    """The first word, as files have it, and what follows it."""
    word, *rest = text.strip().split(maxsplit=1) or [""]
    return canonical_verb(word), "".join(rest)


def _read_keyword_action(text: str, seat: int, table: Table) -> Event:
    (word, rest), betting = _split_first_word(text), table.variant.betting
    match word:
        case "":
            raise NotationError(f"{table.names[seat]}'s action is missing: write cards, 'pass' or 'bet'")
        case "bet" | "no":
            # In an auction people say either (Rulebook 2.1, Shepherd Auction); files have the one word.
            amount = _read_amount(rest if word == "bet" else "no bet", betting, "bet")
            return betting.event(seat, amount)
        case "bid":
            return Bid(seat, _read_amount(rest, betting, word))
        case "exchange":
            return Exchange(seat, _read_moved_cards(rest, table))
        case "give":
            return Give(seat, _read_moved_cards(rest, table))
        case "award":
            return Award(seat, _read_named(rest, table, "award"))
        case _:
            try:
                return Lead(seat, _read_named(rest, table, "lead"))
            except AmbiguousError:
                raise
            except NotationError:
                with suppress(NotationError):
                    return Play(seat, *parse_play(rest, table.deck))
                raise


def _read_moved_cards(text: str, table: Table) -> Cards:
    """The cards that leave a hand; none where none are named, which says enough where hands are unknown (ruling R8)."""
    return parse_cards(text, table.deck) if text else 0


def _read_named(text: str, table: Table, verb: str) -> int:
    if not text:
        raise NotationError(f"'{verb}' needs a name: {verb} {join_words(table.names, 'or')}", "unknown-player")
    return parse_name(text, table.names)


def parse_bet(text: str, betting: Betting, among: Collection[int] = ()) -> int | None:
    """The amount that a text means, as `Betting.parse` reads it. AmbiguousError where several bets can be meant."""
    amount = betting.parse(text, among)
    if isinstance(amount, Breach):
        raise (AmbiguousError if amount.code == "ambiguous" else NotationError)(amount.message)
    return amount


def _read_amount(text: str, betting: Betting, verb: str) -> int:
    amount = parse_bet(text, betting)
    if amount is None and text and text.casefold() in NO_BET:
        instead = "a player who does not bid writes 'pass'" if betting.by_auction else "no bet needs no entry"
        raise NotationError(f"{instead}; a {betting.verb} is {betting.amounts_text()}")
    if amount is None:
        what = f"'{text}' is not an amount" if text else "the amount is missing"
        raise NotationError(f"{what}: {verb} {betting.amounts_text()}")
    return amount


def render_action(event: Event, table: Table) -> str:
    """What a player does, in canonical notation."""
    match event:
        case Play():
            cards = table.deck.cards_text(event.cards)
            return f"{cards} as {render_claim(event.claim)}" if event.claim else cards
        case Pass():
            return "pass"
        case Bet():
            return f"bet {table.variant.betting.spell(event.amount)}"
        case Bid():
            return f"bid {event.amount}"
        case Exchange():
            return f"exchange {table.deck.cards_text(event.cards)}".rstrip()
        case Give():
            return f"give {table.deck.cards_text(event.cards)}".rstrip()
        case Award():
            return f"award {table.names[event.to]}"
        case Lead():
            return f"lead {table.names[event.to]}"


def tell_action(event: Event, table: Table) -> str:
    """What a player does, for a sentence: as in canonical notation, but a reading that is named is told in words."""
    if not isinstance(event, Play) or event.claim is None:
        return render_action(event, table)
    from haggis_cli.rules.explanations import claim_text  # files are read without it

    return f"{table.deck.cards_text(event.cards)} as {claim_text(event.claim)}"


def render_event(event: Event, table: Table) -> str:
    """The event in canonical notation, as it stands in a match file."""
    return f"{table.names[event.seat]}: {render_action(event, table)}"
