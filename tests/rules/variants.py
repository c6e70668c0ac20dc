"""The rulebook variants beside `two-player`, declared with nothing but values of the rules core.

That each is a handful of fields is the proof that the core is built for all of them.
"""

from dataclasses import replace

from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.rules.auction import Auction
from haggis_cli.rules.betting import FreeBets, TeamBets, failed_bets_split
from haggis_cli.rules.breach import RULEBOOK_HEADINGS, Clause
from haggis_cli.rules.capture import (
    first_out_takes,
    first_out_takes_from_opponents,
    next_highest_else_left,
    next_highest_else_right,
    other_team,
    winner_captures,
)
from haggis_cli.rules.deck import Setup
from haggis_cli.rules.readings import Combinations
from haggis_cli.rules.scoring import EVERY_CARD
from haggis_cli.rules.standing import (
    lowest_total_leads_else_left_of_dealer,
    lowest_total_leads_else_left_of_lead,
    lowest_total_leads_else_same,
    most_points_deals,
    trailing_team_leads,
)
from haggis_cli.rules.variant import Choice, Goal, Option, Ruling, Variant

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
        Ruling(
            "After the play with which somebody goes out both others must pass to end the trick; after the next play "
            "one pass ends it.",
            "Haggis (3-Player), Ending the Trick and Going Out",
        ),
        Ruling(
            "The winner of a bombed trick chooses which opponent captures it, also when one of them, or the winner, is "
            "out.",
            "Haggis (3-Player), Ending the Trick",
        ),
        Ruling(
            "The example of going out plays sequences of two cards, which are no combination.",
            "Haggis (3-Player), Going Out",
        ),
    ),
)
"""Haggis for three players (Rulebook 2.1, pages 9-11)."""

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
    betting=Auction(),
    bomb_taker=winner_captures,
    haggis_taken=False,
    card_values=EVERY_CARD,
    next_leader=lowest_total_leads_else_left_of_lead,
    options=(),
    rulings=(
        Ruling(
            "A player may match the last bid with a lower game score than the last bidder; nobody raises or matches an "
            "own bid.",
            "Haggis and Tatties, Match The Previous Bet",
        ),
        Ruling(
            "All passes of the auction are entered, also after a bid of 45.",
            "Haggis and Tatties, Betting: Shepherd Auction",
        ),
    ),
)
"""Haggis and Tatties, the variable partnership game for three (Rulebook 2.1, pages 12-15)."""

NEEPS = replace(
    TWO_PLAYER,
    id="neeps",
    name="Haggis and Neeps",
    summary="Two teams of two with a double deck: cards are passed to the partner, and a slam ends the round.",
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
            help="Who captures the cards left in the hand of the partner of the first player out.",
            default="nobody",
            choices={
                "nobody": Choice("they are captured by nobody (the rulebook takes opponents' hands only)"),
                "first-out": Choice(
                    "the first player out captures them (Roger's Rules)", {"hand_taker": first_out_takes}
                ),
            },
        ),
    ),
    rulings=(
        Ruling(
            "A bombed trick goes to the opponent on the winner's left unless the other is named; it scores the same.",
            "Haggis and Neeps, Ending A Trick",
        ),
        Ruling(
            "A partner may overwrite a bet that has itself overwritten the partner's, as long as no card is played.",
            "Haggis and Neeps, Betting",
        ),
        Ruling(
            "The scoresheet example adds up to 72 captured cards instead of 84: it is recorded with a warning.",
            "Haggis and Neeps Scoresheet Example",
        ),
    ),
)
"""Haggis and Neeps, the fixed partnership game for four (Rulebook 2.1, pages 16-19)."""

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
"""Haggis and Neeps after Roger's Rules (2025-08-12), for four."""

TOURNAMENT_HELP = "Who captures a trick won by a bomb."
CHOSEN = Choice("an opponent whom the winner chooses")
LITTLE_AND_BIG = {"little": 15, "big": 30}

CLASSIC = Variant(
    api=1,
    id="classic",
    name="Haggis (first edition)",
    summary="The game as first published, for two or three: a bet may be 0, and the first out of three scores 5 more.",
    source="Haggis, first published edition",
    rulebook="First edition",
    headings={
        Clause.SETUP: "Beginning the Round",
        Clause.COMBINATIONS: "Play",
        Clause.SEQUENCES: "Sequences",
        Clause.STAIRS: "Sequences",
        Clause.COURT_CARDS: "Wild Cards",
        Clause.TURN: "Trick Play",
        Clause.MATCHING: "Trick Play",
        Clause.TRICK: "Trick Play",
        Clause.GOING_OUT: "Ending the Round",
        Clause.CAPTURE: "Trick Play",
        Clause.GAME_END: "Winning the Game",
    },
    setups={2: Setup(suits=4, copies=1, dealt=14), 3: Setup(suits=5, copies=1, dealt=14)},
    goals=(Goal(points=250), Goal(points=350)),
    betting=FreeBets(amounts=(0, 15, 30), names=LITTLE_AND_BIG),
    first_out_bonus={3: 5},
    next_leader=lowest_total_leads_else_left_of_dealer,
    next_dealer=most_points_deals,
    options=(
        Option(
            name="tournament",
            help=TOURNAMENT_HELP,
            default=False,
            choices={
                False: CHOSEN,
                True: Choice(
                    "the player of the next-highest combination; for a led bomb, the player to the leader's right",
                    {"bomb_taker": next_highest_else_right},
                ),
            },
            players=(3,),
        ),
    ),
    rulings=(
        Ruling(
            "A bet of 0 is a declaration and stands; for the others' failed bets it counts as none.", "Betting; Scoring"
        ),
        Ruling("The dealer whose left neighbour leads on a tie is the dealer of the round to come.", "Continuing Play"),
    ),
)
"""The first published edition of Haggis, for two or three."""

TAYLOR = replace(
    CLASSIC,
    id="taylor",
    name="Haggis (Taylor's write-up)",
    summary="Dennis Taylor's account of the first edition; it differs only in one tournament rule.",
    source="How to play Haggis, by Dennis B. B. Taylor",
    rulebook="Taylor",
    headings={
        Clause.SETUP: "Setting Up the Game",
        Clause.BETTING: "Placing Bets",
        Clause.COMBINATIONS: "Placing Bets",
        Clause.SETS: "Placing Bets",
        Clause.SEQUENCES: "What Are Sequences?",
        Clause.STAIRS: "What Are Sequences?",
        Clause.COURT_CARDS: "Wild Cards",
        Clause.TURN: "Trick Play",
        Clause.MATCHING: "Trick Play",
        Clause.TRICK: "Trick Play",
        Clause.GOING_OUT: "Ending the Round",
        Clause.CAPTURE: "Trick Play",
        Clause.GAME_END: "When it's Over",
    },
    options=(
        Option(
            name="tournament",
            help=TOURNAMENT_HELP,
            default=False,
            choices={
                False: CHOSEN,
                True: Choice(
                    "the player of the next-highest combination; for a led bomb, the player to the leader's left",
                    {"bomb_taker": next_highest_else_left},
                ),
            },
            players=(3,),
        ),
    ),
    rulings=(
        *CLASSIC.rulings,
        Ruling(
            "The opening paragraphs on three phases and challenges contradict the rules and are ignored.", "Opening"
        ),
    ),
)
"""Haggis as Dennis B. B. Taylor writes it up, for two or three."""

REVISED = replace(
    CLASSIC,
    id="revised",
    name="Haggis (revised rules)",
    summary="Sean Ross's revised rules for two or three: no bonus, and a way to share failed bets.",
    source="Haggis, Sean Ross's revised rules",
    rulebook="Revised rules",
    headings={**CLASSIC.headings, Clause.COURT_CARDS: "Face Cards", Clause.GOING_OUT: "Trick Play"},
    combinations=Combinations(any_card=True),
    betting=FreeBets(amounts=(15, 30), names=LITTLE_AND_BIG),
    first_out_bonus={},
    options=(
        *CLASSIC.options,
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
        Ruling(
            "A face card may stand for any card; with one J, Q and K each this allows the same plays as 'lower rank'.",
            "Face Cards",
        ),
    ),
)
"""Sean Ross's revised rules of Haggis, for two or three."""

VARIANTS = {
    variant.id: variant
    for variant in (TWO_PLAYER, THREE_PLAYER, TATTIES, NEEPS, ROGERS_NEEPS, CLASSIC, REVISED, TAYLOR)
}
"""Every rulebook variant by its id."""
