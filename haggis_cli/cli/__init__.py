"""The command line: a face of the score book. A command parses its words, calls the rooms below, and prints.

Begin with `app`: its table COMMANDS names the module and the function of each command, in the order of `haggis --help`.
A module has a command or a few that are told together (`show` also has log, undo and redo); a folder has the command of
a long dialogue with all that only it uses. No command imports another one. What they share:

- `app`, before its table: how a command is loaded and run, and what becomes of errors: sentences and exit codes.
- `options`: what most commands can be told, and what a command works with: printer, home, its match, the history.
- `round_dialogue`, `positions`: what two or three commands have in common.
- `first_page`: what `haggis` alone prints, without Typer. `completion`: Tab in the shell.
- `views/`: what is printed of a match. `terminal/`: printing, prompts, the line editor.

A new command is a function `command` in a module, and a line in COMMANDS.
"""
