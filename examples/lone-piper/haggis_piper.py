"""Lone Piper: Haggis in which one player, another from round to round, plays alone against all others together."""

from haggis_cli.rules.api import (
    EVERY_CARD,
    Choice,
    Goal,
    Option,
    Ruling,
    Setup,
    SideBets,
    Variant,
    first_out_takes_from_opponents,
    highest_alone,
    lead_player_alone,
    lowest_total_leads_else_same,
    other_team,
)

PIPER = Variant(
    api=1,
    id="piper",
    name="Lone Piper",
    summary="Three or four players, each round one against all others together: whoever leads it.",
    source="House rules of the example table",
    rulebook="Lone Piper",
    setups={3: Setup(suits=5, copies=1, dealt=14), 4: Setup(suits=4, copies=2, dealt=18)},
    goals=(Goal(points=250), Goal(rounds=6)),
    round_sides=lead_player_alone,
    betting=SideBets(amounts=(10, 20, 40), names={"march": 10, "reel": 20, "pibroch": 40}),
    bomb_taker=other_team,
    hand_taker=first_out_takes_from_opponents,
    card_values=EVERY_CARD,
    next_leader=lowest_total_leads_else_same,
    options=(
        Option(
            name="piper",
            help="Who plays alone.",
            choices={"lead": Choice("the lead player"), "best": Choice("the best", {"round_sides": highest_alone})},
            default="lead",
        ),
    ),
    rulings=(Ruling("Everybody scores alone: partners of a round share no points.", "House rules"),),
)
