"""One play judged without a match: whether it is legal, its readings, or the rule that it breaks."""

from typing import NamedTuple

from haggis_cli.matches.notation import card_list, parse_play
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.cards import Cards, count, suit_cards, unpack
from haggis_cli.rules.events import Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.play_reading import legal_readings, read_play
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError, UsageError


class Ruling(NamedTuple):
    """What the referee says of a play."""

    cards: list[str]
    """The cards, as they are written."""
    readings: tuple[Reading, ...]
    """The legal readings, in the order of the JSON answer; empty for an illegal play."""
    descriptions: list[str]
    """The legal readings in words, in the same order."""
    breach: Breach | None
    """Why the play is not legal; None for a legal one."""
    rule: str | None
    """The clause of the rulebook that the breach rests on; None for a legal play."""

    @property
    def message(self) -> str | None:
        """Why the play is not legal."""
        return self.breach.message if self.breach else None


def parse_over(text: str | None, table: Table) -> tuple[Cards, Reading | None]:
    """The combination to beat; UsageError if it is none, or can be read in several ways."""
    if text is None:
        return 0, None
    try:
        cards, claim = parse_play(text, table.deck)
    except NotationError as error:
        raise UsageError(f"--over: {error}") from None
    reading = read_play(table, Play(0, cards, claim), None)
    if isinstance(reading, Breach):
        raise UsageError(f"--over: {reading.message}")
    return cards, reading


def judge_cards(text: str, over: str | None, table: Table) -> Ruling:
    """Adjudicate cards, with or without `as READING`, as a lead or over a combination."""
    on_table, beaten = parse_over(over, table)
    try:
        cards, claim = parse_play(text, table.deck)
    except NotationError as error:
        if error.code == "syntax":
            raise
        return _illegal_ruling([], Breach(error.code, f"{error}.", Clause.SETUP), table)
    play, names = Play(0, cards, claim), card_list(cards, table.deck)
    breach = _find_impossible_cards(cards, on_table, table)
    readings = legal_readings(table, play, beaten)
    if not breach and not readings:
        found = read_play(table, play, beaten)
        assert isinstance(found, Breach)
        breach = found
    if breach:
        return _illegal_ruling(names, breach, table)
    words = [describe(reading, table.variant.combinations.bombs) for reading in readings]
    return Ruling(names, readings, words, None, None)


def _find_impossible_cards(cards: Cards, on_table: Cards, table: Table) -> Breach | None:
    """Why nobody can hold these cards: they lie on the table already, or they are too many."""
    suited = suit_cards(cards)
    if count(suited) > table.setup.dealt:
        return Breach("too-many-cards", f"No hand has {count(suited)} suit cards.", Clause.SETUP)
    both = unpack(suited) + unpack(on_table)
    for card in unpack(suited & on_table):
        if both.count(card) > table.deck.copies:
            text = f"{table.deck.card_text(card)} is in the combination to beat already."
            return Breach("card-already-played", text, Clause.SETUP)
    return None


def _illegal_ruling(cards: list[str], breach: Breach, table: Table) -> Ruling:
    return Ruling(cards, (), [], breach, table.variant.cite(breach.clause))
