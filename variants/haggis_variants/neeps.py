"""Haggis and Neeps, the fixed partnership game for four (Rulebook 2.1, pages 16-19)."""

from dataclasses import replace

from haggis_cli.rules.api import (
    EVERY_CARD,
    RULEBOOK_HEADINGS,
    Choice,
    Clause,
    Goal,
    OpenQuestion,
    Option,
    Ruling,
    Setup,
    TeamBets,
    first_out_takes,
    first_out_takes_from_opponents,
    other_team,
    trailing_team_leads,
)
from haggis_variants.rulings import NO_BET_ONCE_OUT, TEAMS_ON_RECORDS, cards_are_passed, first_lead, lead_given_away
from haggis_variants.two_player import TWO_PLAYER

NEEPS = replace(
    TWO_PLAYER,
    id="neeps",
    name="Haggis and Neeps",
    summary="Two teams of two with a double deck: partners pass each other cards, and a slam ends the round.",
    source="Rulebook 2.1 (09/2024), Haggis and Neeps, pages 16-19",
    headings={
        **RULEBOOK_HEADINGS,
        Clause.SETUP: "Haggis and Neeps, Setup",
        Clause.BETTING: "Haggis and Neeps, Betting",
        Clause.CARD_PASSING: "Haggis and Neeps, Card Passing",
        Clause.TRICK: "Haggis and Neeps, Ending A Trick",
        Clause.CAPTURE: "Haggis and Neeps, Ending A Trick",
        Clause.GOING_OUT: "Haggis and Neeps, Going Out",
        Clause.ROUND_END: "Haggis and Neeps, Ending the Round",
        Clause.SCORING: "Haggis and Neeps, Scoring",
        Clause.GAME_END: "Haggis and Neeps, New Round and Winning the Game",
    },
    setups={4: Setup(suits=4, copies=2, dealt=18)},
    goals=(Goal(points=350), Goal(rounds=4), Goal(points=550), Goal(rounds=6)),
    teams=((0, 2), (1, 3)),
    betting=TeamBets(),
    gives=2,
    bomb_taker=other_team,
    bomb_lead=True,
    hand_taker=first_out_takes_from_opponents,
    haggis_taken=False,
    card_values=EVERY_CARD,
    slam_repeats=True,
    next_leader=trailing_team_leads,
    options=(
        Option(
            name="partner_cards",
            help="Who captures the last player's cards if their partner went out first.",
            default="nobody",
            choices={
                "nobody": Choice("nobody captures them (the rulebook mentions only opponents' hands)"),
                "first-out": Choice(
                    "the first player out captures them (as in Roger's Rules)",
                    {"hand_taker": first_out_takes},
                ),
            },
        ),
    ),
    rulings=(
        *first_lead("Haggis and Neeps, Setup"),
        Ruling(
            "Until you play a card, you may even overwrite a bet that overwrote your own. Page 4 of the rulebook "
            "allows one bet per round; we take that to mean one active bet per team.",
            "Haggis and Neeps, Betting; Scoresheet Example, note 7",
        ),
        NO_BET_ONCE_OUT._replace(source="Haggis and Neeps, Betting"),
        cards_are_passed("Haggis and Neeps, Card Passing"),
        lead_given_away("Haggis and Neeps, Ending A Trick"),
        Ruling(
            "If the partner of the first player out is the last one left, nobody captures that hand.",
            "Haggis and Neeps, Ending the Round",
        ),
        *TEAMS_ON_RECORDS,
        Ruling(
            "Sets of a stair 'share the same suits' if they have the same collection of suits, as the variant "
            "'revised' says: 4r 4r 4g 5r 5g 5g is not a stair.",
            "Stairs; the revised rules, Sequences",
            (OpenQuestion.SUITS_OF_A_STAIR,),
        ),
        Ruling(
            "The rulebook's example of a scoresheet has two mistakes: its captured cards add up to 72 instead of 84, "
            "and Noah, not Jamie, had four cards left when Rory went out.",
            "Haggis and Neeps Scoresheet Example",
        ),
    ),
)
