"""Match files on the disk of this computer: found, locked, saved, moved aside, and remembered for undo.

Begin with `folder.Store`; `folder` also says which match is meant, and keeps what a file said before. `atomic_write`
writes a file whole or not at all, those that people name, too; `files` knows where things lie, and tells matches from
copies and left-overs. `drafts` are half-entered rounds, and where removed matches go.
"""
