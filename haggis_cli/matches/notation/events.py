"""Events, `NAME: ACTION`, in and out; names as people type them, in full or by an unambiguous beginning."""

import re
from contextlib import suppress

from haggis_cli.matches.notation.cards import parse_cards, parse_name, parse_play, remembered, render_claim
from haggis_cli.rules.betting import BET_NAMES, Betting
from haggis_cli.rules.cards import Cards, Deck
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import AmbiguousError, NotationError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words

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
        example = f"{escape_text(table.names[0])}: pass"
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
    if not word or word in ACTION_WORDS:
        return None
    return Play(seat, *parse_play(rest if word == "play" else text, deck))


def _split_first_word(text: str) -> tuple[str, str]:
    """The first word, as files have it, and what follows it."""
    word, *rest = text.strip().split(maxsplit=1) or [""]
    return canonical_verb(word), "".join(rest)


def _read_keyword_action(text: str, seat: int, table: Table) -> Event:
    word, rest = _split_first_word(text)
    match word:
        case "":
            raise NotationError(f"what {table.names[seat]} did is missing: write cards, 'pass' or 'bet'")
        case "bet":
            # In an auction people say either (Rulebook 2.1, Shepherd Auction); files have the one word.
            kind = Bid if table.variant.betting.by_auction else Bet
            return kind(seat, _read_amount(rest, table, "bet"))
        case "bid":
            return Bid(seat, _read_amount(rest, table, "bid"))
        case "exchange":
            return Exchange(seat, _read_moved_cards(rest, table))
        case "give":
            return Give(seat, _read_moved_cards(rest, table))
        case "award":
            return Award(seat, _read_named(rest, table, "award"))
        case _:
            return _read_lead(rest, seat, table)


def _read_lead(text: str, seat: int, table: Table) -> Event:
    """The lead that is given to a player, or the cards that people say are led: `leads 7r 8r 9r`."""
    try:
        return Lead(seat, _read_named(text, table, "lead"))
    except AmbiguousError:
        raise
    except NotationError:
        with suppress(NotationError):
            return Play(seat, *parse_play(text, table.deck))
        raise


def _read_moved_cards(text: str, table: Table) -> Cards:
    """The cards that leave a hand; none where none are named, which says enough where hands are unknown (ruling R8)."""
    return parse_cards(text, table.deck) if text else 0


def _read_named(text: str, table: Table, verb: str) -> int:
    if not text:
        raise NotationError(
            f"'{verb}' needs a name: {verb} {join_words(list(map(escape_text, table.names)), 'or')}", "unknown-player"
        )
    return parse_name(text, table.names)


def parse_bet_name(text: str, betting: Betting) -> int | None:
    """The amount of the bet with that name, or with the only offered name that begins so; None if none does.

    AmbiguousError where several bets can be meant.

    >>> from haggis_cli.rules.betting import FreeBets
    >>> parse_bet_name("l", FreeBets()), parse_bet_name("big", FreeBets()), parse_bet_name("15", FreeBets())
    (15, 30, None)
    """
    # The names of bets are understood where nothing can be bet, so that the answer is that none are offered.
    names, word = betting.names if betting.amounts else BET_NAMES, text.strip().casefold()
    if word in names:
        return names[word]
    offered = {name: amount for name, amount in names.items() if word and name.startswith(word)}
    if betting.amounts:
        offered = {name: amount for name, amount in offered.items() if amount in betting.amounts}
    if len(set(offered.values())) > 1:
        raise AmbiguousError(f"'{word}' can be {join_words(list(offered), 'or')}: write more of the word")
    return next(iter(offered.values()), None)


def _read_amount(text: str, table: Table, verb: str) -> int:
    betting = table.variant.betting
    amount = parse_bet_name(text, betting)
    if amount is not None:
        return amount
    if not text:
        raise NotationError(f"how much is missing: {verb} {betting.amounts_text()}")
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise NotationError(f"'{text}' is no amount: {verb} {betting.amounts_text()}")
    return int(text)


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
            return f"exchange {table.deck.cards_text(event.cards)}".rstrip()
        case Give():
            return f"give {table.deck.cards_text(event.cards)}".rstrip()
        case Award():
            return f"award {table.names[event.to]}"
        case Lead():
            return f"lead {table.names[event.to]}"


def render_event(event: Event, table: Table) -> str:
    """The event in canonical notation, as it stands in a match file."""
    return f"{table.names[event.seat]}: {render_action(event, table)}"
