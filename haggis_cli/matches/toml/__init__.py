"""Match files as text. Begin with `match_file`: `MatchFile` reads one, `render_match` writes one in the canonical form.

`parsing` refuses what no match file is, and turns any other text into a table. `source_positions` finds the line of
every key, for complaints and changes. `changes` knows every change to a match; `text_edits` splices it into the text,
so that comments and layout stay.
"""
