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
        "The lead player of the first round may also be chosen or drawn by lot. A match that `haggis` keeps begins "
        "with the player who is named first unless another is chosen, and says so.",
        f"{setup}: the last player to travel to Scotland",
    )


def first_deal(setup: str) -> Ruling:
    """The ruling on who deals the first round; `setup` is what the rulebook says of it, and its heading."""
    return Ruling(
        "The players name the first dealer, or draw lots. In a match that `haggis` keeps the player who is named last "
        "deals unless another is chosen, so that the first one leads, and it says so.",
        setup,
    )


def cards_are_passed(heading: str) -> Ruling:
    """The ruling on cards passed to the partner."""
    return Ruling("Cards are passed in every round; a record without the hands has no entry for it.", heading)


def lead_given_away(heading: str) -> Ruling:
    """The ruling on who leads after a trick won by a bomb."""
    return Ruling(
        "A player who wins a trick with a bomb may give the lead to the partner even when out. Otherwise the lead "
        "goes to the next player to the winner's left who is still in.",
        heading,
    )
