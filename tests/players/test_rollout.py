"""A round played out in the head goes as a round at the table does."""

from random import Random

import pytest

from haggis_cli.players.candidate_plays import TableContext
from haggis_cli.players.hand_plan import shape_of
from haggis_cli.players.levels import view_of
from haggis_cli.players.policies import decide_random
from haggis_cli.players.rollout import Rollout
from haggis_cli.rules.cards import count, pack
from haggis_cli.rules.events import Award, Bet, Lead, Pass, Phase, Play
from haggis_cli.rules.round import Round, read_play
from haggis_cli.rules.variant import score
from tests.players.games import TABLES, every_table, plays


def physical(cards: int, hand: int) -> int:
    """The bits of these cards in a hand that may have lost a first copy before its second."""
    bits = 0
    while cards:
        low = cards & -cards
        cards ^= low
        place = low.bit_length() - 1
        copies = [1 << place % 75, 1 << place % 75 + 75]
        bits |= next(bit for bit in copies if bit & hand & ~bits)
    return bits


def play_on(state: Round, rollout: Rollout, chance: Random) -> Round:
    """Play a round to its end by chance, at the table and in the head."""
    before = rollout.captured[:]
    while not state.over:
        if state.phase is Phase.AWARD:
            takers = state.table.variant.bomb_taker(state, state.bombed_trick).seats  # type: ignore[arg-type]
            taker = state.turn if state.turn in takers else min(takers, key=before.__getitem__)
            state = state.after(Award(state.turn, taker))
            assert rollout.turn == state.turn or state.over
            continue
        before = rollout.captured[:]
        event = decide_random(view_of(state, state.turn), chance)
        if isinstance(event, Bet | Award | Lead):
            continue
        assert rollout.turn == event.seat
        if isinstance(event, Play):
            reading = read_play(state.table, event, state.reading_to_beat)
            bits = physical(event.cards, rollout.hands[event.seat])
            rollout.play(shape_of(reading), reading.rank, bits, count(event.cards))  # type: ignore[arg-type,union-attr]
        else:
            assert isinstance(event, Pass)
            rollout.pass_turn()
        state = state.after(event)
    return state


@every_table
def test_a_playout_ends_as_the_round_does(name: str, rounds: int) -> None:
    table, chance = TABLES[name], Random(name)
    context = TableContext(table)
    for number in range(rounds):
        state = chance.choice(plays(name, 1 + number % 2))
        assert state.hands is not None
        rollout = Rollout(context, state, chance).with_hands(list(state.hands), pack(state.haggis))
        end = play_on(state, rollout, chance)
        assert rollout.over
        result, outcome = rollout.result(), end.outcome()
        settled = context.bonus_and_bet_points(outcome.stakes, result.out)
        assert result.out == outcome.out
        totals = [points + bet for points, bet in zip(result.points, settled, strict=True)]
        assert totals == [each.total for each in score(table, outcome)]


@every_table
@pytest.mark.sample(8)
def test_gains_compare_the_sides(name: str) -> None:
    table, chance = TABLES[name], Random(3)
    context, state = TableContext(table), plays(name)[0]
    assert state.hands is not None
    rollout = Rollout(context, state, chance).with_hands(list(state.hands), 0)
    play_on(state, rollout, chance)
    stakes = (None,) * len(table.names)
    gains = context.gains(rollout.result(), stakes)
    assert sum(gains) == pytest.approx(0)
    for seat in table.seats:
        assert all(gains[partner] == gains[seat] for partner in table.partners(seat))
