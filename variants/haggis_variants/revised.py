"""Sean Ross's revised rules of Haggis, for two or three."""

from dataclasses import replace

from haggis_cli.rules.api import Choice, Clause, Combinations, FreeBets, Option, Ruling, failed_bets_split
from haggis_variants.classic import CLASSIC, LITTLE_AND_BIG, TOURNAMENT
from haggis_variants.rulings import NO_BET_ONCE_OUT, first_deal

REVISED = replace(
    CLASSIC,
    id="revised",
    name="Haggis (revised rules)",
    summary="Sean Ross's later revision of the first edition, for two or three players.",
    source="Haggis, Sean Ross's revised rules",
    rulebook="Revised rules",
    headings={**CLASSIC.headings, Clause.COURT_CARDS: "Face Cards", Clause.GOING_OUT: "Trick Play"},
    combinations=Combinations(any_card=True),
    betting=FreeBets(amounts=(15, 30), names=LITTLE_AND_BIG),
    first_out_bonus={},
    options=(
        TOURNAMENT,
        Option(
            name="bet_scoring",
            help="Who scores the bets that failed.",
            default="whole",
            choices={
                "whole": Choice("the shepherd, and a sheep who did not bet scores the other sheep's bet"),
                "split": Choice(
                    "two thirds to the shepherd, one third to the sheep who went out",
                    {"betting": FreeBets((15, 30), LITTLE_AND_BIG, failed_bets_split)},
                ),
            },
            players=(3,),
        ),
    ),
    rulings=(
        *first_deal("Beginning the Round: one of the players is selected"),
        Ruling(
            "A face card may stand for any card. With one J, Q and K each, that allows the same plays as the rule that "
            "it stands for cards of its rank or lower.",
            "Face Cards",
        ),
        NO_BET_ONCE_OUT,
    ),
)
