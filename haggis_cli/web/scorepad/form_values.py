"""What the pages of a round show beside its figures: the parts of the form, the number pad, how the match stands."""

from typing import Any

from haggis_cli.book.counting import pile_help, point_cards, suit_card_value
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form.fields import FieldKind
from haggis_cli.book.round_form.form import RoundForm
from haggis_cli.referee.sentences import due
from haggis_cli.rules.cards import rank_name
from haggis_cli.rules.table import Table
from haggis_cli.web.matches import version_of
from haggis_cli.web.scorepad.outlook import Gain


def parts_of(table: Table, form: RoundForm) -> list[dict[str, Any]]:
    """The parts of the form, each with its fields."""
    betting = table.variant.betting
    stakes = "Auction" if betting.by_auction else "Bets"
    parts = [
        ("out", "Who went out", [f for f in form.fields if f.kind in (FieldKind.OUT, FieldKind.COUNT)]),
        ("captured", "Captured", form.of_kind(FieldKind.CAPTURED)),
        ("stakes", stakes, form.of_kind(FieldKind.STAKE)),
    ]
    return [{"name": name, "title": title, "fields": fields} for name, title, fields in parts if fields]


def pad_of(table: Table) -> dict[str, Any]:
    """What the number pad has beside digits: keys for court cards and for other cards that count, each with its points.

    Where all cards are worth the same, the cards are counted as they lie there: such keys would be of no use. A minus
    is there only where a pile can be worth less than nothing.
    """
    values = table.variant.card_values
    lowest = values.lowest(table)
    is_even = values.even is not None
    held = table.setup.courts
    courts = [] if is_even else list(zip(map(rank_name, held), values.courts_of(table), strict=True))
    kinds = [] if is_even else point_cards(values)
    pile = f"points, or {' '.join(map(rank_name, held))} and cards"
    hint = pile if courts else "cards" if values.even == 1 else "points"
    return {
        "courts": courts,
        "kinds": kinds,
        "counts_cards": suit_card_value(values) == 1,
        "digits": len(str(max(values.in_play(table) - lowest, -lowest))),
        "goes_below_zero": lowest < 0,
        "help": _pad_help(table),
        "hint": hint,
    }


def _pad_help(table: Table) -> str:
    values = table.variant.card_values
    return f"{values.name[:1].upper()}{values.name[1:]}. Sums like 10+15+8 will do. {pile_help(table)}".rstrip()


def standing_of(opened: OpenMatch) -> dict[str, Any]:
    """How the match stands, for the pages of a round."""
    report = opened.report
    totals = report.totals or (None,) * len(report.table.sides)
    broken = report.violations[0].round if report.violations else None
    return {
        "match": opened.path.stem,
        "match_version": version_of(opened),
        "standings": [Gain(name, 0, total) for name, total in zip(report.table.side_names, totals, strict=True)],
        "goal": str(report.goal),
        "due": due(report),
        "broken": broken,
        "is_recording": report.current is not None and not report.violations,
        "is_over": report.over,
        "rounds": report.rounds,
    }


def is_round_due(opened: OpenMatch) -> bool:
    report = opened.report
    return not (report.violations or report.current or report.over)
