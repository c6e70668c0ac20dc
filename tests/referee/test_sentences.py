"""What is due, in sentences: every phase of every way to play."""

import pytest
from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.referee.sentences import due
from haggis_cli.rules.variant import Variant
from tests.support import matches
from tests.support.haggis import header
from tests.support.matches import DEALT, EMPTY, FOUR_PLAYERS, GIVEN, THREE_PLAYERS, judged, recorded, typed

WON = typed('"Noah"', "Noah = 17", "Noah = 36, Isla = 0", "Noah = 30")
NOAH_OUT_WITH_A_BOMB = (
    *("Noah: 2-10r", "Isla: pass", "Jamie: pass", "Rory: pass") * 2,
    *("Noah: J Q K", "Isla: pass", "Jamie: pass", "Rory: pass"),
)
THREE, THREE_LED_BY_NOAH = (header(THREE_PLAYERS, "points = 250", lead=lead) for lead in ("Isla", "Noah"))
FOUR, FOUR_LED_BY_NOAH = (header(FOUR_PLAYERS, "points = 250", lead=lead) for lead in ("Isla", "Noah"))
CLOSED = header(goal="points = 250", more="closed = true", lead="")
LEVEL = typed('"Noah"', "Noah = 2", "Noah = 13, Isla = 23")
BID = ("Noah: bid 30", "Jamie: pass", "Isla: pass")
BOMBED = ("Noah: 2r", "Jamie: pass", "Isla: J Q", "Noah: pass", "Jamie: pass")


@pytest.mark.parametrize(
    ("variant", "text", "sentence"),
    [
        (TWO_PLAYER, matches.EMPTY, "Isla deals and leads round 1."),
        (TWO_PLAYER, matches.RULEBOOK, "Isla deals and leads round 3."),
        (TWO_PLAYER, EMPTY + recorded(), "Isla leads the first trick of round 1; Isla holds 17 cards, Noah 17."),
        (TWO_PLAYER, EMPTY + recorded("Isla: 2r 2g"), "Noah must beat a pair of 2s or pass; Isla holds 15 cards."),
        (
            TWO_PLAYER,
            EMPTY + recorded("Isla: 2r 2g", "Noah: pass"),
            "Isla leads the next trick of round 1; Isla holds 15 cards, Noah 17.",
        ),
        (
            THREE_PLAYER,
            THREE + recorded("Isla: 2r 2g", "Noah: 9r 9g"),
            "Jamie must beat Noah's pair of 9s or pass; Isla holds 15 cards, Noah 15.",
        ),
        (
            THREE_PLAYER,
            THREE_LED_BY_NOAH + recorded(*BOMBED),
            "Isla says who captures the bombed trick: Noah or Jamie.",
        ),
        (TATTIES, THREE + recorded(), "Noah bids or passes."),
        (TATTIES, THREE + recorded("Noah: bid 15"), "Jamie bids or passes; the bid so far is Noah's 15."),
        (TATTIES, THREE + recorded(*BID, more=DEALT), "Noah exchanges 2 cards with the haggis."),
        (
            TATTIES,
            THREE + recorded(*BID),
            (
                "Noah exchanges 2 cards now; no entry is needed. "
                "Noah leads the first trick of round 1; Noah holds 17 cards, Jamie 17, Isla 17."
            ),
        ),
        (
            TATTIES,
            THREE + recorded(*BID, "Noah: 4r"),
            "Jamie must beat Noah's single 4 or pass; Isla holds 17 cards, Noah 16.",
        ),
        (NEEPS, FOUR + recorded(more=GIVEN), "Isla passes a card to Rory."),
        (NEEPS, FOUR, "Isla deals and leads round 1; everybody first passes 2 cards to their partner."),
        (
            NEEPS,
            FOUR + recorded("Rory: bet big"),
            (
                "Everybody passes 2 cards to their partner now, one after the other; no entry is needed. "
                "Isla leads the first trick of round 1; Isla holds 21 cards, Jamie 21, Rory 21, Noah 21."
            ),
        ),
        (
            NEEPS,
            FOUR + recorded("Isla: J Q", "Jamie: pass", "Rory: pass", "Noah: pass"),
            (
                "Isla leads the next trick of round 1, or gives the lead to Rory; "
                "Isla holds 19 cards, Jamie 21, Rory 21, Noah 21."
            ),
        ),
        (
            NEEPS,
            FOUR_LED_BY_NOAH + recorded(*NOAH_OUT_WITH_A_BOMB),
            (
                "Noah, who is out, may give the lead to Jamie; otherwise "
                "Isla leads the next trick of round 1; Isla holds 21 cards, Jamie 21, Rory 21."
            ),
        ),
        (
            NEEPS,
            FOUR_LED_BY_NOAH + recorded(*NOAH_OUT_WITH_A_BOMB, "Noah: lead Jamie"),
            "Jamie leads the next trick of round 1; Jamie holds 21 cards, Rory 21, Isla 21.",
        ),
        (CLASSIC, header(goal="points = 250", more='dealer = "Noah"', lead=""), "Isla leads round 1 and Noah deals."),
        (TWO_PLAYER, header(goal="points = 100", lead="Isla") + WON, "Noah has won: 151 to 0."),
        (
            THREE_PLAYER,
            header(THREE_PLAYERS, "rounds = 1", lead="Isla")
            + typed('"Noah", "Isla"', "Noah = 9, Isla = 5", "Noah = 20, Jamie = 11, Isla = 19"),
            "Noah has won with 65, ahead of Isla (44) and Jamie (11).",
        ),
        (NEEPS, matches.RULEBOOK_NEEPS.replace("550", "250"), "Slam Jamma have won: 280 to 130."),
        (TWO_PLAYER, CLOSED, "The match was closed before anybody scored."),
        (TWO_PLAYER, CLOSED + LEVEL, "The match is closed, a tie at 23: Noah and Isla."),
        (
            TWO_PLAYER,
            header(goal="rounds = 1", lead="Isla") + LEVEL,
            "Noah and Isla are level at 23, so the match goes on: Isla deals and leads round 2.",
        ),
        (TWO_PLAYER, matches.VIOLATION, "The match cannot go on until event 22 of round 1 is corrected."),
        (
            NEEPS,
            FOUR_LED_BY_NOAH + '[[rounds]]\nevents = ["Noah: give 2r"]\n',
            "The match cannot go on until event 1 of round 1 is removed.",
        ),
    ],
)
def test_what_is_due(variant: Variant, text: str, sentence: str) -> None:
    assert due(judged(text, variant)) == sentence


def test_a_name_from_right_to_left_keeps_its_place_in_a_sentence() -> None:
    name = "\u05e0\u05d5\u05e2\u05d4"
    closed = header(f'"{name}", "Isla"', "points = 250", more="closed = true", lead="") + typed(
        f'"{name}"', f'"{name}" = 2', f'"{name}" = 13, Isla = 23'
    )
    assert due(judged(closed)) == f"The match is closed, a tie at 23: \u200e{name}\u200e and Isla."
