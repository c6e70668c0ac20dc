"""A computer player's play as it is said at the table."""

from haggis_cli.players.hand_plan import CandidatePlay, as_cards, reading_of
from haggis_cli.players.view import View
from haggis_cli.rules.events import Event, Pass
from haggis_cli.rules.play_reading import unambiguous_play


def as_event(view: View, deed: CandidatePlay | None) -> Event:
    """The play with its reading named where that is needed; a pass for None."""
    if deed is None:
        return Pass(view.seat)
    reading = reading_of(deed.shape, deed.rank, deed.cards)
    return unambiguous_play(view.state.table, view.seat, as_cards(deed.cards), reading, view.state.reading_to_beat)
