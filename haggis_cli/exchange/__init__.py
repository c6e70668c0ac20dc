"""Matches in and out: in the formats of other programs, and as plain text.

What comes in may be anything and is read with care; what goes out comes back with every value as it was.

known_formats.py   the formats; a new one is a module in formats/ and a line here; begin here
import_session.py  matches taken in one after the other
sources.py         the files that are read; untrusted.py turns their bytes into text or JSON
parsed_match.py    a match as a file tells it
resolution.py      what the file leaves open: the variant, the goal, who led
incoming.py        whether a match is new here, there already, or another one of the same name
export_files.py    matches written to files
figures.py         a match as figures alone
formats/           a module or a folder for each format
"""
