"""Munro, a climbing game for three or four: a variant with combinations of its own and a rule on what may be played."""

from dataclasses import replace

from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.rules.api import (
    BOMBS,
    Breach,
    Clause,
    Combinations,
    Goal,
    Kind,
    RoundView,
    Ruling,
    Setup,
    TrickPlay,
    of_a_kind,
    winner_captures,
)


def no_bomb_is_led(state: RoundView, play: TrickPlay) -> Breach | None:
    """Nobody leads a bomb: bombs only answer."""
    if state.trick or play.reading.kind is not Kind.BOMB:
        return None
    return Breach("bomb-led", f"{state.table.names[play.seat]} cannot lead a bomb: bombs only answer.", Clause.BOMBS)


MUNRO = replace(
    THREE_PLAYER,
    id="munro",
    name="Munro",
    summary="A climbing game with the cards of Haggis, where bombs only answer.",
    source="House rules of the example table",
    rulebook="Munro",
    setups={3: Setup(suits=5, copies=1, dealt=15), 4: Setup(suits=5, copies=1, dealt=11)},
    goals=(Goal(points=200), Goal(round_wins=3)),
    combinations=Combinations(set_sizes=(2, 3), stair=3, bombs=(*of_a_kind(4), *BOMBS[1:5], *of_a_kind(5))),
    may_play=no_bomb_is_led,
    bomb_taker=winner_captures,
    hand_points=3,
    rulings=(Ruling("Four of a kind are lower than J-Q, five of a kind beat everything.", "House rules"),),
)
