"""Entering rounds typed from the table."""
