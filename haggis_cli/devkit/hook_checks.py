"""Whether the functions that a variant brings along answer what they are asked: a seat where a seat is wanted."""

from collections.abc import Iterator
from random import Random
from typing import Any

from haggis_cli.devkit.betting_checks import find_points_fault, settled_by, settlement_faults
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.rounds.events import Bet, Bid, Phase
from haggis_cli.rules.rounds.playable import playable
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.rounds.trick import TrickPlay
from haggis_cli.rules.rounds.views import TableView
from haggis_cli.rules.scoring.round_sides import find_sides_fault
from haggis_cli.rules.scoring.standing import Standing
from haggis_cli.rules.table import Table


def taker_faults(state: Round) -> Iterator[str]:
    """Who captures a trick that a bomb has just won: one of the players, and one at least."""
    trick = state.bombed_trick
    if trick is None:
        return
    takers = state.table.variant.bomb_taker(state, trick)
    if not takers.seats:
        yield "bomb_taker lets nobody capture a trick won by a bomb"
    for seat in takers.seats if takers.default is None else (*takers.seats, takers.default):
        if not _is_seat(state.table, seat):
            yield f"bomb_taker gives {seat!r}, which is no seat of {len(state.table.names)} players"
            return
    if takers.default is not None and takers.default not in takers.seats:
        yield f"bomb_taker lets {takers.default} capture by default, who is none of those that may: {takers.seats}"


def play_faults(state: Round) -> Iterator[str]:
    """What `may_play` answers about the plays of whoever's turn it is: refusals say why, and some lead is legal."""
    rule, table = state.table.variant.may_play, state.table
    if rule is None or state.phase is not Phase.PLAY or state.hands is None:
        return
    hand, over = state.hands[state.turn], state.reading_to_beat
    moves = legal_plays(table.variant.combinations, table.deck, hand, over)
    for cards, reading in moves:
        answer = rule(state, TrickPlay(state.turn, cards, reading))
        if answer is not None and not _says_why(answer):
            text = table.deck.cards_text(cards)
            yield f"may_play gives {answer!r} for {text}: it must be a Breach that says why, or None"
            return
    if over is None and not playable(state):
        text = table.deck.cards_text(hand)
        yield f"may_play refuses every lead from {text}: whoever leads must be able to play something"


def outcome_faults(state: Round) -> Iterator[str]:
    """The answers about a round that is over: who captures remaining hands, and the bet points."""
    table = state.table
    players, variant = len(table.names), table.variant
    for holder in table.seats:
        taker = variant.hand_taker(state, holder) if state.sizes[holder] else None
        if taker is not None and not _is_seat(table, taker):
            yield f"hand_taker gives {taker!r}, which is no seat of {players} players"
    stakes: Any = variant.betting.stakes(table, state.betting)
    if (
        not isinstance(stakes, tuple)
        or len(stakes) != players
        or not all(stake is None or _is_number(stake) for stake in stakes)
    ):
        yield f"betting.stakes gives {stakes!r}: it must be a whole number or None for each of {players} players"
        return
    points = variant.betting.settle(table, stakes, state.out)
    fault = find_points_fault(variant.betting, points, players)
    if fault:
        yield fault
    elif variant.betting.settle(table, stakes, state.out) != points:
        yield f"{settled_by(variant.betting)} gives other points when it is asked again: rules remember nothing"


def standing_faults(standing: Standing) -> Iterator[str]:
    """Who leads and deals the next round is one of the players; nobody need deal."""
    table, players = standing.table, len(standing.table.names)
    if not _is_seat(table, standing.leader):
        yield f"next_leader gives {standing.leader!r}, which is no seat of {players} players"
    if standing.dealer is not None and not _is_seat(table, standing.dealer):
        yield f"next_dealer gives {standing.dealer!r}, which is no seat of {players} players"


def sides_faults(table: Table, chance: Random) -> Iterator[str]:
    """The sides of a round, whatever the match before it: everybody is on one of them, and bets can be settled."""
    rule = table.variant.round_sides
    if rule is None:
        return
    for standing in _any_standings(table, chance):
        sides = rule(standing)
        fault = find_sides_fault(sides, len(table.names))
        if fault:
            yield f"{fault} (with totals {standing.totals}, {table.names[standing.leader]} to lead)"
            return
        yield from settlement_faults(table.variant.betting, table.with_sides(sides))


def _any_standings(table: Table, chance: Random) -> Iterator[Standing]:
    """Matches before their first round with everybody leading, and in their middle: level, close, and far apart."""
    seats, nothing = table.seats, (0,) * len(table.names)
    dealers = (None,) if not table.variant.has_dealer else tuple(seats)
    for leader in seats:
        for dealer in dealers:
            yield Standing(table, nothing, leader, leader, dealer, wins=nothing)
        for spread in (0, 1, 2, 60, 60, 400):
            totals = tuple(chance.randint(-spread // 4, spread) for _ in seats)
            wins = tuple(chance.randint(0, 3) for _ in seats)
            out = tuple(chance.sample(seats, chance.randint(1, max(1, len(seats) - 1))))
            yield Standing(table, totals, leader, leader, chance.choice(dealers), out, wins)


def refusal_faults(state: Round) -> Iterator[str]:
    """Every bet is allowed (None) or refused with a sentence and a clause (a Breach), and what is allowed can be made.

    Asked only before the first card: later bets are refused by the same function.
    """
    betting, auction = state.table.variant.betting, state.phase is Phase.AUCTION
    event = Bid if auction else Bet
    answers: list[tuple[str, object]] = [
        (f"betting.refuse gives {{!r}} for a bet of {amount}", betting.refuse(state, event(state.turn, amount)))
        for amount in betting.amounts
    ]
    if auction:
        answers += [
            (f"betting.refuse_bidder gives {{!r}} for seat {seat}", betting.refuse_bidder(state, seat))
            for seat in state.table.seats
            if seat != state.turn
        ]
    for sentence, answer in answers:
        if answer is not None and not _says_why(answer):
            yield f"{sentence.format(answer)}: it must be a Breach that says why, or None"
            return


def _says_why(answer: object) -> bool:
    message = getattr(answer, "message", None)
    return isinstance(message, str) and bool(message.strip()) and hasattr(answer, "clause")


def _is_seat(table: TableView, value: object) -> bool:
    return _is_number(value) and value in table.seats


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
