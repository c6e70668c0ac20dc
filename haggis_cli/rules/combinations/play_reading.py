"""Which reading a play has at the table, or why it has none."""

from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import CLAUSES, claim_text, describe, why_no_combination
from haggis_cli.rules.combinations.readings import Kind, Reading, beats
from haggis_cli.rules.combinations.recognition import find_readings
from haggis_cli.rules.rounds.events import Claim, Play
from haggis_cli.rules.table import Table
from haggis_cli.support.english import capitalize, join_words


def read_play(table: Table, play: Play, over: Reading | None) -> Reading | Breach:
    """The reading the play counts as (rules C8); `over` is the combination to beat, None for a lead.

    Answering, the highest reading that beats is taken; leading, the shape must be named if there is more than one.
    """
    combinations = table.variant.combinations
    readings = find_readings(combinations, play.cards)
    if not readings:
        return why_no_combination(combinations, table.deck, play.cards)
    if play.claim:
        claimed = tuple(reading for reading in readings if play.claim.fits(reading))
        if not claimed:
            return _unclaimable(table, play, play.claim, readings)
        readings = claimed
    if over:
        return _resolve_answer(table, play, over, readings)
    if len(readings) > 1 and any(reading[:3] != readings[0][:3] for reading in readings):
        return _ambiguous(table, play, readings)
    return readings[0]


def legal_readings(table: Table, play: Play, over: Reading | None) -> tuple[Reading, ...]:
    """Every reading of the cards that would be legal here, best first."""
    readings = find_readings(table.variant.combinations, play.cards)
    return tuple(
        reading
        for reading in readings
        if (not play.claim or play.claim.fits(reading)) and (over is None or beats(reading, over))
    )


def _resolve_answer(table: Table, play: Play, over: Reading, readings: tuple[Reading, ...]) -> Reading | Breach:
    higher = None
    for reading in readings:
        if beats(reading, over) and (higher is None or reading[3] > higher[3]):
            higher = reading
    if higher:
        return higher
    bombs = table.variant.combinations.bombs
    found, wanted = describe(_nearest(readings, over), bombs), describe(over, bombs)
    if over.kind is Kind.BOMB:
        code = "not-higher" if readings[0].kind is Kind.BOMB else "wrong-kind"
        return Breach(code, f"{capitalize(found)} does not beat {wanted}: only a higher bomb does.", Clause.BOMBS)
    if any(reading.shape == over.shape for reading in readings):
        return Breach("not-higher", f"{capitalize(found)} does not beat {wanted}: it must be higher.", Clause.MATCHING)
    if any(reading.kind is over.kind for reading in readings):
        return Breach(
            "wrong-size",
            f"{capitalize(found)} cannot answer {wanted}: it must have the same number of cards and the same shape.",
            Clause.MATCHING,
        )
    return Breach(
        "wrong-kind",
        f"{capitalize(found)} cannot answer {wanted}: only the same kind, higher, or a bomb does.",
        Clause.MATCHING,
    )


def _nearest(readings: tuple[Reading, ...], over: Reading) -> Reading:
    """The reading a player most likely meant as an answer."""
    return max(readings, key=lambda reading: (reading.shape == over.shape, reading.kind is over.kind, reading.rank))


def _unclaimable(table: Table, play: Play, claim: Claim, readings: tuple[Reading, ...]) -> Breach:
    bombs = table.variant.combinations.bombs
    can_be = join_words([describe(reading, bombs) for reading in readings[:4]], "or")
    return Breach(
        "not-a-combination",
        f"{table.deck.cards_text(play.cards)} cannot be read as {claim_text(claim)}: it is {can_be}.",
        CLAUSES[claim.kind],
    )


def _ambiguous(table: Table, play: Play, readings: tuple[Reading, ...]) -> Breach:
    words = []
    for reading in readings:
        word = f"stair{reading.width}" if reading.kind is Kind.STAIR else reading.kind.value
        if word not in words:
            words.append(word)
    cards = table.deck.cards_text(play.cards)
    choices = join_words([f"'{cards} as {word}'" for word in words], "or")
    return Breach(
        "ambiguous", f"A lead of {cards} can be read in more than one way: say {choices}.", Clause.COMBINATIONS
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
