"""What people want to read first of a match: how it stands in one line, and what it will be remembered for."""

from collections.abc import Iterator

from haggis_cli.rules.scoring.goal import leading_side
from haggis_cli.sheets.figures import Side
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.english import join_words, pluralize
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text_tables import with_direction_marks


def headline(sheet: Sheet) -> str:
    """How the match stands or ended, without a full stop; empty on a blank sheet.

    While the match goes on, what is next stands in `Sheet.due`; of one that is over the two say the same.
    """
    if sheet.blank:
        return ""
    if is_over(sheet) or sheet.totals is None:
        return sheet.due.removesuffix(".")
    standings = sheet.standings()
    if not standings:
        return "No round has been scored yet"
    return f"{_standing(sheet, standings[-1][1])} after {_progress(sheet)}"


def is_over(sheet: Sheet) -> bool:
    """Whether the match has a winner or was closed."""
    return sheet.winner is not None or (sheet.closed and not sheet.complaints)


def highlights(sheet: Sheet) -> list[tuple[str, str]]:
    """Pairs of a label and a text: who led and for how long, the best round, the bets; empty before the first score."""
    if sheet.totals is None or not any(each.sides for each in sheet.rounds):
        return []
    return [("Lead", _lead_changes(sheet)), ("Best round", _best_round(sheet)), *_bets(sheet)]


def _standing(sheet: Sheet, decisive: tuple[int, ...]) -> str:
    """Who is ahead by what decides the match."""
    ranked = sorted(range(len(decisive)), key=lambda side: -decisive[side])
    high = decisive[ranked[0]]
    best = pluralize(high, "round") if sheet.goal.round_wins else str(high)
    level = [_name(sheet.sides[side]) for side in ranked if decisive[side] == high]
    if len(level) > 1:
        return f"{join_words(level)} are level at {best}"
    leads = "lead" if len(sheet.sides[ranked[0]].seats) > 1 else "leads"
    if len(ranked) == 2:
        return f"{level[0]} {leads}, {best} to {decisive[ranked[1]]},"
    behind = join_words([f"{_name(sheet.sides[side])} ({decisive[side]})" for side in ranked[1:]])
    return f"{level[0]} {leads} with {best}, before {behind},"


def _progress(sheet: Sheet) -> str:
    """The last scored round, and how far the goal is."""
    last = max(each.number for each in sheet.rounds if each.sides)
    return f"round {last} of {sheet.goal.rounds}" if sheet.goal.rounds else f"round {last}, to {sheet.goal}"


def _lead_changes(sheet: Sheet) -> str:
    """Who led after each round, as changes of the lead; a tie changes nothing."""
    changes: list[tuple[int, int]] = []
    for number, decisive in sheet.standings():
        first = leading_side(decisive)
        if first is not None and (not changes or changes[-1][1] != first):
            changes.append((number, first))
    if not changes:
        return "nobody was ever ahead"
    number, side = changes[-1]
    name = _name(sheet.sides[side])
    if len(changes) == 1:
        return f"{name} from round {number} on"
    times = ("once", "twice")[len(changes) - 2] if len(changes) <= 3 else f"{len(changes) - 1} times"
    return f"changed {times}; {name} from round {number} on"


def _best_round(sheet: Sheet) -> str:
    """The highest points of a side in a round, the first of equal ones."""
    scored = ((figures.total, -each.number, side) for each in sheet.rounds for side, figures in enumerate(each.sides))
    total, number, side = max(scored)
    return f"{_name(sheet.sides[side])}, {total} in round {-number}"


def _bets(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The bets that were made, and how many of them were kept: who bets goes out first."""
    texts = []
    for side in sheet.sides:
        bets = [each.figures[seat] for each in sheet.rounds if each.figures for seat in side.seats]
        made = [each for each in bets if each.bet]
        if made:
            kept = sum(each.went_out == 1 for each in made)
            texts.append(f"{_name(side)} {kept} of {len(made)}")
    if texts:
        yield "Bets kept", ", ".join(texts)


def _name(side: Side) -> str:
    return with_direction_marks(escape_text(side.name))
