"""The scoresheet as one page: the sheet, the score chart, and the recorded rounds to step through.

Nothing is fetched, and names and what else came from a file are text only. Without JavaScript the rounds are read trick
by trick.
"""

from haggis_cli.sheets.facts import sheet_facts
from haggis_cli.sheets.highlights import headline, highlights
from haggis_cli.sheets.notes import sheet_notes
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.renderers.html_replay import render_replay, replay_script, replay_styles
from haggis_cli.sheets.renderers.html_review import render_reviews
from haggis_cli.sheets.renderers.html_scores import render_scores
from haggis_cli.sheets.renderers.svg import read_asset, render_charts
from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.charts.canvas import chart_styles
from haggis_cli.support.html_page import page_policy, render_html_page
from haggis_cli.support.markup import Child, Markup, join, tag

_FEW_ROUNDS = 8
"""Up to so many rounds the tables stand beside the chart, one below the other."""


def render(sheet: Sheet, style: Style) -> str:
    """The page, as `render_html_page` gives it."""
    title = " \u00b7 ".join(filter(None, [headline(sheet), sheet.variant, sheet.match_id]))
    content = (
        tag("p", tag("a", "All matches", href=style.back), class_="back") if style.back else "",
        _header(sheet),
        _overview(sheet),
        render_reviews(sheet) if sheet.reviews else "",
        _link_section(sheet),
        _reference_section(sheet),
    )
    kind = "blank" if sheet.blank else None
    return render_html_page(title, _styles(sheet), *content, script=_script(sheet), kind=kind)


def sheet_policy(sheet: Sheet) -> str:
    """What the page may load, as it says itself, for a server that sends the page to say it, too."""
    return page_policy(_styles(sheet), _script(sheet))


def _styles(sheet: Sheet) -> str:
    more = (replay_styles(reviewed=bool(sheet.reviews)) if sheet.replays else "") + (
        read_asset("review.css") if sheet.reviews else ""
    )
    return chart_styles() + read_asset("page.css") + more


def _script(sheet: Sheet) -> str:
    return replay_script(reviewed=bool(sheet.reviews)) if sheet.replays else ""


def _header(sheet: Sheet) -> Markup:
    """The result as a headline, what is next, and what the match is; on a blank sheet how to fill it in."""
    facts = (tag("div", tag("dt", label), tag("dd", tag("bdi", text))) for label, text in sheet_facts(sheet))
    troubles = [tag("li", text) for text in sheet.complaints]
    result = headline(sheet)
    title = [tag("p", sheet.variant, class_="what"), tag("h1", result)] if result else [tag("h1", sheet.variant)]
    is_next = sheet.due.removesuffix(".") not in ("", result)
    return tag(
        "header",
        *title,
        tag("p", sheet.due, class_="due") if is_next else "",
        tag("ul", troubles, class_="troubles") if troubles else "",
        tag("dl", facts),
    )


def _overview(sheet: Sheet) -> Markup:
    """The chart, the replay, the tables, and what the match will be remembered for: side by side on a wide screen."""
    if not sheet.rounds:
        return join(_notes_section(sheet), _replay_section(sheet))
    scores = _section("scores", "Scores", render_scores(sheet))
    if sheet.blank:
        return scores
    kind = "overview long" if len(sheet.rounds) > _FEW_ROUNDS else "overview"
    aside = join(_highlights_section(sheet), _notes_section(sheet))
    return tag(
        "div",
        _chart_section(sheet),
        _replay_section(sheet),
        scores,
        tag("div", aside, class_="aside") if aside else "",
        class_=kind,
    )


def _highlights_section(sheet: Sheet) -> Markup:
    found = highlights(sheet)
    items = (tag("div", tag("dt", label), tag("dd", text)) for label, text in found)
    return _section("highlights", "Highlights", tag("dl", items)) if found else Markup()


def _chart_section(sheet: Sheet) -> Markup:
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


def _replay_section(sheet: Sheet) -> Markup:
    return render_replay(sheet) if sheet.replays else Markup()


def _link_section(sheet: Sheet) -> Markup:
    if not sheet.link:
        return Markup()
    anchor = tag("a", "Put this match into BG Stats", href=sheet.link.address, rel="noreferrer")
    return _section("link", "For BG Stats", tag("p", anchor), tag("div", Markup(sheet.link.code), class_="code"))


def _section(name: str, title: str, *children: Child) -> Markup:
    return tag("section", tag("h2", title, id=f"{name}-title"), *children, class_=name, aria_labelledby=f"{name}-title")
