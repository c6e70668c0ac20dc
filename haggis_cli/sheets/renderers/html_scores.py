"""The score tables of a page: one for each player or team, with the columns of the official sheet."""

from haggis_cli.sheets.grid import Column, Group
from haggis_cli.sheets.renderers.text import blocks, heading
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.charts.lines import draw_key
from haggis_cli.support.glyphs import UNICODE
from haggis_cli.support.markup import Markup, tag, without_implied_ends


def render_scores(sheet: Sheet) -> Markup:
    """A table for every side."""
    kind = "teams" if sheet.teams else "players bonus" if sheet.bonus else "players"
    tables = (_side_table(sheet, side) for side in range(len(sheet.sides)))
    return without_implied_ends(tag("div", tables, class_=kind))


def _side_table(sheet: Sheet, side: int) -> Markup:
    """The table of a player or a team, headed by the name and the game total."""
    groups, name = blocks(sheet, UNICODE)[side], sheet.sides[side].name
    total = tag("b", sheet.totals[side]) if sheet.totals is not None else ""
    won = tag("span", "winner", class_="winner") if sheet.winner == side else ""
    heads = [tag("tr", _column_heads(groups))]
    if len(groups) > 1:
        heads.insert(0, tag("tr", tag("td"), map(_group_head, groups)))
    table = tag(
        "table",
        tag("caption", draw_key(side) if not sheet.blank else "", _name(name), " ", total, " ", won),
        tag("thead", heads),
        tag("tbody", (_table_row(sheet, groups, at) for at in range(len(sheet.rounds)))),
    )
    return tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=f"Scores of {name}")


def _name(name: str) -> Markup:
    """A name by itself, whatever its direction; on a blank sheet room to write it."""
    given = name.rstrip("_")
    return tag("bdi", given, tag("span", class_="write") if given != name else "")


def _group_head(group: Group) -> Markup:
    return tag("th", _name(group.title), colspan=len(group.columns), scope="colgroup", class_="first")


def _column_heads(groups: tuple[Group, ...]) -> list[Markup]:
    heads = (_column_head(column, at) for group in groups for at, column in enumerate(group.columns))
    return [tag("th", tag("span", "Round"), scope="col", data_short="Rd"), *heads]


def _column_head(column: Column, at: int) -> Markup:
    """A heading, marked with what the column is: not all are equally wide on paper, and a phone has a shorter word."""
    kind = f"{column.heading} {_first_column_class(at) or ''}".rstrip()
    return tag("th", tag("span", heading(column)), scope="col", class_=kind, data_short=column.short)


def _table_row(sheet: Sheet, groups: tuple[Group, ...], at: int) -> Markup:
    each = sheet.rounds[at]
    number = tag("th", each.number, scope="row")
    if each.unscored:
        return tag(
            "tr", number, tag("td", each.unscored, colspan=sum(len(group.columns) for group in groups), class_="note")
        )
    cells = ((place, column.cells[at].strip("_")) for group in groups for place, column in enumerate(group.columns))
    return tag("tr", number, (tag("td", cell, class_=_first_column_class(place)) for place, cell in cells))


def _first_column_class(place: int) -> str | None:
    """The mark of a group's first column, which a line parts from the one before."""
    return None if place else "first"
