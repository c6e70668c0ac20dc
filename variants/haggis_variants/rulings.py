"""What several rulebooks leave open, settled alike; each variant says under which heading of its own."""

from haggis_cli.rules.api import OpenQuestion, Ruling

NO_BET_ONCE_OUT = Ruling(
    "Once a player is out nobody bets any more: first place is decided.",
    "Betting",
    (OpenQuestion.BET_WHEN_FIRST_PLACE_IS_DECIDED,),
)


def first_lead(setup: str) -> Ruling:
    """The ruling on who leads the first round; `setup` is the heading under which the rulebook says it."""
    return Ruling(
        "Whoever starts a match says who leads the first round, by name or by lot; where nothing is said, the player "
        "named first leads, and that is told.",
        f"{setup}: the last player to travel to Scotland leads",
    )


def first_deal(setup: str) -> Ruling:
    """The ruling on who deals the first round; `setup` is what the rulebook says of it, and its heading."""
    return Ruling(
        "Whoever starts a match says who deals the first round, by name or by lot; where nothing is said, the player "
        "named last deals, so that the one named first leads, and that is told.",
        setup,
    )


def cards_are_passed(heading: str) -> Ruling:
    """The ruling on cards passed to the partner."""
    return Ruling("Cards are passed at every table; where hands are unknown nothing is entered for it.", heading)


def lead_given_away(heading: str) -> Ruling:
    """The ruling on who leads after a trick won by a bomb."""
    return Ruling(
        "The winner of a trick won by a bomb who is out is asked, too, whether the partner leads; else the next player "
        "to the winner's left does.",
        heading,
    )
