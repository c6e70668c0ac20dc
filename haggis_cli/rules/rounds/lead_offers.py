"""The lead that the winner of a bombed trick may give away, also a winner who is out (rules K2)."""

from typing import NamedTuple

from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round


class LeadOffer(NamedTuple):
    """A lead that the winner of a bombed trick may give away (rules K2).

    giver: who won the trick; this player may be out.
    to: the partner who would lead.
    """

    giver: int
    to: int


def find_lead_offer(state: Round) -> LeadOffer | None:
    """The lead that may be given to a partner now; None where there is no such choice."""
    trick = state.bombed_trick
    if trick is None or trick.lead_given or not state.table.variant.bomb_lead or state.phase is not Phase.PLAY:
        return None
    partners = [seat for seat in state.table.partners(trick.winner) if state.sizes[seat]]
    if len(partners) != 1 or partners[0] == state.turn:
        return None
    return LeadOffer(trick.winner, partners[0])
