"""A match file: what it says, how it is written, and how it is kept on the disk. Nothing here judges a play.

Begin with `model`: `MatchRecord` is a whole match as its file describes it, and the cards that were dealt. `heading`
says what players, events and files can be called, and when a match was played. `notation/` reads and writes cards,
plays and events. `toml/` reads match files with a place for every complaint, and changes them without touching what
people wrote beside it. `store/` finds, locks, saves, moves and remembers the files.
"""
