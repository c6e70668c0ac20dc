"""What a correction changes in the scores of a match, in parts and as sentences: it is read before it is saved."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_sides, due, find_first_bidder
from haggis_cli.rules.variant import Table
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import capitalize


class Fact(NamedTuple):
    """What somebody or something is after a change."""

    name: str
    """Whose it is, such as `Noah`; empty if the heading says it."""
    value: str
    """Such as `250`, or `250 \u2192 260` if it changes."""
    is_changed: bool

    def __str__(self) -> str:
        return f"{self.name} {self.value}".lstrip()


class Change(NamedTuple):
    """One thing that a correction changes; as text, it is a sentence.

    >>> print(Change("Totals", (Fact("Isla", "253", False), Fact("Noah", "250 -> 260", True))))
    Totals: Isla 253, Noah 250 -> 260.
    """

    heading: str
    """What the facts are of, such as `Round 2`; the whole sentence if there are none."""
    facts: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        return f"{self.heading}: {', '.join(map(str, self.facts))}." if self.facts else self.heading


def _facts(names: Iterable[str], old: Iterable[object], new: Iterable[object], arrow: str) -> list[Fact]:
    """What each of these is now; where it was something else, also what, with `arrow` between the two."""
    triples = zip(names, map(str, old), map(str, new), strict=False)
    return [
        Fact(name, escape_text(is_now if was == is_now else f"{was} {arrow} {is_now}"), was != is_now)
        for name, was, is_now in triples
    ]


def _side_names(table: Table) -> list[str]:
    return [escape_text(name) for name in table.side_names]


def totals_change(before: Report, after: Report, arrow: str, changed: int) -> Change:
    """The totals after a change of the match; those that differ after what they were, with `arrow` between the two.

    changed: the last round that has changed, 0 if none has; the heading says after which round the totals are if there
    are later ones.
    """
    if after.totals is None:
        return Change("There are no totals until that is corrected.")
    scored = len(after.complete_rounds)
    when = f" after round {scored}" if 0 < changed < scored else ""
    facts = _facts(_side_names(after.table), before.totals or after.totals, after.totals, arrow)
    return Change(f"Totals{when}", tuple(facts))


def find_changes(before: Report, after: Report, arrow: str) -> list[Change]:
    """Whatever the correction changes: names, the goal, rounds, who leads, totals, the winner; none if nothing does."""
    found = list(_setting_changes(before, after, arrow))
    changed = 0
    for old, new in zip(before.rounds, after.rounds, strict=False):
        if of_round := list(_round_changes(old, new, after.table, arrow)):
            found += of_round
            changed = new.number
    if before.totals != after.totals and (after.totals is None or before.complete_rounds or after.complete_rounds):
        found.append(totals_change(before, after, arrow, changed))
    if after.ok and not before.over and not after.over and len(before.rounds) == len(after.rounds):
        found += _next_leader(before, after)
    if after.ok and (before.winner, before.over) != (after.winner, after.over):
        found.append(Change(due(after)))
    return found


def _setting_changes(before: Report, after: Report, arrow: str) -> Iterator[Change]:
    """What stands before the rounds and changes, from what it was to what it is."""
    old, new = before.match.record, after.match.record
    changes = {
        "name": [*zip(old.players, new.players, strict=False)],
        "team": [*zip(before.table.side_names, after.table.side_names, strict=False)] if new.teams or old.teams else [],
        "goal": [(str(before.goal), str(after.goal))],
        "match": [(old.title or old.id, new.title or new.id)],
        "event": [(old.event or "none", new.event or "none")],
        "counts in statistics": [("yes" if old.rated else "no", "yes" if new.rated else "no")],
    }
    for what, pairs in changes.items():
        facts = _facts([""] * len(pairs), [was for was, _ in pairs], [now for _, now in pairs], arrow)
        if told := tuple(fact for fact in facts if fact.is_changed):
            yield Change(f"{capitalize(what)}{'s' if len(told) > 1 else ''}", told)


def _round_changes(old: RoundReport, new: RoundReport, table: Table, arrow: str) -> Iterator[Change]:
    if old.leader is not None and new.leader is not None and old.leader != new.leader:
        yield _begins(table, new.number, new.leader, old.leader)
    if old.sides and new.sides and old.sides != new.sides:
        yield _plays(table, new.number, new.sides)
    was, now = _side_totals(old, table), _side_totals(new, table)
    if now and was != now:
        facts = _facts(_side_names(table), was or now, now, arrow)
        told = tuple(fact for fact in facts if fact.is_changed or not was)
        yield Change(f"Round {new.number}" if was else f"Round {new.number} is over", told)
    elif was and not now:
        yield Change(f"Round {new.number} is no longer over.")


def _side_totals(played: RoundReport, table: Table) -> list[int] | None:
    """What each side has of the round; None while it is not scored."""
    scores = played.scores
    return [sum(scores[seat].total for seat in seats) for seats in table.sides] if scores else None


def _next_leader(before: Report, after: Report) -> Iterator[Change]:
    """Who leads the round that is to come, and who plays with whom, where that changes."""
    if before.standing is None or after.standing is None or after.current:
        return
    old, new, number = before.standing, after.standing, len(after.rounds) + 1
    if old.leader != new.leader:
        yield _begins(after.table, number, new.leader, old.leader)
    if old.sides != new.sides:
        yield _plays(after.table, number, new.sides)


def _plays(table: Table, number: int, sides: tuple[tuple[int, ...], ...]) -> Change:
    return Change(f"Round {number}: {describe_sides(table.with_sides(sides))}")


def _begins(table: Table, number: int, leader: int, other: int) -> Change:
    """Who leads a round or, where there is an auction, bids first in it: then the Shepherd leads, whoever that is."""
    bidders = [find_first_bidder(table, seat) for seat in (leader, other)]
    does, seats = ("leads", [leader, other]) if None in bidders else ("bids first in", bidders)
    name, not_name = (escape_text(table.names[seat]) for seat in seats if seat is not None)
    return Change(f"{name} {does} round {number}, not {not_name}.")
