"""What can be typed while a round is recorded, and while an earlier one is put right."""

from collections.abc import Iterator

from haggis_cli.cli.terminal.printer import safe
from haggis_cli.matches.notation import parse_cards, render_action
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.combinations.readings import BOMB, Reading
from haggis_cli.rules.rounds.events import Bet
from haggis_cli.rules.rounds.round import begin
from haggis_cli.rules.rounds.trick import Trick, TrickPlay
from haggis_cli.rules.table import Table

_PLAYS = """\
Type what happens, each on a line. Without a name
it is by the player whose turn it is.
  4r 4g            cards; short: 4rg, 3-6r, JQ
  5r J Q as run    which reading (asked for, too)
  qu               a Queen alone, for q leaves
  .   p   pass     pass; the key . needs no Enter"""
_BET = "  Noah: bet big    a bet, by whoever makes it"
_BLIND = "  Noah: {:11}blind, {}"
_BID = "  {:17}a bid in the auction"
_AWARD = "  award NAME       who captures a bombed trick"
_LEAD = "  lead NAME        a partner leads after a bomb"
_COMMANDS = """\
Commands:
  undo, redo       take back, or bring back
  events           the round with its numbers
  amend 7 4r 4g    put event 7 right; amend 7 asks
  amend 7 -        take event 7 out
  insert 7 pass    put in what comes before 7
  amend 2.7        in round 2; amend 2. asks
  moves            the legal plays of known hands
  log, show, sheet
  help, q          all is saved whenever you leave
Tab completes, Up brings back what was typed."""

COMMANDS = {
    "help": "shows what can be typed",
    "?": "shows what can be typed",
    "undo": "takes back the last event or correction",
    "redo": "brings back what undo took",
    "events": "lists the events of the round with their numbers",
    "amend": "puts an event right: amend 7 4r 4g, or amend 7 - to take it out",
    "insert": "puts in what was left out: insert 7 pass",
    "moves": "lists the legal plays",
    "log": "tells the round trick by trick",
    "show": "shows the scoreboard",
    "sheet": "shows the scoresheet",
    "quit": "leaves; everything is saved",
    "q": "leaves; everything is saved. The Queen alone is 'qu'",
}

CORRECTION_HELP = """\
Type the number of the event that is wrong.
  7                event 7, to be changed
  7 4r 4g          what event 7 really was
  7 -              take event 7 out
  insert 7 pass    put in what comes before 7
  2.7              the same in round 2
Commands:
  undo, redo       take back, or bring back
  events           the round with its numbers
  log, show, sheet
  help, q          all is saved whenever you leave"""


def recording_help(table: Table) -> str:
    """What can be typed while a round is recorded by the rules of this table."""
    with guard_rules(table.variant.id):
        return "\n".join([_PLAYS, *_deeds(table), _COMMANDS])


def _deeds(table: Table) -> Iterator[str]:
    """A line for each thing beside playing and passing that somebody can do here."""
    variant = table.variant
    if variant.betting.amounts:
        amount = variant.betting.amounts[-1]
        yield _BID.format(f"bid {amount}   {amount}") if variant.betting.by_auction else _BET
    if variant.betting.blind:
        bet = render_action(Bet(0, variant.betting.blind[0]), table)
        yield _BLIND.format(f"{safe(bet)} ", variant.betting.seen_text())
    if _can_award(table):
        yield _AWARD
    if variant.bomb_lead:
        yield _LEAD


def _can_award(table: Table) -> bool:
    """Whether the winner of a bombed trick has a choice who captures it."""
    bomb = TrickPlay(0, parse_cards("J Q", table.deck), Reading(BOMB, 1, 2, 2))
    return len(table.variant.bomb_taker(begin(table, 0), Trick((bomb,), 0, 0)).seats) > 1
