"""What several rulebooks leave open, settled alike; each variant says under which heading of its own."""

from haggis_cli.rules.api import OpenQuestion, Ruling

NO_BET_ONCE_OUT = Ruling(
    "Once a player has gone out, no more bets may be made: first place is decided.",
    "Betting",
    (OpenQuestion.BET_WHEN_FIRST_PLACE_IS_DECIDED,),
)


def first_lead(setup: str) -> Ruling:
    """The ruling on who leads the first round; `setup` is the heading under which the rulebook says it."""
    return Ruling(
        "Whoever starts a match names the player who leads the first round, or has one drawn by lot; otherwise the "
        "player named first leads, and the program says so.",
        f"{setup}: the last player to travel to Scotland leads",
    )


def first_deal(setup: str) -> Ruling:
    """The ruling on who deals the first round; `setup` is what the rulebook says of it, and its heading."""
    return Ruling(
        "Whoever starts a match names the player who deals the first round, or has one drawn by lot; otherwise the "
        "player named last deals, so that the one named first leads, and the program says so.",
        setup,
    )


def cards_are_passed(heading: str) -> Ruling:
    """The ruling on cards passed to the partner."""
    return Ruling(
        "Cards are always passed; where the program does not know the hands, nothing is entered for it.", heading
    )


def lead_given_away(heading: str) -> Ruling:
    """The ruling on who leads after a trick won by a bomb."""
    return Ruling(
        "A player who wins a trick with a bomb may give the lead to the partner even when out; otherwise the next "
        "player to the winner's left leads.",
        heading,
    )
