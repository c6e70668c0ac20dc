"""What players do with hands that nobody knows: exchange and passing, of which nothing is entered."""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize


class HandWork(NamedTuple):
    """What players do now with hands that nobody knows, so that no event is entered for it (rules T5).

    kind: `EXCHANGE` with the haggis, or `PASSING` to the partner.
    seats: who does it.
    cards: how many cards each of them moves.
    """

    kind: Phase
    seats: tuple[int, ...]
    cards: int


def find_hand_work(state: Round) -> HandWork | None:
    """The exchange, or the passing of cards, that is to be done before the first trick; None where there is none.

    Only where hands are unknown: otherwise it is entered, and the round waits for it.
    """
    if state.hands is not None or state.phase is not Phase.PLAY or state.trick or state.tricks:
        return None
    return _exchange_of(state) or _passing_of(state)


def _exchange_of(state: Round) -> HandWork | None:
    betting = state.table.variant.betting
    bid = betting.shepherd(state.betting)
    cards = betting.draws(bid.amount) if bid else 0
    return HandWork(Phase.EXCHANGE, (bid.seat,), cards) if bid and cards else None


def _passing_of(state: Round) -> HandWork | None:
    gives = state.table.variant.gives
    return HandWork(Phase.PASSING, tuple(state.table.seats), gives) if gives else None


def hand_work_text(work: HandWork, names: Sequence[str]) -> str:
    """What is to be done, in a sentence; `names` are those of all players."""
    cards = pluralize(work.cards, "card")
    if work.kind is Phase.EXCHANGE:
        who = join_words([names[seat] for seat in work.seats])
        return f"{who} exchanges {cards} now; nothing is entered for it."
    in_turn = "" if work.cards == 1 else ", one after the other"
    return f"Everybody passes {cards} to the partner now{in_turn}; nothing is entered for it."
