"""Matches in and out: in the formats of other programs, and as plain text.

What comes in may be anything and is read with care; what goes out comes back with every value as it was.

Begin with `known_formats`, the table of the formats; a new one is a module in `formats` and a row there. `files` writes
matches, finds the files to read and tells their formats, `import_session` takes matches in one after the other. A file
tells a match as `parsed_match` has it; what it leaves open is found there, too: the variant, the goal, who led.
"""
