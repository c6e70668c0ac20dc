"""Rounds typed in from the table: who went out, the recorded counts and the bets, and what of it cannot have been.

Whether the captured totals can be right is told in `captured_totals`.
"""

from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.phrases import both_or_all, option_line
from haggis_cli.rules.scoring.captured_totals import captured_total_breach, lowest_breach
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from haggis_cli.support.english import capitalize, join_words


def table_breaches(table: Table, outcome: Outcome) -> list[Breach]:
    """Everything in the figures that cannot be, whatever was played."""
    breaches = [*_order_faults(table, outcome.out), *_count_faults(table, outcome)]
    too_low = (lowest_breach(table, seat, outcome.captured[seat]) for seat in table.seats)
    breaches += filter(None, too_low)
    fault = table.variant.betting.table_fault(table, outcome.stakes)
    if fault:
        breaches.append(_breach(f"{capitalize(fault)}.", Clause.BETTING))
    return breaches


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


def typing_breaches(table: Table, outcome: Outcome) -> list[Breach]:
    """What cannot be where a round is typed in now; in a file that exists already it is only warned about.

    The figures must have none of the `table_breaches`.
    """
    breaches = [
        _breach(
            f"{table.names[seat]} went out after {table.names[outcome.out[0]]} and records nothing, for only the first "
            f"player out scores an opponent's cards: leave the {outcome.counts[seat]} out{_option_note(table)}.",
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


def without_unscored_counts(table: Table, outcome: Outcome) -> Outcome:
    """The outcome as it is scored."""
    unscored = unscored_counts(table, outcome)
    counts = tuple(0 if seat in unscored else count for seat, count in enumerate(outcome.counts))
    return outcome._replace(counts=counts) if unscored else outcome


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


def _option_note(table: Table) -> str:
    """The option by which every player out records cards, if the variant has one."""
    for option in table.variant.options:
        for value, choice in option.choices.items():
            if choice.changes.get("only_first_records") is False:
                return f" (with the option {option_line(option.name, value)} it counts)"
    return ""


def _count_faults(table: Table, outcome: Outcome) -> list[Breach]:
    faults = []
    most, names, recorders = table.setup.hand, table.names, table.recorders(outcome.out)
    for seat in table.seats:
        counted = outcome.counts[seat]
        if seat not in outcome.out and counted:
            text = f"{names[seat]} did not go out and has recorded no opponent's cards, not {counted}."
            faults.append(_breach(text, Clause.GOING_OUT))
        elif seat in recorders and not counted:
            held = f"the opponents' cards at that moment are missing or 0; they are 1 to {most}"
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
        looked_at = set(table.opponents(later)) - set(out[:place])
        for earlier in out[:place]:
            if looked_at <= set(table.opponents(earlier)) and counts[later] > counts[earlier]:
                text = (
                    f"{names[later]} went out after {names[earlier]} and cannot have recorded more cards "
                    f"({counts[later]} after {counts[earlier]}): hands only shrink."
                )
                return [_breach(text, Clause.GOING_OUT)]
    return []


def _breach(text: str, clause: Clause) -> Breach:
    return Breach("table-inconsistent", text, clause)
