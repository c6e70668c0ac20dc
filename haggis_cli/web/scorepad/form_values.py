"""What the pages of a round show beside its figures: the parts of the form, the number pad, how the match stands."""

from typing import Any, NamedTuple

from haggis_cli.book.counting import pile_help, point_cards, suit_card_value
from haggis_cli.book.drafts.round_draft import RoundDraft
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form.fields import FieldKind
from haggis_cli.book.round_form.form import RoundForm
from haggis_cli.referee.sentences import due
from haggis_cli.rules.cards import rank_name
from haggis_cli.rules.table import Table
from haggis_cli.web.matches import version_of
from haggis_cli.web.scorepad.entry import RoundEntry
from haggis_cli.web.scorepad.outlook import Gain
from haggis_cli.web.scorepad.saving import look_ahead


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
        "is_recording": is_recording(opened),
        "is_over": report.over,
        "rounds": report.rounds,
    }


class Compared(NamedTuple):
    """A figure of a round that two people have entered."""

    words: str
    """What it is."""
    theirs: str
    """How it is saved; empty for not at all."""
    mine: str
    """What was entered on this phone; empty for nothing."""


def compare(saved: RoundEntry | None, draft: RoundDraft, entry: RoundEntry) -> list[Compared]:
    """The figures of a round that is saved beside those that were entered for it, and the points that they bring.

    saved: the round that is saved; None where there is none to compare with.
    """
    theirs = saved.fill_kept(None) if saved else None
    mine = (saved or entry).fill_kept(draft)
    told = [_figures_of(form) if form else {} for form in (theirs, mine)]
    if saved and theirs and mine.typed:
        told[0] |= _points_of(saved, theirs, saved.notes)
        told[1] |= _points_of(saved, mine, draft.notes)
    notes = saved.notes if saved else ""
    if draft.notes not in ("", notes):
        told[0]["Note"], told[1]["Note"] = notes, draft.notes
    return [Compared(words, *(each.get(words, "") for each in told)) for words in told[0] | told[1]]


def _figures_of(form: RoundForm) -> dict[str, str]:
    """The figures of a round by what they are, in the words of the table."""
    told, place = {}, ""
    for field in form.fields:
        if field.kind is FieldKind.OUT:
            place = field.label
            told[place] = field.says
        elif field.kind is FieldKind.COUNT:
            told[f"{place}: {field.label.lower()}"] = field.says
        elif field.kind is FieldKind.CAPTURED:
            told[f"{field.label} captured"] = field.answer if field.fault else field.says
    return told | {bet.title: bet.says for bet in bets_of(form)}


def _points_of(entry: RoundEntry, form: RoundForm, notes: str) -> dict[str, str]:
    """The points of each side, as far as the round can be scored."""
    result = look_ahead(entry, form, notes).outlook.result
    return {f"Points of {gain.name}": f"{gain.points:+d}" for gain in result.gains} if result else {}


class BetMade(NamedTuple):
    """What was bet, or that nothing was."""

    title: str
    """What it is called in a list of figures, such as `Noah bet`."""
    name: str
    """Whose bet it is; empty where the words say it."""
    says: str
    """The bet in words; `no bet` also where nobody has looked at it."""


def bets_of(form: RoundForm) -> list[BetMade]:
    """What was bet: one for each player or team, or the Shepherd's."""
    made = []
    for field in form.of_kind(FieldKind.STAKE):
        says = field.says or field.choices[0].text
        title = field.label if field.name == "shepherd" else f"{field.label} bet"
        made.append(BetMade(title, "" if field.label in says else field.label, says))
    return made


def is_recording(opened: OpenMatch) -> bool:
    """Whether the last round is being recorded, and is no saved round yet."""
    return opened.report.current is not None and not opened.report.violations


def is_round_due(opened: OpenMatch) -> bool:
    """Whether a round can be entered as it is."""
    report = opened.report
    return not (report.violations or report.current or report.over)
