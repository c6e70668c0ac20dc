"""A typed-in round: the table of the match file, and what counts of it (`Outcome`).

The match file keeps a bet for each player who made one. In an auction it keeps who was the Shepherd, and the bid.
An outcome has one stake for each player: the bet, or the Shepherd's bid.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from haggis_cli.matches.model import TableRecord
from haggis_cli.matches.notation import parse_name
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text


def typed_outcome(record: TableRecord, table: Table) -> Outcome:
    """What counts of a typed-in round. NotationError for a name that is no player's, or that stands twice."""
    names = table.names

    def by_seat(key: str, values: dict[str, int]) -> Iterator[int | None]:
        given: dict[int, int] = {}
        for name, value in values.items():
            seat = parse_name(name, names)
            if seat in given:
                raise NotationError(f"{escape_text(names[seat])} stands twice in '{key}'", "table-inconsistent")
            given[seat] = value
        return (given.get(seat) for seat in table.seats)

    stakes = list(by_seat("bets", record.bets))
    if record.shepherd is not None:
        stakes[parse_name(record.shepherd, names)] = record.bid
    return Outcome(
        tuple(parse_name(name, names) for name in record.out),
        tuple(value or 0 for value in by_seat("hands", record.hands)),
        tuple(value or 0 for value in by_seat("captured", record.captured)),
        tuple(stakes),
    )


def table_record(outcome: Outcome, table: Table) -> TableRecord:
    """The outcome as a match file keeps it. It is not validated here, but when the text that it becomes is read."""
    names = table.names
    stakes = {names[seat]: stake for seat, stake in enumerate(outcome.stakes) if stake is not None}
    return TableRecord.model_construct(
        out=[names[seat] for seat in outcome.out],
        hands={names[seat]: outcome.counts[seat] for seat in outcome.out if outcome.counts[seat]},
        captured=dict(zip(names, outcome.captured, strict=True)),
        **stake_fields(stakes, table),
    )


def stake_fields(stakes: Mapping[str, int], table: Table) -> dict[str, Any]:
    """The stakes, by name, as fields of a `TableRecord`: bets, or in an auction the one bid of the Shepherd."""
    if table.variant.betting.by_auction and stakes:
        shepherd, bid = next(iter(stakes.items()))
        return {"bets": {}, "shepherd": shepherd, "bid": bid}
    return {"bets": dict(stakes), "shepherd": None, "bid": None}


def bid_breaches(record: TableRecord, table: Table) -> list[Breach]:
    """A Shepherd and a bid belong to an auction, and to one another; bets belong to all other variants."""
    text = None
    if not table.variant.betting.by_auction:
        if record.shepherd is not None or record.bid is not None:
            text = "There is no auction in this variant: write 'bets', not 'shepherd' and 'bid'."
    elif record.bets:
        text = "Nobody bets in this variant: write 'shepherd' and 'bid', not 'bets'."
    elif (record.shepherd is None) != (record.bid is None):
        text = "'shepherd' and 'bid' belong together, and one of them is missing."
    return [Breach("table-inconsistent", text, Clause.BETTING)] if text else []
