"""What may happen next in a position with all hands open, with what follows from it without a choice that matters."""

from collections.abc import Iterator
from typing import NamedTuple

from haggis_cli.rules.combinations.play_reading import unambiguous_play
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.rounds.events import Award, Event, Lead, Pass, Phase
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Round


class FollowUp(NamedTuple):
    """What somebody does, and the position after it.

    events: the play, pass or gift of the lead; after a trick won by a bomb also who captures it, if somebody chooses.
    after: the position.
    """

    events: tuple[Event, ...]
    after: Round


def find_follow_ups(state: Round, signs: tuple[int, ...]) -> Iterator[FollowUp]:
    """Everything that the side of the player whose turn it is may do; `signs` tells the sides apart."""
    table, turn, over = state.table, state.turn, state.reading_to_beat
    assert state.hands is not None
    for cards, reading in legal_plays(table.variant.combinations, table.deck, state.hands[turn], over):
        play = unambiguous_play(table, turn, cards, reading, over)
        yield _with_award((play,), state.after_play(cards, reading), signs)
    if state.trick:
        yield _with_award((Pass(turn),), state.after(Pass(turn)), signs)
    for lead in find_leads_offered(state):
        if signs[lead.seat] == signs[turn]:
            yield FollowUp((lead,), state.after(lead))


def find_leads_offered(state: Round) -> list[Lead]:
    """To whom the winner of a bombed trick may give the lead away now."""
    trick = state.bombed_trick
    if trick is None or state.phase is not Phase.PLAY or not state.table.variant.bomb_lead:
        return []
    leads = [Lead(trick.winner, partner) for partner in state.table.partners(trick.winner) if partner != state.turn]
    return [lead for lead in leads if judge(state, lead) is None]


def _with_award(events: tuple[Event, ...], after: Round, signs: tuple[int, ...]) -> FollowUp:
    """The winner who says who captures a trick names somebody of the own side, if that is allowed."""
    if after.phase is not Phase.AWARD:
        return FollowUp(events, after)
    trick = after.bombed_trick
    assert trick is not None
    seats = after.table.variant.bomb_taker(after, trick).seats
    award = Award(trick.winner, min(seats, key=lambda seat: signs[seat] != signs[trick.winner]))
    return FollowUp((*events, award), after.after(award))
