"""Helpers to set up a table, a position and a round in a few words, cards and events written as people write them."""

from collections.abc import Mapping, Sequence

from haggis_cli.matches.notation import parse_cards, parse_event, render_claim
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import Card, Cards, count, court_cards, unpack
from haggis_cli.rules.combinations.readings import Kind, Reading
from haggis_cli.rules.rounds.events import Bet, BettingEvent, Claim, Phase
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Deal, Round, begin
from haggis_cli.rules.table import Table, seat_players
from haggis_cli.rules.variant import OptionValue
from tests.support.rules.variants import VARIANTS

PLAYERS = {2: ("Noah", "Isla"), 3: ("Noah", "Jamie", "Isla"), 4: ("Isla", "Jamie", "Rory", "Noah")}
"""Who plays in the rulebook's examples, clockwise; of four, Isla and Rory play against Jamie and Noah."""


def claim_of(reading: Reading) -> Claim:
    """The claim that names a reading fully."""
    named = reading.kind is Kind.STAIR
    return Claim(reading.kind, reading.width if named else None, None if reading.kind is Kind.BOMB else reading.rank)


def table(variant: str, players: int | Sequence[str] | None = None, **options: OptionValue) -> Table:
    """A table of the variant with the options in force; `players` is their number, or their names."""
    rules = VARIANTS[variant]
    names = PLAYERS[players or rules.players[-1]] if players is None or isinstance(players, int) else tuple(players)
    return seat_players(rules, names, options=options)


def cards(text: str, at: Table) -> Cards:
    """The handful of cards, none for the empty text."""
    return parse_cards(text, at.deck) if text else 0


def cards_in_order(text: str, at: Table) -> tuple[Card, ...]:
    """The cards one by one, as the haggis lies: top card first."""
    return tuple(card for word in text.split() for card in unpack(cards(word, at)))


def position(
    at: Table,
    hands: Mapping[str, str],
    *,
    lead: str | None = None,
    haggis: str = "",
    bets: Mapping[str, int] | None = None,
    totals: tuple[int, ...] | None = None,
    known: bool = True,
) -> Round:
    """A round in which everybody holds these cards, court cards named, and nobody has played yet.

    `lead` leads, or the first player. With `known=False` the table sees only the court cards and the numbers of cards.
    """
    held = tuple(cards(hands.get(name, ""), at) for name in at.names)
    leader = at.names.index(lead) if lead else 0
    log: tuple[BettingEvent, ...] = tuple(Bet(at.names.index(name), amount) for name, amount in (bets or {}).items())
    return begin(at, leader, totals)._replace(
        phase=Phase.PLAY,
        turn=leader,
        hands=held if known else None,
        haggis=cards_in_order(haggis, at) if known else (),
        courts=tuple(court_cards(hand) for hand in held),
        sizes=tuple(count(hand) for hand in held),
        betting=log,
    )


def dealt(
    at: Table, hands: Mapping[str, str], lead: str | None = None, haggis: str = "", **rest: tuple[int, ...]
) -> Round:
    """A round from its very start, with these suit cards dealt (a full hand is not asked for)."""
    deal = Deal(tuple(cards(hands[name], at) for name in at.names), cards_in_order(haggis, at))
    return begin(at, at.names.index(lead) if lead else 0, rest.get("totals"), deal)


def started(at: Table, lead: str | None = None, totals: tuple[int, ...] | None = None) -> Round:
    """A round from its very start, hands unknown."""
    return begin(at, at.names.index(lead) if lead else 0, totals)


def after(state: Round, *events: str) -> Round:
    """The round after these events, each of which must be legal."""
    for text in events:
        event = parse_event(text, state.table)
        breach = judge(state, event)
        assert breach is None, f"{text}: {breach}"
        state = state.after(event)
    return state


def refused(state: Round, event: str) -> Breach:
    """Why this event may not happen now; it must be illegal."""
    breach = judge(state, parse_event(event, state.table))
    assert breach is not None, f"{event} is legal"
    return breach


def code(state: Round, event: str) -> str | None:
    """The code of the refusal, or None if the event is legal."""
    breach = judge(state, parse_event(event, state.table))
    return breach.code if breach else None


def named(state: Round, values: Sequence[int]) -> dict[str, int]:
    """What each player has of something, zeros left out."""
    return {name: value for name, value in zip(state.table.names, values, strict=True) if value}


def in_words(reading: Reading) -> str:
    """The reading as people write it, a bomb with its place on the ladder: `set@5`, `stair2@J`, `bomb@1`."""
    if reading.kind is Kind.BOMB:
        return f"bomb@{reading.rank}"
    return render_claim(claim_of(reading))
