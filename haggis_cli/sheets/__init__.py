"""The score sheet, the story of a round and its replay, as values; and their renderings, one for each format.

Nothing here asks the rules again or touches the disk: all figures come from the referee's report.

sheet.py        the score sheet of a match as one value; begin here
blank.py        the same for pen and paper
board.py        how a match stands, for a screen that the whole table sees
story.py        a recorded round: tricks, plays, captures, cards left over
story_phrases.py  sentences on what stands in a story
replay.py       the rounds action by action, to be stepped through; `replay_frames` has the table after each
grid.py, chart.py  columns and bars of text, which fit any width
renderers/      a module with a function `render` for each format; `formats` lists them
"""
