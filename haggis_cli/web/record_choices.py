"""What the page shows of a round that is being recorded: the table, what can be done, the cards; and its end."""

from collections.abc import Iterable
from typing import NamedTuple

from haggis_cli.book.hints import Verdict, possible_hand
from haggis_cli.referee.report import Report
from haggis_cli.rules.cards import suit_cards
from haggis_cli.rules.events import Award, Bet, Bid, Event, Lead, Pass, Phase
from haggis_cli.rules.judge import find_lead_offer, judge
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.sheet import score_rows
from haggis_cli.support.errors import UsageError
from haggis_cli.support.text import glyphs_for
from haggis_cli.web.recording import (
    CardPicker,
    Entry,
    ReadingButton,
    TableView,
    describe_entry,
    make_picker,
    reading_buttons,
    view_table,
)

# What can be done at this moment of a round beside playing cards: passes, bets, bids, awards, the lead; a button each.
#
# A button's value names what is done by numbers alone, such as `bet.0.30`: names are never sent by a browser.


_KINDS: dict[str, type[Bet] | type[Bid] | type[Award] | type[Lead]] = {
    "bet": Bet,
    "bid": Bid,
    "award": Award,
    "lead": Lead,
}


class Deed(NamedTuple):
    """Something that a player can do now."""

    value: str
    """What the form says, such as `bet.0.30`: the kind, the seat, and the amount or the other seat."""
    words: str
    """What stands on the button."""


class SeatDeeds(NamedTuple):
    """What one player can do now."""

    name: str
    """Who it is."""
    deeds: tuple[Deed, ...]
    """What can be done."""


class Deeds(NamedTuple):
    """Everything that can be done now without cards."""

    passing: Deed | None
    """The pass of the player whose turn it is."""
    bids: tuple[Deed, ...]
    """The bids of that player in an auction."""
    blind_bets: tuple[SeatDeeds, ...]
    """The bets that players may make before they have seen all their cards, by player."""
    bets: tuple[SeatDeeds, ...]
    """The other bets that players may still make, by player."""
    awards: tuple[Deed, ...]
    """Who may capture the trick that was won by a bomb."""
    must_award: bool
    """Whether the round waits for that to be said."""
    leads: tuple[Deed, ...]
    """The partner to whom the lead may be given."""


def find_deeds(state: Round, last: Round | None = None) -> Deeds:
    """What can be done now.

    last: the round before, if it has just ended: who captures its last trick may still be said.
    """
    table, turn = state.table, state.turn
    betting, names = table.variant.betting, table.names
    open_amounts = tuple(amount for amount in betting.amounts if amount not in betting.blind)
    offer = find_lead_offer(state)
    awarding = state if state.bombed_trick or last is None else last
    trick = awarding.bombed_trick
    return Deeds(
        Deed(f"pass.{turn}", "Pass") if judge(state, Pass(turn)) is None else None,
        _amount_deeds(state, (Bid(turn, amount) for amount in betting.amounts)),
        _bets_by_seat(state, betting.blind),
        _bets_by_seat(state, open_amounts),
        tuple(
            Deed(f"award.{trick.winner}.{seat}", names[seat])
            for seat in table.seats
            if judge(awarding, Award(trick.winner, seat)) is None
        )
        if trick
        else (),
        state.phase is Phase.AWARD,
        (Deed(f"lead.{offer.giver}.{offer.to}", names[offer.to]),) if offer else (),
    )


def _bets_by_seat(state: Round, amounts: tuple[int, ...]) -> tuple[SeatDeeds, ...]:
    """The bets of these amounts that may be made, by player, the one whose turn it is first."""
    return tuple(
        SeatDeeds(state.table.names[seat], deeds)
        for seat in state.table.clockwise_from(state.turn)
        if (deeds := _amount_deeds(state, (Bet(seat, amount) for amount in amounts)))
    )


def _amount_deeds(state: Round, events: Iterable[Bet | Bid]) -> tuple[Deed, ...]:
    """The bets or bids that may be made, with the rulebook's names."""
    betting = state.table.variant.betting
    kind = "bid" if betting.by_auction else "bet"
    return tuple(
        Deed(f"{kind}.{event.seat}.{event.amount}", betting.amount_text(event.amount))
        for event in events
        if judge(state, event) is None
    )


def read_deed(value: str, table: Table) -> Event:
    """What a button stands for; UsageError for a value that none of ours has."""
    kind, *numbers = value.split(".")
    if not all(number.isascii() and number.isdecimal() and len(number) < 7 for number in numbers):
        raise UsageError("there is no such button")
    seat, *rest = map(int, numbers) if numbers else (-1,)
    if seat not in table.seats:
        raise UsageError("there is no such button")
    if kind == "pass" and not rest:
        return Pass(seat)
    if kind not in _KINDS or len(rest) != 1 or (kind in ("award", "lead") and rest[0] not in table.seats):
        raise UsageError("there is no such button")
    return _KINDS[kind](seat, rest[0])


_VERBS = {Phase.EXCHANGE: "Discard", Phase.PASSING: "Give"}


class Moment(NamedTuple):
    """What the page shows of a round that can go on."""

    table: TableView
    """What the table sees."""
    deeds: Deeds
    """What can be done without cards."""
    picker: CardPicker | None
    """The cards; None where none can be played now."""
    verb: str
    """What is done with the cards that are chosen, in a word."""
    hint: str
    """What can be done, as long as nothing is chosen."""
    readings: tuple[ReadingButton, ...]
    """The ways to read the chosen cards, if there are several."""
    seen: str
    """How many cards everybody has seen when blind bets are made, in words."""


def find_moment(report: Report, state: Round, entry: Entry, verdict: Verdict | None) -> Moment:
    """What the page shows while the round goes on, with what is chosen and the verdict on it."""
    before = report.rounds[-1].last if report.rounds and report.current is None else None
    picker = None
    if state.phase in (Phase.PLAY, Phase.EXCHANGE, Phase.PASSING):
        free = possible_hand(state.turn, state)
        if state.phase is not Phase.PLAY:  # court cards are never discarded, nor given
            free = suit_cards(free)
        picker = make_picker(state.table.deck, free, entry.cards)
    return Moment(
        view_table(report, state),
        find_deeds(state, before),
        picker,
        _VERBS.get(state.phase, "Play"),
        describe_entry(state),
        reading_buttons(entry, verdict, state),
        state.table.variant.betting.seen_text(),
    )


def result_rows(report: Report) -> list[list[str]]:
    """The lines of the scoresheet of the round that has just ended; empty during one."""
    if report.current or not report.rounds or not report.rounds[-1].complete or not report.rounds[-1].scores:
        return []
    rows, _ = score_rows(report, len(report.rounds), glyphs_for("utf-8"), narrow=True)
    return rows
