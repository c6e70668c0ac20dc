"""Matches for the tests of everything that draws: small ones, and one with every sign of trouble a file can hold."""

from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.variant import Variant


def judged(text: str, variant: Variant = TWO_PLAYER, source: str = "friday.toml") -> Report:
    """The report of a match file's text."""
    return adjudicate(MatchFile(text.encode(), source), variant)


def header(players: str = '"Noah", "Isla"', goal: str = "points = 250", more: str = 'lead = "Isla"') -> str:
    """The top of a match file."""
    return (
        'format = 1\nid = "friday"\nvariant = "two-player"\ncreated = 2026-11-21T19:30:00Z\n'
        f"players = [{players}]\ngoal = {{ {goal} }}\n{more}\n"
    )


def typed(out: str, hands: str, captured: str, bets: str = "") -> str:
    """A typed-in round."""
    return f"\n[[rounds]]\n[rounds.table]\nout = [{out}]\nhands = {{ {hands} }}\ncaptured = {{ {captured} }}\n" + (
        f"{bets}\n" if bets.startswith("shepherd") else f"bets = {{ {bets} }}\n"
    )


def recorded(*events: str, more: str = "") -> str:
    """A round recorded play by play."""
    listed = "".join(f'  "{event}",\n' for event in events)
    return f"\n[[rounds]]\nevents = [\n{listed}]\n{more}"


# Rulebook 2.1, Scoresheet Example: Noah's sheet says 72 and 72, then 23 and 95.
RULEBOOK = (
    header(goal="rounds = 6")
    + typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24", "Noah = 15, Isla = 5")
    + typed('"Isla"', "Isla = 4", "Noah = 23, Isla = 13", "Isla = 15")
)

# Rulebook 2.1, Haggis and Neeps Scoresheet Example, both teams' sheets; its captured cards make 72, not 84.
RULEBOOK_NEEPS = (
    header('"Isla", "Jamie", "Rory", "Noah"', "points = 550", 'teams = ["High Rollas", "Slam Jamma"]\nlead = "Isla"')
    + typed(
        '"Isla", "Jamie", "Rory"',
        "Isla = 10, Jamie = 3, Rory = 4",
        "Isla = 11, Jamie = 28, Rory = 19, Noah = 14",
        "Isla = 15",
    )
    + typed('"Noah", "Jamie"', "Jamie = 12, Noah = 12", "Isla = 0, Jamie = 30, Rory = 0, Noah = 13", "Noah = 30")
)
# Three players, all with more than nine cards caught: the widest figures that three columns of players must hold.
THREE = (
    header('"Noah", "Jamie", "Isla"', more="")
    + typed('"Noah", "Jamie"', "Noah = 15, Jamie = 12", "Noah = 20, Jamie = 10, Isla = 20", "Noah = 30, Jamie = 15")
    + typed('"Isla", "Noah"', "Isla = 17, Noah = 10", "Noah = 20, Jamie = 10, Isla = 20", "Noah = 30, Jamie = 15")
)

# A round of 26 events, in which Isla goes out when Noah holds one card; and the beginning of another.
ROUND = (
    "Isla: 2r 2y 4y 5r 5y J Q K",
    "Noah: pass",
    "Isla: 10r 10b",
    "Noah: bet big",
    "Noah: pass",
    "Isla: 3g 3b",
    "Noah: 4r J",
    "Isla: 6g 6b",
    "Noah: 7g K",
    "Isla: pass",
    "Noah: 2b 4b 5b Q",
    "Isla: pass",
    "Noah: 8b 8y",
    "Isla: pass",
    "Noah: 4g",
    "Isla: 7y",
    "Noah: 9b",
    "Isla: pass",
    "Noah: 5g",
    "Isla: 8g",
    "Noah: 9r",
    "Isla: pass",
    "Noah: 10y",
    "Isla: pass",
    "Noah: 3r",
    "Isla: 9y",
)
BEGUN = (
    "Noah: 2r 2y 3y 4y 5r 6r 6y J Q K",
    "Isla: 6b 7r 7b 8r 9r 9b 10r 10b J Q",
    "Noah: pass",
    "Isla: 4r K",
    "Noah: pass",
    "Isla: 5y",
    "Noah: pass",
    "Isla: 9y",
    "Noah: pass",
    "Isla: 2b",
    "Noah: 8b",
    "Isla: pass",
    "Noah: 10g 10y",
    "Isla: pass",
    "Noah: 2g",
    "Isla: 4g",
)

HANDS_UNKNOWN = header() + recorded(*ROUND)
HANDS_KNOWN = header() + recorded(
    *ROUND,
    more=(
        "[rounds.deal]\n"
        'haggis = "7r 3y 8r 9g 2g 10g 7b 6r"\n'
        "[rounds.deal.hands]\n"
        'Noah = "2b 3r 4r 4g 4b 5g 5b 6y 7g 8b 8y 9r 9b 10y"\n'
        'Isla = "2r 2y 3g 3b 4y 5r 5y 6g 6b 7y 8g 9y 10r 10b"\n'
    ),
)
IN_PROGRESS = header() + recorded(*ROUND) + recorded(*BEGUN)
VIOLATION = (
    header()
    + recorded(*ROUND[:21], "Isla: 3r 5g 7b 9r", *ROUND[21:])
    + typed('"Noah"', "Noah = 3", "Noah = 30, Isla = 6")
)
EMPTY = header()
LONG = "Bartholomew Featherstonehaugh-Cholmondeley"[:40]
WIDE = "\u5c0f\u660e\u3068\u592a\u90ce"
LONG_NAMES = (
    header(f'"{LONG}", "{WIDE}"', more="")
    + typed(f'"{LONG}"', f'"{LONG}" = 12', f'"{LONG}" = 20, "{WIDE}" = 16', f'"{WIDE}" = 30')
    + typed(f'"{WIDE}"', f'"{WIDE}" = 7', f'"{LONG}" = 10, "{WIDE}" = 26')
)
# Notes as people write them: several lines, a long one, one from right to left, one that a spreadsheet would run.
LONG_NOTE = "We played by the fire at Rory's, and the dog ate the haggis. " * 8
NOTED = (
    header(more='lead = "Isla"\nnotes = "At Rory\'s.\\n' + LONG_NOTE + '"')
    + typed('"Noah"', "Noah = 8", "Noah = 12, Isla = 24").replace(
        "[rounds.table]", 'notes = "=HYPERLINK(1)"\n[rounds.table]'
    )
    + recorded(*ROUND, more='notes = "\u05dc\u05d9\u05dc\u05d4 <b>\u05d8\u05d5\u05d1</b>"\n')
)
# What a hand-made file can hold: escape sequences, a line turned around, formulas, markup.
HOSTILE = header('"=1+1", "<b>|*Is_la*"', more='notes = "bell \\u0007 and\\nclear \\u001b[2J"').replace(
    "friday", "\\u001b[31mred \\u202eid"
) + recorded("=1+1: 2r \\u001b[2J3r", "<b>|*Is_la*: pass")
