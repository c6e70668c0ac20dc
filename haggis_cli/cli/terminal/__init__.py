"""The terminal itself: writing to it, asking at it, and reading lines that are typed. Nothing here knows a command.

printer.py        results, messages and colours; page.py breaks lines at the terminal's width; begin here
prompts.py        single questions; questionnaire.py: several, with a way back
line_reader.py    lines typed at the table; line_editor.py and line_completion.py make that comfortable
progress.py, spinner.py  signs that long work goes on
privacy_screen.py hides a hand from others at the same screen
"""
