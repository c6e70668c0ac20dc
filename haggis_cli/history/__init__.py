"""The history: the figures of every match, and the statistics, ratings and charts made of them.

The figures lie in an index (SQLite) beside the store. It is always made anew from the match files where that is needed,
so that it can be deleted at any time.

query.py          one question and its answer; begin here
filters.py        which matches are asked about
people.py         which names are one person
selection.py      which matches count, and what a list says of each
statistics.py     figures added up from the index
timeline.py       matches one after another: streaks, opponents, partners, figures over time
ratings.py        how strong everybody is
index.py          the index; index_condition.py looks at it without writing, invalidation.py says what outdates it
database.py       the files of SQLite in which the index and the reviews are kept
reviews.py        the reviews of recorded rounds, kept beside the index
batch.py          from match files to their figures
match_figures.py  the figures of one match; figures.py names them
listing.py        how a match stands, in the words of a list
renderers/        tables, pages, charts and data, which know no terminal
"""
