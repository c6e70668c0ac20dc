"""Events, `NAME: ACTION`, in and out; names as people type them, in full or by an unambiguous beginning."""

from collections.abc import Collection
from contextlib import suppress

from haggis_cli.matches.notation.cards import parse_cards, parse_name, parse_play, remembered, render_claim
from haggis_cli.rules.betting import NO_BET, Betting
from haggis_cli.rules.cards import Cards, Deck
from haggis_cli.rules.events import Award, Bet, Bid, Breach, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import AmbiguousError, NotationError
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


def render_event(event: Event, table: Table) -> str:
    """The event in canonical notation, as it stands in a match file."""
    return f"{table.names[event.seat]}: {render_action(event, table)}"
