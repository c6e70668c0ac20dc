"""The round that is dealt next: of a match, or at a table of its own."""

from random import Random
from typing import NamedTuple

from haggis_cli.book.match import Opened, open_match, preview, saved
from haggis_cli.cli.new.questions import player_name
from haggis_cli.cli.referee.question import make_table
from haggis_cli.cli.terminal.prompts import can_ask
from haggis_cli.cli.views.rounds import refuse_if_over, refuse_violated
from haggis_cli.matches.deal import read_deal, write_deal
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.players.matches import deal_of, first_standing
from haggis_cli.rules.round import Deal
from haggis_cli.rules.standing import Standing
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import UsageError
from haggis_cli.support.interrupts import undisturbed


class ComingRound(NamedTuple):
    """The round that is dealt: its number, who sits and begins there, its match, and its cards if they are dealt."""

    number: int
    table: Table
    standing: Standing
    opened: Opened | None = None
    deal: Deal | None = None


def next_of_match(match: str | None, home: str | None) -> ComingRound:
    """The next round of a match, or the one that has been dealt and not finished."""
    opened = open_match(match, home)
    report = opened.report
    refuse_violated(report)
    refuse_if_over(report)
    assert report.standing is not None
    current = report.current
    deal = None
    if current and current.record.deal:
        deal = read_deal(current.record.deal, report.table)
    return ComingRound(len(report.complete_rounds) + 1, report.table, report.standing, opened, deal)


def first_of_table(
    variant_id: str | None,
    names: list[str] | None,
    number: int | None,
    options: list[str] | None,
    suits: str | None,
    seed: str,
) -> ComingRound:
    """The first round at a table without a match: chance says who begins."""
    if names and number is not None and len(names) != number:
        raise UsageError(f"--players says {number}, and {len(names)} are named")
    table = make_table(variant_id, options, suits, len(names) if names else number)
    if names:
        table = table._replace(names=tuple(map(player_name, names)))
    return ComingRound(1, table, first_standing(table, Random(f"{seed}, first").choice(table.seats)))


def dealt(coming: ComingRound, seed: str, *, save: bool) -> ComingRound:
    """The round with its cards, those already dealt or new ones."""
    opened = coming.opened
    if opened and opened.report.current:
        if save or coming.deal is None:
            raise UsageError(f"round {coming.number} has begun: nothing is dealt before it is over")
        return coming
    coming = coming._replace(deal=deal_of(coming.table, seed, coming.number))
    return _saved(coming) if save else coming


def _saved(coming: ComingRound) -> ComingRound:
    opened = coming.opened
    assert opened is not None
    assert coming.deal is not None
    record = RoundRecord(events=[], deal=write_deal(coming.deal, coming.table))
    with undisturbed(last=not can_ask()):  # people look at their hands afterwards, and may leave
        return coming._replace(opened=saved(opened, preview(opened, with_round(opened.file, record))))
