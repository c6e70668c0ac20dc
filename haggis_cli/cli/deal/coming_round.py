"""The round that is dealt next: of a match, or at a table of its own."""

from random import Random
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, preview, save_match
from haggis_cli.book.readiness import check_no_violations, check_not_over
from haggis_cli.cli.new.questions import parse_player_name
from haggis_cli.cli.opening import open_match
from haggis_cli.cli.referee.question import make_anonymous_table
from haggis_cli.cli.terminal.prompts import can_ask
from haggis_cli.matches.deal import parse_deal, write_deal
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.players.matches import deal_of
from haggis_cli.rules.round import Deal
from haggis_cli.rules.scoring import first_standing
from haggis_cli.rules.standing import Standing
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import UsageError
from haggis_cli.support.interrupts import defer_signals


class NextRound(NamedTuple):
    """The round that is dealt: its number, who sits and begins there, its match, and its cards if they are dealt."""

    number: int
    table: Table
    standing: Standing
    opened: OpenMatch | None = None
    deal: Deal | None = None


def load_next_round(match: str | None, home: str | None) -> NextRound:
    """The next round of a match, or the one that has been dealt and not finished."""
    opened = open_match(match, home)
    report = opened.report
    check_no_violations(report)
    check_not_over(report)
    assert report.standing is not None
    current = report.current
    deal = None
    if current and current.record.deal:
        deal = parse_deal(current.record.deal, report.table)
    return NextRound(len(report.complete_rounds) + 1, report.table, report.standing, opened, deal)


def make_first_round(
    variant_id: str | None,
    names: list[str] | None,
    number: int | None,
    options: list[str] | None,
    suits: str | None,
    seed: str,
) -> NextRound:
    """The first round at a table without a match: chance says who begins."""
    if names and number is not None and len(names) != number:
        raise UsageError(f"--players says {number}, and {len(names)} are named")
    table = make_anonymous_table(variant_id, options, suits, len(names) if names else number)
    if names:
        table = table._replace(names=tuple(map(parse_player_name, names)))
    return NextRound(1, table, first_standing(table, Random(f"{seed}, first").choice(table.seats)))


def deal_round(coming: NextRound, seed: str, *, save: bool) -> NextRound:
    """The round with its cards, those already dealt or new ones."""
    opened = coming.opened
    if opened and opened.report.current:
        if save or coming.deal is None:
            raise UsageError(f"round {coming.number} has begun: nothing is dealt before it is over")
        return coming
    coming = coming._replace(deal=deal_of(coming.table, seed, coming.number))
    return _save_deal(coming) if save else coming


def _save_deal(coming: NextRound) -> NextRound:
    opened = coming.opened
    assert opened is not None
    assert coming.deal is not None
    record = RoundRecord(events=[], deal=write_deal(coming.deal, coming.table))
    with defer_signals(last=not can_ask()):  # people look at their hands afterwards, and may leave
        return coming._replace(opened=save_match(opened, preview(opened, with_round(opened.file, record))))
