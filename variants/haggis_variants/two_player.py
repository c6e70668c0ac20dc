"""Haggis for two players, the base of all others (Rulebook 2.1, pages 3-8)."""

from haggis_cli.rules.api import EVERY_CARD, Choice, Goal, Option, Ruling, Setup, Variant
from haggis_variants.rulings import NO_BET_ONCE_OUT, first_lead

SCORING = Option(
    name="scoring",
    help="What captured cards are worth.",
    default="points",
    choices={
        "points": Choice("3, 5, 7 and 9 count 1 point each; J counts 2, Q 3 and K 5"),
        "cards": Choice("every captured card is 1 point (the rulebook's Scoring Variant)", {"card_values": EVERY_CARD}),
    },
)

TWO_PLAYER = Variant(
    api=1,
    id="two-player",
    name="Haggis (2-Player)",
    summary="The game for two: be the first to play all your cards, bet that you will, and capture cards that score.",
    source="Rulebook 2.1 (09/2024), Haggis (2-Player), pages 3-8",
    rulebook="Rulebook 2.1",
    setups={2: Setup(suits=4, copies=1, dealt=14)},
    goals=(Goal(points=250), Goal(rounds=6), Goal(points=350), Goal(rounds=8)),
    options=(SCORING,),
    usual=True,
    beginner="According to the rulebook, the last player to travel to Scotland is the lead player in the first round.",
    rulings=(
        *first_lead("Haggis (2-Player), Setup"),
        Ruling(
            "Sequences and stairs may climb above 10 into J, Q and K, each filled by a court card of that rank or "
            "higher: 9r 10r J beats 8b 9b 10b.",
            "Court Cards; the example is from the first edition",
        ),
        Ruling(
            "The last play of a round wins its trick; if it is a bomb, the opponent captures the trick as usual.",
            "Ending the Trick, Capturing Cards, & Going Out",
        ),
        Ruling(
            "A Little Bet is 15 points and a Baby Bet 5; 'Little Bet (5 points)' in the rulebook's example of scoring "
            "is a misprint.",
            "Betting; Scoring, Bets",
        ),
        Ruling(
            "The rulebook's example of bombs plays the blue 3 twice, but the deck has only one: a misprint.", "Bombs"
        ),
        NO_BET_ONCE_OUT,
    ),
)
