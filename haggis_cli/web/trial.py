"""Everything that pages show of a match, shown to nobody: a third party's rules may fail only there.

The score book tries it before it saves anything, so a round that no page could show is refused and not half believed.
"""

from haggis_cli.book.recording import round_to_play
from haggis_cli.book.round_form.form import fill_in
from haggis_cli.referee.report import Report
from haggis_cli.sheets.board import make_board
from haggis_cli.sheets.renderers.svg import render_chart
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.web.recording.deeds import find_deeds
from haggis_cli.web.recording.entry import describe_entry
from haggis_cli.web.recording.table_view import view_table
from haggis_cli.web.scorepad.form_values import pad_of, parts_of
from haggis_cli.web.scorepad.outlook import result_of


def show_to_nobody(report: Report) -> None:
    """Make what the match's page, the board, the score pad and the recording show, and throw it away."""
    sheet = scoresheet(report)
    make_board(report, sheet)
    render_chart(sheet)
    for each in report.complete_rounds[-1:]:
        result_of(report, each.number)
    table = report.round_table()
    parts_of(table, fill_in(table, {}))
    pad_of(table)
    if not (report.over or report.violations):
        state = round_to_play(report)
        view_table(report, state)
        find_deeds(state, report.rounds[-1].last if report.rounds and report.current is None else None)
        describe_entry(state)
