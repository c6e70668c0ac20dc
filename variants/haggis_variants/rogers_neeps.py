"""Haggis and Neeps after Roger's Rules (2025-08-12), for four."""

from dataclasses import replace

from haggis_cli.rules.api import Choice, Clause, Combinations, OpenQuestion, Option, Ruling, TeamBets, first_out_takes
from haggis_variants.neeps import NEEPS
from haggis_variants.rulings import NO_BET_ONCE_OUT, cards_are_passed, first_named, lead_given_away

_FIRST_DEALER = "Setup: the first dealer is random; the leader is not named"

ROGERS_NEEPS = replace(
    NEEPS,
    id="rogers-neeps",
    name="Haggis and Neeps (Roger's Rules)",
    summary="Neeps with singles, sequences, stairs and bombs, but no sets; court cards are wild for 2 to 10 only.",
    source="Haggis and Neeps, Roger's Rules (2025-08-12)",
    rulebook="Roger's Rules",
    headings={clause: "Setup" if clause in (Clause.SETUP, Clause.GAME_END) else "Hand" for clause in Clause},
    combinations=Combinations(sets=False, courts_climb=False),
    betting=TeamBets(single=True),
    hand_taker=first_out_takes,
    slam_repeats=False,
    usual=False,
    beginner="According to the rules, the first dealer is chosen at random. The dealer leads.",
    begins_by_lot=True,
    options=(
        Option(
            name="sets",
            help="Whether sets of two or more cards may be played.",
            default=False,
            choices={
                False: Choice("only singles, sequences, stairs and bombs are played"),
                True: Choice("sets are also played", {"combinations": Combinations(courts_climb=False)}),
            },
        ),
    ),
    rulings=(
        Ruling("A court card has its own rank only as a single: 9r 10r J is 8-9-10.", "Hand: wild, except in a Single"),
        Ruling(
            "A player bets once a round: only the partner may overwrite that bet, with a larger one.",
            "Hand: a single bet",
        ),
        NO_BET_ONCE_OUT._replace(source="Hand"),
        Ruling(
            "3-5-7-9 'in mixed suits' means four different suits, as in Rulebook 2.1, and 'suited' means one suit.",
            "Hand: Bomb ranks",
            (OpenQuestion.SUITS_OF_A_BOMB,),
        ),
        Ruling(
            "A sequence has at least three cards, as in Rulebook 2.1: the example has three, and blue 6-7 is only part "
            "of a stair.",
            "Hand: Types of trick",
            (OpenQuestion.SEQUENCE_LENGTH,),
        ),
        Ruling(
            "No court card is wild in 3-5-7-9, as in Rulebook 2.1.",
            "Hand: Bomb combinations",
            (OpenQuestion.WILD_CARDS_IN_A_BOMB,),
        ),
        Ruling(
            "After a slam the team takes all remaining cards; they go to its first player out, which makes no "
            "difference to the total.",
            "Hand: a Slam",
        ),
        Ruling("The goal may be any number of rounds from 4 to 6, or of points from 350 to 550.", "Setup"),
        cards_are_passed("Hand"),
        lead_given_away("Hand"),
        Ruling("Whoever is named or drawn by lot leads the first round, and the leader deals.", _FIRST_DEALER),
        first_named(_FIRST_DEALER),
    ),
)
