"""`haggis serve`: the match on every phone at the table."""
