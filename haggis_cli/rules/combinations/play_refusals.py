"""Why a play has no reading at the table, in sentences."""

from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.combinations.explanations import CLAUSES, claim_text, describe, why_no_combination
from haggis_cli.rules.combinations.readings import Kind, Reading
from haggis_cli.rules.rounds.events import Claim, Play
from haggis_cli.rules.table import Table
from haggis_cli.support.english import capitalize, join_words


def refuse_play(
    table: Table, play: Play, over: Reading | None, found: tuple[Reading, ...], claimed: tuple[Reading, ...]
) -> Breach:
    """Why the play counts as nothing.

    over: the combination to beat; None for a lead.
    found: every reading of the cards.
    claimed: those that the player can mean.
    """
    if not found:
        return why_no_combination(table.variant.combinations, table.deck, play.cards)
    if play.claim and not claimed:
        return _unclaimable(table, play, play.claim, found)
    return _not_beaten(table, over, claimed) if over else _ambiguous(table, play, claimed)


def _not_beaten(table: Table, over: Reading, readings: tuple[Reading, ...]) -> Breach:
    bombs = table.variant.combinations.bombs
    answer, wanted = describe(_nearest(readings, over), bombs), describe(over, bombs)
    if over.kind is Kind.BOMB:
        code = "not-higher" if readings[0].kind is Kind.BOMB else "wrong-kind"
        return Breach(code, f"{capitalize(answer)} does not beat {wanted}: only a higher bomb does.", Clause.BOMBS)
    if any(reading.shape == over.shape for reading in readings):
        return Breach("not-higher", f"{capitalize(answer)} does not beat {wanted}: it must be higher.", Clause.MATCHING)
    if any(reading.kind is over.kind for reading in readings):
        return Breach(
            "wrong-size",
            f"{capitalize(answer)} cannot answer {wanted}: it must have the same number of cards and the same shape.",
            Clause.MATCHING,
        )
    return Breach(
        "wrong-kind",
        f"{capitalize(answer)} cannot answer {wanted}: only the same kind, higher, or a bomb does.",
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
