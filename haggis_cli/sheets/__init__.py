"""The score sheet, the story of a round and its replay, as values; and their renderings, one for each format.

Nothing here applies the rules again or touches the disk: all figures come from the referee's report.

Begin with `sheet`: the score sheet of a match as one value, or a blank one for pen and paper. `columns` is the table of
its columns, which every format reads. `standing` describes the current or final standing of a match, `story` describes
a recorded round in tricks and sentences, `replay` shows it action by action, and `review` shows what its plays gave
away. `renderers` has a module with a function `render` for each format, and `formats`, which lists them.
"""
