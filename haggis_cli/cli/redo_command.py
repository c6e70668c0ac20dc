"""`haggis redo`: bring back what undo took away."""

from haggis_cli.cli.common import Opened
from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.show import Printer


def command(match: Match = None, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Bring back what undo took away.

    Works as long as nothing else has changed in the match since, as often as 'haggis undo' was said.

    \b
    haggis redo
    """
    from haggis_cli.cli.rounds import print_due

    printer = Printer(no_color=no_color)
    after = bring_back(match, home)
    if json:
        from haggis_cli.report_json import report_json

        printer.emit_json(report_json(after.report) | {"redone": True})
        return
    printer.line("Brought back.")
    print_due(printer, after.report)


def bring_back(match: str | None, home: str | None) -> Opened:
    """Put the text from before the last undo back, and save it."""
    from haggis_cli.cli.common import changing, judged, saved
    from haggis_cli.errors import StoreError
    from haggis_cli.records.durable import revision
    from haggis_cli.records.store import Snapshot

    with changing(match, home) as opened:
        before = opened.store.undone_for(opened.snapshot.data)
        if before is None:
            raise StoreError("nothing to bring back: no undo led to the match as it is now")
        after = judged(opened.store, Snapshot(opened.path, before, revision(before)))
        return saved(opened, after)
