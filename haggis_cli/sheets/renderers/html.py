"""The scoresheet as one HTML page: the sheet, the score chart, and the recorded rounds to step through.

The page loads nothing, and names and all other text from files are escaped. Without JavaScript, it shows the rounds
trick by trick.
"""

import re
from collections.abc import Iterator

from haggis_cli.matches.heading import LONGEST_NAME
from haggis_cli.sheets.columns import LARGE_COLUMNS, Column, Group, blocks, count_columns
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.renderers.html_replay import (
    render_figure,
    render_replay,
    replay_script,
    replay_styles,
)
from haggis_cli.sheets.renderers.svg import caption, read_asset, render_charts
from haggis_cli.sheets.sheet import Sheet, facts_once, sheet_notes
from haggis_cli.sheets.standing import headline, highlights
from haggis_cli.support import charts
from haggis_cli.support.design import SIZES
from haggis_cli.support.html import (
    Child,
    Markup,
    hyphenated,
    join,
    pack_styles,
    page_policy,
    render_html_page,
    section,
    tag,
    without_implied_ends,
)
from haggis_cli.support.players import draw_badges
from haggis_cli.support.text import in_print, keep_together, typeset

_ROUND_REM = 3
"""The width of the column with the numbers of the rounds on a screen."""
_ONE_LINE = 110
"""So many letters of facts stand beside each other; more have a line for each."""
_SUM_REM = 2.5
"""What a column has besides where its figures are told with the sums that they come from."""
_GAP_LETTERS, _BOLD_LETTERS = 1, 0.3
"""What a column has besides its longest figure on a narrow screen, and bold figures have, in widths of a digit."""
_DIGIT_EM = 0.65
"""How wide a digit is at most."""
_Wide = tuple[str, float, float]
"""A column by its name, empty for that of the rounds, and how wide its figures and its heading are in digits."""
_SMALL, _SMALLEST = 0.9, 0.6875
"""How small figures may be for sums on one line, and at all; in large print they are never smaller."""
_FEW_ROUNDS, _FEW_PLAYERS = 8, 2
"""The most rounds and players with which the tables are beside the chart, one below the other."""


def render(sheet: Sheet, style: Style) -> str:
    """The page, as returned by `render_html_page`."""
    title = " \u00b7 ".join(filter(None, caption(sheet)))
    content = (
        tag("p", tag("a", "All matches", href=style.back), class_="back") if style.back else "",
        _header(sheet),
        _overview(sheet, style),
        _reviews_section(sheet),
        _link_section(sheet),
        _reference_section(sheet),
    )
    kind = " ".join(["blank"] * sheet.blank + ["large"] * style.large) or None
    return render_html_page(title, _styles(sheet, style), *content, script=_script(sheet), kind=kind)


def sheet_policy(sheet: Sheet, style: Style) -> str:
    """The page's own content security policy, which a server must also send with it."""
    return page_policy(_styles(sheet, style), _script(sheet))


def _styles(sheet: Sheet, style: Style) -> str:
    styles = charts.chart_styles() + read_asset("page.css") + read_asset("sheet.css") + _column_styles(sheet, style)
    if sheet.blank:
        styles += read_asset("blank.css")
    if sheet.replays:
        styles += replay_styles(reviewed=bool(sheet.reviews))
    if style.large:
        upright = max(map(count_columns, blocks(sheet))) <= LARGE_COLUMNS
        styles += f"{read_asset('large.css')}@page {{ size: {'portrait' if upright else 'landscape'} }}\n"
    return pack_styles(styles + (read_asset("review.css") if sheet.reviews else ""))


def _column_styles(sheet: Sheet, style: Style) -> str:
    """The styles that fit the score tables to the page: with little room headings and figures are smaller.

    With less, headings are single words; with still less, the factors of a sum are above it, and then headings are
    abbreviated, which is explained below. On the narrowest screens the name, the round and the game total stay in
    sight, and figures that scroll below them fade, so that no cut one is taken for a whole one. On paper, the headings
    of many columns are smaller.
    """
    columns = [each.column for group in blocks(sheet)[0] for each in group.columns]
    sum_rem = 0.0 if sheet.blank else _SUM_REM
    widths = {column.name: column.rem + column.per_card * sum_rem for column in columns}
    needed = _ROUND_REM + sum(column.rem for column in columns)
    even = _ROUND_REM + sum(widths[column.name] for column in columns)
    least = even if sheet.teams else needed
    smallest, small, heading = (1, 1, "small") if style.large else (_SMALLEST, _SMALL, "micro")
    figures, sums = _count_letters(sheet, "= "), _count_letters(sheet, "\n")
    words, level, folded, brief = (
        [
            (each.name, letters[each.name], _head_letters(_marked(each, getattr(each, name)), heading))
            for each in columns
        ]
        for letters, name in ((sums, "label"), (sums, "name"), (figures, "name"), (figures, "short"))
    )
    first = len(str(len(sheet.rounds))) + _GAP_LETTERS
    words.append(("", first, _head_letters("Round", heading)))
    for later in (level, folded, brief):
        later.append(("", first, 0))
    game = next(each for each in brief if each[0] == "game")
    least_room = " + ".join(_column_width(each, f"{smallest}rem") for each in brief)
    beside_fade = "var(--paper) calc(100% - var(--fade)), transparent"
    return f"""col {{ width: {_ROUND_REM / even:.1%} }}
{" ".join(f"col.{name} {{ width: {rem / even:.1%} }}" for name, rem in widths.items() if rem != _ROUND_REM)}
@media screen {{
  .players, .teams {{ grid-template-columns: repeat(auto-fit, minmax(min(100%, {least}rem), 1fr)) }}
  @container (max-width: {least - 0.1:.1f}rem) {{
    {_fit_columns(words, smallest)}
    .scores thead th {{ font-size: var(--micro) }}
    .scores th .badge + bdi {{ position: absolute; inset-inline-start: 0; clip-path: inset(50%) }}
  }}
  @container (max-width: {_letters_needed(words, small):.1f}ch) {{
    {_fit_columns(level, smallest)}
    {_renamed("name", heading)}
  }}
  @container (max-width: {_letters_needed(level, small):.1f}ch) {{
    {_fit_columns(folded, smallest)}
    .scores tbody > tr > * {{ vertical-align: bottom }}
    .scores td:has(i) {{ padding-block-start: .25rem }}
    td i {{ display: block; height: 0; overflow: hidden }}
    td:has(i)::first-line {{ font-size: .85em; line-height: 1; color: var(--soft) }}
  }}
  @container (max-width: {_letters_needed(folded, smallest):.1f}ch) {{
    {_fit_columns(brief, smallest)}
    {_renamed("short", heading)}
    .scores .key {{ display: block }}
  }}
  @container (max-width: calc({least_room})) {{
    .scores :is(caption, tr > :first-child, .game) {{ position: sticky; inset-inline-end: 0 }}
    .scores :is(caption, tr > :first-child) {{ inset-inline: 0 auto }}
    .scores :is(caption, .key) {{ max-width: 100cqi }}
    .scores :is(tr > :first-child, .game) {{ background: var(--paper) }}
    .scores [scope=colgroup].game span {{ position: static; clip-path: none }}
    .scores [scope=colgroup]:has(+ .game) span {{ position: absolute; inset-inline-start: 0; clip-path: inset(50%) }}
  }}
  @container (max-width: calc({least_room} - .25rem)) {{
    .scores tr > :first-child::after, .scores .game::before {{ content: "" }}
    @supports not (animation-timeline: scroll()) {{
      .scores tr > .game {{ background: linear-gradient(to left, {beside_fade}) }}
      .scores tr > :first-child {{ background: linear-gradient(to right, {beside_fade}) }}
      .scores col.game {{ width: calc({_column_width(game)} + var(--fade)) }}
      .scores col:first-child {{ width: calc({_column_width(brief[-1])} + var(--fade)) }}
    }}
  }}
}}
@media print {{ .players thead th {{ font-size: {6.8 - max(0, needed - 23) / 8:.2f}pt }} }}
"""


def _head_letters(heading: str, size: str) -> float:
    """The width of the longest word of a heading, and of what is beside it, in widths of a digit.

    Headings of two lines need more room between them: otherwise their words are read across.
    """
    rem, words = float(SIZES[size].removesuffix("rem")), heading.split()
    return max(charts.text_width(word.capitalize(), rem) for word in words) / _DIGIT_EM + 0.9 * len(words) - 0.6


def _count_letters(sheet: Sheet, between: str) -> dict[str, float]:
    """The width of each column in widths of a digit; what is between two texts of a cell parts them into lines."""
    found: dict[str, float] = {}
    for column, _, cells in (each for block in blocks(sheet) for group in block for each in group.columns):
        longest = max(len(text.strip()) for cell in cells or [""] for text in cell.split(between))
        wide = longest + _GAP_LETTERS + _BOLD_LETTERS * column.runs
        found[column.name] = max(wide, found.get(column.name, 0))
    return found


def _letters_needed(columns: list[_Wide], size: float) -> float:
    """How wide a table with figures of this size is, in widths of a digit."""
    return sum(max(figures * size, heading) for _, figures, heading in columns)


def _fit_columns(columns: list[_Wide], smallest: float) -> str:
    """Figures as large as have room, and columns as wide as their figures or their heading."""
    headed = sorted(columns, key=lambda column: column[2] / column[1], reverse=True)
    rooms = []  # for figures, if the first of the columns are as wide as their headings
    for at in range(len(headed)):
        headings, figures = sum(each[2] for each in headed[:at]), sum(each[1] for each in headed[at:])
        rooms.append(f"(100cqi - {headings:.1f}ch) / {figures * _DIGIT_EM:.1f}")
    size = f".scores table {{ --size: max({smallest}rem, round(down, min({', '.join(rooms)}, 1rem), 1px)) }}"
    widths = (
        f".scores {f'col.{each[0]}' if each[0] else 'col:first-child'} {{ width: {_column_width(each)} }}"
        for each in dict.fromkeys(columns)
    )
    return " ".join([size, ".scores :is(tbody th, td) { font-size: var(--size) }", *widths])


def _column_width(column: _Wide, size: str = "var(--size)") -> str:
    """How wide a column is whose figures have this size."""
    _, figures, heading = column
    return f"max({figures * _DIGIT_EM:.2f} * {size}, {heading:.2f}ch)"


def _renamed(name: str, size: str) -> str:
    """Headings by a shorter name; what reads them aloud has the whole ones."""
    return (
        ".scores thead [data-name] { font-size: 0; white-space: nowrap } .scores thead [data-name]::after "
        f"{{ font-size: var(--{size}); content: attr(data-{name}); content: attr(data-{name}) / '' }}"
    )


def _script(sheet: Sheet) -> str:
    return replay_script(reviewed=bool(sheet.reviews)) if sheet.replays else ""


def _header(sheet: Sheet) -> Markup:
    """The result as a headline, what is next, and the facts of the match; on a blank sheet how to fill it in."""
    facts = (tag("div", tag("dt", label), tag("dd", tag("bdi", text))) for label, text in _facts(sheet))
    troubles = [tag("li", in_print(text)) for text in sheet.complaints]
    result, variant = headline(sheet, alone=False), sheet.variant
    title = (
        [tag("p", variant, class_="what"), tag("h1", _whole(keep_together(in_print(result))))]
        if result
        else [tag("h1", variant)]
    )
    is_next = sheet.due.removesuffix(".") not in ("", result)
    return tag(
        "header",
        *title,
        tag("p", typeset(sheet.due), class_="due") if is_next else "",
        tag("ul", troubles, class_="troubles") if troubles else "",
        tag("dl", facts, class_="stacked" if sum(len(text) for _, text in facts_once(sheet)) > _ONE_LINE else None),
    )


def _facts(sheet: Sheet) -> Iterator[tuple[str, Child]]:
    """The facts; beside the day, programs find it as in 2026-11-23, and a line ends between players or teams."""
    for label, text in facts_once(sheet):
        if label == "Date" and sheet.date:
            yield label, tag("time", text, datetime=sheet.date)
        else:
            yield label, _unbroken(text, " ") if label in ("Players", "Teams") else text


def _overview(sheet: Sheet, style: Style) -> Markup:
    """The chart, the replay, the tables and the highlights: side by side on a wide screen."""
    if not sheet.rounds:
        return join(_notes_section(sheet), _replay_section(sheet))
    footnote = tag("p", f"* {typeset(sheet.footnote)}", class_="hint") if sheet.footnote else ""
    scores = section("scores", "Scores", _render_scores(sheet), footnote)
    if sheet.blank:
        return scores
    is_long = len(sheet.rounds) > _FEW_ROUNDS
    is_broad = is_long or len(sheet.players) > _FEW_PLAYERS
    kind = " ".join(["overview", *["broad"] * is_broad, *["long"] * is_long])
    aside = join(_highlights_section(sheet), _notes_section(sheet))
    drawn = render_charts(sheet, charts.WIDE, charts.LARGE if style.large else charts.NARROW)
    return tag(
        "div",
        section("drawing", "Game totals", drawn),
        _replay_section(sheet),
        scores,
        tag("div", aside, class_="aside") if aside else "",
        class_=kind,
    )


def _highlights_section(sheet: Sheet) -> Markup:
    found = highlights(sheet, longest_word=LONGEST_NAME)  # a page breaks a long word with a hyphen
    items = (tag("div", tag("dt", label), tag("dd", _unbroken(typeset(text), "&"))) for label, text in found)
    return section("highlights", "Highlights", tag("dl", items)) if found else Markup()


def _notes_section(sheet: Sheet) -> Markup:
    notes = sheet_notes(sheet)
    if not notes:
        return Markup()
    items = (
        tag("div", tag("dt", note.about), tag("dd", (tag("p", line, dir="auto") for line in note.lines if line)))
        for note in notes
    )
    return section("notes", "Notes", tag("dl", items))


def _reference_section(sheet: Sheet) -> Markup:
    """On a blank sheet, the quick reference."""
    if not sheet.blank:
        return Markup()
    told = ((label, _unbroken(typeset(text), "\u2011")) for label, text in sheet.reference)
    items = (tag("div", tag("dt", label), tag("dd", text)) for label, text in told)
    return tag("footer", tag("dl", items))


def _unbroken(text: str, mark: str) -> Markup:
    """A list, such as `J-Q, J-K`, whose lines rather end between its items than within one that has the mark."""
    parts = re.split(r"(?<=,) (?![^(]*\))", text)
    drawn = (tag("span", hyphenated(part)) if mark in part else hyphenated(part) for part in parts)
    return join(*(join(" " if at else "", part) for at, part in enumerate(drawn)))


def _whole(text: str) -> Markup:
    """A text in which a line ends at a hyphen only where a word has no room in one."""
    return join(*(tag("span", word) if "-" in word else hyphenated(word) for word in re.split("( )", text)))


def _replay_section(sheet: Sheet) -> Markup:
    return render_replay(sheet) if sheet.replays else Markup()


def _reviews_section(sheet: Sheet) -> Markup:
    if not sheet.reviews:
        return Markup()
    from haggis_cli.sheets.renderers.html_review import render_reviews  # loads the search for the best plays

    return render_reviews(sheet)


def _link_section(sheet: Sheet) -> Markup:
    if not sheet.link:
        return Markup()
    anchor = tag("a", "Add this match to BG Stats", href=sheet.link.address, rel="noreferrer")
    return section("link", "For BG Stats", tag("p", anchor), tag("div", Markup(sheet.link.code), class_="code"))


# The score tables of a page: one for each player or team, with the columns of the official sheet.


def _render_scores(sheet: Sheet) -> Markup:
    """A table for each side."""
    tables = [_side_table(sheet, side) for side in range(len(sheet.sides))]
    return without_implied_ends(tag("div", tables, class_="teams" if sheet.teams else "players"))


def _side_table(sheet: Sheet, side: int) -> Markup:
    """The table of a player or a team, headed by the name and the game total."""
    groups, name = blocks(sheet)[side], sheet.sides[side].name
    total = tag("b", in_print(str(sheet.totals[side]))) if sheet.totals is not None else ""
    won = tag("span", "winner", class_="winner") if sheet.winner == side else ""
    badges = {} if sheet.blank else draw_badges(sheet.players, sheet.sides)
    heads = [tag("tr", _column_heads(groups))]
    if len(groups) > 1:
        titles = [join(badges.get(group.title, ""), _name(group.title)) for group in groups[:-1]]
        heads.insert(0, tag("tr", tag("td"), map(_group_head, titles, groups), _team_heads(groups[-1])))
    rows = [_table_row(sheet, groups, at) for at in range(len(sheet.rounds))]
    caption = tag("caption", badges.get(name, ""), _name(name), " ", total, " ", won)
    columns = [each.column for group in groups for each in group.columns]
    wide = (tag("col", class_=each.name) for each in columns)
    table = tag("table", caption, tag("col"), wide, tag("thead", heads), tag("tbody", rows))
    key = _key(sheet) if side == len(sheet.sides) - 1 else ""
    return tag("div", table, key, class_="scroll", tabindex=0, role="group", aria_label=f"Scores of {name}")


def _name(name: str) -> Markup:
    """A name, isolated from the direction of the text around it; on a blank sheet a line to write it on."""
    given = name.rstrip("_")
    return tag("bdi", hyphenated(given), tag("span", class_="write") if given != name else "")


def _group_head(title: str, group: Group) -> Markup:
    return tag("th", title, colspan=len(group.columns), scope="colgroup", class_="first")


def _team_heads(group: Group) -> Markup:
    """The heading of the team's columns; the game total has one of its own, because it stays in sight without them."""
    title, others = tag("span", "Team"), len(group.columns) - 1
    return join(
        tag("th", title, colspan=others, scope="colgroup", class_="first"),
        tag("th", title, scope="colgroup", class_="game"),
    )


def _column_heads(groups: tuple[Group, ...]) -> list[Markup]:
    """The headings, each with a class for its column."""
    heads = [tag("th", tag("span", "Round", data_name="", data_short=""), scope="col")]
    for group in groups:
        for place, each in enumerate(group.columns):
            name, short = (_marked(each.column, text) for text in (each.column.name, each.column.short))
            text = tag("span", each.column.heading, data_name=name, data_short=short)
            heads.append(tag("th", text, scope="col", class_=_class_of(place, each.column.name)))
    return heads


def _marked(column: Column, name: str) -> str:
    """A shorter name as a heading, with the mark of its footnote."""
    return name.capitalize() + column.heading.removeprefix(column.label)


def _key(sheet: Sheet) -> Markup:
    """What abbreviated headings mean, by whole ones."""
    columns = dict.fromkeys(each.column for group in blocks(sheet)[0] for each in group.columns)
    told = [f"{each.short.capitalize()}: {each.label.lower()}" for each in columns if each.short != each.name]
    return tag("p", keep_together(", ".join(told)), ".", class_="hint key", aria_hidden="true")


def _table_row(sheet: Sheet, groups: tuple[Group, ...], at: int) -> Markup:
    each = sheet.rounds[at]
    number = tag("th", each.number, scope="row")
    if each.unscored:
        columns = sum(len(group.columns) for group in groups)
        return tag("tr", number, tag("td", each.unscored, colspan=columns, class_="note"))
    cells = (
        tag(
            "td",
            render_figure(shown.cells[at].strip("_")),
            class_=_class_of(place, shown.column.name if shown.column.runs else ""),
        )
        for group in groups
        for place, shown in enumerate(group.columns)
    )
    return tag("tr", number, cells)


def _class_of(place: int, name: str) -> str | None:
    """The classes of a column: its name, and a mark if it is a group's first column, which has a line at its left."""
    return " ".join(filter(None, [name, "" if place else "first"])) or None
