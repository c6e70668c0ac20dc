"""The table moment by moment: who holds, has captured, bet and passed what after each action of a round."""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import RoundReport
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.rounds.events import Bid, Event, Pass, Phase, Play
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.trick import TrickPlay
from haggis_cli.rules.table import Table
from haggis_cli.sheets.story import RoundStory


class Action(NamedTuple):
    """What a player did.

    seat: who it was.
    cards: the cards of a play; empty for anything else.
    words: what the cards count as, or a sentence for anything else.
    then: what came of it, a sentence each.
    is_pass: whether it is a pass.
    """

    seat: int
    cards: tuple[str, ...]
    words: str
    then: tuple[str, ...]
    is_pass: bool = False


class Laid(NamedTuple):
    """Cards that lie in the trick.

    seat: who played them.
    cards: the cards.
    """

    seat: int
    cards: tuple[str, ...]


class Frame(NamedTuple):
    """The table after an action, at the beginning, or with the result.

    trick: the number of the trick, from 1; 0 before the first.
    action: what was done; None at the beginning and with the result.
    laid: the plays of the trick, the highest last; they lie there until the next trick begins.
    worth: the points of the cards in the trick.
    taker: the seat that has captured the trick; None while it goes on.
    passed: the seats that have passed since the last play, or in the auction.
    held: by seat, how many cards are in the hand.
    courts: by seat, the court cards not played yet.
    hands: by seat, the cards in the hand; None if they are not known, or not to be shown.
    captured: by seat, how many cards are captured so far; None of a round typed in.
    points: by seat, what they are worth.
    piles: by seat, which cards are captured, as far as they are known.
    bets: by seat, the bet or bid that stands, in words; empty if there is none.
    out: the seats that have gone out, in order.
    turn: the seat whose turn it is; None when the round is over.
    is_result: whether the round is over and scored, and what is left over captured.
    """

    trick: int
    action: Action | None
    laid: tuple[Laid, ...]
    worth: int
    taker: int | None
    passed: tuple[int, ...]
    held: tuple[int, ...]
    courts: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...] | None
    captured: tuple[int, ...] | None
    points: tuple[int, ...]
    piles: tuple[tuple[str, ...], ...]
    bets: tuple[str, ...]
    out: tuple[int, ...]
    turn: int | None
    is_result: bool = False


def frames(played: RoundReport, story: RoundStory, actions: Sequence[tuple[int, Action]]) -> tuple[Frame, ...]:
    """The table at the beginning, after each action, and with the result of a round that is over.

    actions: the number of the trick and what was done, for every event.
    """
    found: list[Frame] = []
    passed: tuple[int, ...] = ()
    for place, state in enumerate(played.states()):
        trick, action = actions[place - 1] if place else (0, None)
        if found:
            event = played.events[place - 1]
            passed = _passed(() if trick != found[-1].trick else passed, event)
        found.append(_frame(state, trick, action, passed, open_hands=played.complete))
    if played.complete and found:
        found.append(_result(found[-1], played, story))
    return tuple(found)


def typed_frame(played: RoundReport, table: Table) -> tuple[Frame, ...]:
    """The result of a round that was typed in; nothing where it has none."""
    outcome, nothing = played.outcome, ((),) * len(table.names)
    if outcome is None:
        return ()
    frame = Frame(
        trick=0,
        action=None,
        laid=(),
        worth=0,
        taker=None,
        passed=(),
        held=(0,) * len(table.names),
        courts=nothing,
        hands=None,
        captured=None,
        points=outcome.captured,
        piles=nothing,
        bets=tuple(_stake_words(table, amount) for amount in outcome.stakes),
        out=outcome.out,
        turn=None,
        is_result=True,
    )
    return (frame,)


def _passed(before: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """Who has passed since the last play."""
    match event:
        case Play():
            return ()
        case Pass():
            return (*before, event.seat)
        case _:
            return before


def _frame(state: Round, trick: int, action: Action | None, passed: tuple[int, ...], *, open_hands: bool) -> Frame:
    deck, value = state.table.deck, state.table.variant.card_values
    ended = state.tricks[trick - 1] if 0 < trick <= len(state.tricks) else None
    plays: tuple[TrickPlay, ...] = ended.plays if ended else state.trick
    hands = None
    if state.hands is not None and open_hands:
        hands = tuple(tuple(card_list(cards, deck)) for cards in state.hands)
    captures = [[each for each in state.tricks if each.taker == seat] for seat in state.table.seats]
    handfuls = [[cards for each in mine for cards in each.handfuls] for mine in captures]
    return Frame(
        trick=trick,
        action=action,
        laid=tuple(Laid(play.seat, tuple(card_list(play.cards, deck))) for play in plays),
        worth=value.of(*(play.cards for play in plays)),
        taker=ended.taker if ended else None,
        passed=passed,
        held=state.sizes,
        courts=tuple(tuple(card_list(cards, deck)) for cards in state.courts),
        hands=hands,
        captured=tuple(sum(each.card_count for each in mine) for mine in captures),
        points=tuple(value.of(*mine) for mine in handfuls),
        piles=tuple(tuple(_card_names(mine, state.table)) for mine in handfuls),
        bets=_bets(state),
        out=state.out,
        turn=None if state.over else state.turn,
    )


def _card_names(handfuls: list[Cards], table: Table) -> list[str]:
    return [card for cards in handfuls for card in card_list(cards, table.deck)]


def _result(last: Frame, played: RoundReport, story: RoundStory) -> Frame:
    """The table when what is left over is captured, too."""
    state, outcome = played.last, played.outcome
    assert state is not None
    assert outcome is not None
    assert last.captured is not None
    captured, piles = list(last.captured), list(last.piles)
    for rest in story.leftovers:
        if rest.taker is not None:
            captured[rest.taker] += rest.count
            cards = card_list(rest.cards, state.table.deck) if rest.cards is not None else []
            piles[rest.taker] = (*piles[rest.taker], *cards)
    return last._replace(
        action=None,
        laid=(),
        worth=0,
        taker=None,
        passed=(),
        captured=tuple(captured),
        points=outcome.captured,
        piles=tuple(piles),
        is_result=True,
    )


def _bets(state: Round) -> tuple[str, ...]:
    """The bets that stand; while an auction goes on everybody's last bid, then the Shepherd's."""
    table, betting = state.table, state.table.variant.betting
    if state.phase is Phase.AUCTION:
        bids = {each.seat: each.amount for each in state.betting if isinstance(each, Bid)}
        return tuple(f"bid {bids[seat]}" if seat in bids else "" for seat in table.seats)
    stakes = betting.stakes(table, state.betting)
    return tuple(_stake_words(table, amount) for amount in stakes)


def _stake_words(table: Table, amount: int | None) -> str:
    betting = table.variant.betting
    if amount is None:
        return ""
    if betting.by_auction:
        return f"Shepherd {amount}"
    name = betting.name_of(amount)
    return f"{name} {amount}" if name else f"bet {amount}"
