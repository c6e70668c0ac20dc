"""The round that is dealt next: of a match, or at a table without one."""

from collections.abc import Mapping, Sequence
from random import Random, SystemRandom
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, check_no_violations, check_not_over, command_word, preview, save_progress
from haggis_cli.book.new_match import parse_player_name
from haggis_cli.library.judging import build_table
from haggis_cli.matches.model import RoundRecord, parse_deal, write_deal
from haggis_cli.matches.notation import card_list
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.players.tournament import deal_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report_json import sides_json
from haggis_cli.referee.seating import count_players
from haggis_cli.referee.sentences import find_first_bidder, setup_steps, unused_suits
from haggis_cli.rules.round import Deal
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.variant import Table, first_standing
from haggis_cli.support.errors import UsageError


class NextRound(NamedTuple):
    """A round that is to be dealt."""

    number: int
    """Its number, from 1."""
    table: Table
    """Who sits where."""
    standing: Standing
    """The totals before it, and who leads and deals it."""
    opened: OpenMatch | None = None
    """Its match; None at a table without one."""
    deal: Deal | None = None
    """Its cards; None while they are not dealt."""


def make_seed() -> str:
    """A seed that nobody knows beforehand."""
    return str(SystemRandom().randrange(10**9))


def find_next_round(opened: OpenMatch) -> NextRound:
    """The next round of a match, or the one that is dealt and not over; RulesError if the match cannot go on."""
    report = opened.report
    check_no_violations(report, lambda: command_word(opened))
    check_not_over(report)
    assert report.standing is not None
    current = report.current
    deal = parse_deal(current.record.deal, report.table) if current and current.record.deal else None
    return NextRound(len(report.complete_rounds) + 1, report.table, report.standing, opened, deal)


def make_first_round(
    variant_id: str | None,
    names: Sequence[str] | None,
    number: int | None,
    options: Mapping[str, str],
    suits: str | None,
    seed: str,
) -> NextRound:
    """The first round at a table without a match: the seed says who begins.

    names: the players, clockwise.
    number: how many they are, where they have no names.
    The other parameters are those of `build_table`.
    """
    table = build_table(variant_id, count_players(names, number), options=options, suits=suits)
    if names:
        table = table._replace(names=tuple(map(parse_player_name, names)))
    with guard_rules(table.variant.id):
        return NextRound(1, table, first_standing(table, Random(f"{seed}, first").choice(table.seats)))


def deal_round(coming: NextRound, seed: str) -> NextRound:
    """The round with its cards: those that are dealt already, else new ones, which the seed decides.

    UsageError for a round that has begun without known cards.
    """
    if coming.deal is not None:
        return coming
    _check_not_begun(coming)
    return coming._replace(deal=deal_of(coming.table, seed, coming.number))


def save_deal(coming: NextRound) -> OpenMatch:
    """Save the cards as the next round of the match; the match then. UsageError for a round that has begun."""
    opened = coming.opened
    assert opened is not None
    assert coming.deal is not None
    _check_not_begun(coming)
    record = RoundRecord(events=[], deal=write_deal(coming.deal, coming.table))
    return save_progress(opened, preview(opened, with_round(opened.file, record)))


def _check_not_begun(coming: NextRound) -> None:
    if coming.opened and coming.opened.report.current:
        raise UsageError(f"round {coming.number} has begun: nothing is dealt before it is over")


def coming_json(coming: NextRound, seed: str) -> dict[str, object]:
    """The round as JSON: its set-up, and the hands if they are dealt; `left_out` are the suits that stay in the box.

    bidder: who bids first where there is an auction.
    """
    table, standing = coming.table, coming.standing
    dealer = standing.leader if standing.dealer is None else standing.dealer
    bidder = find_first_bidder(table, standing.leader)
    found: dict[str, object] = {
        "variant": table.variant.id,
        "players": table.names,
        "round": coming.number,
        "suits": [table.deck.suit_name(suit) for suit in range(len(table.deck.letters))],
        "left_out": unused_suits(table),
        "copies": table.deck.copies,
        "dealt": table.setup.dealt,
        "haggis": table.setup.haggis(len(table.names)),
        "leader": table.names[standing.leader],
        "dealer": table.names[dealer],
        "bidder": None if bidder is None else table.names[bidder],
        "steps": [line for _, lines in setup_steps(table, standing) for line in lines],
        "seed": seed,
        "deal": None,
    }
    if coming.deal:
        hands = {name: card_list(hand, table.deck) for name, hand in zip(table.names, coming.deal.hands, strict=True)}
        found["deal"] = {"hands": hands, "haggis": [table.deck.card_text(card) for card in coming.deal.haggis]}
    return found | sides_json(table.names, standing.sides)
