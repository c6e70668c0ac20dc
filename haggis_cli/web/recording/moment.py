"""What the page shows of a round that is being recorded: the table, what can be done, the cards; and its end."""

from typing import NamedTuple

from haggis_cli.book.table_facts import possible_hand
from haggis_cli.book.typed_lines.verdicts import Verdict
from haggis_cli.referee.report import Report
from haggis_cli.rules.cards import suit_cards
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.sheets.round_rows import score_rows
from haggis_cli.support.glyphs import glyphs_for
from haggis_cli.web.recording.card_picker import CardPicker, make_picker
from haggis_cli.web.recording.deeds import Deeds, find_deeds
from haggis_cli.web.recording.entry import Entry, ReadingButton, describe_entry, reading_buttons
from haggis_cli.web.recording.table_view import TableView, view_table

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
