"""A computer player sees its own cards and what lies open, and decides by nothing else."""

from random import Random

import pytest

from haggis_cli.players.guess import Unseen
from haggis_cli.players.levels import LEVELS, Effort, player
from haggis_cli.players.plan import as_cards
from haggis_cli.players.view import view_of
from haggis_cli.rules.cards import COURTS, add, count, pack, suit_cards, unpack
from haggis_cli.rules.round import Phase, Round
from tests.players.games import TABLES, every_plain_table, every_table, moments, plays

SMALL = Effort(playouts=6)


def otherwise_dealt(state: Round, seat: int, chance: Random) -> Round:
    """The same round for this seat, with everything that it cannot see dealt anew."""
    hands, haggis = Unseen(view_of(state, seat)).guess(chance)
    bottom = view_of(state, seat).discarded
    drawn = view_of(state, seat).drawn
    rest = unpack(as_cards(haggis & ~bottom))
    chance.shuffle(rest)
    return state._replace(hands=tuple(map(as_cards, hands)), haggis=(*drawn, *rest, *unpack(bottom)))


@every_plain_table
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_decides_the_same_however_the_hidden_cards_lie(name: str, level: str) -> None:
    chance, states = Random(f"{name} {level}"), moments(name)
    some = chance.sample(states, 4) + [
        next(state for state in states if state.phase is phase) for phase in phases(states)
    ]
    for number, state in enumerate(some):
        seat = state.turn
        decisions = {
            player(level)(view_of(dealt, seat), Random(number), SMALL)
            for dealt in [state, *(otherwise_dealt(state, seat, chance) for _ in range(3))]
        }
        assert len(decisions) == 1


def phases(states: tuple[Round, ...]) -> list[Phase]:
    return sorted({state.phase for state in states})


@every_table
def test_nothing_hidden_is_in_a_view(name: str) -> None:
    chance = Random(5)
    for state in moments(name):
        for seat in state.table.seats:
            assert view_of(otherwise_dealt(state, seat, chance), seat) == view_of(state, seat)


@every_table
def test_a_guess_fits_everything_that_is_known(name: str) -> None:
    chance, table = Random(7), TABLES[name]
    for state in moments(name):
        assert state.hands is not None
        for seat in table.seats:
            view = view_of(state, seat)
            hands, haggis = Unseen(view).guess(chance)
            assert hands[seat] == view.hand
            assert [hand.bit_count() for hand in hands] == list(state.sizes)
            assert [hand & COURTS for hand in hands] == list(state.courts)
            assert not view.discarded & ~haggis
            together = add(state.seen, as_cards(haggis))
            if view.drawn:
                together = add(together, pack(view.drawn))
            for hand in hands:
                together = add(together, suit_cards(as_cards(hand)))
            assert together == table.deck.suit_cards
            assert count(as_cards(haggis)) + len(view.drawn) == len(state.haggis)


def test_cards_passed_to_the_partner_are_guessed_in_the_partners_hand() -> None:
    table = TABLES["neeps 4"]
    for seed in range(8):
        state = plays("neeps 4", seed)[0]
        assert state.hands is not None
        for seat in table.seats:
            view = view_of(state, seat)
            kept = [gift.cards for gift in state.given if gift.seat == seat and gift.cards & view.passed]
            (partner,) = table.partners(seat)
            assert not view.passed & ~state.hands[partner]
            assert kept or count(view.passed) == 0
            hands, _ = Unseen(view).guess(Random(seed))
            assert not view.passed & ~as_cards(hands[partner])
