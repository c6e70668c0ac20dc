"""Haggis for three players (Rulebook 2.1, pages 9-11)."""

from dataclasses import replace

from haggis_cli.rules.api import RULEBOOK_HEADINGS, Clause, Goal, Ruling, Setup, lowest_total_leads_else_same
from haggis_variants.rulings import NO_BET_ONCE_OUT, first_lead
from haggis_variants.two_player import TWO_PLAYER

THREE_PLAYER = replace(
    TWO_PLAYER,
    id="three-player",
    name="Haggis (3-Player)",
    summary="The game for three: the trick goes on when somebody is out, and the second out ends the round.",
    source="Rulebook 2.1 (09/2024), Haggis (3-Player), pages 9-11",
    headings={
        **RULEBOOK_HEADINGS,
        Clause.SETUP: "Haggis (3-Player), Setup",
        Clause.TRICK: "Haggis (3-Player), Ending the Trick",
        Clause.CAPTURE: "Haggis (3-Player), Ending the Trick",
        Clause.GOING_OUT: "Haggis (3-Player), Going Out",
        Clause.ROUND_END: "Haggis (3-Player), Ending the Round",
        Clause.SCORING: "Haggis (3-Player), Scoring",
        Clause.GAME_END: "Haggis (3-Player), New Round and Winning the Game",
    },
    setups={3: Setup(suits=5, copies=1, dealt=14)},
    goals=(Goal(points=250), Goal(rounds=6), Goal(points=350), Goal(rounds=9)),
    next_leader=lowest_total_leads_else_same,
    rulings=(
        *first_lead("Haggis (3-Player), Setup"),
        Ruling(
            "When somebody goes out, both others must pass to end the trick; once one of them plays, one pass ends it.",
            "Haggis (3-Player), Ending the Trick and Going Out",
        ),
        Ruling(
            "The winner of a bombed trick chooses which opponent captures it, even if one of them, or the winner, is "
            "out.",
            "Haggis (3-Player), Ending the Trick",
        ),
        Ruling(
            "The example of going out plays sequences of two cards, which are not combinations.",
            "Haggis (3-Player), Going Out",
        ),
        NO_BET_ONCE_OUT,
    ),
)
