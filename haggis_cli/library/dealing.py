"""Dealing a round to play."""

from collections.abc import Mapping, Sequence
from random import SystemRandom

from haggis_cli.library.state import RoundStart, State, begin_round
from haggis_cli.library.tables import Players, VariantName, build_table
from haggis_cli.matches.notation import parse_cards, parse_name
from haggis_cli.rules.cards import suit_cards
from haggis_cli.rules.rounds.round import Deal
from haggis_cli.rules.scoring.scores import first_standing
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue
from haggis_cli.support.errors import UsageError

_SEEDS = 1_000_000


def deal(
    variant: VariantName,
    players: Players | None = None,
    *,
    seed: int | str | None = None,
    teams: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
    lead: str | None = None,
    hands: Mapping[str, str | Sequence[str]] | None = None,
    haggis: str | Sequence[str] = "",
) -> State:
    """Deal the first round of a match.

    variant: the id of an installed variant, or a `Variant`.
    players: the names clockwise, or how many there are; the names of `hands`, or the variant's smallest number, if left
    out.
    seed: the same seed deals the same cards, here and in `haggis play --seed`; a random one if left out.
    teams: the names of the teams, that of the first player first.
    options: the variant's options that differ from its defaults, by name.
    suits: the letters of the suits, such as `rgbyp`.
    lead: who leads, or in an auction bids last; the first player if left out.
    hands: the cards dealt, by player, as text or one by one; J, Q and K may be left out, everybody has them.
    haggis: the cards left over where hands are given, the top one first.

    VariantError: there is no such variant. UsageError: it cannot be played like that, or the cards cannot have been
    dealt. NotationError: cards or a name cannot be read.
    """
    table = build_table(
        variant, list(hands) if players is None and hands else players, teams=teams, options=options, suits=suits
    )
    leader = 0 if lead is None else parse_name(lead, table.names)
    start = RoundStart(
        1, first_standing(table, leader), str(SystemRandom().randrange(_SEEDS) if seed is None else seed)
    )
    return begin_round(table, start, _read_deal(hands, haggis, table) if hands is not None else None)


def _read_deal(hands: Mapping[str, str | Sequence[str]], haggis: str | Sequence[str], table: Table) -> Deal:
    from haggis_cli.matches.deal import DealFault, parse_deal  # loads pydantic, which dealing by chance does not need
    from haggis_cli.matches.model import DealRecord

    def cards_text(cards: str | Sequence[str]) -> str:
        return table.deck.cards_text(suit_cards(parse_cards(_as_text(cards), table.deck)))

    record = DealRecord(hands={name: cards_text(hand) for name, hand in hands.items()}, haggis=_as_text(haggis))
    try:
        return parse_deal(record, table)
    except DealFault as fault:
        raise UsageError(str(fault)) from None


def _as_text(cards: str | Sequence[str]) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)
