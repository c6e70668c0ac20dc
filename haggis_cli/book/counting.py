"""Numbers as people count them at the table: sums, and piles of captured cards.

A pile is counted by the card values of the variant: `jqk+7` is a J, a Q, a K and seven cards that are worth something.
Cards of one value can be told with it, in sums, too: `3x2` is three cards of 2 points.
"""

import re
from contextlib import suppress
from typing import NamedTuple

from haggis_cli.rules.cards import RANKS, rank_name
from haggis_cli.rules.scoring import CardValues
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import AmbiguousError, NotationError
from haggis_cli.support.text import join_words, pluralize

_MAX_NUMBER = 10_000  # what a match file holds
_COURTS = "JQK"
_TIMES = frozenset("xX×")
# Compiled when they are needed: most figures are plain numbers.
_SUM = r"(?a)-?\d{1,5}(?:\s*[+-]\s*\d{1,5})*"
_PILE = r"(?ai)(?=.*[jqk])[jqk\d\s,+]{1,80}"
_PILE_BELOW_ZERO = r"(?ai)(?=.*[jqk])(?:[jqk\d\s,+]|-(?=\s*\d)){1,80}"  # its numbers are points, and may be too few
_COURT = f"(?i)[{_COURTS}]"
_PRODUCT = r"(?ai)(?<!\d)(\d{1,4})\s*[x×]\s*(\d{1,4})(?!\d)"
_MANY = r"(?i)\d[jqk]"
_QUEEN = r"(?i)\bqu(?:e(?:en?)?)?\b"  # a pile of a Queen alone: the letter alone leaves a dialogue


class PileCount(NamedTuple):
    """What a pile is worth, and what was counted."""

    points: int
    """The points of the whole pile."""
    parts: tuple[str, ...]
    """Each kind of card with its points, in words."""

    def __str__(self) -> str:
        """What was counted, as it is told back.

        >>> str(PileCount(17, ("J 2", "Q 3", "K 5", "7 cards")))
        '17: J 2, Q 3, K 5, 7 cards'
        """
        return f"{self.points}: {', '.join(self.parts)}"


def is_sum(text: str) -> bool:
    """Whether a text is a whole number or a sum of several."""
    return re.fullmatch(_SUM, _multiply(text)) is not None


def _multiply(text: str) -> str:
    """The text with `3x2` as 6."""
    if _TIMES.isdisjoint(text):
        return text
    return re.sub(_PRODUCT, lambda found: str(int(found[1]) * int(found[2])), text)


def parse_sum(text: str, what: str, *, below_zero: bool = False) -> int:
    """A whole number, or a sum of several, as people count at the table; less than nothing only with `below_zero`.

    >>> parse_sum("10+15+8", "captured")
    33
    >>> parse_sum("3x2+1", "captured")
    7
    """
    text = text.strip()
    if not is_sum(text):
        raise NotationError(f"'{text}' is no number for {what}: write one like 12, or a sum like 10+15+8")
    total = sum(int("".join(part.split())) for part in re.findall(r"[+-]?\s*\d+", _multiply(text)))
    if total < 0 and not below_zero:
        raise NotationError(f"'{text}' is less than nothing for {what}")
    if abs(total) > _MAX_NUMBER:
        raise NotationError(f"'{text}' is too much for {what}: at most {_MAX_NUMBER}")
    return total


def count_pile(text: str, table: Table) -> PileCount | None:
    """The pile that J, Q, K and a number of other cards make; None for a text that is no such pile.

    The number counts suit cards that are worth points. Where those are worth different points, it is points itself.
    NotationError for more cards than the game has.
    """
    text = re.sub(_QUEEN, "Q", text)
    products, text = re.findall(_PRODUCT, text), re.sub(_PRODUCT, " ", text)
    values, players = table.variant.card_values, len(table.names)
    each = suit_card_value(values)
    if not re.fullmatch(_PILE_BELOW_ZERO if each is None and values.has_negative else _PILE, text):
        return None
    if found := re.search(_MANY, text):
        digit, letter = found.group()[0], found.group()[1]
        raise NotationError(
            f"'{text.strip()}' can be read in two ways: write '{letter * 2}' for two {letter.upper()}, "
            f"'{letter} {digit}' for one {letter.upper()} and {pluralize(int(digit), 'card')}"
        )
    points, parts = 0, []
    for court, worth in zip(_COURTS, values.courts, strict=True):
        held = text.upper().count(court)
        if held:
            _check_court(court, table)
        if held > players:
            raise NotationError(f"{held} {court} are too many: each of the {players} players has one")
        points += held * worth
        if held:
            parts.append(f"{court} {worth}" if held == 1 else f"{held} {court} {held * worth}")
    numbers = [int("".join(found.split())) for found in re.findall(r"-?\s*\d+", text)]
    number = sum(numbers)
    if not products:
        _check_no_ranks(numbers, points, text, table)
    if number:
        _check_number(number, each, table)
        points += number * (each or 1)
        parts.append(_describe_number(number, each))
    for cards, worth in products:
        points += int(cards) * int(worth)
        parts.append(f"{cards}x{worth} {int(cards) * int(worth)}")
    return PileCount(points, tuple(parts))


def _check_no_ranks(numbers: list[int], courts: int, text: str, table: Table) -> None:
    """AmbiguousError for several numbers that may be the ranks of cards as well as numbers to add up.

    courts: the points of the court cards in the pile.
    """
    values, deck, number = table.variant.card_values, table.deck, sum(numbers)
    copies = len(deck.letters) * deck.copies
    if len(numbers) < 2 or any(rank not in RANKS or numbers.count(rank) > copies for rank in numbers):
        return
    each, names = suit_card_value(values), re.findall(_COURT, text.upper())
    listed = courts + sum(values.suit_cards[rank - RANKS[0]] for rank in numbers)
    readings = {listed: f"the cards {join_words([*map(str, numbers), *names])}, {pluralize(listed, 'point')}"}
    with suppress(NotationError):
        _check_number(number, each, table)
        counted = courts + number * (each or 1)
        kind = "point card" if 0 in values.suit_cards else "suit card"
        others = _describe_number(number, None) if each is None else pluralize(number, kind)
        readings.setdefault(counted, f"{join_words(names)} with {others}, {pluralize(counted, 'point')}")
    can_be = "can be" if len(readings) > 1 else "can only be"
    raise AmbiguousError(
        f"'{text.strip()}' {can_be} {', or '.join(readings.values())}: "
        f"type {join_words(list(map(str, readings)), 'or')}"
    )


def parse_captured(text: str, table: Table, what: str = "captured cards") -> int:
    """The points of captured cards: a number, a sum, or a pile that is counted here. NotationError if it is neither.

    what: what the points are of, for the sentence of the error.
    """
    if is_sum(text.strip()):
        return parse_sum(text, what, below_zero=table.variant.card_values.has_negative)
    counted = count_pile(text, table)
    if counted:
        return counted.points
    shown = f"'{text.strip()}'"
    if re.search(_COURT, text) and table.setup.courts:
        example = _pile_example(table)
        raise NotationError(f"{shown} is no pile: write one like {example}, a number like 12, or a sum like 10+15+8")
    raise NotationError(f"{shown} is no number for {what}: write one {captured_forms(table)}")


def captured_forms(table: Table) -> str:
    """How the points of captured cards can be typed, behind the word that says that it is a number."""
    pile = _pile_example(table)
    return f"like 12, a sum like 10+15+8, or a pile like {pile}" if pile else "like 12, or a sum like 10+15+8"


def _pile_example(table: Table) -> str:
    """A pile with each court card of the game, as it is typed; empty where there are none."""
    names = table.setup.court_names.lower().replace(",", "")
    return f"'{names} 7'" if names else ""


def _check_court(court: str, table: Table) -> None:
    """NotationError for a court card that nobody has in this game."""
    from haggis_cli.matches.notation import parse_cards  # most figures are plain numbers
    from haggis_cli.rules.judge import refuse_absent_courts

    absent = refuse_absent_courts(table, parse_cards(court, table.deck))
    if absent:
        raise NotationError(absent.message.rstrip("."))


def suit_card_value(values: CardValues) -> int | None:
    """What a suit card that counts is worth, if all that count are worth the same; else None.

    >>> from haggis_cli.rules.scoring import POINT_CARDS
    >>> suit_card_value(POINT_CARDS)
    1
    """
    worth = {value for value in values.suit_cards if value}
    return worth.pop() if len(worth) == 1 else None


class CardKind(NamedTuple):
    """The suit cards of one value."""

    worth: int
    """The points of each; more than 0."""
    ranks: tuple[str, ...]
    """Their ranks, from the lowest."""


def point_cards(values: CardValues) -> list[CardKind]:
    """The suit cards that are worth points, a kind for each value.

    >>> from haggis_cli.rules.scoring import POINT_CARDS
    >>> point_cards(POINT_CARDS)
    [CardKind(worth=1, ranks=('3', '5', '7', '9'))]
    """
    kinds: dict[int, list[str]] = {}
    for rank, worth in zip(RANKS, values.suit_cards, strict=True):
        if worth > 0:
            kinds.setdefault(worth, []).append(rank_name(rank))
    return [CardKind(worth, tuple(ranks)) for worth, ranks in kinds.items()]


def pile_help(table: Table) -> str:
    """How a pile can be typed at this table, in a sentence; empty where it cannot."""
    values, courts = table.variant.card_values, table.setup.court_names
    each = suit_card_value(values)
    if not courts:
        return "'3x2' is three cards of 2 points." if each is None else ""
    begin = f"A pile can be typed, too: {_pile_example(table)} is {courts} and"
    if each is None:
        return f"{begin} 7 points of suit cards; '3x2' is three cards of 2 points."
    if all(values.suit_cards):
        return f"{begin} seven suit cards."
    ranks = [rank_name(rank) for rank, value in zip(RANKS, values.suit_cards, strict=True) if value]
    return f"{begin} seven cards of {join_words(ranks, 'or')}."


def _check_number(number: int, each: int | None, table: Table) -> None:
    values, copies = table.variant.card_values, len(table.deck.letters) * table.deck.copies
    if each is None:
        most = copies * sum(value for value in values.suit_cards if value > 0)
        least = copies * sum(value for value in values.suit_cards if value < 0)
        if number > most:
            raise NotationError(f"all suit cards together are worth {most} points, not {number}")
        if number < least:
            raise NotationError(f"all suit cards worth less than nothing make {least}, not {number}")
        return
    most = copies * sum(map(bool, values.suit_cards))
    if number > most:
        courts = join_words(table.setup.court_names.split(", "))
        raise NotationError(f"{pluralize(number, 'card')} beside {courts} are too many: {most} of them count")


def _describe_number(number: int, each: int | None) -> str:
    if each is None:
        return f"{pluralize(number, 'point')} of suit cards"
    return pluralize(number, "card") + ("" if each == 1 else f" {number * each}")
