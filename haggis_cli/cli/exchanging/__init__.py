"""Matches in and out."""
