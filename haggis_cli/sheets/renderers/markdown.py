"""The scoresheet as Markdown (CommonMark with GitHub's tables): a table for each player or team."""

import re
from collections.abc import Iterator

from haggis_cli.sheets.columns import Group, blocks
from haggis_cli.sheets.renderers.formats import Style
from haggis_cli.sheets.sheet import Note, Sheet, sheet_facts, sheet_notes
from haggis_cli.support.escaping import escape_text

_MARKS = re.compile(r"[\\`*_\[\]|~$]|^[-+#=]|^\d+(?=[.)])|(?<=[wW]{3})\.|:(?=//)")


def render(sheet: Sheet, style: Style) -> str:
    """The facts as a list, a table for each side, and the standing of the match."""
    parts = [
        f"# {escape_markdown(sheet.variant)}",
        "\n".join(f"- {label}: {escape_markdown(text)}" for label, text in sheet_facts(sheet)),
    ]
    if sheet.rounds:
        for side, groups in zip(sheet.sides, blocks(sheet), strict=True):
            parts += [f"## {escape_markdown(side.name)}", _render_table(sheet, groups)]
        if sheet.footnote:
            parts.append(escape_markdown(f"* {sheet.footnote}"))
    if notes := sheet_notes(sheet):
        parts += ["## Notes", "\n".join(map(_render_note, notes))]
    parts += filter(None, [escape_markdown(sheet.due), *_reference(sheet)])
    if sheet.complaints:
        parts.append("\n".join(f"- {escape_markdown(complaint)}" for complaint in sheet.complaints))
    return "\n\n".join(parts) + "\n"


def _reference(sheet: Sheet) -> Iterator[str]:
    """On a blank sheet, the quick reference and how to type the sheet in later."""
    if sheet.blank:
        yield "\n".join(f"- {label}: {escape_markdown(text)}" for label, text in sheet.reference)
        yield escape_markdown(sheet.typing)


def _render_note(note: Note) -> str:
    """A note as an item of a list; its line breaks are kept."""
    return f"- {note.about}: " + "\\\n  ".join(escape_markdown(line) for line in note.lines if line)


def escape_markdown(text: str) -> str:
    r"""Text as Markdown that shows it literally, even in a table.

    >>> print(escape_markdown("<b>Noah|*Isla*"))
    &lt;b&gt;Noah\|\*Isla\*
    >>> print(escape_markdown("www.example.org"))  # a name does not become a link either
    www\.example.org
    """
    entities = escape_text(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKS.sub(_escape_mark, entities)


def _escape_mark(mark: re.Match[str]) -> str:
    """The escaped mark; after a number that would begin a list, the escaped mark is its dot."""
    text = mark[0]
    return f"{text}\\" if text[0].isdigit() else f"\\{text}"


def _render_table(sheet: Sheet, groups: tuple[Group, ...]) -> str:
    columns = [each for group in groups for each in group.columns]
    titles = [
        escape_markdown(each.column.heading if group is groups[-1] else f"{each.column.heading} {group.title}")
        for group in groups
        for each in group.columns
    ]
    rows = [f"| Round | {' | '.join(titles)} |", f"|---:|{'---:|' * len(columns)}"]
    for at, each in enumerate(sheet.rounds):
        cells = [column.cells[at] for column in columns]
        if each.unscored:
            cells = [escape_markdown(each.unscored), *[""] * (len(columns) - 1)]
        rows.append(f"| {each.number} | {' | '.join(cells)} |")
    return "\n".join(rows)
