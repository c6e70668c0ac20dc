"""A position for `haggis solve`: read as it is typed, everybody's hand and the trick, and its value in words."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from haggis_cli.analysis.solver import OpenPosition, PlayValue, Solution, open_round
from haggis_cli.cli.terminal.printer import Page, Printer, Styled
from haggis_cli.cli.views.moves import parse_over
from haggis_cli.cli.views.review import render_colored_action
from haggis_cli.matches.heading import find_name_fault, find_repeated_name
from haggis_cli.matches.notation import parse_cards, parse_cards_in_order, parse_name
from haggis_cli.referee.seating import name_card
from haggis_cli.rules.cards import COURTS, Card, Cards, pack, unpack
from haggis_cli.rules.events import Award, Event, Lead, TrickPlay
from haggis_cli.rules.readings import BOMB
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import next_highest_else_left, next_highest_else_right
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError, UsageError
from haggis_cli.support.text import join_words, pluralize, with_sign

_OUT = re.compile(r"(?:out(?P<place>[1-9])?(?:\s+(?P<count>\d{1,2}))?)?\s*", re.IGNORECASE | re.ASCII)


class PositionWords(NamedTuple):
    """What is typed of a position.

    hands: for each player, clockwise, the name, a colon and the cards; `out 9` for who went out and recorded 9 cards.
    turn: whose turn it is; the first player's if left out.
    pile: the cards of the trick; those of `over` if left out.
    haggis: the cards of the haggis, as far as they are known.
    """

    hands: Sequence[str]
    turn: str | None = None
    over: str | None = None
    pile: str | None = None
    haggis: str | None = None


def split_names(hands: Sequence[str]) -> tuple[str, ...]:
    """Whose hands these are; UsageError for a hand without a name, a name that cannot be one, or one given twice."""
    names = []
    for hand in hands:
        name, colon, _ = hand.partition(":")
        if not colon:
            raise UsageError(f"--hand needs a name and cards, such as 'Noah: 4r 4g J', but got '{hand}'")
        fault = find_name_fault(name.strip())
        if fault:
            raise UsageError(f"--hand: '{name}': {fault}")
        names.append(name.strip())
    repeated = find_repeated_name(names)
    if repeated is not None:
        raise UsageError(f"--hand: {repeated} is named twice: every name must be different")
    return tuple(names)


def read_position(words: PositionWords, table: Table) -> Round:
    """The position; UsageError says what in it cannot be understood, or cannot be."""
    texts = [hand.partition(":")[2].strip() for hand in words.hands]
    gone = {seat: found for seat, text in enumerate(texts) if (found := _OUT.fullmatch(text))}
    hands = tuple(0 if seat in gone else _read_hand(text, seat, table) for seat, text in enumerate(texts))
    out = _read_out(gone, table)
    turn = _read_turn(words.turn, hands, table)
    haggis = tuple(_read_cards("--haggis", words.haggis, table)) if words.haggis else ()
    trick = _read_trick(words, hands, turn, table)
    _check_cards(hands, trick, haggis, table)
    return open_round(table, OpenPosition(hands, turn, trick, haggis, out))


def _read_hand(text: str, seat: int, table: Table) -> Cards:
    name = table.names[seat]
    try:
        hand = parse_cards(text, table.deck)
    except NotationError as error:
        raise UsageError(f"{name}: {name_card(error, table)}") from None
    if hand.bit_count() > table.setup.hand:
        most = pluralize(table.setup.hand, "card")
        raise UsageError(f"{name} has {hand.bit_count()} cards, but a hand has at most {most}")
    return hand


def _read_out(gone: dict[int, re.Match[str]], table: Table) -> tuple[tuple[int, int], ...]:
    """Who has gone out, in order, and what each recorded."""
    places = {seat: int(found["place"] or 0) for seat, found in gone.items()}
    if len(gone) > 1 and sorted(places.values()) != list(range(1, len(gone) + 1)):
        raise UsageError("several players are out: show the order, as in 'Noah: out1 9' and 'Isla: out2 5'")
    order = sorted(places, key=lambda seat: places[seat])
    if table.ended_by(tuple(order)):
        raise UsageError("the round is over when these players are out")
    for seat in order[:1]:
        repeats = len(order) == 1 and any(table.repeats_first_count(p, (seat, p)) for p in table.partners(seat))
        if repeats and not gone[seat]["count"]:
            name = table.names[seat]
            raise UsageError(
                f"the partner may repeat the cards that {name} recorded on going out: give their number, as in "
                f"'{name}: out 9'"
            )
    return tuple((seat, int(gone[seat]["count"] or 0)) for seat in order)


def _read_turn(text: str | None, hands: Sequence[Cards], table: Table) -> int:
    if text is None:
        return next(seat for seat in table.seats if hands[seat])
    try:
        turn = parse_name(text, table.names)
    except NotationError as error:
        raise UsageError(f"--turn: {error}") from None
    if not hands[turn]:
        raise UsageError(f"--turn: {table.names[turn]} is out and has no turn")
    return turn


def _read_cards(option: str, text: str, table: Table) -> list[Card]:
    try:
        return parse_cards_in_order(text, table.deck)
    except NotationError as error:
        raise UsageError(f"{option}: {name_card(error, table)}") from None


def _read_trick(words: PositionWords, hands: Sequence[Cards], turn: int, table: Table) -> tuple[TrickPlay, ...]:
    """The trick so far: what is to be beaten last, and before it what else the pile holds."""
    over = parse_over(words.over, table)
    if over is None:
        if words.pile is not None:
            raise UsageError("--pile: a trick that has cards has a combination to beat: give it with --over")
        return ()
    owner = next(seat for seat in reversed(table.clockwise_from(turn)[1:]) if hands[seat])
    below = _read_cards("--pile", words.pile, table) if words.pile is not None else unpack(over[0])
    for card in unpack(over[0]):
        if card not in below:
            raise UsageError(f"--pile: name all cards of the trick, including {table.deck.card_text(card)} of --over")
        below.remove(card)
    if below and over[1].kind is BOMB and table.variant.bomb_taker in (next_highest_else_left, next_highest_else_right):
        raise UsageError(
            "--pile: here a bombed trick goes to whoever played the cards under the bomb, and --pile cannot show who "
            "that was"
        )
    plays = [TrickPlay(turn, handful, over[1]) for handful in _handfuls(below)]
    return (*plays, TrickPlay(owner, *over))


def _handfuls(cards: Sequence[Card]) -> list[Cards]:
    """The cards in as few handfuls as hold each card once."""
    handfuls: list[Cards] = []
    for card in cards:
        place = next((at for at, each in enumerate(handfuls) if not each & card.packed), None)
        if place is None:
            handfuls.append(card.packed)
        else:
            handfuls[place] |= card.packed
    return handfuls


def _check_cards(hands: Sequence[Cards], trick: Sequence[TrickPlay], haggis: Sequence[Card], table: Table) -> None:
    """Every card lies in one place, and no place holds more than it can."""
    most = table.setup.haggis(len(table.names))
    if len(haggis) > most:
        raise UsageError(f"--haggis: {len(haggis)} cards are named, but the haggis has {most}")
    if pack(dict.fromkeys(haggis)) & COURTS:
        raise UsageError("--haggis: J, Q and K are never in the haggis")
    played = [card for play in trick for card in unpack(play.cards)]
    everywhere = [card for hand in hands for card in unpack(hand)] + played + list(haggis)
    for card in dict.fromkeys(everywhere):
        times = everywhere.count(card)
        copies = len(table.names) if card.suit is None else table.deck.copies
        if times > copies:
            text, there = table.deck.card_text(card), "the deck has one" if copies == 1 else f"the deck has {copies}"
            raise UsageError(f"{text} is named {times} times, but {there}")
    if trick:
        owner = trick[-1].seat
        both = unpack(trick[-1].cards & hands[owner] & COURTS)
        if both:
            name, text = table.names[owner], table.deck.card_text(both[0])
            raise UsageError(f"--over: {name}, who played it, still holds {text}")


# The value of a position in words: the verdict, every play with its value, and one best line trick by trick.

_SHOWN = 40
"""So many plays are listed: a hand of twelve cards may have hundreds, and the worst of them help nobody."""


def print_solution(printer: Printer, state: Round, solution: Solution, alone: int | None) -> None:
    """Print what is known of a position; `alone` plays against all others together."""
    page, names = Page(printer), state.table.names
    page.print_text(printer.styled(_verdict(state, solution, alone), "bold"))
    if alone is not None and not state.table.variant.betting.by_auction:
        page.print_text(f"Here the others play together against {names[alone]}, who gets at least this much.")
    if not solution.exact:
        page.print_text("Time ran out, so these are bounds. --seconds allows more time.")
    page.print_gap()
    page.print_text(f"The plays of {names[state.turn]}, the best first")
    by_value = groupby(solution.plays[:_SHOWN], key=_value)
    groups = [(value, list(same)) for value, same in by_value]
    widest = max(len(value) for value, _ in groups)
    for value, same in groups:
        said = Styled("; ".join(render_colored_action(page.printer, play.event, state.table) for play in same))
        mark = page.printer.styled(value.ljust(widest), "bold")
        page.print_text(mark, "  ", said, indent="  ", hanging=" " * (widest + 2))
    if rest := solution.plays[_SHOWN:]:
        page.print_text(f"and {len(rest)} more, down to {with_sign(rest[-1].low)}; --json lists them all.", indent="  ")
    if solution.line:
        page.print_gap()
        page.print_text("One best line")
        for number, trick in enumerate(_tricks(state, solution.line), 1):
            events = (f"{names[event.seat]}: {render_colored_action(printer, event, state.table)}" for event in trick)
            said = Styled("; ".join(events))
            page.print_text(f"{number:<2} ", said, indent="  ", hanging="   ")
    printer.print_message(f"{pluralize(solution.nodes, 'position')} in {solution.seconds:.1f} s")


def _verdict(state: Round, solution: Solution, alone: int | None) -> str:
    """What the side of the player whose turn it is gets from here on, in a sentence."""
    table, turn = state.table, state.turn
    if alone is None:
        mine = [seat for seat in table.seats if table.side(seat) == table.side(turn)]
    else:
        mine = [seat for seat in table.seats if (seat == alone) == (turn == alone)]
    us, them = (
        join_words([table.names[seat] for seat in table.seats if (seat in mine) is wanted]) for wanted in (True, False)
    )
    get = "get" if len(mine) > 1 else "gets"
    if not solution.exact:
        return f"From here on {us} {get} from {with_sign(solution.low)} to {with_sign(solution.high)} against {them}."
    if not solution.low:
        return f"From here on {us} {get} as many points as {them}."
    more = "more" if solution.low > 0 else "fewer"
    return f"From here on {us} {get} {pluralize(abs(solution.low), f'point {more}', f'points {more}')} than {them}."


def _value(play: PlayValue) -> str:
    return with_sign(play.low) if play.exact else f"{with_sign(play.low)} to {with_sign(play.high)}"


def _tricks(state: Round, line: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of a line, trick by trick; what is said of a bombed trick stands with it."""
    trick: list[Event] = []
    for event in line:
        if trick and not state.trick and not isinstance(event, Award | Lead):
            yield trick
            trick = []
        trick.append(event)
        state = state.after(event)
    yield trick
