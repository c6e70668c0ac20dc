"""Strathspey: Haggis for six, three pairs of partners who sit opposite each other.

An example of a third party's variant with several teams: every number that six hands change is a field.
"""

from haggis_cli.rules.api import (
    EVERY_CARD,
    Goal,
    Ruling,
    Setup,
    TeamBets,
    Variant,
    first_out_takes_from_opponents,
    other_team,
    trailing_team_leads,
)

STRATHSPEY = Variant(
    api=1,
    id="strathspey",
    name="Strathspey",
    summary="Haggis for six, three pairs of partners who sit opposite each other.",
    source="House rules of the example table",
    rulebook="Strathspey",
    setups={6: Setup(suits=5, copies=2, dealt=14)},
    teams=((0, 3), (1, 4), (2, 5)),
    goals=(Goal(points=400), Goal(rounds=6)),
    beginner="Whoever danced last leads.",
    betting=TeamBets(amounts=(10, 20, 40), names={"jig": 10, "reel": 20, "strathspey": 40}),
    bomb_taker=other_team,
    bomb_lead=True,
    hand_taker=first_out_takes_from_opponents,
    card_values=EVERY_CARD,
    slam_repeats=True,
    next_leader=trailing_team_leads,
    rulings=(
        Ruling("A bet that fails goes to both other pairs.", "House rules"),
        Ruling("A bombed trick goes to the next pair on the left, unless another opponent is named.", "House rules"),
    ),
)
