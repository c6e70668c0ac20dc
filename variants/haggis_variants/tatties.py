"""Haggis and Tatties, the variable partnership game for three (Rulebook 2.1, pages 12-15)."""

from dataclasses import replace

from haggis_cli.rules.api import (
    EVERY_CARD,
    RULEBOOK_HEADINGS,
    Auction,
    Clause,
    Ruling,
    lowest_total_leads_else_left_of_lead,
    winner_captures,
)
from haggis_variants.rulings import first_lead
from haggis_variants.three_player import THREE_PLAYER

TATTIES = replace(
    THREE_PLAYER,
    id="tatties",
    name="Haggis and Tatties",
    summary="Three players, each round one against two: an auction decides who is the Shepherd.",
    source="Rulebook 2.1 (09/2024), Haggis and Tatties, pages 12-15",
    headings={
        **RULEBOOK_HEADINGS,
        Clause.SETUP: "Haggis and Tatties, Setup",
        Clause.BETTING: "Haggis and Tatties, Betting: Shepherd Auction",
        Clause.AUCTION: "Haggis and Tatties, Betting: Shepherd Auction",
        Clause.EXCHANGE: "Haggis and Tatties, Card Exchange",
        Clause.TRICK: "Haggis and Tatties, Ending A Trick",
        Clause.CAPTURE: "Haggis and Tatties, Ending A Trick",
        Clause.GOING_OUT: "Haggis and Tatties, Going Out",
        Clause.ROUND_END: "Haggis and Tatties, Ending the Round",
        Clause.SCORING: "Haggis and Tatties, Scoring",
        Clause.GAME_END: "Haggis and Tatties, New Round and Winning the Game",
    },
    betting=Auction(names={"baby": 15, "little": 30, "big": 45}),
    bomb_taker=winner_captures,
    haggis_taken=False,
    card_values=EVERY_CARD,
    next_leader=lowest_total_leads_else_left_of_lead,
    options=(),
    usual=False,
    rulings=(
        first_lead("Haggis and Tatties, Setup"),
        Ruling(
            "A player may match the last bid with a lower game score than the last bidder; nobody raises or matches an "
            "own bid.",
            "Haggis and Tatties, Match The Previous Bet",
        ),
        Ruling(
            "All passes of the auction are entered, also after a bid of 45.",
            "Haggis and Tatties, Betting: Shepherd Auction",
        ),
        Ruling(
            "Bet cards lie on their 'Haggis and Tatties' side: baby 15, little 30, big 45; to 'bet' one is to bid it.",
            "Haggis and Tatties, Setup; Betting: Shepherd Auction",
        ),
        Ruling(
            "The Shepherd exchanges at every table; where hands are unknown nothing is entered for it.",
            "Haggis and Tatties, Card Exchange",
        ),
        Ruling(
            "Without a Shepherd, too, the winner of a trick captures it even with a bomb, and nobody awards it: that "
            "is the trick rule of Tatties, which is not among what such a round leaves out.",
            "Haggis and Tatties, Betting: Shepherd Auction; Ending A Trick",
        ),
        Ruling(
            "Who led to begin the previous round is who led its first trick: the Shepherd, where there was one.",
            "Haggis and Tatties, New Round and Winning the Game",
        ),
    ),
)
