"""Haggis as Dennis B. B. Taylor writes it up, for two or three."""

from dataclasses import replace

from haggis_cli.rules.api import Choice, Clause, Option, Ruling, next_highest_else_left
from haggis_variants import classic
from haggis_variants.rulings import first_deal

TOURNAMENT = classic.TOURNAMENT._replace(
    choices={
        **classic.TOURNAMENT.choices,
        True: Choice(
            "the player of the next-highest combination; for a led bomb, the player to the leader's left",
            {"bomb_taker": next_highest_else_left},
        ),
    }
)

SECOND_OUT = Option(
    name="second_out",
    help="What the second player out scores for the cards in the fullest opponent's hand.",
    default="nothing",
    choices={
        "nothing": Choice("only the first player out records cards"),
        "scores": Choice("five points a card, as in the first edition", {"only_first_records": False}),
    },
    players=(3,),
)

RULED_UNDER = ("Placing Bets; Scoring", "What happens next?", "Placing Bets")
"""Where this rulebook leaves open what the first edition does."""

TAYLOR = replace(
    classic.CLASSIC,
    id="taylor",
    name="Haggis (Taylor's write-up)",
    summary="Dennis Taylor's account of the first edition: only the first player out scores the opponents' cards.",
    source="How to play Haggis, by Dennis B. B. Taylor",
    rulebook="Taylor",
    headings={
        Clause.SETUP: "Setting Up the Game",
        **dict.fromkeys((Clause.BETTING, Clause.COMBINATIONS, Clause.SETS), "Placing Bets"),
        **dict.fromkeys((Clause.SEQUENCES, Clause.STAIRS), "What Are Sequences?"),
        Clause.COURT_CARDS: "Wild Cards",
        **dict.fromkeys((Clause.TURN, Clause.MATCHING, Clause.TRICK, Clause.CAPTURE), "Trick Play"),
        Clause.GOING_OUT: "Ending the Round",
        Clause.GAME_END: "When it's Over",
    },
    only_first_records=True,
    options=(TOURNAMENT, classic.BONUS, SECOND_OUT),
    rulings=(
        *first_deal("Setting Up the Game: one player is chosen"),
        *(ruling._replace(source=source) for ruling, source in zip(classic.RULINGS, RULED_UNDER, strict=True)),
        Ruling(
            "Two things differ from 'classic'. Only the first player out records, and scores, the cards in the fullest "
            "opponent's hand; the second records nothing. By the tournament rule a led bomb that nothing beats is "
            "captured by the player to the leader's left, not to the right.",
            "Scoring; Ending the Round; Trick Play",
        ),
        classic.LAST_CARDS._replace(source="Scoring; What happens next?; the revised rules, Scoring"),
        Ruling(
            "That each suit has three Jacks, Queens and Kings is a slip: the deck has three of each in all.",
            "Opening",
        ),
        Ruling(
            "The opening paragraphs on three phases and challenges contradict the rules and are ignored.", "Opening"
        ),
    ),
)
