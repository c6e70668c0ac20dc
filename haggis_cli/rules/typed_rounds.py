"""Rounds typed in from the table: which figures cannot have been, and what everybody's captured points can add up to.

`table_breaches` holds everywhere; `typing_breaches` refuses what is only warned about in a file that exists already.
"""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.rules.events import Breach, Clause, both_or_all, option_line
from haggis_cli.rules.round import begin
from haggis_cli.rules.variant import Outcome, Table
from haggis_cli.support.text import capitalize, join_words


def table_breaches(table: Table, outcome: Outcome) -> list[Breach]:
    """Everything in the figures that cannot be, whatever was played."""
    breaches = [*_order_faults(table, outcome.out), *_count_faults(table, outcome)]
    too_low = (lowest_breach(table, seat, outcome.captured[seat]) for seat in table.seats)
    breaches += filter(None, too_low)
    fault = table.variant.betting.table_fault(table, outcome.stakes)
    if fault:
        breaches.append(_breach(f"{capitalize(fault)}.", Clause.BETTING))
    return breaches


def typing_breaches(table: Table, outcome: Outcome) -> list[Breach]:
    """What cannot be where a round is typed in now; in a file that exists already it is only warned about.

    The figures must have none of the `table_breaches`.
    """
    breaches = [
        _breach(
            f"{table.names[seat]} went out after {table.names[outcome.out[0]]} and records nothing, because only the "
            f"first player out scores an opponent's cards: omit the {outcome.counts[seat]}{_option_note(table)}.",
            Clause.SCORING,
        )
        for seat in unscored_counts(table, outcome)
    ]
    too_much = captured_total_breach(table, outcome)
    return [*breaches, too_much] if too_much else breaches


def unscored_counts(table: Table, outcome: Outcome) -> tuple[int, ...]:
    """Who has a count that is not scored, for only the first player out records one."""
    recorders = table.recorders(outcome.out)
    return tuple(seat for seat in outcome.out if outcome.counts[seat] and seat not in recorders)


def unscored_warning(table: Table, outcome: Outcome) -> str | None:
    """That counts are there which are not scored; None if there are none."""
    unscored = unscored_counts(table, outcome)
    if not unscored:
        return None
    counts = join_words([f"{table.names[seat]}'s {outcome.counts[seat]}" for seat in unscored])
    return (
        f"only the first player out scores the cards in an opponent's hand, so {counts} "
        f"{'is' if len(unscored) == 1 else 'are'} not counted{_option_note(table)}"
    )


def without_unscored_counts(table: Table, outcome: Outcome) -> Outcome:
    """The outcome as it is scored."""
    unscored = unscored_counts(table, outcome)
    counts = tuple(0 if seat in unscored else count for seat, count in enumerate(outcome.counts))
    return outcome._replace(counts=counts) if unscored else outcome


def _option_note(table: Table) -> str:
    """The option by which every player out records cards, if the variant has one."""
    for option in table.variant.options:
        for value, choice in option.choices.items():
            if choice.changes.get("only_first_records") is False:
                return f" (with the option {option_line(option.name, value)} it counts)"
    return ""


def _order_faults(table: Table, out: tuple[int, ...]) -> list[Breach]:
    """The order of going out must end the round with its last player and not before (rules P5)."""
    names = [table.names[seat] for seat in out]
    if len(set(out)) != len(out):
        return [_breach(f"Nobody goes out twice: the order given is {', '.join(names)}.", Clause.GOING_OUT)]
    ended = [place for place in range(1, len(out) + 1) if table.ended_by(out[:place])]
    if not ended:
        need = "the first player" if len(table.names) == 2 else "every player but the last"
        team = f", or {both_or_all(table.variant.teams)} of a team," if table.variant.teams else ""
        team = ", or everybody of a side," if table.variant.round_sides else team
        so_far = f"only {join_words(names)}" if names else "nobody"
        text = f"The round is not over with {so_far} out: name {need}{team} to go out."
        return [_breach(text, Clause.ROUND_END)]
    if ended[0] < len(out):
        last = table.names[out[ended[0] - 1]]
        return [_breach(f"The round ended when {last} went out: nobody goes out after that.", Clause.ROUND_END)]
    return []


def _count_faults(table: Table, outcome: Outcome) -> list[Breach]:
    faults = []
    most, names, recorders = table.setup.hand, table.names, table.recorders(outcome.out)
    for seat in table.seats:
        counted = outcome.counts[seat]
        if seat not in outcome.out and counted:
            text = f"{names[seat]} did not go out and so cannot have recorded {counted} of an opponent's cards."
            faults.append(_breach(text, Clause.GOING_OUT))
        elif seat in recorders and not counted:
            held = f"give the number of cards in an opponent's hand at that moment, from 1 to {most}"
            text = f"{names[seat]} went out: {held}."
            faults.append(_breach(text, Clause.GOING_OUT))
        elif counted > most:
            text = f"{names[seat]} cannot have recorded {counted} cards: a hand has {most}."
            faults.append(_breach(text, Clause.SETUP))
    return faults or _count_order_faults(table, outcome)


def _count_order_faults(table: Table, outcome: Outcome) -> list[Breach]:
    """Hands only shrink: a later count cannot exceed an earlier one that looked at the same hands."""
    out, counts, names = outcome.out, outcome.counts, table.names
    repeating = next((seat for seat in out if table.repeats_first_count(seat, out)), None)
    if repeating is not None and counts[repeating] != counts[out[0]]:
        text = f"In a slam {names[repeating]} records the same count as {names[out[0]]}, {counts[out[0]]}."
        return [_breach(text, Clause.GOING_OUT)]
    for place, later in enumerate(out):
        for earlier in _who_saw_as_much(table, out[: place + 1]):
            if counts[later] > counts[earlier]:
                text = (
                    f"{names[later]} went out after {names[earlier]} and cannot have recorded more cards "
                    f"({counts[later]} after {counts[earlier]}): hands only shrink."
                )
                return [_breach(text, Clause.GOING_OUT)]
    return []


def most_held(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> int:
    """The most cards that the last of the players out can have recorded, for what others have; hands only shrink."""
    earlier = [counts[seat] for seat in _who_saw_as_much(table, out) if seat in counts]
    return min(earlier, default=table.setup.hand)


def _who_saw_as_much(table: Table, out: tuple[int, ...]) -> list[int]:
    """Who went out earlier than the last of these players, and looked at all the hands that this one does."""
    looked_at = set(table.opponents(out[-1])) - set(out)
    return [seat for seat in out[:-1] if looked_at <= set(table.opponents(seat))]


def _breach(text: str, clause: Clause) -> Breach:
    return Breach("table-inconsistent", text, clause)


# What everybody's captured cards add up to, and what is left for a player.
#
# Every card is captured once, but for those that nobody captures: the haggis in some variants, and in some the cards
# left with the partner of the first player out. How many those are is often recorded: the last player out has counted
# the hand that is left. So the total is certain in most rounds, and what one player captured follows from what the
# others did. More than the total cannot have been captured; less has been miscounted.


class CapturedRange(NamedTuple):
    """The captured points that are possible."""

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
        rest, suit_cards = table.setup.haggis(len(table.names)), _suit_card_values(table)
        uncaptured.append((sum(suit_cards[:rest]), sum(suit_cards[len(suit_cards) - rest :])))
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
    what_is_left = f"{left or 'none'} {'is' if left == 1 else 'are'} left, because " if others else ""
    text = f"{table.names[seat]} cannot have captured {captured[seat]}: {what_is_left}{_worth(table, out, counts)}."
    return Breach("table-inconsistent", text, Clause.SCORING)


def lowest_breach(table: Table, seat: int, points: int) -> Breach | None:
    """Why a player cannot have captured so few points, whatever all others have; None if it can be."""
    lowest = table.variant.card_values.lowest(table)
    if points >= lowest:
        return None
    why = f"the cards with negative points add up to {lowest}" if lowest else "no card has negative points"
    text = f"{table.names[seat]} cannot have captured {points}: {why}."
    return Breach("table-inconsistent", text, Clause.SCORING)


def captured_total_breach(table: Table, outcome: Outcome) -> Breach | None:
    """Why the captured totals of a round cannot be right: together they are more than there is; None if they can be."""
    counts = dict(enumerate(outcome.counts))
    if sum(outcome.captured) <= captured_range(table, outcome.out, counts).most:
        return None
    text = f"The {_sum_text(outcome)}, which is impossible: {_worth(table, outcome.out, counts)}."
    return Breach("table-inconsistent", text, Clause.SCORING)


def captured_warning(table: Table, outcome: Outcome) -> str | None:
    """What is odd about the captured totals; None if they can be right."""
    counts = dict(enumerate(outcome.counts))
    least, most = captured_range(table, outcome.out, counts)
    if least <= sum(outcome.captured) <= most:
        return None
    return f"the {_sum_text(outcome)}, but {_worth(table, outcome.out, counts)}"


def _sum_text(outcome: Outcome) -> str:
    return f"captured points {' + '.join(map(str, outcome.captured))} add up to {sum(outcome.captured)}"


def _worth(table: Table, out: tuple[int, ...], counts: Mapping[int, int]) -> str:
    """What all cards are worth that somebody captures, and which are not among them, in words."""
    least, most = captured_range(table, out, counts)
    wanted = str(most) if least == most else f"{least} to {most}"
    left = [
        f"the {low} left in {table.names[holder]}'s hand"
        if low == high
        else f"those left in {table.names[holder]}'s hand"
        for holder, (low, high) in _uncaptured_hands(table, out, counts).items()
    ]
    what = f"all cards except {join_words(left)}" if left else "all cards together"
    return f"{what} are worth {wanted}"


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


def _suit_card_values(table: Table) -> list[int]:
    """What each suit card of the deck is worth, the lowest first."""
    return sorted(table.variant.card_values.suit_cards * (len(table.deck.letters) * table.deck.copies))
