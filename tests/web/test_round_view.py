"""The play that chosen cards begin, which the recorder offers to complete."""

import pytest

from haggis_cli.matches.notation import parse_cards
from haggis_cli.plugins.registry import load
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.variant import seat_players
from haggis_cli.web.round_view import finish


def lead(hand: str = "") -> Round:
    """The lead of the first player, from this hand or from an unknown one."""
    table = seat_players(load("two-player"), ("Noah", "Isla"))
    return begin(table, 0, deal=Deal((parse_cards(hand, table.deck), 0), ()) if hand else None)


@pytest.mark.parametrize(
    ("chosen", "state", "whole"),
    [
        ("3r 6r", lead(), "3r 4r 5r 6r"),
        ("3r J 6r", lead(), ""),
        ("2r 5g 5b", lead(), "2r 2g 2b 3r 3g 3b 4r 4g 4b 5r 5g 5b"),
        ("2r 5g 6b", lead(), ""),  # fifteen cards, and a hand has fourteen beside its court cards
        ("3r 4r", lead(), ""),
        ("3r 3b 5r 5b J Q", lead(), ""),  # from all unseen cards seconds would go into listing what it may begin
        ("3r 5r", lead("3r 4r 5r 7b"), "3r 4r 5r"),
    ],
)
def test_cards_that_can_mean_one_play_begin_it(chosen: str, state: Round, whole: str) -> None:
    deck = state.table.deck
    assert deck.cards_text(finish(parse_cards(chosen, deck), state)) == whole
