"""A match file: what it says, how it is written, and how it is kept on the disk. Nothing here judges a play.

Begin with `model`: `MatchRecord` is a whole match as its file describes it. `notation` reads and writes cards, plays
and events, `draft_record` half-entered rounds, `deal` the cards that were dealt, `names` says what can be a name,
`ids` what can be the name of a file, `renaming` where in a match the names stand. `toml/` reads match files with a
place for every complaint and changes them without touching what people wrote beside it. `store/` finds, locks, saves,
moves and remembers the files.
"""
