"""The history: the figures of every match, and the statistics, ratings and charts made of them.

The figures lie in an index (SQLite) beside the store. It is always made anew from the match files where that is needed,
so that it can be deleted at any time.

Begin with `query`, one question and its answer. `selection` says which names are one person, which matches
count and what a list says of each, `figures` what is kept of a match and added up over many, `timeline` what comes of
matches one after another: streaks, opponents, ratings. `match_figures` makes the figures, `index` keeps them,
`reviews` keeps the reviews of recorded rounds; both lie in files of `database`. `renderers` draws tables and pages.
"""
