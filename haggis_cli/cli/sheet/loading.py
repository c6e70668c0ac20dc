"""The scoresheet of a match, read and judged."""

from haggis_cli.cli.opening import open_match, print_revision
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.sheets.renderers.formats import SheetFormat
from haggis_cli.sheets.sheet import Link, Sheet, scoresheet


def load_sheet(
    match: str | None, home: str | None, chosen: SheetFormat, *, qr: bool, review_for: Printer | None = None
) -> Sheet:
    """The sheet of a match as far as the format shows it.

    qr: with the link that puts the match into BG Stats, and its QR code.
    review_for: with the reviews of its rounds; the printer is told how far they are. None for a sheet without.
    """
    opened = open_match(match, home)
    report = opened.report
    print_revision(Printer(), opened)
    with guard_rules(report.table.variant.id):
        sheet = scoresheet(report, plays=chosen.shows_plays)
    if review_for:
        from haggis_cli.cli.reviewing import REVIEW_SECONDS, review_rounds
        from haggis_cli.sheets.review import sheet_reviews

        reviews, _ = review_rounds(review_for, opened, report.rounds, REVIEW_SECONDS)
        sheet = sheet._replace(reviews=sheet_reviews(report, reviews))
    if not qr:
        return sheet
    from haggis_cli.exchange.formats.bgstats.link import draw_link, play_link
    from haggis_cli.history.people import read_people
    from haggis_cli.matches.store.places import home_folder

    address = play_link(report, read_people(home_folder(home)))
    return sheet._replace(link=Link(address, draw_link(address)))
