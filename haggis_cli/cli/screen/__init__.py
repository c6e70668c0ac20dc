"""Talking with a person at a terminal: printing, asking, reading lines."""
