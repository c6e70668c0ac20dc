"""Everything that a variant needs, and the only module of `haggis_cli` that it imports.

Everything here keeps its name, its fields and its meaning as long as variants say `api = 1`. New fields have defaults.
`docs/variants.md` shows how to write a variant.

The declaration: `Variant`, `Setup`, `Goal`, `Option`, `OptionValue`, `Choice`, `Ruling`.
Combinations: `Combinations`, `Bomb`, `BOMBS`, `of_a_kind`, `Kind`, `Reading`.
Card values: `CardValues`, `POINT_CARDS`, `EVERY_CARD`.
Betting: `FreeBets`, `SideBets`, `BlindBets`, `TeamBets`, `Auction`, or a subclass of `Betting`; `Offer`, `Stakes`,
`BET_NAMES`, and the settlements `full_stakes_to_winner_and_abstainers` and `failed_bets_split`.
Capture: functions that return `Takers`, or the seat that takes a hand.
Leading, dealing, and the sides of a round: functions of a `Standing`.
What a rule sees: `RoundView`, `TableView`, `Phase`, `Trick`, `TrickPlay`, the events of the betting (`Bet`, `Bid`,
`Pass`, `BettingEvent`), `Deck`, and cards: `Cards`, `Card`, `unpack`.
What a rule returns: `Breach`, `Clause`, `OpenQuestion`, `RULEBOOK_HEADINGS`; for sentences, `rule_text` and
`join_words`.
"""

from typing import TYPE_CHECKING

from haggis_cli.rules.betting import (
    BET_NAMES,
    Betting,
    FreeBets,
    Offer,
    Stakes,
    failed_bets_split,
    full_stakes_to_winner_and_abstainers,
)
from haggis_cli.rules.cards import Card, Cards, Deck, Setup, unpack
from haggis_cli.rules.events import (
    RULEBOOK_HEADINGS,
    Bet,
    BettingEvent,
    Bid,
    Breach,
    Clause,
    OpenQuestion,
    Pass,
    Phase,
    RoundView,
    TableView,
    Trick,
    TrickPlay,
    rule_text,
)
from haggis_cli.rules.readings import BOMBS, Bomb, Combinations, Kind, Reading, of_a_kind
from haggis_cli.rules.scoring import (
    EVERY_CARD,
    POINT_CARDS,
    CardValues,
    Goal,
    Standing,
    Takers,
    first_out_takes,
    first_out_takes_from_opponents,
    highest_alone,
    lead_player_alone,
    lowest_alone,
    lowest_total_leads,
    lowest_total_leads_else_left_of_dealer,
    lowest_total_leads_else_left_of_lead,
    lowest_total_leads_else_same,
    most_points_deals,
    next_highest_else_left,
    next_highest_else_right,
    no_dealer,
    opponent_of_winners_choice,
    other_team,
    trailing_team_leads,
    winner_captures,
)
from haggis_cli.rules.variant import Choice, Option, OptionValue, Ruling, Variant
from haggis_cli.support.text import join_words

if TYPE_CHECKING:
    from haggis_cli.rules.bets import Auction, BlindBets, SideBets, TeamBets

__all__ = [
    "BET_NAMES", "BOMBS", "EVERY_CARD", "POINT_CARDS", "RULEBOOK_HEADINGS",
    "Auction", "Bet", "Betting", "BettingEvent", "Bid", "BlindBets", "Bomb", "Breach", "Card", "CardValues", "Cards",
    "Choice", "Clause", "Combinations", "Deck", "FreeBets", "Goal", "Kind", "Offer", "OpenQuestion", "Option",
    "OptionValue", "Pass", "Phase", "Reading", "RoundView", "Ruling", "Setup", "SideBets", "Stakes", "Standing",
    "TableView", "Takers", "TeamBets", "Trick", "TrickPlay", "Variant",
    "failed_bets_split", "first_out_takes", "first_out_takes_from_opponents", "full_stakes_to_winner_and_abstainers",
    "highest_alone", "join_words", "lead_player_alone", "lowest_alone", "lowest_total_leads",
    "lowest_total_leads_else_left_of_dealer", "lowest_total_leads_else_left_of_lead", "lowest_total_leads_else_same",
    "most_points_deals", "next_highest_else_left", "next_highest_else_right", "no_dealer", "of_a_kind",
    "opponent_of_winners_choice", "other_team", "rule_text", "trailing_team_leads", "unpack", "winner_captures",
]  # fmt: skip


_RARE_BETS = ("Auction", "BlindBets", "SideBets", "TeamBets")
"""Kinds of betting that few variants have: a variant without them starts a fiftieth sooner."""


def __getattr__(name: str) -> object:
    """Load a kind of betting at its first use (PEP 562)."""
    if name not in _RARE_BETS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    kind: object = getattr(import_module("haggis_cli.rules.bets"), name)
    globals()[name] = kind
    return kind
