"""Views of a round in progress: the table, the possible actions, and the cards that can be chosen or typed."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from haggis_cli.book.hints import Answer, Verdict, judge_beforehand
from haggis_cli.book.recording import expand_shorthand, parse_line
from haggis_cli.matches.notation import card_list, parse_claim, parse_play, render_claim, render_event
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import RefusedEventError, refuse_unread
from haggis_cli.referee.sentences import describe_sides, due
from haggis_cli.rules.cards import (
    COURT_RANKS,
    COURTS,
    RANKS,
    Card,
    Cards,
    Deck,
    add,
    count,
    court_cards,
    holds,
    suit_cards,
)
from haggis_cli.rules.choices import Choices, choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.moves import playable
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, unambiguous_play
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.standing import BoardPlayer, BoardTrick, name_briefly, players_at, trick_on_table
from haggis_cli.support.errors import HaggisError, NotationError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import pluralize

# Cards as buttons: the chosen cards or the line typed instead, and the verdict before anything is saved.


PLAYED, BEATEN = "c.", "o."
"""The prefixes of the fields of chosen cards: those to play, and those to beat."""
MAX_LINE = 500
"""The maximum characters of a typed line."""
_COURT_NAMES = ("Jack", "Queen", "King")

# A button for each copy of each card, by rank and suit, and for the court cards; for the deck of any variant.


class CardButton(NamedTuple):
    """A button to choose one copy of a card."""

    field: str
    """The name of its field in the form."""
    card: str
    """The card in canonical notation, such as `10r`."""
    words: str
    """The card for screen readers, such as `10 of red`."""
    suit: str
    """The letter of its suit, for its colour; empty for a court card."""
    is_free: bool
    """Whether it may still be played, as far as the table knows."""
    is_chosen: bool
    """Whether it is chosen."""
    is_said: bool
    """Whether it stands in the line that is typed instead."""


class CardPicker(NamedTuple):
    """All cards of a deck as buttons."""

    rows: tuple[tuple[CardButton, ...], ...]
    """The suit cards: a row for each rank, with each suit and its copies side by side."""
    courts: tuple[CardButton, ...]
    """J, Q and K."""
    hand: tuple[CardButton, ...] = ()
    """The cards of a known hand, and any others that are chosen: then only these are offered."""


def _copies(deck: Deck, prefix: str) -> Iterator[tuple[str, Card, Cards]]:
    """Every copy of every card, rank by rank, then the court cards.

    Each has the name of its field, the card, and a handful of this copy and the one before it.
    """
    for card in [Card(rank, suit) for rank in RANKS for suit in range(len(deck.letters))]:
        field = f"{prefix}{deck.card_text(card)}"
        yield field, card, card.packed
        if deck.copies == 2:
            yield f"{field}.2", card, add(card.packed, card.packed)
    for card in [Card(rank, None) for rank in COURT_RANKS]:
        yield f"{prefix}{deck.card_text(card)}", card, card.packed


def make_picker(
    deck: Deck, free: Cards, given: "EventInput", prefix: str = PLAYED, *, is_hand: bool = False
) -> CardPicker:
    """The buttons for a deck.

    free: the cards that may still be played; if one of several copies has been played, it is the last.
    given: the cards that are chosen, or the line that is typed instead, of which the cards are marked.
    is_hand: whether these are the hand of the player who chooses.
    """
    chosen, said = given.cards, _read_cards(given.line, deck)
    buttons: dict[int, list[CardButton]] = {rank: [] for rank in (*RANKS, *COURT_RANKS)}
    for field, card, packed in _copies(deck, prefix):
        if card.suit is None:
            words, suit = _COURT_NAMES[COURT_RANKS.index(card.rank)], ""
        else:
            words, suit = f"{card.rank} of {deck.suit_name(card.suit)}", deck.letters[card.suit]
        if packed != card.packed:
            words += ", second copy"
        states = [holds(cards, packed) for cards in (free, chosen, said)]
        button = CardButton(field, deck.card_text(card), words, suit, *states)
        buttons[card.rank].append(button)
    courts = [button for rank in COURT_RANKS for button in buttons[rank]]
    rows = tuple(tuple(buttons[rank]) for rank in RANKS)
    hand = (each for row in (*rows, courts) for each in row if each.is_free or each.is_chosen)
    return CardPicker(rows, tuple(courts), tuple(hand) if is_hand else ())


def read_chosen(fields: Mapping[str, str], deck: Deck, prefix: str = PLAYED) -> Cards:
    """The cards that are chosen in a form; cards that are not in the deck are ignored."""
    chosen: Cards = 0
    for field, card, _ in _copies(deck, prefix):
        if field in fields:
            chosen = add(chosen, card.packed)
    return chosen


def _read_cards(line: str, deck: Deck) -> Cards:
    """The cards in a typed line; none if it cannot be read."""
    with suppress(NotationError):
        return parse_play(line.rpartition(":")[2], deck)[0]
    return 0


def fields_of(cards: Cards, deck: Deck, prefix: str = PLAYED) -> dict[str, str]:
    """The fields of a form in which these cards are chosen."""
    return {field: "1" for field, _, packed in _copies(deck, prefix) if holds(cards, packed)}


def every_card(deck: Deck) -> Cards:
    """All cards that a single player could hold."""
    return deck.suit_cards | COURTS


# The event in a form, as chosen cards or a line, and the verdict on it.


class EventInput(NamedTuple):
    """The event in a form."""

    cards: Cards = 0
    """The chosen cards."""
    line: str = ""
    """The line typed instead, as for `haggis record`."""
    reading: str = ""
    """What the cards should count as, in the words after `as`; empty if not given."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.line)


def read_input(fields: Mapping[str, str], deck: Deck) -> EventInput:
    """The event in the fields of a form; raises UsageError for a line that is far too long."""
    line = fields.get("line", "").strip()
    check_length(line)
    return EventInput(read_chosen(fields, deck), line, fields.get("as", "").strip())


def check_length(*lines: str) -> None:
    """Raise UsageError for a line that is far too long."""
    if max(map(len, lines)) > MAX_LINE:
        raise UsageError(f"a line may have at most {MAX_LINE} characters")


def text_of(given: EventInput, state: Round) -> str:
    """The event as in a match file, or the line for the book, which reads it like a line of `haggis record`."""
    check_single(given)
    return expand_shorthand(given.line, state) if given.line else render_event(_read_event(given, state), state.table)


def _read_event(given: EventInput, state: Round) -> Event:
    """The event; raises NotationError or UsageError if there is none."""
    check_single(given)
    if given.line:
        return parse_line(expand_shorthand(given.line, state), state)
    if not given.cards:
        raise UsageError("Choose cards, or type what happened.")
    return choices(state).with_cards(given.cards, parse_claim(given.reading) if given.reading else None)


def check_single(given: EventInput) -> None:
    """Raise UsageError if cards are chosen and a line is also typed."""
    if given.cards and given.line:
        raise UsageError("Cards are chosen and a line is typed: clear one of the two.")


def judge_input(given: EventInput, state: Round) -> Verdict | None:
    """The verdict on the chosen cards or typed line; None if there is neither."""
    if not given:
        return None
    try:
        return judge_beforehand(_read_event(given, state), state)
    except NotationError as error:
        return refused(refuse_unread(given.line, error, state.table))
    except UsageError as error:
        return refused(error)


def refused(error: HaggisError) -> Verdict:
    """The verdict on a refused event: the sentence, and the rule if there is one."""
    if isinstance(error, RefusedEventError):
        return Verdict(Answer.ILLEGAL, escape_text(error.reason), escape_text(error.rule), topic=error.topic)
    return Verdict(Answer.ILLEGAL, str(error))


def finish(chosen: Cards, state: Round) -> Cards:
    """The play that the chosen cards begin, with few court cards and few cards; 0 if several could be meant."""
    plays = sorted(_plays_with(chosen, state), key=_cost)
    is_single = len(plays) == 1 or (len(plays) > 1 and _cost(plays[0]) < _cost(plays[1]))
    return plays[0] if is_single else 0


def _plays_with(chosen: Cards, state: Round) -> set[Cards]:
    """The plays that hold the chosen cards; as a lead from an unknown hand those without more court cards.

    With two court cards and all unseen cards such leads would take seconds to list: none is named.
    """
    hand = choices(state).held(state.turn)
    room = state.sizes[state.turn] - count(court_cards(hand))  # for suit cards: an unknown hand may hold any of them
    if state.hands is None and not state.trick:
        if count(court_cards(chosen)) > 1:
            return set()
        hand = suit_cards(hand) | court_cards(chosen & hand)
    plays = (cards for cards, _ in playable(state, hand) if holds(cards, chosen))
    return {cards for cards in plays if count(suit_cards(cards)) <= room}


def _cost(cards: Cards) -> tuple[int, int]:
    return count(court_cards(cards)), count(cards)


class ReadingButton(NamedTuple):
    """One reading of the chosen cards."""

    value: str
    """The words after `as`; empty if the cards alone mean this reading."""
    words: str
    """The reading in words."""


def reading_buttons(
    table: Table, seat: int, cards: Cards, readings: Iterable[Reading], to_beat: Reading | None
) -> tuple[ReadingButton, ...]:
    """The possible readings of cards, as buttons to choose one."""
    bombs, found = table.variant.combinations.bombs, []
    for reading in readings:
        play = unambiguous_play(table, seat, cards, reading, to_beat)
        found.append(ReadingButton(render_claim(play.claim) if play.claim else "", describe(reading, bombs)))
    return tuple(found)


class TableView(NamedTuple):
    """A round at one moment, as everybody at the table sees it."""

    number: int
    """The number of the round, from 1."""
    due: str
    """What is expected next, in a sentence."""
    players: list[BoardPlayer]
    """The players, clockwise."""
    games: list[int] | None
    """The game score of each player's side before this round; None if unknown."""
    turn: int
    """The seat of the player whom the round is waiting for."""
    trick: BoardTrick
    """The trick in progress, which may have no play yet."""
    drawn: tuple[str, ...]
    """The cards that the player who exchanges cards has drawn."""
    sides: str
    """The sides of this round, in a sentence; empty unless they change from round to round."""


def view_table(report: Report, state: Round) -> TableView:
    """The table in the round in progress, or in the next round before it begins."""
    table, totals, briefly = state.table, report.totals, name_briefly(report)
    return TableView(
        report.current.number if report.current else len(report.rounds) + 1,
        due(briefly),
        players_at(report, state),
        [totals[report.table.side(seat)] for seat in table.seats] if totals else None,
        state.turn,
        trick_on_table(state),
        tuple(map(table.deck.card_text, choices(state).drawn)),
        describe_sides(briefly.table.with_sides(table.sides)),
    )


_KINDS = ("pass", "bid", "award", "lead", "bet", "blind")


class Action(NamedTuple):
    """An action that a player can take now without cards, shown as a button."""

    kind: str
    """Its kind, one of the words above; `blind` for a blind bet."""
    name: str
    """The player who can take it."""
    words: str
    """The label of the button: an amount, or the player it names."""
    value: str
    """The value in the form, such as `bet.0.30`: a browser never sends names."""
    range_text: str = ""
    """The range of the amount typed beside the button, in words; empty if nothing is typed."""


def find_actions(report: Report, state: Round) -> dict[Action, Event]:
    """The actions that are possible now, including who captures the last trick of a round that has just ended.

    A range of amounts has one button, with the event of the lowest amount.
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
    """The event of a button; raises UsageError if there is no such button."""
    for action, event in find_actions(report, state).items():
        if action.value == value:
            return event
    raise UsageError("That is no longer possible: look at the table again.")


class RecordView(NamedTuple):
    """The page for recording a round, as long as the round can go on."""

    table: TableView
    """The table."""
    actions: dict[str, list[Action]]
    """The actions without cards, by kind."""
    must_award: bool
    """Whether the round is waiting for the player who captures a trick."""
    picker: CardPicker | None
    """The cards; None if none can be played now."""
    verb: str
    """What happens to the chosen cards, in one word."""
    hint: str
    """What to choose, as long as nothing is chosen."""
    finished: tuple[str, ...]
    """The cards of the only likely play that the chosen cards begin; empty if there are several or none."""
    is_whole: bool
    """Whether the chosen cards beat the trick and no card can be added to them, so that a touch plays them."""
    readings: tuple[ReadingButton, ...]
    """The readings of the chosen cards, if there are several."""
    seen: str
    """The number of cards that everybody has seen when blind bets are made, in words."""


def _choose(now: Choices) -> str:
    """What to choose, behind the name of the player: `choose cards or pass`."""
    if now.event is Give:
        return "choose a card to pass"
    if now.event is Exchange:
        return f"choose {pluralize(now.number, 'card')} to discard"
    return "choose cards or pass" if now.passes() else "choose cards"


def view_round(report: Report, state: Round, given: EventInput, verdict: Verdict | None) -> RecordView:
    """The page while the round goes on, with the chosen cards or line and the verdict."""
    table, now = state.table, choices(state)
    free, actions = now.cards(state.turn), find_actions(report, state)
    readings = verdict.readings if verdict and given.cards and not given.line else ()
    several = readings if len(readings) > 1 else ()
    is_begun = bool(given.cards) and verdict is not None and verdict.answer is Answer.UNFINISHED and now.event is Play
    is_legal = bool(given.cards and state.trick) and verdict is not None and verdict.answer is Answer.LEGAL
    return RecordView(
        view_table(report, state),
        {kind: [action for action in actions if action.kind == kind] for kind in _KINDS},
        now.event is Award,
        make_picker(table.deck, free, given, is_hand=state.hands is not None) if free else None,
        now.button,
        _choose(now),
        tuple(card_list(finish(given.cards, state), table.deck)) if is_begun else (),
        is_legal and _plays_with(given.cards, state) == {given.cards},
        reading_buttons(table, state.turn, given.cards, several, state.reading_to_beat),
        table.variant.betting.seen_text(),
    )
