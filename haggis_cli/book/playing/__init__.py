"""Matches that are played on the computer: which one, against whom, turn by turn, and many at once."""
