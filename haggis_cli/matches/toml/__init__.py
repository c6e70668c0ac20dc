"""Match files as text. Begin with `match_file`: `MatchFile` reads one, `render_match` writes one in the canonical form.

`guard` refuses what no match file is before it is parsed, and `tables` parses each text once. `source_positions` finds
the line of every key, for complaints and changes. `changes` and `text_edits` splice a change into the text, so that
comments and layout stay; `file_ends` holds the line that tells that nothing is missing.
"""
