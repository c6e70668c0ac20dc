"""What pages show of a round in progress: the table, what can be done now, the cards that can be chosen or typed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from haggis_cli.book.hints import Answer, Verdict, judge_beforehand, line_hint
from haggis_cli.book.recording import expand_shorthand, parse_line
from haggis_cli.matches.notation import parse_claim, render_claim, render_event
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import RefusedEventError, refuse_unread
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.cards import COURT_RANKS, COURTS, RANKS, Card, Cards, Deck, add, holds
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Give, Lead
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, unambiguous_play
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.standing import BoardPlayer, BoardTrick, players_at, trick_on_table
from haggis_cli.support.errors import HaggisError, NotationError, UsageError
from haggis_cli.support.escaping import escape_text

# Cards as buttons: what is chosen with them or typed instead, and the verdict on it before anything is saved.


PLAYED, BEATEN = "c.", "o."
"""What the fields of chosen cards begin with: those that are played, and those that are to be beaten."""
MAX_LINE = 500
"""Characters of a line that is typed."""
_COURT_NAMES = ("Jack", "Queen", "King")

# A button for each copy of each card, by rank and suit, and for the court cards; any deck of any variant.


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
    hand: tuple[CardButton, ...] = ()
    """The cards of the hand where it is known, with whatever else is chosen: nothing but these is offered then."""


def _copies(deck: Deck, prefix: str) -> Iterator[tuple[str, Card, Cards]]:
    """Every copy of every card, rank by rank, then the court cards.

    Each with the name of its field, the card, and a handful of this copy and the one before it.
    """
    for card in [Card(rank, suit) for rank in RANKS for suit in range(len(deck.letters))]:
        field = f"{prefix}{deck.card_text(card)}"
        yield field, card, card.packed
        if deck.copies == 2:
            yield f"{field}.2", card, add(card.packed, card.packed)
    for card in [Card(rank, None) for rank in COURT_RANKS]:
        yield f"{prefix}{deck.card_text(card)}", card, card.packed


def make_picker(
    deck: Deck, free: Cards, chosen: Cards = 0, prefix: str = PLAYED, *, is_hand: bool = False
) -> CardPicker:
    """The buttons for a deck.

    free: the cards that may still be played; where one copy is out, it is the last.
    is_hand: whether these are the hand of the player who chooses.
    """
    buttons: dict[int, list[CardButton]] = {rank: [] for rank in (*RANKS, *COURT_RANKS)}
    for field, card, packed in _copies(deck, prefix):
        if card.suit is None:
            words, suit = _COURT_NAMES[COURT_RANKS.index(card.rank)], ""
        else:
            words, suit = f"{card.rank} of {deck.suit_name(card.suit)}", deck.letters[card.suit]
        if packed != card.packed:
            words += ", second copy"
        button = CardButton(field, deck.card_text(card), words, suit, holds(free, packed), holds(chosen, packed))
        buttons[card.rank].append(button)
    courts = [button for rank in COURT_RANKS for button in buttons[rank]]
    rows = tuple(tuple(buttons[rank]) for rank in RANKS)
    hand = (each for row in (*rows, courts) for each in row if each.is_free or each.is_chosen)
    return CardPicker(rows, tuple(courts), tuple(hand) if is_hand else ())


def read_chosen(fields: Mapping[str, str], deck: Deck, prefix: str = PLAYED) -> Cards:
    """The cards that a form has chosen; what is no card of the deck is nothing."""
    chosen: Cards = 0
    for field, card, _ in _copies(deck, prefix):
        if field in fields:
            chosen = add(chosen, card.packed)
    return chosen


def fields_of(cards: Cards, deck: Deck, prefix: str = PLAYED) -> dict[str, str]:
    """The fields of a form in which these cards are chosen."""
    return {field: "1" for field, _, packed in _copies(deck, prefix) if holds(cards, packed)}


def every_card(deck: Deck) -> Cards:
    """All cards that a single player could hold."""
    return deck.suit_cards | COURTS


# What a form says is to happen, by chosen cards or as a line, and the verdict on it.


class EventInput(NamedTuple):
    """What a form says is to happen."""

    cards: Cards = 0
    """The cards that are chosen."""
    line: str = ""
    """What is typed instead, as `haggis record` takes it."""
    reading: str = ""
    """What the cards are to count as, in the words that stand after `as`; empty if nothing is said."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.line)


def read_input(fields: Mapping[str, str], deck: Deck) -> EventInput:
    """What the fields of a form say; UsageError for a line that is far too long."""
    line = fields.get("line", "").strip()
    check_length(line)
    return EventInput(read_chosen(fields, deck), line, fields.get("as", "").strip())


def check_length(*lines: str) -> None:
    """UsageError for a line that is far too long."""
    if max(map(len, lines)) > MAX_LINE:
        raise UsageError(f"a line may have at most {MAX_LINE} characters")


def text_of(given: EventInput, state: Round) -> str:
    """The event as a match file has it; a line is left to the book, which reads it as the command line's."""
    check_single(given)
    return expand_shorthand(given.line, state) if given.line else render_event(_read_event(given, state), state.table)


def _read_event(given: EventInput, state: Round) -> Event:
    """The event that is meant; NotationError or UsageError if there is none."""
    check_single(given)
    if given.line:
        return parse_line(expand_shorthand(given.line, state), state)
    if not given.cards:
        raise UsageError("Choose cards, or type what happened.")
    return choices(state).with_cards(given.cards, parse_claim(given.reading) if given.reading else None)


def check_single(given: EventInput) -> None:
    """UsageError where cards are chosen and a line is typed, too."""
    if given.cards and given.line:
        raise UsageError("Cards are chosen and a line is typed: clear one of the two.")


def judge_input(given: EventInput, state: Round) -> Verdict | None:
    """The verdict on what is chosen or typed so far; None if that is nothing."""
    if not given:
        return None
    try:
        return judge_beforehand(_read_event(given, state), state)
    except NotationError as error:
        return refused(refuse_unread(given.line, error, state.table))
    except UsageError as error:
        return refused(error)


def refused(error: HaggisError) -> Verdict:
    """What is said of an event that was refused: the sentence and the rule, where it rests on one."""
    if isinstance(error, RefusedEventError):
        return Verdict(Answer.ILLEGAL, escape_text(error.reason), escape_text(error.rule), topic=error.topic)
    return Verdict(Answer.ILLEGAL, str(error))


class ReadingButton(NamedTuple):
    """One way to read the cards that are chosen."""

    value: str
    """What stands after `as`; empty where the cards alone mean it."""
    words: str
    """The reading in words."""


def reading_buttons(
    table: Table, seat: int, cards: Cards, readings: Iterable[Reading], to_beat: Reading | None
) -> tuple[ReadingButton, ...]:
    """The ways in which cards can be read, as buttons that say which is meant."""
    bombs, found = table.variant.combinations.bombs, []
    for reading in readings:
        play = unambiguous_play(table, seat, cards, reading, to_beat)
        found.append(ReadingButton(render_claim(play.claim) if play.claim else "", describe(reading, bombs)))
    return tuple(found)


class TableView(NamedTuple):
    """What everybody at the table sees of a round at one moment."""

    number: int
    """The number of the round, from 1."""
    due: str
    """What is expected next, in a sentence."""
    players: list[BoardPlayer]
    """The players, clockwise."""
    games: list[int] | None
    """The game score of each player's side before this round; None where it is not known."""
    turn: int
    """The seat of the player for whom the round waits."""
    trick: BoardTrick
    """The trick in progress, which may have no play yet."""
    drawn: tuple[str, ...]
    """The cards that the player who exchanges cards has drawn."""
    sides: str
    """Who plays with whom in this round, a sentence; empty where that does not change from round to round."""


def view_table(report: Report, state: Round) -> TableView:
    """What the table sees of the round in progress, or of the next one before it begins."""
    table, totals = state.table, report.totals
    return TableView(
        report.current.number if report.current else len(report.rounds) + 1,
        due(report),
        players_at(report, state),
        [totals[report.table.side(seat)] for seat in table.seats] if totals else None,
        state.turn,
        trick_on_table(state),
        tuple(map(table.deck.card_text, choices(state).drawn)),
        describe_sides(table),
    )


_KINDS = ("pass", "bid", "award", "lead", "bet", "blind")


class Action(NamedTuple):
    """Something that a player can do now without cards; a button each."""

    kind: str
    """What it is, one of the words above; `blind` for a bet that is made blind."""
    name: str
    """Who can do it."""
    words: str
    """What stands on the button: an amount, or whom it names."""
    value: str
    """What the form says, such as `bet.0.30`: names are never sent by a browser."""
    range_text: str = ""
    """From which range the amount is typed beside the button, in words; empty where nothing is typed."""


def find_actions(report: Report, state: Round) -> dict[Action, Event]:
    """What can be done now; who captures the last trick of a round that has just ended may still be said, too.

    Of the amounts of a range there is one button, whose event is that of the lowest amount.
    """
    now, names, betting = choices(state), state.table.names, state.table.variant.betting
    last = report.rounds[-1].last if report.rounds and report.current is None else None
    found: dict[Action, Event] = {}
    events = [*now.others(), *(choices(last).others() if last else ())]
    for event in events:
        if isinstance(event, Give) or (isinstance(event, Lead) and event != now.lead_offer()):
            continue
        verb, words, range_text = type(event).__name__.casefold(), "", ""
        if isinstance(event, Bet | Bid):
            own = [each.amount for each in events if isinstance(each, Bet | Bid) and each.seat == event.seat]
            offer = next(each for each in betting.offers(own) if event.amount in each.amounts)
            if event.amount != offer.amounts[0]:
                continue
            words, range_text = (offer.name, offer.range_text) if offer.is_range else (offer.text, "")
            words = "no bet" if words == "0" else words
        elif isinstance(event, Award | Lead):
            words = names[event.to]
        kind = "blind" if isinstance(event, Bet) and event.amount in betting.blind else verb
        found[Action(kind, names[event.seat], words, ".".join([verb, *map(str, event)]), range_text)] = event
    return found


def read_action(value: str, report: Report, state: Round) -> Event:
    """What a button stands for; UsageError for one that is not there."""
    for action, event in find_actions(report, state).items():
        if action.value == value:
            return event
    raise UsageError("there is no such button")


class RecordView(NamedTuple):
    """What the page of a round that is recorded shows as long as the round can go on."""

    table: TableView
    """What the table sees."""
    actions: dict[str, list[Action]]
    """What can be done without cards, by its kind."""
    must_award: bool
    """Whether the round waits for who captures a trick."""
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


def view_round(report: Report, state: Round, given: EventInput, verdict: Verdict | None) -> RecordView:
    """What the page shows while the round goes on, with what is chosen and the verdict on it."""
    table, now = state.table, choices(state)
    free, actions = now.cards(state.turn), find_actions(report, state)
    readings = verdict.readings if verdict and given.cards and not given.line else ()
    several = readings if len(readings) > 1 else ()
    return RecordView(
        view_table(report, state),
        {kind: [action for action in actions if action.kind == kind] for kind in _KINDS},
        now.event is Award,
        make_picker(table.deck, free, given.cards, is_hand=state.hands is not None) if free else None,
        now.button,
        f"{escape_text(table.names[state.turn])}: {line_hint('', state)}",
        reading_buttons(table, state.turn, given.cards, several, state.reading_to_beat),
        table.variant.betting.seen_text(),
    )
