"""Haggis and Neeps after Roger's Rules (2025-08-12), for four."""

from dataclasses import replace

from haggis_cli.rules.api import Choice, Clause, Combinations, Option, Ruling, first_out_takes
from haggis_variants.neeps import NEEPS

ROGERS_NEEPS = replace(
    NEEPS,
    id="rogers-neeps",
    name="Haggis and Neeps (Roger's Rules)",
    summary="Neeps without sets: singles, sequences, stairs and bombs, and court cards are wild for 2-10 only.",
    source="Haggis and Neeps, Roger's Rules (2025-08-12)",
    rulebook="Roger's Rules",
    headings={clause: "Setup" if clause is Clause.SETUP else "Hand" for clause in Clause},
    combinations=Combinations(sets=False, courts_climb=False),
    hand_taker=first_out_takes,
    slam_repeats=False,
    options=(
        Option(
            name="sets",
            help="Whether sets of two and more cards may be played.",
            default=False,
            choices={
                False: Choice("singles, sequences, stairs and bombs are all there is"),
                True: Choice("sets are played, too", {"combinations": Combinations(courts_climb=False)}),
            },
        ),
    ),
    rulings=(
        Ruling(
            "A court card has its own rank only as a single: 9r 10r J is 8-9-10.",
            "Hand: wild, except in a Single",
        ),
        Ruling("Who leads the first round is chosen: the rules do not say.", "Setup"),
    ),
)
