"""Entering events: from a line or a dialogue to the match."""
