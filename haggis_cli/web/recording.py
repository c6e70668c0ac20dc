"""What a form says is to happen, by chosen cards or as a line, and the verdict on it before anything is saved."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from haggis_cli.book.hints import Answer, Verdict, captured_so_far, judge_beforehand, seats_passed
from haggis_cli.book.typed_lines import expand_shorthand, parse_line
from haggis_cli.matches.notation import card_list, parse_claim, render_claim, render_event
from haggis_cli.referee.refusal import RefusedEventError, refuse_unread
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.cards import COURT_RANKS, COURTS, RANKS, Card, Cards, Deck, add, holds
from haggis_cli.rules.events import Event, Exchange, Give, Phase, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.judge import find_blind_bets
from haggis_cli.rules.round import Round, unambiguous_play
from haggis_cli.support.errors import HaggisError, NotationError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import pluralize

# Cards as buttons: one for each copy of each card, by rank and suit, and the court cards; any deck of any variant.


PLAYED, BEATEN = "c.", "o."
"""What the fields of chosen cards begin with: those that are played, and those that are to be beaten."""
_COURT_NAMES = ("Jack", "Queen", "King")


class CardButton(NamedTuple):
    """One copy of a card, to be chosen."""

    field: str
    """The name of its field in the form."""
    card: str
    """The card in canonical notation, such as `10r`."""
    words: str
    """The card for those who hear it, such as `10 of red`."""
    suit: str
    """The letter of its suit, by which it is coloured; empty for a court card."""
    is_free: bool
    """Whether it may still be played, as far as the table knows."""
    is_chosen: bool
    """Whether it is chosen."""


class CardPicker(NamedTuple):
    """All cards of a deck as buttons."""

    rows: tuple[tuple[CardButton, ...], ...]
    """The suit cards: a row for each rank, and in it each suit, its copies side by side."""
    courts: tuple[CardButton, ...]
    """J, Q and K."""


def make_picker(deck: Deck, free: Cards, chosen: Cards = 0, prefix: str = PLAYED) -> CardPicker:
    """The buttons for a deck; `free` are the cards that may still be played."""
    rows = [
        tuple(
            button
            for suit in range(len(deck.letters))
            for button in _buttons(deck, Card(rank, suit), free, chosen, prefix)
        )
        for rank in RANKS
    ]
    courts = [_buttons(deck, Card(rank, None), free, chosen, prefix) for rank in COURT_RANKS]
    return CardPicker(tuple(rows), tuple(button for each in courts for button in each))


def _buttons(deck: Deck, card: Card, free: Cards, chosen: Cards, prefix: str) -> Iterator[CardButton]:
    """A button for each copy; where some copies are out these are the last."""
    text = deck.card_text(card)
    words = _COURT_NAMES[COURT_RANKS.index(card.rank)] if card.suit is None else _words(deck, card)
    suit = "" if card.suit is None else deck.letters[card.suit]
    copies = 1 if card.suit is None else deck.copies
    for copy, packed in enumerate(_copies(card)[:copies], 1):
        field, more = (f"{prefix}{text}", "") if copy == 1 else (f"{prefix}{text}.{copy}", ", second copy")
        yield CardButton(field, text, words + more, suit, holds(free, packed), holds(chosen, packed))


def _words(deck: Deck, card: Card) -> str:
    assert card.suit is not None
    return f"{card.rank} of {deck.suit_name(card.suit)}"


def _copies(card: Card) -> tuple[Cards, Cards]:
    """The handfuls with one and with two of a card."""
    return card.packed, add(card.packed, card.packed)


def read_chosen(fields: Mapping[str, str], deck: Deck, prefix: str = PLAYED) -> Cards:
    """The cards that a form has chosen; what is no card of the deck is nothing."""
    chosen: Cards = 0
    for card in [Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS]:
        text = deck.card_text(card)
        for copy in range(1, deck.copies + 1):
            if (f"{prefix}{text}" if copy == 1 else f"{prefix}{text}.{copy}") in fields:
                chosen = add(chosen, card.packed)
    for rank in COURT_RANKS:
        card = Card(rank, None)
        if f"{prefix}{deck.card_text(card)}" in fields:
            chosen |= card.packed
    return chosen


def fields_of(cards: Cards, deck: Deck, prefix: str = PLAYED) -> dict[str, str]:
    """The fields of a form in which these cards are chosen."""
    picker = make_picker(deck, 0, cards, prefix)
    every = [button for row in (*picker.rows, picker.courts) for button in row]
    return {button.field: "1" for button in every if button.is_chosen}


def every_card(deck: Deck) -> Cards:
    """All cards that a single player could hold."""
    return deck.suit_cards | COURTS


MAX_LINE = 500


class Entry(NamedTuple):
    """What a form says is to happen."""

    cards: Cards = 0
    """The cards that are chosen."""
    line: str = ""
    """What is typed instead, as `haggis record` takes it."""
    reading: str = ""
    """What the cards are to count as, in the words that stand after `as`; empty if nothing is said."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.line)


class ReadingButton(NamedTuple):
    """One way to read the cards that are chosen."""

    value: str
    """What stands after `as`; empty where the cards alone mean it."""
    words: str
    """The reading in words."""


def read_entry(fields: Mapping[str, str], deck: Deck) -> Entry:
    """What the fields of a form say; UsageError for a line that is far too long."""
    line = fields.get("line", "").strip()
    if len(line) > MAX_LINE:
        raise UsageError(f"a line has {MAX_LINE} characters at most")
    return Entry(read_chosen(fields, deck), line, fields.get("as", "").strip())


def read_event(entry: Entry, state: Round) -> Event:
    """The event that is meant; NotationError or UsageError if there is none."""
    _check_single(entry)
    if entry.line:
        return parse_line(expand_shorthand(entry.line, state), state)
    if not entry.cards:
        raise UsageError("Choose cards, or type what happened.")
    match state.phase:
        case Phase.EXCHANGE:
            return Exchange(state.turn, entry.cards)
        case Phase.PASSING:
            return Give(state.turn, entry.cards)
        case _:
            return Play(state.turn, entry.cards, parse_claim(entry.reading) if entry.reading else None)


def _check_single(entry: Entry) -> None:
    if entry.cards and entry.line:
        raise UsageError("Cards are chosen and a line is typed: clear one of them.")


def text_of(entry: Entry, state: Round) -> str:
    """The event as a match file has it; a line is left to the book, which reads it as the command line's."""
    _check_single(entry)
    return expand_shorthand(entry.line, state) if entry.line else render_event(read_event(entry, state), state.table)


def judge_entry(entry: Entry, state: Round) -> Verdict | None:
    """The verdict on what is chosen or typed so far; None if that is nothing."""
    if not entry:
        return None
    try:
        return judge_beforehand(read_event(entry, state), state)
    except NotationError as error:
        return refused(refuse_unread(entry.line, error, state.table))
    except UsageError as error:
        return refused(error)


def refused(error: HaggisError) -> Verdict:
    """What is said of an event that was refused: the sentence and the rule, where it rests on one."""
    if isinstance(error, RefusedEventError):
        return Verdict(Answer.ILLEGAL, escape_text(error.reason), escape_text(error.rule))
    return Verdict(Answer.ILLEGAL, str(error))


def describe_entry(state: Round) -> str:
    """What can be chosen now, as long as nothing is, in a sentence."""
    name = state.table.names[state.turn]
    match state.phase:
        case Phase.AUCTION:
            return f"{name} bids or passes."
        case Phase.EXCHANGE:
            return f"Choose {pluralize(len(state.drawn()), 'card')} for {name} to discard."
        case Phase.PASSING:
            return f"Choose a card for {name} to give."
        case Phase.AWARD:
            return f"{name} says who captures the trick."
        case _:
            if find_blind_bets(state):
                return f"Blind bets come first; then choose what {name} leads."
            return f"Choose what {name} {'plays' if state.trick else 'leads'}."


def reading_buttons(entry: Entry, verdict: Verdict | None, state: Round) -> tuple[ReadingButton, ...]:
    """The ways in which the chosen cards can be read, if there are several."""
    if verdict is None or len(verdict.readings) < 2 or not entry.cards or entry.line:
        return ()
    bombs, found = state.table.variant.combinations.bombs, []
    for reading in verdict.readings:
        play = unambiguous_play(state.table, state.turn, entry.cards, reading, state.reading_to_beat)
        found.append(ReadingButton(render_claim(play.claim) if play.claim else "", describe(reading, bombs)))
    return tuple(found)


# What everybody at the table sees of a round: how many cards each holds, the trick, bets, captures, the score.


class SeatView(NamedTuple):
    """A player at this moment of the round."""

    name: str
    """The player's name."""
    cards: int
    """How many cards are in the hand; 0 for a player who is out."""
    courts: tuple[str, ...]
    """The court cards not played yet."""
    captured: int
    """What the tricks captured so far are worth."""
    bet: str
    """The bet that counts, with its name; empty if there is none."""
    is_next: bool
    """Whether the round waits for this player."""
    place: int
    """The place in the order of going out, from 1; 0 for a player who is in."""
    game: int | None
    """The game score of the player's side before this round; None where it is not known."""


class PlayView(NamedTuple):
    """A play in the trick."""

    name: str
    """Who played it."""
    cards: tuple[str, ...]
    """Its cards."""
    words: str
    """What they count as."""


class TableView(NamedTuple):
    """A round at one moment, as a page shows it."""

    number: int
    """The number of the round, from 1."""
    due: str
    """What is expected next, in a sentence."""
    goal: str
    """When the match is over, such as `250 points`."""
    seats: tuple[SeatView, ...]
    """The players, clockwise."""
    trick: tuple[PlayView, ...]
    """The plays of the trick in progress, the one to beat last."""
    passed: tuple[str, ...]
    """Who has passed since the last of them."""
    drawn: tuple[str, ...]
    """The cards that the player who exchanges cards has drawn."""
    next_name: str
    """The player for whom the round waits."""
    sides: str
    """Who plays with whom in this round, a sentence; empty where that does not change from round to round."""


def view_table(report: Report, state: Round) -> TableView:
    """What the table sees of the round in progress, or of the next one before it begins."""
    table, bombs = state.table, state.table.variant.combinations.bombs
    names = table.names
    plays = [
        PlayView(names[play.seat], tuple(card_list(play.cards, table.deck)), describe(play.reading, bombs))
        for play in state.trick
    ]
    return TableView(
        report.current.number if report.current else len(report.rounds) + 1,
        due(report),
        str(report.goal),
        tuple(_view_seat(report, state, seat) for seat in table.seats),
        tuple(plays),
        tuple(names[seat] for seat in seats_passed(state)) if state.trick else (),
        tuple(map(table.deck.card_text, state.drawn())) if state.phase is Phase.EXCHANGE else (),
        names[state.turn],
        describe_sides(table),
    )


def _view_seat(report: Report, state: Round, seat: int) -> SeatView:
    table, betting = state.table, state.table.variant.betting
    stake = betting.stakes(table, state.betting)[seat]
    return SeatView(
        table.names[seat],
        state.sizes[seat],
        tuple(card_list(state.courts[seat], table.deck)),
        captured_so_far(state)[seat],
        "" if stake is None else betting.bet_text(stake),
        state.turn == seat,
        state.out.index(seat) + 1 if seat in state.out else 0,
        report.totals[report.table.side(seat)] if report.totals else None,
    )
