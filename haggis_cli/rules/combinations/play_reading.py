"""Which reading a play has at the table."""

from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Kind, Reading, beats
from haggis_cli.rules.combinations.recognition import find_readings
from haggis_cli.rules.rounds.events import Claim, Play
from haggis_cli.rules.table import Table


def read_play(table: Table, play: Play, over: Reading | None) -> Reading | Breach:
    """The reading the play counts as (rules C8); `over` is the combination to beat, None for a lead.

    Answering, the highest reading that beats is taken; leading, the shape must be named if there is more than one.
    """
    readings = found = find_readings(table.variant.combinations, play.cards)
    if play.claim:
        readings = tuple(reading for reading in found if play.claim.fits(reading))
    if over:
        higher = None
        for reading in readings:
            if beats(reading, over) and (higher is None or reading[3] > higher[3]):
                higher = reading
        if higher:
            return higher
    elif readings and (len(readings) == 1 or all(reading[:3] == readings[0][:3] for reading in readings)):
        return readings[0]
    from haggis_cli.rules.combinations.play_refusals import refuse_play  # most plays have a reading

    return refuse_play(table, play, over, found, readings)


def legal_readings(table: Table, play: Play, over: Reading | None) -> tuple[Reading, ...]:
    """Every reading of the cards that would be legal here, best first."""
    readings = find_readings(table.variant.combinations, play.cards)
    return tuple(
        reading
        for reading in readings
        if (not play.claim or play.claim.fits(reading)) and (over is None or beats(reading, over))
    )


def unambiguous_play(table: Table, seat: int, cards: Cards, reading: Reading, over: Reading | None) -> Play:
    """The play of these cards with this reading, which is named only where the cards alone would mean another."""
    play = Play(seat, cards)
    if read_play(table, play, over) == reading:
        return play
    width = reading.width if reading.kind is Kind.STAIR else None
    kind_only = Play(seat, cards, Claim(reading.kind, width))
    if read_play(table, kind_only, over) == reading:
        return kind_only
    return Play(seat, cards, Claim(reading.kind, width, reading.rank))
