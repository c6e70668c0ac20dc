"""The first published edition of Haggis, for two or three."""

from haggis_cli.rules.api import (
    Choice,
    Clause,
    FreeBets,
    Goal,
    Option,
    Ruling,
    Setup,
    Variant,
    lowest_total_leads_else_left_of_dealer,
    most_points_deals,
    next_highest_else_right,
)
from haggis_variants.rulings import NO_BET_ONCE_OUT, first_deal

LITTLE_AND_BIG = {"little": 15, "big": 30}

TOURNAMENT = Option(
    name="tournament",
    help="Who captures a trick won by a bomb.",
    default=False,
    choices={
        False: Choice("an opponent whom the winner chooses"),
        True: Choice(
            "the player of the next-highest combination; for a led bomb, the player to the leader's right",
            {"bomb_taker": next_highest_else_right},
        ),
    },
    players=(3,),
)

BONUS = Option(
    name="bonus",
    help="Whether the first player out scores five points more.",
    default=True,
    choices={True: Choice("five points more"), False: Choice("no bonus", {"first_out_bonus": {}})},
    players=(3,),
)

RULINGS = (
    Ruling("A bet of 0 stands like any other; when failed bets are scored it counts as no bet.", "Betting; Scoring"),
    Ruling(
        "On a tie for last place, the player to the new dealer's left leads: the deal is settled first.",
        "Continuing Play",
    ),
    NO_BET_ONCE_OUT,
)
"""What the first edition and Taylor's write-up of it leave open alike."""
LAST_CARDS = Ruling(
    "The haggis and the last hand are scored like cards captured in tricks, as in the revised rules; the "
    "'winner of the last round', who deals on a tie, is the first player out.",
    "Scoring; Continuing Play",
)
"""What the revised rules settle for both."""

CLASSIC = Variant(
    api=1,
    id="classic",
    name="Haggis (first edition)",
    summary="The game as it was first published, for two or three players.",
    source="Haggis, first published edition",
    rulebook="First edition",
    headings={
        Clause.SETUP: "Beginning the Round",
        Clause.COMBINATIONS: "Play",
        Clause.SEQUENCES: "Sequences",
        Clause.STAIRS: "Sequences",
        Clause.COURT_CARDS: "Wild Cards",
        **dict.fromkeys((Clause.TURN, Clause.MATCHING, Clause.TRICK, Clause.CAPTURE), "Trick Play"),
        Clause.GOING_OUT: "Ending the Round",
        Clause.GAME_END: "Winning the Game",
    },
    setups={2: Setup(suits=4, copies=1, dealt=14), 3: Setup(suits=5, copies=1, dealt=14)},
    goals=(Goal(points=250), Goal(points=350)),
    betting=FreeBets(amounts=(0, 15, 30), names=LITTLE_AND_BIG),
    beginner="According to the rulebook, any player may be chosen to deal first.",
    first_out_bonus={3: 5},
    next_leader=lowest_total_leads_else_left_of_dealer,
    next_dealer=most_points_deals,
    options=(TOURNAMENT, BONUS),
    rulings=(
        *first_deal("Beginning the Round: one of the players is selected"),
        *RULINGS,
        LAST_CARDS,
        Ruling(
            "The designer's game on BoardGameArena is 'classic' with bonus = false, and with three players also "
            "tournament = true.",
            "the game on BoardGameArena",
            on_records=True,
        ),
    ),
)
