"""What everybody's captured cards add up to in a round typed in from the table, and what is left for a player.

Every card is captured once, but for those that nobody captures: the haggis in some variants, and in some the cards left
with the partner of the first player out. How many those are is often recorded: the last player out has counted the
hand that is left. So the total is certain in most rounds, and what one player captured follows from what the others
did. More than the total cannot have been captured; less has been miscounted.
"""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.rounds.round import begin
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words, pluralize


class CapturedRange(NamedTuple):
    """The captured points that are possible.

    least: the fewest.
    most: the most.
    """

    least: int
    most: int

    @property
    def exact(self) -> int | None:
        """The points, where only one number is possible; None where they are not certain."""
        return self.most if self.least == self.most else None


def captured_range(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> CapturedRange:
    """What everybody's captured points add up to in a round that ended so.

    out: who went out, in order, as far as is known.
    counts: the opponents' cards that they have recorded, as far as is known; 0 is unknown.
    """
    if not out:
        possible = [captured_range(table, (first,), {}) for first in table.seats]
        return CapturedRange(min(each.least for each in possible), max(each.most for each in possible))
    least = most = table.variant.card_values.in_play(table)
    uncaptured = [_hand_range(table, *sizes) for sizes in _uncaptured_hands(table, out, counts).values()]
    if not table.variant.haggis_taken:
        uncaptured.append(_haggis_range(table))
    for fewest, highest in uncaptured:
        least, most = least - highest, most - fewest
    return CapturedRange(max(least, table.variant.card_values.lowest(table)), most)


def captured_left(
    table: Table, out: tuple[int, ...], counts: Mapping[int, int], captured: Mapping[int, int], seat: int
) -> CapturedRange:
    """What one player can have captured, for what some of the others did.

    It is exact where the total is certain and the captured points of all others are known. `out` and `counts` are as
    for `captured_range`.

    captured: the captured points by seat, as far as they are known; those of `seat` do not matter.
    """
    total, lowest = captured_range(table, out, counts), table.variant.card_values.lowest(table)
    others = [captured[other] for other in table.seats if other != seat and other in captured]
    taken = sum(others)
    if len(others) == len(table.seats) - 1:
        return CapturedRange(max(total.least - taken, lowest), max(total.most - taken, lowest))
    return CapturedRange(lowest, max(total.most - lowest - taken, lowest))  # the rest may have all that counts below 0


def captured_breach(
    table: Table, out: tuple[int, ...], counts: Mapping[int, int], captured: Mapping[int, int], seat: int
) -> Breach | None:
    """Why a player cannot have captured so much, whatever the players not yet known did; None if it can be.

    The arguments are those of `captured_left`; the figure in question is `captured[seat]`.
    """
    lowest = lowest_breach(table, seat, captured[seat])
    if lowest:
        return lowest
    left = captured_left(table, out, counts, captured, seat).most
    if captured[seat] <= left:
        return None
    others = [each for other, each in captured.items() if other != seat]
    what_is_left = f"{left or 'none'} {'is' if left == 1 else 'are'} left, and " if others else ""
    text = f"{table.names[seat]} cannot have captured {captured[seat]}: {what_is_left}{_worth(table, out, counts)}."
    return Breach("table-inconsistent", text, Clause.SCORING)


def lowest_breach(table: Table, seat: int, points: int) -> Breach | None:
    """Why a player cannot have captured so few points, whatever all others have; None if it can be."""
    lowest = table.variant.card_values.lowest(table)
    if points >= lowest:
        return None
    why = f"all cards worth less than nothing make {lowest}" if lowest else "no card is worth less than nothing"
    text = f"{table.names[seat]} cannot have captured {points}: {why}."
    return Breach("table-inconsistent", text, Clause.SCORING)


def captured_total_breach(table: Table, outcome: Outcome) -> Breach | None:
    """Why the captured totals of a round cannot be right: together they are more than there is; None if they can be."""
    counts = dict(enumerate(outcome.counts))
    if sum(outcome.captured) <= captured_range(table, outcome.out, counts).most:
        return None
    text = f"The {_sum_text(outcome)}, which cannot be: {_worth(table, outcome.out, counts)}."
    return Breach("table-inconsistent", text, Clause.SCORING)


def captured_warning(table: Table, outcome: Outcome) -> str | None:
    """What is odd about the captured totals; None if they can be right."""
    counts = dict(enumerate(outcome.counts))
    least, most = captured_range(table, outcome.out, counts)
    if least <= sum(outcome.captured) <= most:
        return None
    return f"the {_sum_text(outcome)}, and {_worth(table, outcome.out, counts)}"


def _sum_text(outcome: Outcome) -> str:
    return f"captured totals {' + '.join(map(str, outcome.captured))} make {sum(outcome.captured)}"


def _worth(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> str:
    """What all cards are worth that somebody captures, and which are not among them, in words."""
    least, most = captured_range(table, out, counts)
    wanted = str(most) if least == most else f"{least} to {most}"
    left = [
        f"the {pluralize(low, 'card')} left in {table.names[holder]}'s hand"
        if low == high
        else f"what is left in {table.names[holder]}'s hand"
        for holder, (low, high) in _uncaptured_hands(table, out, counts).items()
    ]
    nobody = f": nobody captures {join_words(left)}" if left else ""
    return f"all cards together are worth {wanted}{nobody}"


def _uncaptured_hands(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Who keeps cards that nobody captures, with the fewest and the most cards that are left in that hand."""
    holders = [seat for seat in table.seats if seat not in out]
    sizes = {holder: _sizes_left(table, out, counts, holder) for holder in holders}
    most = tuple(sizes[seat][1] if seat in sizes else 0 for seat in table.seats)
    state = begin(table, 0)._replace(out=out, counts=tuple(counts.get(seat, 0) for seat in out), sizes=most)
    return {holder: sizes[holder] for holder in holders if table.variant.hand_taker(state, holder) is None}


def _sizes_left(table: Table, out: tuple[int, ...], counts: Mapping[int, int], holder: int) -> tuple[int, int]:
    """How many cards a player who is still in can hold at the end of the round.

    Hands only shrink, so every count by an opponent bounds it. The last player out ends the round, and has counted
    just this hand where no other opponent is in.
    """
    over, most = table.ended_by(out), table.setup.hand
    for place, seat in enumerate(out):
        if not counts.get(seat) or seat not in table.opponents(holder) or table.repeats_first_count(seat, out):
            continue
        most = min(most, counts[seat])
        still_in = [other for other in table.opponents(seat) if other not in out]
        if over and place == len(out) - 1 and still_in == [holder]:
            return counts[seat], counts[seat]
    return int(over), most


def _hand_range(table: Table, fewest: int, most: int) -> tuple[int, int]:
    """The least and the most that so many cards of one hand can be worth."""
    courts, suit_cards = table.variant.card_values.courts_of(table), _suit_card_values(table)
    dealt = table.setup.dealt
    low = sorted([*suit_cards[:dealt], *courts])
    high = sorted([*suit_cards[-dealt:], *courts], reverse=True)
    if not table.variant.card_values.has_negative:
        return sum(low[:fewest]), sum(high[:most])
    numbers = range(fewest, most + 1)
    return min(sum(low[:number]) for number in numbers), max(sum(high[:number]) for number in numbers)


def _haggis_range(table: Table) -> tuple[int, int]:
    """The least and the most that the haggis can be worth."""
    rest, suit_cards = table.setup.haggis(len(table.names)), _suit_card_values(table)
    return sum(suit_cards[:rest]), sum(suit_cards[len(suit_cards) - rest :])


def _suit_card_values(table: Table) -> list[int]:
    """What each suit card of the deck is worth, the lowest first."""
    return sorted(table.variant.card_values.suit_cards * (len(table.deck.letters) * table.deck.copies))
