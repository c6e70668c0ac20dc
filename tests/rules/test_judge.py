"""What the referee refuses: `complaints.txt` has every code an event can get, with its sentence and the rule it cites.

The codes of the notation (`syntax`, `unknown-player`, `no-such-card`), of the match (`match-over`) and of rounds typed
from the table (`table-inconsistent`) belong to other tests.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from haggis_cli.matches.notation import parse_event
from haggis_cli.rules.judge import apply_event, replay
from haggis_cli.rules.round import Round
from tests.support.tables import after, code, dealt, position, refused, started, table

FOUR_BOMBED = {"Isla": "2r 4r 5r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r 5r"}
EACH_FOUR = dict.fromkeys(("Isla", "Jamie", "Rory", "Noah"), "2r 3r 4r 4g")

POSITIONS = {
    "two": position(table("two-player"), {"Noah": "2r 3r 4r 9r J K 7g", "Isla": "4g 5g 5b Q 2b"}),
    "two bombs": position(table("two-player"), {"Noah": "J K 2r", "Isla": "J Q 2b"}),
    "two, Noah nearly out": position(table("two-player"), {"Noah": "2r", "Isla": "4g J"}),
    "two court cards": position(table("two-player"), {"Noah": "7r 8r 9r 6r J Q K", "Isla": "5g J Q K 2b"}),
    "two unknown": started(table("two-player")),
    "two unknown, nearly out": position(table("two-player"), {"Noah": "2r J", "Isla": "4g 5g"}, known=False),
    "courts only": position(table("two-player"), {"Noah": "J K", "Isla": "4g 5g"}, known=False),
    "three": position(table("three-player"), {"Noah": "J Q 2r", "Jamie": "2g 3g", "Isla": "4b 5b"}),
    "tatties": started(table("tatties")),
    "tatties dealt": dealt(table("tatties"), {"Noah": "2r 3r", "Jamie": "2g 3g", "Isla": "2b 3b"}, "Noah", "7y 8y 9y"),
    "neeps": position(table("neeps"), FOUR_BOMBED),
    "neeps, Noah nearly out": position(
        table("neeps"), {"Isla": "2r 4r 5r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r"}, lead="Noah"
    ),
    "neeps unknown": position(table("neeps"), EACH_FOUR, known=False),
    "neeps started": started(table("neeps")),
    "rogers started": started(table("rogers-neeps")),
    "rogers": position(
        table("rogers-neeps"), {"Isla": "3r 4r 5r 7r 5g 7b 9r 9y K", "Jamie": "2r 2g", "Rory": "4y", "Noah": "6y"}
    ),
    "taylor": started(table("taylor", 2)),
    "classic": started(table("classic", 2)),
    "revised, Noah nearly out": position(table("revised", 3), {"Noah": "2r", "Jamie": "4b 5b", "Isla": "4g J"}),
    "neeps dealt": dealt(table("neeps"), {"Isla": "2r 3r", "Jamie": "2g 3g", "Rory": "2b 3b", "Noah": "2y 3y"}),
}
"""Rounds to begin from. Whoever has no J, Q or K named here has played it; nobody has bet."""


class Complaint(NamedTuple):
    """A block of `complaints.txt`."""

    start: str
    event: str
    code: str
    message: str
    rule: str

    @property
    def state(self) -> Round:
        """The round in which the event is refused."""
        place, *events = self.start.split(" + ")
        return after(POSITIONS[place], *events)


def read_complaints() -> list[Complaint]:
    """Every block: the position and the events since, the event refused, `code: message`, and the rule."""
    text = Path(__file__).with_name("complaints.txt").read_text(encoding="utf-8")
    found = []
    for block in text.split("\n\n"):
        lines = block.strip().splitlines()
        if not lines[0].startswith("#"):
            start, event, said, rule = lines
            expected, _, message = said.partition(": ")
            found.append(Complaint(start, event, expected, message, rule))
    return found


COMPLAINTS = read_complaints()


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=lambda complaint: f"{complaint.code} {complaint.event}")
def test_complaints(complaint: Complaint) -> None:
    state = complaint.state
    breach = refused(state, complaint.event)
    assert (breach.code, breach.message) == (complaint.code, complaint.message)
    assert state.table.variant.cite(breach.clause, breach.question) == complaint.rule
    assert apply_event(state, parse_event(complaint.event, state.table)) == breach


CODES = """
not-a-combination ambiguous wrong-kind wrong-size not-higher card-already-played card-not-in-hand too-many-cards
out-of-turn already-out leader-must-play bet-after-play bet-twice bet-not-offered bet-not-higher bet-too-late
bid-too-low bid-not-offered already-passed auction-pending award-pending not-expected round-over exchange-pending
passing-pending
"""


def test_every_code_is_shown() -> None:
    assert {complaint.code for complaint in COMPLAINTS} == set(CODES.split())


def test_every_complaint_is_one_sentence() -> None:
    for complaint in COMPLAINTS:
        assert complaint.message[0].isupper() or complaint.message[0].isdigit()
        assert complaint.message.endswith(".")


def test_what_is_wrong_first_is_said_first() -> None:
    """The phase, then the turn, then the cards, then the combination."""
    over = after(POSITIONS["two, Noah nearly out"], "Noah: 2r")
    assert code(over, "Isla: 9y 9r 2b") == "round-over"
    assert code(POSITIONS["tatties"], "Noah: 7r 7g 8b") == "auction-pending"
    assert code(POSITIONS["two"], "Isla: 7r 7g 8b") == "out-of-turn"
    assert code(POSITIONS["two"], "Noah: 5r 6g") == "card-not-in-hand"
    assert code(POSITIONS["two"], "Noah: Q 5r") == "card-already-played"


def test_with_hands_unknown_nothing_is_held_against_a_player_that_may_be_true() -> None:
    assert code(POSITIONS["two unknown"], "Noah: 2r 3r 4r 5r 6r 7r 8r 9r 10r") is None
    second_copy = after(POSITIONS["neeps unknown"], "Isla: 4r", "Jamie: pass", "Rory: pass", "Noah: pass")
    assert code(second_copy, "Isla: 4r") is None


def test_a_log_is_replayed_until_its_first_breach() -> None:
    start = POSITIONS["two"]
    log = [parse_event(text, start.table) for text in ("Noah: 4r", "Isla: 5g", "Noah: 2r", "Isla: pass")]
    played = replay(start, log)
    assert len(played.states) == 3
    assert played.breach is not None
    assert played.breach.code == "not-higher"
    assert (played.last.turn, [play.seat for play in played.last.trick]) == (0, [0, 1])
    assert replay(start, log[:2]).breach is None
