"""Haggis and Tatties, the variable partnership game for three (Rulebook 2.1, pages 12-15)."""

from dataclasses import replace

from haggis_cli.rules.api import (
    EVERY_CARD,
    RULEBOOK_HEADINGS,
    Auction,
    Clause,
    OpenQuestion,
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
    beginner="According to the rulebook, the last player to travel to Scotland is the first lead player, who deals.",
    rulings=(
        *first_lead("Haggis and Tatties, Setup"),
        Ruling(
            "A player with a lower total than the last bidder may match the last bid; nobody may raise or match their "
            "own bid.",
            "Haggis and Tatties, Match The Previous Bet",
        ),
        Ruling(
            "A bid of 45 does not end the auction: the others match it or pass.",
            "Haggis and Tatties, Betting: Shepherd Auction",
        ),
        Ruling(
            "A record contains every pass after a bid of 45.",
            "Haggis and Tatties, Betting: Shepherd Auction",
            on_records=True,
        ),
        Ruling(
            "The bet cards have a 'Haggis and Tatties' side: baby 15, little 30, big 45. To 'bet' a card means "
            "to bid its amount.",
            "Haggis and Tatties, Setup; Betting: Shepherd Auction",
        ),
        Ruling(
            "The Shepherd exchanges cards in every round; a record without the hands has no entry for it.",
            "Haggis and Tatties, Card Exchange",
            on_records=True,
        ),
        Ruling(
            "Even without a Shepherd, whoever wins a trick with a bomb captures it: that is the trick rule of Tatties, "
            "and such a round omits only the exchange, the bid and the haggis.",
            "Haggis and Tatties, Betting: Shepherd Auction; Ending A Trick",
            (OpenQuestion.BOMBS_WITHOUT_A_SHEPHERD,),
        ),
        Ruling(
            "The player who 'led to begin' the round before is the one who led its first trick: the Shepherd, if there "
            "was one.",
            "Haggis and Tatties, New Round and Winning the Game",
        ),
    ),
)
