"""The terminal itself: writing to it, asking at it, and reading lines that are typed. Nothing here knows a command.

printer.py        results, messages and colours, in lines as wide as the terminal; begin here
prompts.py        single questions; line_reader.py lines typed at the table, which line_editor.py makes comfortable
questionnaire.py  several questions, with a way back
display.py        signs that long work goes on, the screen that hides a hand, QR codes
"""
