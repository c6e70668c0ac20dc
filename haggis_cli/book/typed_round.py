"""A round typed in from the table: from entries like `Noah: out 9, cards 20, bet big` to a round of a match file.

What is counted at the table, sums and piles of captured cards, comes first.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import parse_bet, parse_cards, parse_name
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.adjudication import table_record, typed_outcome
from haggis_cli.referee.report import Report
from haggis_cli.rules import typed_rounds
from haggis_cli.rules.betting import NO_BET
from haggis_cli.rules.cards import RANKS, rank_name
from haggis_cli.rules.events import Breach
from haggis_cli.rules.judge import refuse_absent_courts
from haggis_cli.rules.scoring import CardValues
from haggis_cli.rules.variant import Outcome, Table
from haggis_cli.support.errors import AmbiguousError, NotationError
from haggis_cli.support.text import join_words, pluralize

# Numbers as people count them at the table: sums, and piles of captured cards.
#
# A pile is counted by the card values of the variant: `jqk+7` is a J, a Q, a K and seven cards that are worth
# something. Cards of one value can be told with it, in sums, too: `3x2` is three cards of 2 points.


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
    parts: tuple[str, ...]
    """Each kind of card with its points, in words."""

    def __str__(self) -> str:
        """What was counted, as it is told back.

        >>> str(PileCount(17, ("J 2", "Q 3", "K 5", "7 cards = 7")))
        '17: J 2, Q 3, K 5, 7 cards = 7'
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
        raise NotationError(f"'{text}' is not a number for {what}: write one like 12, or a sum like 10+15+8")
    total = sum(int("".join(part.split())) for part in re.findall(r"[+-]?\s*\d+", _multiply(text)))
    if total < 0 and not below_zero:
        raise NotationError(f"'{text}' is too little for {what}: at least 0")
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
            parts.append(f"{court} {worth}" if held == 1 else f"{held} {court} = {held * worth}")
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
        parts.append(f"{cards}x{worth} = {int(cards) * int(worth)}")
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
        raise NotationError(f"{shown} is not a pile: write one like {example}, a number like 12, or a sum like 10+15+8")
    raise NotationError(f"{shown} is not a number for {what}: write one {captured_forms(table)}")


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
    begin = f"You can also type a pile: {_pile_example(table)} is {courts} and"
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
            raise NotationError(f"all suit cards with negative points add up to {least}, not {number}")
        return
    most = copies * sum(map(bool, values.suit_cards))
    if number > most:
        courts = join_words(table.setup.court_names.split(", "))
        raise NotationError(f"{pluralize(number, 'card')} besides {courts} are too many: at most {most} count")


def _describe_number(number: int, each: int | None) -> str:
    if each is None:
        return f"{pluralize(number, 'point')} of suit cards"
    return f"{pluralize(number, 'card')} = {number * each}"


REST_WORDS = ("-", "rest")
"""What stands for a pile that is not counted, because it is what the others leave."""
_ITEM_WORDS = ("out", "cards", "captured", "points", "bet", "bid")
_OUT_PLACES = tuple(f"out{place}" for place in range(1, 10))


@dataclass
class TypedRound:
    """What is known so far of a round. Players are seats, which count from 0."""

    out: list[int] = field(default_factory=list)
    """Who went out, in this order."""
    counts: dict[int, int] = field(default_factory=dict)
    """How many cards the fullest opponent's hand held when that player went out."""
    captured: dict[int, int] = field(default_factory=dict)
    """The points that each player captured."""
    stakes: dict[int, int] = field(default_factory=dict)
    """The bets; in an auction the bid of the Shepherd alone."""
    filled_seat: int | None = None
    """Whose captured points nobody typed in, and were worked out; None if all were typed."""
    piles: dict[int, PileCount] = field(default_factory=dict)
    """What was counted of the piles in the entries, such as `j q 7`."""

    @classmethod
    def of_outcome(cls, outcome: Outcome) -> "TypedRound":
        """What was typed in for a round of which this counts."""
        return cls(
            list(outcome.out),
            {seat: outcome.counts[seat] for seat in outcome.out if outcome.counts[seat]},
            dict(enumerate(outcome.captured)),
            {seat: stake for seat, stake in enumerate(outcome.stakes) if stake is not None},
        )

    def captured_range(self, table: Table) -> typed_rounds.CapturedRange:
        """What everybody's captured points add up to; certain once it is known who went out, with which counts.

        The least is 0 as long as the players out do not end the round.
        """
        with guard_rules(table.variant.id):
            return typed_rounds.captured_range(table, tuple(self.out), self.counts)

    def captured_left(self, table: Table, seat: int) -> typed_rounds.CapturedRange:
        """What one player can have captured, for what is known of the others; exact where only that is missing."""
        with guard_rules(table.variant.id):
            return typed_rounds.captured_left(table, tuple(self.out), self.counts, self.captured, seat)

    def captured_breach(self, table: Table, seat: int, points: int) -> Breach | None:
        """Why one player cannot have captured so many points, for what is known of the others; None if it can be.

        It can be asked as soon as the figure is named, before anything else is known.
        """
        captured = {**self.captured, seat: points}
        with guard_rules(table.variant.id):
            return typed_rounds.captured_breach(table, tuple(self.out), self.counts, captured, seat)

    def fill_missing_captured(self, table: Table) -> None:
        """Give the one player without captured points what is left. NotationError where that is not certain."""
        missing = [seat for seat in table.seats if seat not in self.captured]
        rest = self.captured_left(table, missing[0]).exact if len(missing) == 1 else None
        if rest is not None:
            self.captured[missing[0]] = rest
            self.filled_seat = missing[0]
        elif missing:
            names = join_words([table.names[seat] for seat in missing])
            raise NotationError(f"what {names} captured is missing: write 'cards N' for each")

    def to_record(self, table: Table, notes: str = "") -> RoundRecord:
        """The round, which must be complete, as a match file keeps it.

        It is not validated here, but when the text that it becomes is read.
        """
        return RoundRecord.model_construct(notes=notes, table=table_record(self.outcome(table), table))

    def outcome(self, table: Table) -> Outcome:
        """What counts of the round, which must be complete; nobody has judged it."""
        return Outcome(
            tuple(self.out),
            tuple(self.counts.get(seat, 0) for seat in table.seats),
            tuple(self.captured[seat] for seat in table.seats),
            tuple(self.stakes.get(seat) for seat in table.seats),
        )

    def recorded_count(self, seat: int, table: Table) -> int | None:
        """How many cards a player who went out recorded: after a slam the first count; None if it is not known."""
        repeats = table.repeats_first_count(seat, tuple(self.out))
        return self.counts.get(seat, self.counts.get(self.out[0]) if repeats else None)


def parse_entries(entries: Sequence[str], table: Table) -> TypedRound:
    """Read entries, one for each player. NotationError for what cannot be understood or stands twice."""
    typed = TypedRound()
    places: dict[int, int] = {}
    for entry in entries:
        name, colon, items = entry.partition(":")
        if not colon:
            example = f"{table.names[0]}: out 9, cards 20, bet big"
            raise NotationError(f"'{entry}' is not an entry: write 'NAME: …', like '{example}'")
        seat = parse_name(name, table.names)
        for item in filter(None, (part.strip() for part in items.split(","))):
            _parse_item(item, seat, table, typed, places)
    if not typed.out:
        raise NotationError(
            "who went out is missing: write 'out N', with the number of the opponents' cards at that moment"
        )
    typed.out = _sort_by_place(typed.out, places, table)
    for seat in table.recorders(tuple(typed.out)):
        counted = typed.recorded_count(seat, table)
        if counted is None:
            held = "how many cards the fullest opponent's hand held then"
            raise NotationError(f"{table.names[seat]}: {held} is missing: write 'out N'")
        typed.counts[seat] = counted
    typed.fill_missing_captured(table)
    return typed


def _sort_by_place(out: list[int], places: dict[int, int], table: Table) -> list[int]:
    """Who went out, in order: some places are given (`out2 5`), the others are filled in the order of the entries."""
    for seat, place in places.items():
        if place > len(out):
            went = "one player" if len(out) == 1 else f"{len(out)} players"
            raise NotationError(f"{table.names[seat]}: out{place} is impossible, because {went} went out")
    free = (place for place in range(1, len(out) + 1) if place not in places.values())
    order = {seat: places[seat] if seat in places else next(free) for seat in out}
    return sorted(out, key=order.__getitem__)


def _parse_item(item: str, seat: int, table: Table, typed: TypedRound, places: dict[int, int]) -> None:
    name = table.names[seat]
    word, place, value = _split_item(item, name)
    if word == "out":
        if seat in typed.out:
            raise NotationError(f"'{name}: out' is given twice")
        typed.out.append(seat)
        if value:
            typed.counts[seat] = parse_sum(value, f"the opponents' cards when {name} went out")
        if place and int(place) in places.values():
            raise NotationError(f"two players cannot both be out {place}")
        if place:
            places[seat] = int(place)
    elif word in ("bet", "bid"):
        _check_stake_word(word, name, table, typed)
        amount = parse_amount(value, table)
        if amount is not None:
            _set_once(typed.stakes, seat, amount, f"{name}: {word}")
    elif value.strip().casefold() not in REST_WORDS:
        _set_once(typed.captured, seat, parse_captured(value, table, f"what {name} captured"), f"{name}: cards")
        pile = count_pile(value, table)
        if pile:
            typed.piles[seat] = pile


def _check_stake_word(word: str, name: str, table: Table, typed: TypedRound) -> None:
    """NotationError for a bid where there is no auction, or a second one; in an auction a bet is a bid."""
    by_auction = table.variant.betting.by_auction
    if word == "bid" and not by_auction:
        raise NotationError(f"{name}: this variant has no auction: write 'bet N'")
    if by_auction and typed.stakes:
        shepherd = table.names[next(iter(typed.stakes))]
        raise NotationError(f"{name}: there is only one Shepherd, and {shepherd} has already bid")


def _split_item(item: str, name: str) -> tuple[str, str, str]:
    """`out1 9` -> out, 1, 9; `out 9` -> out, '', 9; `out2` -> out, 2, ''."""
    first, *value = item.split(maxsplit=1)
    word = first.casefold()
    if value and word in _ITEM_WORDS:
        return word, "", value[0]
    if word == "out" or word in _OUT_PLACES:
        return "out", word.removeprefix("out"), "".join(value)
    raise NotationError(
        f"{name}: '{item}' is not understood: write out N, cards N, bet N or bid N, with commas between them"
    )


def render_entries(typed: TypedRound, table: Table) -> list[str]:
    """What is known of a round, as entries that can be typed on the command line."""
    parts: dict[int, list[str]] = {seat: [] for seat in table.seats}
    for place, seat in enumerate(typed.out, 1):
        counted = typed.recorded_count(seat, table)
        if counted is not None or seat not in table.recorders(tuple(typed.out)):
            parts[seat].append(f"out{place}" + ("" if counted is None else f" {counted}"))
    for word, values in (("cards", typed.captured), (table.variant.betting.verb, typed.stakes)):
        for seat, value in values.items():
            parts[seat].append(f"{word} {value}")
    return [f"{table.names[seat]}: {', '.join(items)}" for seat, items in parts.items() if items]


def round_entries(report: Report, number: int) -> list[str]:
    """A typed-in round of a match as entries; empty for a recorded round."""
    typed = typed_round_of(report, number)
    return render_entries(typed, report.round_table(number)) if typed else []


def typed_round_of(report: Report, number: int) -> TypedRound | None:
    """What was typed in for a round; None for a recorded round. NotationError if its names are no players'."""
    record = report.rounds[number - 1].record.table
    if record is None:
        return None
    return TypedRound.of_outcome(typed_outcome(record, report.table))


def _set_once(values: dict[int, int], seat: int, value: int, what: str) -> None:
    if seat in values:
        raise NotationError(f"'{what}' is given twice")
    values[seat] = value


def parse_amount(text: str, table: Table) -> int | None:
    """A bet or bid, by its name or its amount; None for no bet, which people write in many ways.

    A name may be shortened as far as it is clear: `l` is a little bet, `b` may be a baby or a big one. AmbiguousError
    for the latter, NotationError for what is no bet at all.
    """
    betting, word = table.variant.betting, text.strip().casefold()
    if word in NO_BET or (word == "0" and 0 not in betting.amounts):
        return None
    if is_sum(word):
        return parse_sum(word, "a bet")
    amount = parse_bet(word, betting)
    if amount is None:
        raise NotationError(f"'{text}' is not a bet: bets are {betting.amounts_text()}, or none")
    return amount
