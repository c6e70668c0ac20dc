"""Matches in and out: the formats of other programs and of plain text, each read from strangers and written exactly."""
