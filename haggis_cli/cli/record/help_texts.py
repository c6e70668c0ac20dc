"""What can be typed while a round is recorded, and while an earlier one is put right."""

HELP = """\
Type what happens, each on a line. Without a name
it is by the player whose turn it is.
  4r 4g            cards; short: 4rg, 3-6r, JQ
  5r J Q as run    which reading (asked for, too)
  .   p   pass     pass; the key . needs no Enter
  Noah: bet big    a bet, by whoever makes it
  award NAME       who captures a bombed trick
  lead NAME        lets a partner lead after a bomb
Commands:
  undo, redo       take back the last, bring it back
  events           the round with its numbers
  amend 7 4r 4g    put event 7 right; amend 7 asks
  amend 7 -        take event 7 out
  insert 7 pass    put in what was left out before 7
  amend 2.7        the same in round 2; amend 2. asks
  moves            legal plays, where hands are known
  log, show, sheet
  help, quit       all is saved whenever you leave
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
}

CORRECTION_HELP = """\
Type the number of the event that is wrong.
  7                event 7, to be changed
  7 4r 4g          what event 7 really was
  7 -              take event 7 out
  insert 7 pass    put in what was left out before 7
  2.7              the same in round 2
Commands:
  undo, redo       take a correction back, bring it back
  events           the round with its numbers
  log, show, sheet
  help, quit       all is saved whenever you leave"""
