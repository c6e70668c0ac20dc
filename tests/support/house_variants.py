"""Variants of other people that differ from the rulebooks in many ways at once, as modules that a `Site` installs."""

TEAMS_OF_THREE = """
from haggis_cli.rules.api import (
    Goal, Setup, TeamBets, Variant, first_out_takes_from_opponents, other_team, trailing_team_leads,
)

V = Variant(
    api=1,
    id="team-six",
    name="Team Six",
    summary="Six players in two teams of three.",
    source="The long table",
    rulebook="Long table",
    setups={6: Setup(suits=5, copies=2, dealt=14)},
    teams=((0, 2, 4), (1, 3, 5)),
    goals=(Goal(points=250),),
    betting=TeamBets(single=True, won=1, lost=1),
    bomb_taker=other_team,
    bomb_lead=True,
    hand_taker=first_out_takes_from_opponents,
    slam_repeats=True,
    next_leader=trailing_team_leads,
)
"""
"""Two teams of three, who pass no cards; the second out of a slam records the first count again."""

VARIANTS = {"team-six": TEAMS_OF_THREE}
SIX = tuple(word for name in ("Noah", "Isla", "Rory", "Jamie", "Skye", "Ailsa") for word in ("-p", name))
