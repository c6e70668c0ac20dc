"""What a correction changes in the scores of a match, in sentences: they are read before it is saved."""

from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_sides, due, totals_change
from haggis_cli.rules.table import Table
from haggis_cli.support.english import capitalize
from haggis_cli.support.escaping import escape_text


def change_sentences(before: Report, after: Report, arrow: str) -> list[str]:
    """Whatever the correction changes: names, the goal, rounds, who leads, totals, the winner; empty for nothing of it.

    arrow: the sign between what was and what is.
    """
    lines = _setting_sentences(before, after, arrow)
    for old, new in zip(before.rounds, after.rounds, strict=False):
        lines += _round_sentences(old, new, after.table, arrow)
    if before.totals != after.totals and (after.totals is None or before.complete_rounds or after.complete_rounds):
        lines.append(totals_change(before, after, arrow))
    if after.ok and not before.over and not after.over and len(before.rounds) == len(after.rounds):
        lines += _next_leader(before, after)
    if after.ok and (before.winner, before.over) != (after.winner, after.over):
        lines.append(due(after))
    return lines


def _setting_sentences(before: Report, after: Report, arrow: str) -> list[str]:
    """What stands before the rounds and changes, from what it was to what it is."""
    old, new = before.match.record, after.match.record
    changes = {
        "name": [*zip(old.players, new.players, strict=False)],
        "team": [*zip(before.table.side_names, after.table.side_names, strict=False)] if new.teams or old.teams else [],
        "goal": [(str(before.goal), str(after.goal))],
        "event": [(old.event or "none", new.event or "none")],
        "counts in statistics": [("yes" if old.rated else "no", "yes" if new.rated else "no")],
    }
    lines = []
    for what, pairs in changes.items():
        told = [f"{escape_text(was)} {arrow} {escape_text(now)}" for was, now in pairs if was != now]
        if told:
            lines.append(f"{capitalize(what)}{'s' if len(told) > 1 else ''}: {', '.join(told)}.")
    return lines


def _round_sentences(old: RoundReport, new: RoundReport, table: Table, arrow: str) -> list[str]:
    lines = []
    if old.leader is not None and new.leader is not None and old.leader != new.leader:
        lines.append(_leads(table, new.number, new.leader, old.leader))
    if old.sides and new.sides and old.sides != new.sides:
        lines.append(_plays(table, new.number, new.sides))
    was, now = _side_totals(old, table), _side_totals(new, table)
    names = [escape_text(name) for name in table.side_names]
    if was and now and was != now:
        pairs = zip(names, was, now, strict=True)
        changed = [f"{name} {one} {arrow} {two}" for name, one, two in pairs if one != two]
        lines.append(f"Round {new.number}: {', '.join(changed)}.")
    elif now and not was:
        lines.append(f"Round {new.number} is over: {', '.join(map(_name_and_points, names, now))}.")
    elif was and not now:
        lines.append(f"Round {new.number} is not over any more.")
    return lines


def _side_totals(played: RoundReport, table: Table) -> list[int] | None:
    """What each side has of the round; None while it is not scored."""
    scores = played.scores
    return [sum(scores[seat].total for seat in seats) for seats in table.sides] if scores else None


def _name_and_points(name: str, points: int) -> str:
    return f"{name} {points}"


def _next_leader(before: Report, after: Report) -> list[str]:
    """Who leads the round that is to come, and who plays with whom, where that changes."""
    if before.standing is None or after.standing is None or after.current:
        return []
    old, new, number = before.standing, after.standing, len(after.rounds) + 1
    lines = [] if old.leader == new.leader else [_leads(after.table, number, new.leader, old.leader)]
    return lines if old.sides == new.sides else [*lines, _plays(after.table, number, new.sides)]


def _plays(table: Table, number: int, sides: tuple[tuple[int, ...], ...]) -> str:
    return f"Round {number}: {describe_sides(table.with_sides(sides))}"


def _leads(table: Table, number: int, leader: int, other: int) -> str:
    return f"{escape_text(table.names[leader])} leads round {number}, not {escape_text(table.names[other])}."
