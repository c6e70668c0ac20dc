"""What several rulebooks leave open, settled alike; each variant says under which heading of its own."""

from haggis_cli.rules.api import OpenQuestion, Ruling

NO_BET_ONCE_OUT = Ruling(
    "Once a player has gone out, no more bets may be made: first place is decided.",
    "Betting",
    (OpenQuestion.BET_WHEN_FIRST_PLACE_IS_DECIDED,),
)
TEAMS_ON_RECORDS = (
    Ruling(
        "A record gives a bombed trick to the opponent on the winner's left unless it names the other one; the "
        "team's score is the same.",
        "Haggis and Neeps, Ending A Trick",
        on_records=True,
    ),
    Ruling(
        "If nobody captures a partner's hand, the cards captured in a typed-in round add up to 84 minus those left in "
        "that hand, whose number is recorded with the last player who went out.",
        "Haggis and Neeps, Ending the Round",
        on_records=True,
    ),
)
"""How a record of Haggis and Neeps tells what the players of a team share."""


def first_lead(setup: str) -> tuple[Ruling, Ruling]:
    """The rulings on who leads the first round; `setup` is the heading under which the rulebook says it."""
    source = f"{setup}: the last player to travel to Scotland"
    return Ruling("The lead player of the first round may also be chosen or drawn by lot.", source), first_named(source)


def first_named(source: str) -> Ruling:
    """The ruling on who leads the first round of a match that is kept."""
    return Ruling(
        "When this program keeps the score, the first player you name is the lead player of the first round, "
        "unless you choose someone else.",
        source,
        on_records=True,
    )


def first_deal(setup: str) -> tuple[Ruling, Ruling]:
    """The rulings on who deals the first round; `setup` is what the rulebook says of it, and its heading."""
    kept = (
        "When this program keeps the score, the last player you name deals, so that the first one leads, unless you "
        "choose someone else."
    )
    return Ruling("The players name the first dealer, or draw lots.", setup), Ruling(kept, setup, on_records=True)


def cards_are_passed(heading: str) -> Ruling:
    """The ruling on cards passed to the partner."""
    says = "Cards are passed in every round; a record without the hands has no entry for the passing."
    return Ruling(says, heading, on_records=True)


def lead_given_away(heading: str) -> Ruling:
    """The ruling on who leads after a trick won by a bomb."""
    return Ruling(
        "A player who wins a trick with a bomb may give the lead to the partner, even after going out. Otherwise, if "
        "the winner is out, the lead passes to the next player on the left who is still in.",
        heading,
    )
