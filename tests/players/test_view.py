"""A computer player sees its own cards and what lies open, and decides by nothing else."""

from random import Random

import pytest

from haggis_cli.matches.notation import parse_cards, parse_event
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.levels import LEVELS, Effort, UnseenCards, load_player, view_of
from haggis_cli.rules.cards import COURTS, add, count, pack, suit_cards, unpack
from haggis_cli.rules.events import Bid, Exchange, Give, Pass, Phase
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.variant import Table
from tests.players.games import TABLES, every_plain_table, every_table, moments, plays, started

SMALL = Effort(playouts=6)


def otherwise_dealt(state: Round, seat: int, chance: Random) -> Round:
    """The same round for this seat, with everything that it cannot see dealt anew."""
    hands, haggis = UnseenCards(view_of(state, seat)).sample_determinization(chance)
    bottom = view_of(state, seat).discarded
    drawn = view_of(state, seat).drawn
    rest = unpack(as_cards(haggis & ~bottom))
    chance.shuffle(rest)
    return state._replace(hands=tuple(map(as_cards, hands)), haggis=(*drawn, *rest, *unpack(bottom)))


@pytest.mark.sample(3)
@pytest.mark.longest(12)
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
            load_player(level)(view_of(dealt, seat), Random(number), SMALL)
            for dealt in [state, *(otherwise_dealt(state, seat, chance) for _ in range(3))]
        }
        assert len(decisions) == 1


def phases(states: tuple[Round, ...]) -> list[Phase]:
    return sorted({state.phase for state in states})


@pytest.mark.sample(12)
@every_table
def test_nothing_hidden_is_in_a_view(name: str) -> None:
    chance = Random(5)
    for state in moments(name):
        for seat in state.table.seats:
            assert view_of(otherwise_dealt(state, seat, chance), seat) == view_of(state, seat)


@every_table
@pytest.mark.sample(8)
def test_a_guess_fits_everything_that_is_known(name: str) -> None:
    chance, table = Random(7), TABLES[name]
    for state in moments(name):
        assert state.hands is not None
        for seat in table.seats:
            view = view_of(state, seat)
            hands, haggis = UnseenCards(view).sample_determinization(chance)
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
            hands, _ = UnseenCards(view).sample_determinization(Random(seed))
            assert not view.passed & ~as_cards(hands[partner])


def gave(table: Table, given: str, hands: tuple[str, ...]) -> Round:
    """A round at the point of play, after the cards given: a card of each seat, clockwise, and once more."""
    deal = Deal(tuple(parse_cards(hand, table.deck) for hand in hands), ())
    state = begin(table, 0, deal=deal)
    for number, card in enumerate(given.split()):
        state = state.after(Give(number % 4, parse_cards(card, table.deck)))
    return state


FOUR_HANDS = ("2-10r 2-10g", "2-10r 2-10g", "2-10b 2-10y", "2-10b 2-10y")


@pytest.mark.parametrize(
    ("given", "played", "known"),
    [
        ("2r 3r 2b 3b 4r 4g 4b 4y", "", "2r 4r"),
        ("2r 3r 2b 3b 4r 4g 2r 4y", "", "4r"),
        ("2r 3r 2b 3b 2b 4g 4b 4y", "", "2r 2b"),
        ("2r 3r 2b 3b 4r 4g 4b 4y", "Ailsa: 3r; Bruce: 4r; Coira: pass", "2r 4r"),
        ("2r 3r 2b 3b 4r 4g 4b 4y", "Ailsa: 3r; Bruce: pass; Coira: 4r", "2r"),
        ("2r 3r 2b 3b 4r 4g 4b 4y", "Ailsa: 5r; Bruce: 6r; Coira: 7b; Duncan: 8b", "2r 4r"),
    ],
)
def test_a_card_given_to_the_partner_is_known_there_until_it_is_given_back_or_played(
    given: str, played: str, known: str
) -> None:
    table = TABLES["neeps 4"]
    state = gave(table, given, FOUR_HANDS)
    for event in filter(None, played.split("; ")):
        state = state.after(parse_event(event, table))
    assert table.deck.cards_text(view_of(state, 0).passed) == known


def test_a_card_that_both_partners_give_at_once_is_in_both_hands() -> None:
    table = TABLES["neeps 4"]
    hands = ("2-10r 2-10g", "2-10r 2-10g", "2r 3-10b 2-10y", "2-10b 3y 3b 4-10y")
    for order in ((0, 2), (2, 0)):
        state = begin(table, 0, deal=Deal(tuple(parse_cards(hand, table.deck) for hand in hands), ()))
        for seat, card in ((order[0], "2r"), (1, "3r"), (order[1], "2r"), (3, "3b")):
            state = state.after(Give(seat, parse_cards(card, table.deck)))
        assert table.deck.cards_text(view_of(state, 0).passed) == "2r"


def test_the_shepherd_knows_every_discard_also_where_there_was_little_to_draw() -> None:
    table = TABLES["auction with two cards 2"]
    state = started(table, Random(2))._replace(phase=Phase.EXCHANGE, turn=1, betting=(Bid(1, 15), Pass(0)))
    assert len(state.drawn()) == 2
    discards = pack(state.drawn())
    assert view_of(state.after(Exchange(1, discards)), 1).discarded == discards


def test_a_guessed_haggis_can_be_drawn_beside_a_hand_that_holds_the_other_copy() -> None:
    chance = Random(9)
    for number in range(10):
        state = started(TABLES["auction with two copies 3"], chance)
        hands, haggis = UnseenCards(view_of(state, number % 3)).sample_determinization(chance)
        assert not hands[number % 3] & haggis


def test_what_others_give_is_not_seen_before_it_is_picked_up_and_what_opponents_give_never() -> None:
    table = TABLES["neeps 4"]

    def seen(given: str) -> str:
        gifts = view_of(gave(table, given, FOUR_HANDS), 0).state.given
        return " ".join(table.deck.cards_text(gift.cards) or "?" for gift in gifts)

    assert seen("2r 3r 2b") == "2r ? ?"
    assert seen("2r 3r 2b 3b 4r 4g 4b") == "2r ? 2b ? 4r ? ?"
