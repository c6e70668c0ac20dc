"""The command line: a face of the score book. A command parses its words, calls the rooms below, and prints.

Begin with `app`: which commands there are. Each is a module of its own, which is loaded only when it is asked for. A
folder holds a family of commands, and no command imports another one. What they share:

app.py                   the commands, and the options of `haggis` itself
first_page.py            what `haggis` alone prints, without Typer
options.py, opening.py   options that most commands have, and opening the match they name
*_options.py             options that only some commands have
views/                   what commands print of a match
terminal/                printing, prompts, the line editor
error_boundary.py        what becomes of errors: sentences and exit codes

A new command is a module with a function `command`, and a line in COMMANDS.
"""
