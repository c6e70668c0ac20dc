"""Match files on the disk of this computer: found, locked, saved, moved aside, and remembered for undo.

Begin with `folder.Store`; `folder` also writes results to files that people name. `atomic_write` replaces a file whole
or not at all; `files` knows where things lie, and tells matches from copies and left-overs. `bookmarks` says which
match is meant, and keeps what a file said before. `drafts` are half-entered rounds, and where removed matches go.
"""
