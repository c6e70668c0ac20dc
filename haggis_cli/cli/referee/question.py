"""A single question to the referee, without a match: the table it is asked at, and the answer."""

from typing import NamedTuple

from haggis_cli.cli.options import parse_option_pairs
from haggis_cli.matches.notation import card_list, parse_play
from haggis_cli.plugins.registry import default_id, load
from haggis_cli.referee.seating import check_players, check_suits, read_options
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.cards import Cards, count, suit_cards, unpack
from haggis_cli.rules.events import Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.play_reading import legal_readings
from haggis_cli.rules.play_reading import read_play as reading_of
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.table import Table, seat_players
from haggis_cli.support.errors import NotationError, UsageError


class Ruling(NamedTuple):
    """What the referee says of a play: its cards, the legal readings in JSON order and in words, or the breach."""

    cards: list[str]
    readings: tuple[Reading, ...]
    descriptions: list[str]
    breach: Breach | None
    rule: str | None

    @property
    def message(self) -> str | None:
        """Why the play is not legal."""
        return self.breach.message if self.breach else None


def make_anonymous_table(
    variant_id: str | None, options: list[str] | None, suits: str | None, players: int | None
) -> Table:
    """A table of nobody in particular, to ask a question at."""
    variant = load(variant_id or default_id())
    number = variant.players[0] if players is None else players
    check_players(variant, number)
    return seat_players(
        variant,
        tuple(f"Player {seat + 1}" for seat in range(number)),
        options=read_options(variant, parse_option_pairs(options), number),
        letters=check_suits(variant, suits, number),
    )


def parse_over(text: str | None, table: Table) -> tuple[Cards, Reading | None]:
    """The combination to beat; UsageError if it is none, or can be read in several ways."""
    if text is None:
        return 0, None
    try:
        cards, claim = parse_play(text, table.deck)
    except NotationError as error:
        raise UsageError(f"--over: {error}") from None
    reading = reading_of(table, Play(0, cards, claim), None)
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
        found = reading_of(table, play, beaten)
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
