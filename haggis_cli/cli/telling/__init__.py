"""Telling a match: scoreboard, rounds, the story play by play."""
