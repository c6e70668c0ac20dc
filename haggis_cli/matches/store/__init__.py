"""Match files on the disk of this computer: found, locked, saved, moved aside, and remembered for undo.

Begin with `folder.Store`. `atomic_write` replaces a file whole or not at all (`file_swap` is its one step on Linux),
`locks` lets one writer at a time in, `undo_history` keeps what a file said before, `trash` takes a match out, `drafts`
are half-entered rounds beside their match, `entries` tells matches from copies and left-overs, `snapshot` is a file as
it was read, `source` hands files to workers, `output_file` writes results to files that people name.
"""
