"""`haggis score`, and the questions it asks."""
