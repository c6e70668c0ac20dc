"""Haggis as Dennis B. B. Taylor writes it up, for two or three."""

from dataclasses import replace

from haggis_cli.rules.api import Choice, Clause, Ruling, next_highest_else_left
from haggis_variants import classic

TOURNAMENT = classic.TOURNAMENT._replace(
    choices={
        **classic.TOURNAMENT.choices,
        True: Choice(
            "the player of the next-highest combination; for a led bomb, the player to the leader's left",
            {"bomb_taker": next_highest_else_left},
        ),
    }
)

TAYLOR = replace(
    classic.CLASSIC,
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
    options=(TOURNAMENT, classic.BONUS),
    rulings=(
        *classic.CLASSIC.rulings,
        Ruling(
            "The opening paragraphs on three phases and challenges contradict the rules and are ignored.", "Opening"
        ),
    ),
)
