"""The scoresheet as one page: the sheet, the score chart, and the recorded rounds to step through.

Nothing is fetched, and the page's own policy forbids it: styles and script are known by their hashes, names and what
else came from a file are text only. Without JavaScript the rounds are read trick by trick.
"""

from base64 import b64encode
from hashlib import sha256

from haggis_cli.sheets.facts import sheet_facts
from haggis_cli.sheets.grid import Column, Group
from haggis_cli.sheets.notes import sheet_notes
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.renderers.html_replay import render_replay
from haggis_cli.sheets.renderers.svg import read_asset, render_charts
from haggis_cli.sheets.renderers.text import blocks, heading
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.charts.canvas import chart_styles
from haggis_cli.support.glyphs import UNICODE
from haggis_cli.support.markup import Child, Markup, tag, to_ascii


def render(sheet: Sheet, style: Style) -> str:
    """The page, in ASCII: whatever encoding a server claims, it is read alike."""
    styles, script = _styles(sheet), _script(sheet)
    title = f"{sheet.match_id}: {sheet.variant}" if sheet.match_id else sheet.variant
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(styles, script)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(styles)),
    )
    body = tag(
        "body",
        tag(
            "main",
            _header(sheet),
            _scores_section(sheet),
            _chart_section(sheet),
            _notes_section(sheet),
            _rounds_section(sheet),
            _link_section(sheet),
            _reference_section(sheet),
        ),
        tag("script", Markup(script)) if script else "",
        class_="blank" if sheet.blank else None,
    )
    return to_ascii(f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n")


def page_policy(sheet: Sheet) -> str:
    """What the page may load, as it says itself, for a server that sends the page to say it, too."""
    return _policy(_styles(sheet), _script(sheet))


def _styles(sheet: Sheet) -> str:
    return chart_styles() + read_asset("page.css") + (read_asset("replay.css") if sheet.replays else "")


def _script(sheet: Sheet) -> str:
    return read_asset("replay.js") if sheet.replays else ""


def _policy(styles: str, script: str) -> str:
    """What the page may load: its own styles and its own script, nothing else from anywhere."""
    allowed = [f"style-src {_hash(styles)}", *([f"script-src {_hash(script)}"] if script else [])]
    return "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _header(sheet: Sheet) -> Markup:
    facts = (tag("div", tag("dt", label), tag("dd", tag("bdi", text))) for label, text in sheet_facts(sheet))
    troubles = [tag("li", text) for text in sheet.complaints]
    return tag(
        "header",
        tag("h1", sheet.variant),
        tag("dl", facts),
        tag("p", sheet.due, class_="due") if sheet.due else "",
        tag("ul", troubles, class_="troubles") if troubles else "",
    )


def _scores_section(sheet: Sheet) -> Markup:
    if not sheet.rounds:
        return Markup()
    kind = "teams" if sheet.teams else "players bonus" if sheet.bonus else "players"
    tables = (_side_table(sheet, side) for side in range(len(sheet.sides)))
    return _section("scores", "Scores", tag("div", tables, class_=kind))


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
        tag("caption", _name(name), " ", total, " ", won),
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
    return [tag("th", "Round", scope="col"), *heads]


def _column_head(column: Column, at: int) -> Markup:
    """A heading, marked with what the column is: not all are equally wide on paper."""
    return tag("th", heading(column), scope="col", class_=f"{column.heading} {_first_column_class(at) or ''}".rstrip())


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


def _chart_section(sheet: Sheet) -> Markup:
    if sheet.blank or not sheet.rounds:
        return Markup()
    return _section("drawing", "Game totals", render_charts(sheet))


def _notes_section(sheet: Sheet) -> Markup:
    notes = sheet_notes(sheet)
    if not notes:
        return Markup()
    items = (
        tag("div", tag("dt", note.about), tag("dd", (tag("p", line, dir="auto") for line in note.lines if line)))
        for note in notes
    )
    return _section("notes", "Notes", tag("dl", items))


def _reference_section(sheet: Sheet) -> Markup:
    """On a blank sheet what the table looks up, and in small letters how it is typed in."""
    if not sheet.blank:
        return Markup()
    items = (tag("div", tag("dt", label), tag("dd", text)) for label, text in sheet.reference)
    return tag("footer", tag("dl", items), tag("p", sheet.typing, class_="hint"))


def _rounds_section(sheet: Sheet) -> Markup:
    return render_replay(sheet) if sheet.replays else Markup()


def _link_section(sheet: Sheet) -> Markup:
    if not sheet.link:
        return Markup()
    anchor = tag("a", "Put this match into BG Stats", href=sheet.link.address, rel="noreferrer")
    return _section("link", "For BG Stats", tag("p", anchor), tag("div", Markup(sheet.link.code), class_="code"))


def _section(name: str, title: str, *children: Child) -> Markup:
    return tag("section", tag("h2", title, id=f"{name}-title"), *children, class_=name, aria_labelledby=f"{name}-title")
